import { decimal } from '../../base/decimal.ts';
import { figure } from '../../base/figures.ts';
import type { Problem } from '../../base/result.ts';
import { ACTS_A_DAY } from '../acting.ts';
import { type AutonomyPolicy, defaultAutonomyPolicy } from '../autonomy.ts';

/** A number that decides whether an analyser suggests something. */
export interface ThresholdRange {
  /** As shipped. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The analyser that reads it; null: it guards all of them. */
  readonly analyser: string | null;
  /** Values are whole multiples of it. */
  readonly step: number;
}

const range = (
  [value, min, max]: readonly [value: number, min: number, max: number],
  analyser: string | null = null,
  step = 1,
): ThresholdRange => ({ value, min, max, analyser, step });

/** Every threshold a workspace can set (SGR-48). Shares are percent; the smallest amount is in the plan’s currency. */
export const thresholdRanges = {
  minPayees: range([20, 5, 1_000]),
  minPeriods: range([4, 2, 12]),
  minDeals: range([200, 20, 100_000]),
  minSharePercent: range([0.25, 0, 10], null, 0.05),
  minAmount: range([1_000, 0, 1_000_000_000]),
  agreedPercent: range([50, 50, 100]),
  declinedDays: range([90, 0, 365]),
  weightMove: range([2, 1, 20], 'auto-calc-weights'),
  tailPercent: range([2, 1, 50], 'add-cap'),
  crowdedLines: range([8, 5, 500], 'tighten-accelerator'),
  lowSharePercent: range([15, 5, 100], 'decelerate'),
  dealScore: range([6, 4, 100], 'limit-deal'),
  foreignPercent: range([10, 1, 100], 'lock-exchange'),
  territoryGap: range([5, 1, 50], 'move-quota'),
  hires: range([5, 5, 500], 'ramp-new-hires'),
  drawPayments: range([12, 2, 60], 'end-draw'),
  tierGapPercent: range([10, 1, 50], 'next-tier'),
  tierDays: range([10, 1, 60], 'next-tier'),
} as const satisfies Readonly<Record<string, ThresholdRange>>;

export type ThresholdKey = keyof typeof thresholdRanges;
export type Thresholds = Readonly<Record<ThresholdKey, number>>;

/** The keys of the thresholds, in the order of the form. */
export const thresholdKeys = Object.keys(thresholdRanges) as ThresholdKey[];

export const defaultThresholds = Object.fromEntries(
  thresholdKeys.map((key) => [key, thresholdRanges[key].value]),
) as Thresholds;

/** What Attain may do without a click: never more than as shipped. */
export interface ActingLimits {
  readonly taskConfidence: number;
  readonly taskRisk: number;
  readonly actConfidence: number;
  readonly actRisk: number;
  readonly losersPercent: number;
  readonly costPercent: number;
  readonly ruleMatch: number;
  readonly actsADay: number;
}

export type ActingLimit = keyof ActingLimits;

const [, , supervised, fullAuto] = defaultAutonomyPolicy.levels;
const shipped = (level: typeof supervised, name: string): number => {
  const value = level?.thresholds[name];
  if (value === undefined) throw new Error(`The autonomy policy has no threshold “${name}”.`);
  return value;
};

export const defaultActing: ActingLimits = {
  taskConfidence: shipped(supervised, 'confidence'),
  taskRisk: shipped(supervised, 'risk'),
  actConfidence: shipped(fullAuto, 'confidence'),
  actRisk: shipped(fullAuto, 'risk'),
  losersPercent: shipped(fullAuto, 'losersPercent'),
  costPercent: shipped(fullAuto, 'costPercent'),
  ruleMatch: shipped(fullAuto, 'ruleMatch'),
  actsADay: ACTS_A_DAY,
};

export const actingKeys = Object.keys(defaultActing) as ActingLimit[];

/** Limits that are stricter when they are higher; they end at 100 percent. The others are stricter when lower, and end at 0. */
const higherIsStricter: readonly ActingLimit[] = ['taskConfidence', 'actConfidence', 'ruleMatch'];

/** From the shipped limit to the strictest one (SGR-49). */
export const actingRanges = Object.fromEntries(
  actingKeys.map((key) => {
    const value = defaultActing[key];
    const [min, max] = higherIsStricter.includes(key) ? [value, 100] : [0, value];
    return [key, { value, min, max }];
  }),
) as Readonly<Record<ActingLimit, { readonly value: number; readonly min: number; readonly max: number }>>;

/** How the assistant works in a workspace. */
export interface AssistantSettings {
  /** Keys of analysers that do not run. */
  readonly off: readonly string[];
  readonly thresholds: Thresholds;
  readonly acting: ActingLimits;
}

/** As shipped: every analyser runs. */
export const defaultSettings: AssistantSettings = {
  off: [],
  thresholds: defaultThresholds,
  acting: defaultActing,
};

const text = (value: number) => figure(decimal(String(value)));

/** Everything that is wrong with settings: values out of their range, and analysers that do not exist. */
export function settingsProblems(
  { off, thresholds, acting }: AssistantSettings,
  known: readonly string[],
): Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, path: string, message: string) => problems.push({ rule, path, message });
  for (const key of off)
    if (!known.includes(key)) add('SGR-48', 'off', `There is no analyzer “${key}”. Remove it.`);
  for (const key of thresholdKeys) {
    const { min, max, step } = thresholdRanges[key];
    const value = thresholds[key];
    if (value < min || value > max)
      add('SGR-48', `thresholds.${key}`, `Enter a number from ${text(min)} to ${text(max)}.`);
    else if (Math.abs(value / step - Math.round(value / step)) > 1e-9)
      add('SGR-48', `thresholds.${key}`, `Enter a multiple of ${text(step)}.`);
  }
  for (const [key, { min, max }] of Object.entries(actingRanges)) {
    const value = acting[key as ActingLimit];
    if (value < min || value > max)
      add(
        'SGR-49',
        `acting.${key}`,
        `Enter a number from ${text(min)} to ${text(max)}: limits only get stricter.`,
      );
  }
  return problems;
}

/** Settings as they are hashed: numbers are texts, because shares are not whole. */
export function settingsContent({ off, thresholds, acting }: AssistantSettings) {
  const texts = (numbers: Thresholds | ActingLimits) =>
    Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));
  return { off: [...off], thresholds: texts(thresholds), acting: texts(acting) };
}

/** The autonomy policy with the workspace’s limits. */
export function autonomyPolicyOf(acting: ActingLimits): AutonomyPolicy {
  const thresholds: Readonly<Record<number, Readonly<Record<string, number>>>> = {
    2: { confidence: acting.taskConfidence, risk: acting.taskRisk },
    3: {
      confidence: acting.actConfidence,
      risk: acting.actRisk,
      losersPercent: acting.losersPercent,
      costPercent: acting.costPercent,
      ruleMatch: acting.ruleMatch,
    },
  };
  const { levels, ...policy } = defaultAutonomyPolicy;
  return {
    ...policy,
    levels: levels.map((level) => ({ ...level, thresholds: thresholds[level.id] ?? level.thresholds })),
  };
}
