import type { RoundingMode } from '../../../base/ratio.ts';
import { EXACT, roundedPay } from '../line-pieces.ts';
import { divideRounded } from '../pay-program.ts';
import type { Fraction } from './fraction.ts';
import type { LineShape, Scaling } from './line-shape.ts';

/**
 * Lines in columns: what each measures in its period, whole numbers. Not a number: a line of numbers that a binary float does
 * not hold, or that has no quota, target or rate.
 */
export interface LineNumbers {
  /** Credit and quota, in whole units of one ÷ `unit`. */
  readonly total: Float64Array;
  readonly quota: Float64Array;
  readonly unit: Float64Array;
  /** The target, and target ÷ quota in its units, as fractions in lowest terms. */
  readonly targetOver: Float64Array;
  readonly targetUnder: Float64Array;
  readonly shareOver: Float64Array;
  readonly shareUnder: Float64Array;
  /** The payee's own rate, likewise. */
  readonly rateOver: Float64Array;
  readonly rateUnder: Float64Array;
}

/** The same of one line in numbers of any size. */
export interface ExactLine {
  readonly total: bigint;
  readonly unit: bigint;
  /** Null: none. */
  readonly quota: bigint | null;
  readonly target: Fraction | null;
  readonly rate: Fraction | null;
}

/** Pays lines by their totals as a shape says (KERNEL-16); what a line needs must be there. */
export class ShapePay {
  readonly shape: LineShape;
  readonly #mode: RoundingMode;
  readonly #scaling: Scaling;
  readonly #from: readonly number[];
  readonly #above: readonly boolean[];
  readonly #base: readonly number[];
  readonly #slope: readonly number[];
  readonly #boundUnder: number;
  readonly #under: number;
  readonly #maxAmount: number;
  readonly #maxOver: number;
  readonly #maxUnder: number;

  constructor(shape: LineShape, mode: RoundingMode) {
    const { pieces, maxAmount, maxTargets } = shape;
    this.shape = shape;
    this.#mode = mode;
    this.#scaling = shape.scaling;
    this.#from = pieces.map(({ from }) => Number(from));
    this.#above = pieces.map(({ above }) => above);
    this.#base = pieces.map(({ base }) => Number(base));
    this.#slope = pieces.map(({ slope }) => Number(slope));
    this.#boundUnder = Number(shape.boundUnder);
    this.#under = Number(shape.under);
    this.#maxAmount = maxAmount === null ? Number.POSITIVE_INFINITY : Number(maxAmount);
    this.#maxOver = maxTargets === null ? 0 : Number(maxTargets.over);
    this.#maxUnder = maxTargets === null ? 0 : Number(maxTargets.under);
  }

  /** The pay in minor units in binary floats; not a number where that is not proven exact (KERNEL-4). */
  on(lines: LineNumbers, at: number): number {
    const total = lines.total[at]!;
    const unit = lines.unit[at]!;
    const size = Math.abs(total);
    const scaling = this.#scaling;
    const by = scaling === 'quota' || scaling === 'target' ? lines.quota[at]! : unit;
    let over = 1;
    let under = unit;
    if (scaling === 'target') {
      over = lines.shareOver[at]!;
      under = lines.shareUnder[at]!;
    } else if (scaling === 'own-rate') {
      over = lines.rateOver[at]!;
      under = unit * lines.rateUnder[at]!;
    }
    const piece = this.#pieceOf(size * this.#boundUnder, by);
    if (piece < 0) return Number.NaN;
    const base = this.#base[piece]! * by;
    const slope = this.#slope[piece]! * size;
    const divisor = this.#under * under;
    if (!((Math.abs(base) + Math.abs(slope)) * over <= EXACT && divisor <= EXACT)) return Number.NaN;
    const limit = this.#limit(lines, at);
    const numerator = (base + slope) * over;
    // a debit is the mirror of a credit (PAY-15)
    return roundedPay(total < 0 ? -numerator : numerator, divisor, { limit, mode: this.#mode });
  }

  /** The same in numbers of any size (KERNEL-5). */
  exactly({ total, unit, quota, target, rate }: ExactLine): bigint {
    const { scaling, pieces, boundUnder, maxTargets, maxAmount, under: shapeUnder } = this.shape;
    const size = total < 0n ? -total : total;
    const ofQuota = scaling === 'quota' || scaling === 'target';
    const by = ofQuota ? (quota ?? 0n) : unit;
    const times = scaling === 'target' ? target : scaling === 'own-rate' ? rate : null;
    let piece = pieces[0]!;
    for (const next of pieces.slice(1)) {
      const [where, bound] = [size * boundUnder, next.from * by];
      if (next.above ? where <= bound : where < bound) break;
      piece = next;
    }
    const divisor = shapeUnder * (times?.under ?? 1n) * (scaling === 'target' ? by : unit);
    const numerator = (piece.base * by + piece.slope * size) * (times?.over ?? 1n);
    const pay = divideRounded(total < 0n ? -numerator : numerator, divisor, this.#mode);
    const limits = maxAmount === null ? [] : [maxAmount];
    if (maxTargets !== null && target !== null)
      limits.push(divideRounded(maxTargets.over * target.over, maxTargets.under * target.under, this.#mode));
    let within = pay;
    for (const limit of limits) {
      if (within > limit) within = limit;
      if (within < -limit) within = -limit;
    }
    return within;
  }

  /** The last piece that begins no later than a size; −1 out of the proven range. */
  #pieceOf(where: number, by: number): number {
    const from = this.#from;
    if (!(where <= EXACT && from[from.length - 1]! * by <= EXACT)) return -1;
    let piece = 0;
    while (piece + 1 < from.length) {
      const bound = from[piece + 1]! * by;
      if (this.#above[piece + 1]! ? where <= bound : where < bound) break;
      piece += 1;
    }
    return piece;
  }

  #limit(lines: LineNumbers, at: number): number {
    if (this.#maxUnder === 0) return this.#maxAmount;
    const over = this.#maxOver * lines.targetOver[at]!;
    const under = this.#maxUnder * lines.targetUnder[at]!;
    if (!(over <= EXACT && under <= EXACT)) return Number.NaN;
    const { POSITIVE_INFINITY } = Number;
    return Math.min(this.#maxAmount, roundedPay(over, under, { limit: POSITIVE_INFINITY, mode: this.#mode }));
  }
}
