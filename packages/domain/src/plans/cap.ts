import { type Decimal, decimal, plain } from '../base/decimal.ts';
import { type Reading, reader } from './reading.ts';

/** A cap as a multiple of the component's target for the period. */
export interface Cap {
  readonly timesTarget: Decimal;
}

/**
 * Reads a cap: a number above zero and an `x`, `2x` or `1.25x` (PLAN-6).
 * A failure gives the position (0 = first character) and the reason.
 */
export function parseCap(text: string): Reading<Cap> {
  const read = reader(text);
  const times = read.number('how many times the target, like 2');
  if (!times.ok) return times;
  if (decimal(times.value).lte(0))
    return read.fail('a cap must be above zero; remove it to have none', times.at);
  const sign = read.mark('x', 'an "x" after the number, like 2x');
  if (!sign.ok) return sign;
  return read.end({ timesTarget: decimal(times.value) });
}

/** The cap as it is written, `2x`. */
export function capText(cap: Cap): string {
  return `${plain(cap.timesTarget)}x`;
}
