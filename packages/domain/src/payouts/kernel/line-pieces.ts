import type { RoundingMode } from '../../base/ratio.ts';
import { PROGRAM_WORDS } from './pay-program.ts';

/** Whole numbers up to here can be multiplied by a half and divided without a doubt about a tie (KERNEL-3). */
export const EXACT = 2 ** 50;

/** The largest pay of a line whose differences still fit an int32. */
const MAX = 2 ** 30 - 1;

/** What belongs to one line, as binary floats that hold whole numbers. */
export interface LineFloats {
  readonly quota: number;
  readonly target: number;
  /** Infinity: no cap. */
  readonly cap: number;
}

/**
 * The line at hand and the piece that its running credit is in (KERNEL-2). One is made a thread and turned to line after
 * line, so that paying allocates nothing.
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
  private readonly words: Float64Array;
  private quota = 0;
  private times = 1;
  private first = 0;
  private last = 0;
  private at = 0;

  constructor(words: Float64Array) {
    this.words = words;
  }

  /**
   * Turns to one line by its encoded program (a place in the words) and stands at a credit of nothing. `most` limits the
   * size of pay, not by law but for the room its results have. False when not even nothing is in proven range.
   */
  fill(program: number, { quota, target, cap }: LineFloats, max = MAX): boolean {
    const { words } = this;
    const times = words[program + 4] === 0 ? 1 : target;
    const divisor = words[program + 2]! + words[program + 3]! * quota;
    if (!(divisor >= 1 && divisor <= EXACT && quota >= 0)) return false;
    const intercept = words[program + 5]! + words[program + 6]! * Math.abs(quota);
    const largest = intercept * times;
    const steepest = words[program + 7]! * times;
    const room = cap > max ? Math.min(EXACT, max * divisor * 0.999999) : EXACT;
    if (!(intercept < EXACT && largest < room)) return false;
    const isGentle = steepest * EXACT <= room - largest;
    this.safe = isGentle ? EXACT : Math.floor(((room - largest) / steepest) * 0.999999);
    this.divisor = divisor;
    this.scale = words[program + 1]!;
    this.quota = quota;
    this.times = times;
    this.first = program + PROGRAM_WORDS.head;
    this.last = this.first + (words[program]! - 1) * PROGRAM_WORDS.piece;
    this.at = this.first;
    return this.move(0);
  }

  /** Moves to the piece that holds x; false when x is beyond the proven range. */
  move(x: number): boolean {
    const { words, safe, quota, times, first, last } = this;
    if (!(Math.abs(x) <= safe)) return false;
    let { at } = this;
    while (at < last && x >= this.bound(at + PROGRAM_WORDS.piece)) at += PROGRAM_WORDS.piece;
    while (at > first && x < this.bound(at)) at -= PROGRAM_WORDS.piece;
    this.at = at;
    this.lo = at > first ? Math.max(this.bound(at), -safe) : -safe;
    this.hi = at < last ? Math.min(this.bound(at + PROGRAM_WORDS.piece), safe + 1) : safe + 1;
    this.base = (words[at + 2]! + words[at + 3]! * quota) * times;
    this.slope = words[at + 4]! * times;
    return true;
  }

  private bound(piece: number): number {
    return this.words[piece]! + this.words[piece + 1]! * this.quota;
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
