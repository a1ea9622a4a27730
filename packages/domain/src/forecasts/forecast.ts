import { type Method, type MethodName, methods } from './methods.ts';

/** How a method did on the periods that are known (FC-3). */
export interface Backtest {
  /** How many past forecasts were compared with what came. */
  readonly origins: number;
  /** Σ |error| ÷ Σ |actual|; null: every actual is zero. */
  readonly averageError: number | null;
  /** Σ error ÷ Σ |actual|, above zero where the forecasts were too low; null as above. */
  readonly bias: number | null;
  /** Mean |error| ÷ that of the naive value, over the periods that have one; null: the naive value was always right. */
  readonly relativeError: number | null;
  /** The naive value: that of a year before, or the last one where too few of the periods have a year before. */
  readonly comparedWith: 'last-year' | 'last-value';
}

/** The next `steps` periods together, and how far such forecasts were off. */
export interface Forecast {
  readonly method: MethodName;
  readonly value: number;
  /** Typical range of 80 %; null: too few past errors. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Periods of history that are missing for an interval. */
  readonly missingForInterval: number;
  readonly backtest: Backtest;
}

/** What is carried on: totals of whole periods, oldest first. */
export interface SeriesToForecast {
  readonly series: readonly number[];
  /** Periods in a year: 12 months or 4 quarters. */
  readonly cycle: number;
  /** How many periods ahead are added up. */
  readonly steps: number;
  readonly withSeasons: boolean;
}

/** The longest history that is read: 36 months or 12 quarters. */
export const historyRead = (cycle: number): number => 3 * cycle;

const MIN_ERRORS = 6;
const MIN_RATIOS = 10;
const MIN_COMPARED = 3;

/** One past forecast beside what came. */
interface PastForecast {
  readonly expected: number;
  readonly actual: number;
  readonly at: number;
}

/** Forecasts the total of the next periods by the method with the smallest mean error so far (FC-1, FC-2). Null: fewer than `steps` + 2 periods. */
export function forecastSeries(of: SeriesToForecast): Forecast | null {
  const series = of.series.slice(-historyRead(of.cycle));
  const tried = methods
    .filter(({ isSeasonal }) => of.withSeasons || !isSeasonal)
    .map((method) => ({ method, past: pastForecasts(method, series, of) }))
    .filter(({ past }) => past.length > 0);
  const [first] = tried;
  if (first === undefined) return null;
  // all are judged by the same periods, so a candidate that can forecast only few of them is left out
  const enough = enoughOf(first.past.length);
  const fair = tried.filter(({ past }) => past.length >= enough);
  const shared = Math.min(...fair.map(({ past }) => past.length));
  let best = { ...first, error: Number.POSITIVE_INFINITY };
  for (const one of fair) {
    const error = meanError(one.past.slice(-shared));
    if (error < best.error) best = { ...one, error };
  }
  const value = total(best.method.forecast(series, of.steps, of.cycle));
  return {
    method: best.method.name,
    value,
    interval: intervalAround(value, best.past),
    missingForInterval: Math.max(0, MIN_ERRORS - best.past.length),
    backtest: backtestOf(best.past, series, of),
  };
}

/** How many of so many past forecasts are enough to compare by. */
const enoughOf = (past: number) => Math.min(MIN_ERRORS, Math.ceil(past / 2));

/** What the method would have said before each known period (rolling origin). */
function pastForecasts(method: Method, series: readonly number[], of: SeriesToForecast): PastForecast[] {
  const found: PastForecast[] = [];
  for (let at = method.needs(of.cycle); at + of.steps <= series.length; at++) {
    found.push({
      at,
      expected: total(method.forecast(series.slice(0, at), of.steps, of.cycle)),
      actual: total(series.slice(at, at + of.steps)),
    });
  }
  return found;
}

/**
 * The typical range (FC-4): by the tenth and ninetieth percentile of actual ÷ forecast from 10 past forecasts on, by the
 * ⌈(n + 1) × 0.8⌉-th smallest |error| from 6 on, else none. `value` is what they are put around.
 */
export function intervalAround(
  value: number,
  past: readonly Pick<PastForecast, 'expected' | 'actual'>[],
): { low: number; high: number } | null {
  if (past.length < MIN_ERRORS) return null;
  if (past.length >= MIN_RATIOS && value > 0 && past.every(({ expected }) => expected > 0)) {
    const ratios = past.map(({ expected, actual }) => actual / expected).toSorted((a, b) => a - b);
    return { low: value * percentile(ratios, 0.1), high: value * percentile(ratios, 0.9) };
  }
  const errors = past.map(({ expected, actual }) => Math.abs(actual - expected)).toSorted((a, b) => a - b);
  const rank = Math.min(errors.length, Math.ceil(((errors.length + 1) * 8) / 10));
  const reach = errors[rank - 1] ?? 0;
  return { low: value - reach, high: value + reach };
}

/** The value below which so many of the sorted ones lie, between two neighbors by their distance. */
function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

function backtestOf(
  past: readonly PastForecast[],
  series: readonly number[],
  of: SeriesToForecast,
): Backtest {
  const errors = past.map(({ expected, actual }) => actual - expected);
  const sold = total(past.map(({ actual }) => Math.abs(actual)));
  const afterOneYear = past.filter(({ at }) => at >= of.cycle);
  const hasLastYear =
    afterOneYear.length >= Math.min(past.length, Math.max(MIN_COMPARED, enoughOf(past.length)));
  const compared = hasLastYear ? afterOneYear : past;
  const naive = compared.map(({ at, actual }) =>
    hasLastYear
      ? actual - total(series.slice(at - of.cycle, at - of.cycle + of.steps))
      : actual - (series[at - 1] ?? 0) * of.steps,
  );
  const missed = total(naive.map(Math.abs));
  return {
    origins: past.length,
    averageError: sold === 0 ? null : total(errors.map(Math.abs)) / sold,
    bias: sold === 0 ? null : total(errors) / sold,
    relativeError: missed === 0 ? null : (meanError(compared) * compared.length) / missed,
    comparedWith: hasLastYear ? 'last-year' : 'last-value',
  };
}

const total = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const meanError = (past: readonly PastForecast[]) =>
  total(past.map(({ expected, actual }) => Math.abs(actual - expected))) / past.length;
