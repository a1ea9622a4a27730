import { type Decimal, decimal, ONE, plain, ZERO } from '../base/decimal.ts';
import { ratio, roundRatio } from '../base/ratio.ts';

/** A sample of amounts in whole minor units, told by its figures; amounts are decimal strings with `digits` decimals. */
export interface Distribution {
  readonly mean: string;
  /** Of the sample (n − 1); "0" for a single value. */
  readonly standardDeviation: string;
  readonly min: string;
  readonly max: string;
  readonly percentiles: { readonly [P in Percentile]: string };
}

const PERCENTILES = ['p5', 'p10', 'p25', 'p50', 'p75', 'p90', 'p95'] as const;
type Percentile = (typeof PERCENTILES)[number];

/** A bin [from, to) of a histogram, the last one closed; how many values of each sample lie in it. */
export interface Bin {
  readonly from: string;
  readonly to: string;
  readonly baseline: number;
  readonly draft: number;
}

/** The figures of a sample of at least one amount (SIM-6). */
export function distribution(values: readonly bigint[], digits: number): Distribution {
  const sorted = ascending(values);
  const percentiles = Object.fromEntries(
    PERCENTILES.map((name) => [name, asText(percentile(sorted, Number(name.slice(1))), digits)]),
  ) as Distribution['percentiles'];
  return {
    mean: mean(values, digits).toFixed(digits),
    standardDeviation: standardDeviation(values, digits).toFixed(digits),
    min: asText(sorted[0] ?? 0n, digits),
    max: asText(sorted.at(-1) ?? 0n, digits),
    percentiles,
  };
}

/** Nearest rank: the smallest value that at least `percent` % of the sample do not exceed; always one of the sample. */
export function percentile(sorted: readonly bigint[], percent: number): bigint {
  const rank = Math.max(1, Math.ceil((percent * sorted.length) / 100));
  return sorted[rank - 1] ?? 0n;
}

/** The mean, half up to minor units. */
export function mean(values: readonly bigint[], digits: number): Decimal {
  const total = values.reduce((all, one) => all + one, 0n);
  return roundRatio(ratio(units(total, digits), decimal(String(values.length || 1))), digits, 'HALF_UP');
}

/** √((n Σx² − (Σx)²) ÷ n(n − 1)), half up to minor units; the sums are exact. */
export function standardDeviation(values: readonly bigint[], digits: number): Decimal {
  const n = BigInt(values.length);
  if (n < 2n) return ZERO;
  const total = values.reduce((all, one) => all + one, 0n);
  const squares = values.reduce((all, one) => all + one * one, 0n);
  const variance = decimal(String(n * squares - total * total)).div(decimal(String(n * (n - 1n))));
  return roundRatio(ratio(units(1n, digits).times(variance.sqrt())), digits, 'HALF_UP');
}

/** The mean of the dearest 5 % of the sample, at least one value: the conditional value at risk. */
export function dearestTwentieth(values: readonly bigint[], digits: number): Decimal {
  const count = Math.max(1, Math.ceil(values.length / 20));
  return mean(ascending(values).slice(-count), digits);
}

/** Both samples in the same bins of equal whole minor units, from the smallest value of either to the largest. */
export function histogram(
  baseline: readonly bigint[],
  draft: readonly bigint[],
  { bins, digits }: { readonly bins: number; readonly digits: number },
): readonly Bin[] {
  const sorted = ascending([...baseline, ...draft]);
  const low = sorted[0];
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) return [];
  const width = (high - low) / BigInt(bins) + 1n;
  const used = Number((high - low) / width) + 1;
  const counted = (values: readonly bigint[]) => {
    const counts = new Array<number>(used).fill(0);
    for (const value of values) counts[Number((value - low) / width)]! += 1;
    return counts;
  };
  const [before, after] = [counted(baseline), counted(draft)];
  return before.map((count, i) => ({
    from: asText(low + BigInt(i) * width, digits),
    to: asText(low + BigInt(i + 1) * width, digits),
    baseline: count,
    draft: after[i]!,
  }));
}

/** How pay follows performance over points (x = attainment %, y = pay % of target). Null where it is undefined. */
export interface Fit {
  /** Least squares: percent of target paid for one more percent of attainment. 4 decimals. */
  readonly slope: string | null;
  /** Pearson's r, −1 to 1. 4 decimals. */
  readonly correlation: string | null;
}

/** Slope = Sxy ÷ Sxx and r = Sxy ÷ √(Sxx Syy), with Sxy = n Σxy − Σx Σy; undefined for fewer than two different points. */
export function fitOf(points: readonly { readonly x: Decimal; readonly y: Decimal }[]): Fit {
  const n = decimal(String(points.length));
  const total = (of: (point: { x: Decimal; y: Decimal }) => Decimal) =>
    points.reduce((all, point) => all.plus(of(point)), ZERO);
  const [sumX, sumY] = [total(({ x }) => x), total(({ y }) => y)];
  const sxx = n.times(total(({ x }) => x.times(x))).minus(sumX.times(sumX));
  const syy = n.times(total(({ y }) => y.times(y))).minus(sumY.times(sumY));
  const sxy = n.times(total(({ x, y }) => x.times(y))).minus(sumX.times(sumY));
  if (sxx.lte(ZERO)) return { slope: null, correlation: null };
  const slope = plain(roundRatio(ratio(sxy, sxx), 4, 'HALF_UP'));
  if (syy.lte(ZERO)) return { slope, correlation: null };
  return { slope, correlation: plain(roundRatio(ratio(sxy, sxx.times(syy).sqrt()), 4, 'HALF_UP')) };
}

/** An amount with exactly its minor digits, as whole minor units. */
export function minorUnits(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Whole minor units as an amount. */
export function asText(value: bigint, digits: number): string {
  return units(value, digits).toFixed(digits);
}

function units(value: bigint, digits: number): Decimal {
  return decimal(String(value)).times(digits === 0 ? ONE : decimal(`0.${'0'.repeat(digits - 1)}1`));
}

function ascending(values: readonly bigint[]): readonly bigint[] {
  return values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
