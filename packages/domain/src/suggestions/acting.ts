import type { PlanChange } from '../plans/change-plan.ts';
import type { Plan } from '../plans/plan.ts';
import type { AutonomyLevel } from './autonomy.ts';
import type { OverlayResult } from './claim.ts';
import type { TrustLevel } from './trust.ts';

/** Full Auto applies at most so many suggestions in 24 hours, and so many undone or voted down in so many days end it. */
export const ACTS_A_DAY = 3;
export const DECLINES_TO_LOWER = 4;
export const DECLINE_DAYS = 7;

/** What decides whether Attain may act on a suggestion without a click. */
export interface ActFacts {
  /** Percent. */
  readonly confidence: number | null;
  readonly risk: number | null;
  readonly trust: TrustLevel;
  readonly overlays: readonly OverlayResult['status'][];
  /** Payees who earn more than 1 % less, of how many; null: not computed. */
  readonly losers: { readonly count: number; readonly of: number } | null;
  /** Of the plan's cost. */
  readonly changePercent: string | null;
  /** Percent of the step `rule-match`. */
  readonly ruleMatch: number | null;
  readonly changes: readonly PlanChange[];
  /** It changes records: quotas, ramps, draws. */
  readonly changesRecords: boolean;
  /** It is about one person. */
  readonly isPersonal: boolean;
}

/** Why a suggestion becomes no task at level 2 (SGR-81); empty: it passes. A figure that is missing never passes. */
export function heldFromTask(facts: ActFacts, { thresholds }: AutonomyLevel): readonly string[] {
  return missed([
    ['confidence', atLeast(facts.confidence, thresholds.confidence)],
    ['risk', below(facts.risk, thresholds.risk)],
    ['violation', !facts.overlays.includes('Violation')],
    ['changes', facts.changes.length > 0],
    ['records', !facts.changesRecords],
  ]);
}

/** Why a suggestion is not applied at level 3 (SGR-82); empty: it passes. */
export function heldFromAct(facts: ActFacts, level: AutonomyLevel): readonly string[] {
  const { losersPercent, costPercent, ruleMatch } = level.thresholds;
  const { losers, changePercent } = facts;
  const share = losers === null || losers.of === 0 ? null : (100 * losers.count) / losers.of;
  const change = changePercent === null ? null : Math.abs(Number(changePercent));
  return [
    ...heldFromTask(facts, level),
    ...missed([
      ['trust', facts.trust === 'Verified'],
      ['losers', atMost(share, losersPercent)],
      ['cost', atMost(change, costPercent)],
      ['rule-match', atLeast(facts.ruleMatch, ruleMatch)],
      ['personal', !facts.isPersonal],
      ['terms', facts.changes.every(isWithinTerms)],
    ]),
  ];
}

const missed = (checks: readonly (readonly [string, boolean])[]) =>
  checks.flatMap(([name, passed]) => (passed ? [] : [name]));

type Limit = number | undefined;
const atLeast = (figure: number | null, limit: Limit) =>
  figure !== null && limit !== undefined && figure >= limit;
const atMost = (figure: number | null, limit: Limit) =>
  figure !== null && limit !== undefined && figure <= limit;
const below = (figure: number | null, limit: Limit) =>
  figure !== null && limit !== undefined && figure < limit;

const componentTerms = new Set(['weight', 'cap', 'accelerator', 'decelerator', 'limits']);
const planTerms = new Set(['acceleratorReading', 'deceleratorReading']);

/** Whether a change sets only terms that Full Auto may set; it adds and removes no component. */
function isWithinTerms(change: PlanChange): boolean {
  if ('set' in change) return Object.keys(change.set).every((field) => componentTerms.has(field));
  return 'plan' in change && Object.keys(change.plan).every((field) => planTerms.has(field));
}

/** The IDs of the components that changes touch; a change of the plan touches all. */
export function touchedComponents(plan: Plan, changes: readonly PlanChange[]): readonly string[] {
  const all = changes.flatMap((change) => {
    if ('add' in change) return [];
    if ('plan' in change) return plan.components.map(({ id }) => id);
    return ['remove' in change ? change.remove : change.component];
  });
  return [...new Set(all)];
}
