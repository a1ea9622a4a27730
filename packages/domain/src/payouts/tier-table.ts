import { type Decimal, decimal, HUNDREDTH, ZERO } from '../base/decimal.ts';
import type { Tier } from '../plans/tier.ts';

/** One tier ready to compute with: amounts of the measure, the rate as a fraction. */
export interface Band {
  readonly from: Decimal;
  readonly to: Decimal | null;
  readonly rate: Decimal;
  readonly ratePercent: string;
  /** What everything below `from` pays when each part is paid at its own tier's rate. */
  readonly paidBelow: Decimal;
}

export interface TierTable {
  readonly kind: 'marginal' | 'retroactive';
  readonly bands: readonly Band[];
  /** Whether a total exactly on a bound is in the lower of the two tiers. */
  readonly lowerAtBound: boolean;
}

/** The table in amounts of the measure; with a quota the bounds are read as percent of it, exact (PAY-6). */
export function tierTable(
  { kind, tiers, atBound }: { kind: TierTable['kind']; tiers: readonly Tier[]; atBound?: 'higher' | 'lower' },
  quota: Decimal | null,
): TierTable {
  const bands: Band[] = [];
  let paidBelow = ZERO;
  for (const tier of tiers) {
    const from = bound(tier.from, quota);
    const to = tier.to === null ? null : bound(tier.to, quota);
    const rate = decimal(tier.ratePercent).times(HUNDREDTH);
    bands.push({ from, to, rate, ratePercent: tier.ratePercent, paidBelow });
    if (to !== null) paidBelow = paidBelow.plus(to.minus(from).times(rate));
  }
  return { kind, bands, lowerAtBound: atBound === 'lower' };
}

function bound(text: string, quota: Decimal | null): Decimal {
  return quota === null ? decimal(text) : decimal(text).times(HUNDREDTH).times(quota);
}

/** The tier that holds the size of an amount, returns by their size too: [from, to), or (from, to] where the table says so (PAY-4). */
export function bandOf(table: TierTable, amount: Decimal): Band {
  const size = amount.abs();
  let low = 0;
  let high = table.bands.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const { from } = table.bands[middle]!;
    if (table.lowerAtBound ? from.lt(size) : from.lte(size)) low = middle;
    else high = middle;
  }
  return table.bands[low]!;
}

/**
 * What the table pays on an amount, exact. Marginal: Σ over the tiers of the part inside × its rate (PAY-3); retroactive:
 * everything × the rate of the tier reached (PAY-4). A negative amount is the mirror of its size (PAY-15).
 */
export function tablePay(table: TierTable, amount: Decimal): Decimal {
  const band = bandOf(table, amount);
  if (table.kind === 'retroactive') return amount.times(band.rate);
  const pay = band.paidBelow.plus(amount.abs().minus(band.from).times(band.rate));
  return amount.lt(ZERO) ? pay.neg() : pay;
}

/** The part of an amount that each tier's rate is paid on, by position of the tier; parts sum to the amount. */
export function tableParts(table: TierTable, amount: Decimal): ReadonlyMap<number, Decimal> {
  const reached = table.bands.indexOf(bandOf(table, amount));
  if (table.kind === 'retroactive') return new Map([[reached, amount]]);
  const size = amount.abs();
  const parts = new Map<number, Decimal>();
  for (const [i, band] of table.bands.slice(0, reached + 1).entries()) {
    const top = band.to?.lt(size) ? band.to : size;
    const part = top.minus(band.from);
    if (!part.eq(ZERO)) parts.set(i, amount.lt(ZERO) ? part.neg() : part);
  }
  return parts;
}
