import { decimal } from '../../base/decimal.ts';
import { minorDigits } from '../../base/money.ts';
import { changePercent } from '../replay.ts';
import { asText } from '../statistics.ts';

/** What one payee is paid by the two plans, in minor units. */
export interface ComparedPay {
  readonly before: bigint;
  readonly after: bigint;
}

/** Payees whose pay changes by at least `from` and less than `to`; nobody who is paid the same is in any. */
export interface ChangeBin {
  readonly from: string;
  readonly to: string;
  readonly payees: number;
}

/** Two plans over the same payees; the figures a stored replay of them has (SIM-2, SIM-11). */
export interface LiveComparison {
  readonly payees: number;
  readonly winners: number;
  readonly losers: number;
  readonly same: number;
  readonly baseline: string;
  readonly draft: string;
  readonly change: string;
  readonly changePercent: string | null;
  readonly changes: readonly ChangeBin[];
}

/** Sums up what payees win and lose. */
export function liveComparison(payees: Iterable<ComparedPay>, currency: string): LiveComparison {
  const digits = minorDigits(currency);
  const deltas: bigint[] = [];
  let [baseline, draft] = [0n, 0n];
  let [winners, same] = [0, 0];
  for (const { before, after } of payees) {
    baseline += before;
    draft += after;
    if (after === before) same += 1;
    else deltas.push(after - before);
    if (after > before) winners += 1;
  }
  const text = (units: bigint) => asText(units, digits);
  return {
    payees: deltas.length + same,
    winners,
    losers: deltas.length - winners,
    same,
    baseline: text(baseline),
    draft: text(draft),
    change: text(draft - baseline),
    changePercent: changePercent(decimal(text(draft - baseline)), decimal(text(baseline))),
    changes: changeBins(deltas, text),
  };
}

/** So many bins on the side of the largest change. */
const BINS_A_SIDE = 8;

/** Bins of equal width with a bound at nothing, so that none holds both winners and losers. */
function changeBins(deltas: readonly bigint[], text: (units: bigint) => string): readonly ChangeBin[] {
  let largest = 0n;
  for (const delta of deltas) {
    if (delta > largest) largest = delta;
    if (-delta > largest) largest = -delta;
  }
  const width = roundedUp(largest / BigInt(BINS_A_SIDE) + 1n);
  const counts = new Map<number, number>();
  for (const delta of deltas) {
    const bin = Number(delta / width) - (delta < 0n ? 1 : 0);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const [first, last] = [Math.min(0, ...counts.keys()), Math.max(-1, ...counts.keys())];
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    from: text(BigInt(first + i) * width),
    to: text(BigInt(first + i + 1) * width),
    payees: counts.get(first + i) ?? 0,
  }));
}

/** The next of 1, 2, 5, 10, 20, 50 …: bounds that are easily read, and that stay while a figure is dragged. */
function roundedUp(units: bigint): bigint {
  let power = 1n;
  while (power * 10n <= units) power *= 10n;
  return [1n, 2n, 5n, 10n].map((times) => times * power).find((one) => one >= units) ?? units;
}
