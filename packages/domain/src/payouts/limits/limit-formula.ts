import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Ratio } from '../../base/ratio.ts';

/**
 * The lower of an amount and a limit, for a step: `min(16.00, 10.00)`. A debit is held to a limit by its size, so it is shown as
 * the mirror of that (PAY-15): `−min(16.00, 10.00)`. `most` is the limit as text, `show` how the amount is written.
 */
export function lowerOf(
  amount: Decimal | Ratio,
  max: string,
  show: (size: Decimal | Ratio) => string,
): string {
  return mirrored(amount, (size) => `min(${show(size)}, ${max})`);
}

/** A formula of an amount's size, as its mirror where the amount is a debit. */
export function mirrored(amount: Decimal | Ratio, formula: (size: Decimal | Ratio) => string): string {
  const over = 'under' in amount ? amount.over : amount;
  if (!over.lt(ZERO)) return formula(amount);
  const size = 'under' in amount ? { over: over.abs(), under: amount.under } : over.abs();
  return `−${formula(size)}`;
}
