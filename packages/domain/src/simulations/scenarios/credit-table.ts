import { type Decimal, decimal } from '../../base/decimal.ts';
import { decimalsOf } from '../../payouts/kernel/lines/fraction.ts';

/** Sums of whole numbers up to here lose no digit in a binary float. */
const EXACT = 2 ** 50;

/** Whole units of a table. */
export type Total = number | bigint;

/** What each month credits on each slot, for one component, in whole units of 10^-`decimals`. */
export class CreditTable {
  readonly decimals: number;
  readonly #units: readonly bigint[];
  /** The same as binary floats; null where one might lose a digit, as converted money often would. */
  readonly #floats: Float64Array | null;
  readonly #months: number;

  /** The credits slot by slot, month by month. */
  constructor(credits: readonly Decimal[], months: number) {
    const decimals = credits.reduce((max, credit) => Math.max(max, decimalsOf(credit)), 0);
    this.decimals = decimals;
    this.#units = credits.map((credit) => BigInt(credit.toFixed(decimals).replace('.', '')));
    const floats = Float64Array.from(this.#units, Number);
    const largest = floats.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
    this.#floats = (largest * floats.length) / months <= EXACT ? floats : null;
    this.#months = months;
  }

  /** A total as an amount of what is credited. */
  amount(total: Total): Decimal {
    return decimal(`${total}e-${this.decimals}`);
  }

  /** What months drawn for the slots, one each, credit together: a binary float where all totals fit one exactly. */
  total(drawn: readonly number[]): Total {
    let row = 0;
    if (this.#floats === null) {
      let sum = 0n;
      for (const month of drawn) {
        sum += this.#units[row + month] ?? 0n;
        row += this.#months;
      }
      return sum;
    }
    let sum = 0;
    for (const month of drawn) {
      sum += this.#floats[row + month] ?? 0;
      row += this.#months;
    }
    return sum;
  }
}
