import { decimal, plain } from '../../../base/decimal.ts';

/** A decimal text that a binary float holds exactly, as whole units of 10^-`decimals`, with no more decimals than it needs. */
export interface SmallAmount {
  readonly units: number;
  readonly decimals: number;
  /** The shortest text of the same number (`plain`). */
  readonly text: string;
}

const MAX_DIGITS = 15;
const [ZERO, NINE, POINT, MINUS] = [48, 57, 46, 45];

/** Reads a plain decimal of at most 15 digits; null for anything else, which may be a number all the same. */
export function smallAmount(text: string): SmallAmount | null {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  let units = 0;
  let point = -1;
  // what follows the last digit that is not nought changes nothing after the point
  let needed = 0;
  let atNeeded = 0;
  for (let at = first; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign >= ZERO && sign <= NINE) {
      units = units * 10 + (sign - ZERO);
      if (point < 0 || sign !== ZERO) {
        needed = at + 1;
        atNeeded = units;
      }
    } else if (sign === POINT && point < 0 && at > first && at < text.length - 1) point = at;
    else return null;
  }
  const digits = text.length - first - (point < 0 ? 0 : 1);
  if (digits === 0 || digits > MAX_DIGITS) return null;
  const decimals = point < 0 || needed <= point ? 0 : needed - point - 1;
  const whole = (point < 0 ? text.length : point) - first;
  const isPlain = (whole === 1 || text.charCodeAt(first) !== ZERO) && atNeeded !== 0;
  return {
    units: first === 1 && atNeeded !== 0 ? -atNeeded : atNeeded,
    decimals,
    text: isPlain ? (needed === text.length ? text : text.slice(0, needed)) : plain(decimal(text)),
  };
}

/** So many percent of an amount, exact; null where that leaves what a binary float holds exactly. */
export function percentOf(amount: SmallAmount, percent: SmallAmount): SmallAmount | null {
  let units = amount.units * percent.units;
  if (!Number.isSafeInteger(units)) return null;
  let decimals = amount.decimals + percent.decimals + 2;
  for (; decimals > 0 && units % 10 === 0; decimals -= 1) units /= 10;
  return { units, decimals, text: unitsText(units, decimals) };
}

/** Units of 10^-`from` as units of 10^-`to`, which is at least as fine; null where that leaves what a binary float holds exactly. */
export function refined(units: number, from: number, to: number): number | null {
  const finer = units * 10 ** (to - from);
  return Number.isSafeInteger(finer) ? finer : null;
}

/** Whole units of 10^-`decimals` as the shortest text of the number they are (`plain`). */
export function unitsText(units: number, decimals: number): string {
  const size = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = size.length - decimals;
  let end = size.length;
  while (end > whole && size.charCodeAt(end - 1) === ZERO) end -= 1;
  const text = end === whole ? size.slice(0, whole) : `${size.slice(0, whole)}.${size.slice(whole, end)}`;
  return units < 0 ? `-${text}` : text;
}
