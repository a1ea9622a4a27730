import type { Bin } from '../../../ui/charts/histogram.tsx';
import { messages } from '../messages.ts';

/** Limit of bins in a chart of changes. */
const maxBins = 20;

/**
 * Payees by size of change, for a chart: bins [from, to) of one round width (1, 2 or 5 times a power of ten, at least 1)
 * with an edge at zero. Empty without changes.
 */
export function changeBins(changes: readonly number[], write: (edge: number) => string): readonly Bin[] {
  if (changes.length === 0) return [];
  const [min, max] = [Math.min(0, ...changes), Math.max(0, ...changes)];
  const width = roundWidth(Math.max(1, (max - min) / maxBins));
  const first = Math.floor(min / width);
  const last = Math.max(first + 1, Math.floor(max / width) + 1);
  return Array.from({ length: last - first }, (_, index) => {
    const [from, to] = [(first + index) * width, (first + index + 1) * width];
    return {
      from,
      to,
      text: messages.bins(write(from), write(to)),
      counts: [changes.filter((change) => change >= from && change < to).length],
    };
  });
}

function roundWidth(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return ([1, 2, 5].find((step) => step * power >= atLeast) ?? 10) * power;
}
