/** How a user works; it bounds what the assistant may do. */
export type AssistantMode = 'traditional' | 'hybrid' | 'agentic';

/** One level of what the assistant does without a click. */
export interface AutonomyLevel {
  readonly id: number;
  readonly label: 'Manual' | 'Assisted' | 'Supervised' | 'Full Auto';
  readonly description: string;
  /** What a suggestion must reach: percent, points of risk, shares in percent. */
  readonly thresholds: Readonly<Record<string, number>>;
  readonly restrictions: readonly string[];
}

export interface AutonomyPolicy {
  readonly id: string;
  readonly name: string;
  readonly levels: readonly AutonomyLevel[];
}

/** The levels of every workspace; their thresholds never get weaker. */
export const defaultAutonomyPolicy: AutonomyPolicy = {
  id: 'default',
  name: 'Default autonomy policy',
  levels: [
    {
      id: 0,
      label: 'Manual',
      description: 'Analyses run when you ask. You apply every suggestion.',
      thresholds: {},
      restrictions: ['No analysis in the background', 'Apply All asks first'],
    },
    {
      id: 1,
      label: 'Assisted',
      description: 'Plans are analyzed after each change. You apply every suggestion.',
      thresholds: {},
      restrictions: ['A person applies each suggestion'],
    },
    {
      id: 2,
      label: 'Supervised',
      description: 'Suggestions that pass become tasks. Approving a task applies its suggestion.',
      thresholds: { confidence: 80, risk: 20 },
      restrictions: ['No suggestion that violates a policy', 'A person approves each task'],
    },
    {
      id: 3,
      label: 'Full Auto',
      description: 'Suggestions that pass are added to the draft. You are notified and can undo it.',
      thresholds: { confidence: 90, risk: 20, losersPercent: 10, costPercent: 2, ruleMatch: 80 },
      restrictions: [
        'Only an existing draft: never activates, pays, approves or overrides',
        'Never closed periods, quotas, draws or the terms of one person',
        'At most 3 in 24 hours, and one for each component',
        'Only suggestions that are verified',
        'Back to Supervised after 4 undone or voted down in 7 days',
      ],
    },
  ],
};

/** The level of a workspace that has not chosen one. */
export const DEFAULT_LEVEL = 1;
const HIGHEST_LEVEL = 3;

const caps: Readonly<Record<AssistantMode, number>> = { traditional: 0, hybrid: 2, agentic: 3 };

/** The highest level of a mode. */
export function autonomyCap(mode: AssistantMode): number {
  return caps[mode];
}

/** A whole level within the range of the slider: −1 is 0, 4 is 3. */
export function clampLevel(level: number): number {
  return Math.min(HIGHEST_LEVEL, Math.max(0, Math.round(level)));
}

/** The level that holds: the chosen one, capped by the mode (SGR-46). */
export function heldLevel(chosen: number, mode: AssistantMode): number {
  return Math.min(clampLevel(chosen), autonomyCap(mode));
}

/**
 * What Attain does without a click (SGR-80): the chosen level, capped by the mode of its owner. Without an active owner it only
 * analyzes; without the owner's right to change drafts it only asks.
 */
export function actingLevel(of: {
  readonly chosen: number;
  /** Of the owner, or of who made the change while no one has chosen a level. */
  readonly mode: AssistantMode;
  /** Who chose the level; null: no active member did. */
  readonly owner: { readonly mayApply: boolean } | null;
}): number {
  const held = heldLevel(of.chosen, of.mode);
  if (of.owner === null) return Math.min(held, 1);
  return of.owner.mayApply ? held : Math.min(held, 2);
}

/** What a change of the level says about itself. */
export interface AutonomyChange {
  readonly from: number;
  readonly to: number;
  readonly context: `${AssistantMode}_mode`;
  readonly policyId: string;
  readonly thresholds: AutonomyLevel['thresholds'];
  readonly restrictions: readonly string[];
}

/** A change of the level as an event; without a policy it is that of the default. */
export function autonomyChange(
  from: number,
  to: number,
  {
    mode,
    policy = defaultAutonomyPolicy,
  }: { readonly mode: AssistantMode; readonly policy?: AutonomyPolicy },
): AutonomyChange {
  const level = policy.levels.find(({ id }) => id === to);
  return {
    from,
    to,
    context: `${mode}_mode`,
    policyId: policy.id,
    thresholds: level?.thresholds ?? {},
    restrictions: level?.restrictions ?? [],
  };
}
