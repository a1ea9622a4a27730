import type { RoundingMode } from '../../base/ratio.ts';

/** Whole numbers up to here can be multiplied by a half and divided without a doubt about a tie (KERNEL-3). */
export const EXACT = 2 ** 50;

/** The largest pay of a line whose differences still fit an int32. */
const MOST = 2 ** 30 - 1;

/** What belongs to one line, as binary floats that hold whole numbers. */
export interface LineFloats {
  readonly quota: number;
  readonly target: number;
  /** Infinity: no cap. */
  readonly cap: number;
}

/**
 * The pieces of the line at hand, and the one that its running credit is in (KERNEL-2). One is made a thread and filled
 * anew for each line, so that paying allocates nothing.
 */
export class LinePieces {
  lo = 0;
  hi = 0;
  base = 0;
  slope = 0;
  divisor = 1;
  scale = 1;
  /** The largest size of x for which every number on the way is a whole number up to `EXACT` (KERNEL-4). */
  safe = 0;
  private count = 0;
  private readonly table: Float64Array;

  constructor(longest: number) {
    this.table = new Float64Array(3 * longest);
  }

  /**
   * Makes the pieces of one line from its encoded program and stands at a credit of nothing. `most` limits the size of
   * pay, not by law but for the room its results have. False when not even nothing is in proven range.
   */
  fill(words: Float64Array, program: number, { quota, target, cap }: LineFloats, most = MOST): boolean {
    const times = words[program + 4] === 0 ? 1 : target;
    this.count = words[program]!;
    this.scale = words[program + 1]!;
    this.divisor = words[program + 2]! + words[program + 3]! * quota;
    if (!(this.divisor >= 1 && this.divisor <= EXACT)) return false;
    let steepest = 0;
    let largest = 0;
    for (let i = 0, from = program + 5, to = 0; i < this.count; i++, from += 5, to += 3) {
      const fixed = words[from + 2]!;
      const perQuota = words[from + 3]! * quota;
      const base = (fixed + perQuota) * times;
      const slope = words[from + 4]! * times;
      this.table[to] = words[from]! + words[from + 1]! * quota;
      this.table[to + 1] = base;
      this.table[to + 2] = slope;
      largest = Math.max(largest, Math.abs(base), Math.abs(fixed), Math.abs(perQuota));
      steepest = Math.max(steepest, Math.abs(slope));
    }
    const room = cap <= most ? EXACT : Math.min(EXACT, most * this.divisor * 0.999999);
    if (!(largest < room)) return false;
    this.safe =
      steepest === 0 ? EXACT : Math.min(EXACT, Math.floor(((room - largest) / steepest) * 0.999999));
    return this.move(0);
  }

  /** Moves to the piece that holds x; false when x is beyond the proven range. */
  move(x: number): boolean {
    if (!(Math.abs(x) <= this.safe)) return false;
    const last = 3 * (this.count - 1);
    let at = 0;
    while (at < last && x >= this.table[at + 3]!) at += 3;
    this.lo = Math.max(at === 0 ? -EXACT : this.table[at]!, -this.safe);
    this.hi = Math.min(at === last ? EXACT : this.table[at + 3]!, this.safe + 1);
    this.base = this.table[at + 1]!;
    this.slope = this.table[at + 2]!;
    return true;
  }
}

/** 1.5 × 2^52: added to a number below 2^51 and taken away again, the processor rounds it half to even. */
const TO_EVEN = 6_755_399_441_055_744;

/** `numerator ÷ divisor` in whole units, limited to ± `limit`; exact because both are whole and at most `EXACT` (KERNEL-3). */
export function roundedPay(
  numerator: number,
  divisor: number,
  { limit, mode }: { readonly limit: number; readonly mode: RoundingMode },
): number {
  const exact = numerator / divisor;
  const pay = mode === 'HALF_EVEN' ? exact + TO_EVEN - TO_EVEN : halfUp(exact);
  return Math.min(limit, Math.max(-limit, pay));
}

/** Ties away from zero. */
function halfUp(value: number): number {
  return value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5);
}
