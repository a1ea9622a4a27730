import { type Decimal, decimal, ONE, ZERO } from '../../base/decimal.ts';
import type { Ratio } from '../../base/ratio.ts';
import type { Band } from '../../plans/terms.ts';

/** One band of an interpolated amount table, ready to compute with. */
export interface AmountBand {
  readonly from: Decimal;
  readonly to: Decimal;
  readonly amount: Decimal;
  /** What all bands before pay when they are full. */
  readonly below: Decimal;
  /** `under` of the table ÷ the width of this band, exact. */
  readonly scale: Decimal;
}

/** A table of bands; what it pays is a numerator over `under`, so that the pay of many deals adds up exactly. */
export interface BandTable {
  readonly bands: readonly AmountBand[];
  readonly under: Decimal;
}

/** A sound table read once. `under` is the product of the different widths. */
export function bandTable(bands: readonly Band[]): BandTable {
  const widths = bands.map((band) => decimal(band.to).minus(decimal(band.from)));
  const different = [...new Map(widths.map((width) => [width.toFixed(), width])).values()];
  const product = (values: readonly Decimal[]) => values.reduce((all, value) => all.times(value), ONE);
  let below = ZERO;
  const read = bands.map((band, i) => {
    const amount = decimal(band.amount);
    const others = different.filter((width) => !width.eq(widths[i]!));
    const one = { from: decimal(band.from), to: decimal(band.to), amount, below, scale: product(others) };
    below = below.plus(amount);
    return one;
  });
  return { bands: read, under: product(different) };
}

/** The band that holds the size of an amount; the last one above all. */
export function amountBandOf(table: BandTable, amount: Decimal): AmountBand {
  const size = amount.abs();
  return table.bands.find((band) => size.lt(band.to)) ?? table.bands.at(-1)!;
}

/**
 * What the table pays on an amount, times the table's `under`: Σ of the full bands + (x − lo) ÷ (hi − lo) × amount of the band
 * that holds it (PAY-21). A negative amount is the mirror of its size (PAY-15).
 */
export function bandPay(table: BandTable, amount: Decimal): Decimal {
  const band = amountBandOf(table, amount);
  const inside = insideOf(band, amount);
  const pay = band.below.times(table.under).plus(inside.times(band.amount).times(band.scale));
  return amount.lt(ZERO) ? pay.neg() : pay;
}

/** The part of the size of an amount that lies in a band. */
export function insideOf(band: AmountBand, amount: Decimal): Decimal {
  const size = amount.abs();
  return (size.lt(band.to) ? size : band.to).minus(band.from);
}

/** The table's pay as a ratio. */
export function bandRatio(table: BandTable, over: Decimal): Ratio {
  return { over, under: table.under };
}
