import { type Decimal, decimal } from '../base/decimal.ts';
import { type Reading, reader } from './reading.ts';

/** Below this percent of quota, attainment counts this many times. */
export interface Decelerator {
  readonly belowPercent: Decimal;
  readonly multiplier: Decimal;
}

/**
 * Reads a decelerator: `<80% @ 0.5x` (TERM-23). Blanks do not matter; the percent must be above zero, the multiplier at
 * least zero and below 1. A failure gives the position (0 = first character) and the reason.
 */
export function parseDecelerator(text: string): Reading<Decelerator> {
  const read = reader(text);
  const start = read.mark('<', 'a "<" before the percent, like <80% @ 0.5x');
  if (!start.ok) return start;
  const below = read.number('the percent of quota, like 80');
  if (!below.ok) return below;
  if (decimal(below.value).lte(0)) return read.fail('the percent must be above zero', below.at);
  const sign = read.mark('%', 'a "%" after the number');
  if (!sign.ok) return sign;
  const at = read.mark('@', 'an "@" between percent and multiplier');
  if (!at.ok) return at;
  const times = read.number('the multiplier, like 0.5');
  if (!times.ok) return times;
  if (decimal(times.value).lt(0) || decimal(times.value).gte(1))
    return read.fail('the multiplier must be from 0 up to, but not at, 1', times.at);
  const end = read.mark('x', 'an "x" after the multiplier, like 0.5x');
  if (!end.ok) return end;
  return read.end({ belowPercent: decimal(below.value), multiplier: decimal(times.value) });
}
