/**
 * How often amounts occur, by their size: bins of 1/64 of a doubling, so an amount is known to 1.1 %. It does not grow with the
 * number of amounts. Logarithms are made by doubling and squaring alone, so that every machine gets the same bins.
 */
export type Histogram = Readonly<Record<number, number>>;

const STEPS = 6;
const PER_OCTAVE = 2 ** STEPS;

/** The bin of an amount above zero. */
export function binOf(amount: number): number {
  let octave = 0;
  let rest = amount;
  for (; rest >= 2; rest /= 2) octave += 1;
  for (; rest < 1; rest *= 2) octave -= 1;
  let part = 0;
  for (let i = 0; i < STEPS; i += 1) {
    rest *= rest;
    part *= 2;
    if (rest >= 2) {
      rest /= 2;
      part += 1;
    }
  }
  return octave * PER_OCTAVE + part;
}

/** Counts amounts above zero. */
export function histogramOf(amounts: readonly number[]): Histogram {
  const counts: Record<number, number> = {};
  for (const amount of amounts) {
    if (amount <= 0) continue;
    const bin = binOf(amount);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** All of them together, as bins with counts in ascending order. */
export function mergedBins(all: readonly Histogram[]): readonly (readonly [bin: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const one of all) {
    for (const [bin, count] of Object.entries(one)) {
      counts.set(Number(bin), (counts.get(Number(bin)) ?? 0) + count);
    }
  }
  return [...counts].toSorted(([a], [b]) => a - b);
}

/** The bin of the nearest rank; null of nothing. */
export function binAt(bins: readonly (readonly [number, number])[], percent: number): number | null {
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.max(1, Math.ceil((percent * total) / 100));
  let seen = 0;
  for (const [bin, count] of bins) {
    seen += count;
    if (seen >= rank) return bin;
  }
  return null;
}

/** Amounts of a bin are below this. */
export function endOf(bin: number): number {
  const octave = Math.floor((bin + 1) / PER_OCTAVE);
  let root = 2;
  let factor = 1;
  // the binary digits of the part of a doubling, as square roots
  for (let left = bin + 1 - octave * PER_OCTAVE, digit = PER_OCTAVE / 2; digit >= 1; digit /= 2) {
    root = Math.sqrt(root);
    if (left >= digit) {
      left -= digit;
      factor *= root;
    }
  }
  return factor * 2 ** octave;
}

/** By how many median deviations a bin is from the middle, as robust z (0.6745 (x − median) ÷ MAD); null without spread. */
export function robustScores(bins: readonly (readonly [number, number])[]): ((bin: number) => number) | null {
  const middle = binAt(bins, 50);
  if (middle === null) return null;
  const distances = new Map<number, number>();
  for (const [bin, count] of bins) {
    const distance = Math.abs(bin - middle);
    distances.set(distance, (distances.get(distance) ?? 0) + count);
  }
  const spread = binAt(
    [...distances].toSorted(([a], [b]) => a - b),
    50,
  );
  return spread === null || spread === 0 ? null : (bin) => (0.6745 * (bin - middle)) / spread;
}
