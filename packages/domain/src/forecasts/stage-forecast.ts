import { intervalAround } from './forecast.ts';

/** Open opportunities of one stage and expected close together, as they were on a day. Amounts are in one currency. */
export interface StageGroup {
  readonly stage: string;
  /** Whether they are expected to close in the period. */
  readonly isExpected: boolean;
  readonly opportunities: number;
  /** Those without an amount in the currency, and those with one and no chance. */
  readonly withoutAmount: number;
  readonly withoutChance: number;
  readonly amount: number;
  /** Σ amount × chance of those with a stated chance, and Σ amount of those without one. */
  readonly stated: number;
  readonly unstated: number;
}

/** A like period that is over, seen on the day when as many days were left. */
export interface PastPeriod {
  readonly day: string;
  readonly to: string;
  readonly groups: readonly (StageGroup & {
    /** How many became deals on the days that were left, their amounts then, and those of the deals. */
    readonly won: number;
    readonly stood: number;
    readonly deals: number;
  })[];
  /** Booked by that day, and in all. */
  readonly soFar: number;
  readonly total: number;
}

/** What a period brings by its open opportunities. */
export interface StageForecast {
  readonly value: number;
  readonly soFar: number;
  /** Σ amount × chance of becoming a deal in the period. */
  readonly fromOpen: number;
  /** What is not in the pipeline yet; null: no period has shown it. */
  readonly unseen: number | null;
  /** Open ones that are counted, and those without an amount or a chance. */
  readonly counted: number;
  readonly unknown: number;
  /** How many past periods the chances are measured by. */
  readonly measured: number;
  /** The typical range, as of any forecast (FC-4); null: too few past errors. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly missingForInterval: number;
  readonly backtest: {
    readonly origins: number;
    readonly averageError: number;
    readonly bias: number;
  } | null;
}

/** Weight of what is stated against what was measured, in opportunities. */
const PRIOR = 10;
/** The newest past periods by which a period is forecast. */
export const pastPeriodsRead = 8;
/** Past forecasts after which a method may carry the figure. */
const MIN_ORIGINS = 6;

/**
 * What is booked so far, what the open opportunities bring, and what comes on top of them (FC-9). `past` is oldest first, `winRate`
 * percent. Null: nothing is known of any open opportunity.
 */
export function stageForecast(
  now: { readonly groups: readonly StageGroup[]; readonly soFar: number },
  past: readonly PastPeriod[],
  winRate: number | null,
): StageForecast | null {
  const read = past.slice(-pastPeriodsRead);
  const found = forecastBy(now, read, winRate);
  if (found.counted === 0) return null;
  const tried = pastForecasts(past);
  return {
    ...found,
    interval: intervalAround(found.value, tried),
    // the first period is not forecast: none before it shows its chances
    missingForInterval: Math.max(0, MIN_ORIGINS - tried.length + (past.length === 0 ? 1 : 0)),
    backtest: backtestOf(tried),
  };
}

function forecastBy(
  { groups, soFar }: { readonly groups: readonly StageGroup[]; readonly soFar: number },
  past: readonly PastPeriod[],
  winRate: number | null,
): Omit<StageForecast, 'interval' | 'missingForInterval' | 'backtest'> {
  const all = past.flatMap((one) => one.groups);
  const stood = total(all.map((one) => one.stood));
  const perAmount = stood === 0 ? 1 : total(all.map((one) => one.deals)) / stood;
  let [fromOpen, counted, unknown] = [0, 0, 0];
  for (const group of groups) {
    const like = all.filter((one) => one.stage === group.stage && one.isExpected === group.isExpected);
    const [won, seen] = [total(like.map((one) => one.won)), total(like.map((one) => one.opportunities))];
    if (!group.isExpected && seen === 0) continue;
    const chanceless = seen === 0 && winRate === null ? group.withoutChance : 0;
    fromOpen += group.amount * chanceOf({ won, seen }, statedChance(group, winRate)) * perAmount;
    counted += group.opportunities - group.withoutAmount - chanceless;
    unknown += group.withoutAmount + chanceless;
  }
  const unseen =
    past.length === 0
      ? null
      : total(past.map((one) => one.total - one.soFar - total(one.groups.map(({ deals }) => deals)))) /
        past.length;
  return {
    value: soFar + fromOpen + (unseen ?? 0),
    ...{ soFar, fromOpen, unseen, counted, unknown, measured: past.length },
  };
}

/** By the source system, or the win rate; 0 where nothing is expected in the period or known. */
function statedChance({ isExpected, amount, stated, unstated }: StageGroup, winRate: number | null): number {
  if (!isExpected || amount === 0) return 0;
  return (stated + (unstated * (winRate ?? 0)) / 100) / amount;
}

/** The measured share of those that became deals, drawn to what is stated where few were seen. */
export function chanceOf(
  { won, seen }: { readonly won: number; readonly seen: number },
  stated: number,
): number {
  return (won + PRIOR * stated) / (seen + PRIOR);
}

/** Each past period by those that were over on its day; the first have none. The win rate of today was not known then. */
function pastForecasts(past: readonly PastPeriod[]) {
  return past.flatMap((one) => {
    const known = past.filter(({ to }) => to < one.day).slice(-pastPeriodsRead);
    return known.length === 0 ? [] : [{ expected: forecastBy(one, known, null).value, actual: one.total }];
  });
}

function backtestOf(tried: ReturnType<typeof pastForecasts>): StageForecast['backtest'] {
  const errors = tried.map(({ expected, actual }) => actual - expected);
  const sold = total(tried.map(({ actual }) => Math.abs(actual)));
  if (sold === 0) return null;
  return {
    origins: errors.length,
    averageError: total(errors.map(Math.abs)) / sold,
    bias: total(errors) / sold,
  };
}

/**
 * Which of the two carries the figure: the one that was off less, once the stages have been tried often enough (FC-10). Without a
 * run rate the stages carry it, if it is known what comes on top of the pipeline.
 */
export function carriedBy(
  runRate: { readonly backtest: { readonly averageError: number | null } } | null,
  stages: Pick<StageForecast, 'backtest' | 'unseen'> | null,
): 'run-rate' | 'stages' | null {
  if (stages === null) return runRate === null ? null : 'run-rate';
  if (runRate === null) return stages.unseen === null ? null : 'stages';
  const { backtest } = stages;
  if (backtest === null || backtest.origins < MIN_ORIGINS) return 'run-rate';
  return backtest.averageError < (runRate.backtest.averageError ?? Number.POSITIVE_INFINITY)
    ? 'stages'
    : 'run-rate';
}

/** How far the pipeline is from the usual period: outside its typical range, or without one more than a quarter off (FC-11). */
export function apart(
  runRate: {
    readonly value: number;
    readonly interval: { readonly low: number; readonly high: number } | null;
  },
  stages: Pick<StageForecast, 'value'>,
): 'below' | 'above' | null {
  const { low, high } = runRate.interval ?? { low: runRate.value * 0.75, high: runRate.value * 1.25 };
  if (stages.value < low) return 'below';
  return stages.value > high ? 'above' : null;
}

const total = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
