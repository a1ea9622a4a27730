import { type Decimal, decimal } from '../base/decimal.ts';
import { type Reading, reader } from './reading.ts';

/** Above this percent of quota, attainment counts this many times. */
export interface Accelerator {
  readonly abovePercent: Decimal;
  readonly multiplier: Decimal;
}

/**
 * Reads an accelerator: `>120% @ 1.2x` (PLAN-7). Blanks do not matter; the percent must not be below zero, the
 * multiplier must be above zero (below 1 it slows down). A failure gives the position (0 = first character) and the reason.
 */
export function parseAccelerator(text: string): Reading<Accelerator> {
  const read = reader(text);
  const start = read.mark('>', 'a ">" before the percent, like >120% @ 1.2x');
  if (!start.ok) return start;
  const above = read.number('the percent of quota, like 120');
  if (!above.ok) return above;
  if (decimal(above.value).lt(0)) return read.fail('the percent must not be below zero', above.at);
  const sign = read.mark('%', 'a "%" after the number');
  if (!sign.ok) return sign;
  const at = read.mark('@', 'an "@" between percent and multiplier');
  if (!at.ok) return at;
  const times = read.number('the multiplier, like 1.2');
  if (!times.ok) return times;
  if (decimal(times.value).lte(0)) return read.fail('the multiplier must be above zero', times.at);
  const end = read.mark('x', 'an "x" after the multiplier, like 1.2x');
  if (!end.ok) return end;
  return read.end({ abovePercent: decimal(above.value), multiplier: decimal(times.value) });
}
