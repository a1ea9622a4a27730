/** Statistics of triggers, by + − × ÷ and square roots alone, so that every machine gets the same bytes. */

/** Pearson's r; null without spread. */
export function correlation(points: readonly (readonly [x: number, y: number])[]): number | null {
  const n = points.length;
  if (n < 2) return null;
  let [sumX, sumY] = [0, 0];
  for (const [x, y] of points) {
    sumX += x;
    sumY += y;
  }
  const [meanX, meanY] = [sumX / n, sumY / n];
  let [sxx, syy, sxy] = [0, 0, 0];
  for (const [x, y] of points) {
    sxx += (x - meanX) * (x - meanX);
    syy += (y - meanY) * (y - meanY);
    sxy += (x - meanX) * (y - meanY);
  }
  // equal values whose mean was rounded have no spread
  if (sxx <= n * meanX * meanX * ROUNDED || syy <= n * meanY * meanY * ROUNDED) return null;
  return Math.max(-1, Math.min(1, sxy / Math.sqrt(sxx * syy)));
}

/** Far above what rounding leaves of equal values, far below any spread. */
const ROUNDED = 1e-24;

export function mean(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0) / (values.length || 1);
}

/** The nearest rank: the smallest value that at least `percent` % of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] ?? 0;
}

/**
 * How many of `max`, taken away one after the other, are the fewest without which something no longer holds; null: it holds
 * without all of them. Beyond 64 they are looked for by doubling and halving, so a number is given without which it does not hold.
 */
export function fewestWithout(max: number, holds: (removed: number) => boolean): number | null {
  let low = 0;
  while (low < Math.min(max, EACH)) {
    if (!holds(low + 1)) return low + 1;
    low += 1;
  }
  let high = low;
  for (;;) {
    if (high === max) return null;
    high = Math.min(max, 2 * high);
    if (!holds(high)) break;
    low = high;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return high;
}

const EACH = 64;

/** The middle value, or the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[half] ?? 0;
  return ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** P(X ≥ k) of n tosses of a fair coin. */
export function tossesAtLeast(k: number, n: number): number {
  let ways = 1n;
  let total = k <= 0 ? 1n : 0n;
  for (let i = 1n; i <= BigInt(n); i += 1n) {
    ways = (ways * (BigInt(n) - i + 1n)) / i;
    if (i >= BigInt(k)) total += ways;
  }
  // 60 binary digits are enough for a probability
  return Number((total << 60n) / (1n << BigInt(n))) / 2 ** 60;
}

/**
 * Whether two correlations of n points differ by more than the 95 % interval of Fisher's transform:
 * |artanh r − artanh s| > 1.96 ÷ √(n − 3), compared as hyperbolic tangents.
 */
export function correlationsDiffer(r: number, s: number, n: number): boolean {
  if (n <= 3) return false;
  if (Math.abs(r) >= 1 || Math.abs(s) >= 1) return r !== s;
  const between = Math.abs((r - s) / (1 - r * s));
  return between > tanh(1.96 / Math.sqrt(n - 3));
}

/** Lambert's continued fraction; exact to the last digits for arguments up to 2. */
function tanh(x: number): number {
  let below = 2 * TERMS + 1;
  for (let i = TERMS - 1; i >= 0; i -= 1) below = 2 * i + 1 + (x * x) / below;
  return x / below;
}

const TERMS = 20;

/** Rounds to `digits` decimals for words. */
export function shownNumber(value: number, digits = 0): string {
  return String(Number(value.toFixed(digits)));
}
