import type { RoundingMode } from '../../../base/ratio.ts';
import { EXACT, LinePieces, roundedPay } from '../line-pieces.ts';
import { encodePrograms, payExactly } from '../pay-program.ts';
import type { ClaimedLine } from './line-program.ts';

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** A line read once and then paid on one total after another, each by itself: what `payCredits` pays on a credit of that size. */
export class TotalPay {
  readonly #line: ClaimedLine;
  readonly #mode: RoundingMode;
  readonly #run: LinePieces;
  readonly #rounding: { readonly limit: number; readonly mode: RoundingMode };
  readonly #inRange: boolean;

  constructor(line: ClaimedLine, mode: RoundingMode) {
    const { cap, program } = line;
    const limit = cap === null || cap > LARGEST ? Number.POSITIVE_INFINITY : Number(cap);
    this.#line = line;
    this.#mode = mode;
    this.#rounding = { limit, mode };
    this.#run = new LinePieces(encodePrograms([program]).words);
    this.#inRange = this.#run.fill(0, { quota: 0, target: 0, cap: limit }, EXACT);
  }

  /** The pay in minor units on a total in whole units of the line's measure; binary floats where that is proven exact (KERNEL-4). */
  on(total: number | bigint): bigint {
    const run = this.#run;
    if (
      this.#inRange &&
      typeof total === 'number' &&
      ((total >= run.lo && total < run.hi) || run.move(total))
    ) {
      return BigInt(roundedPay(run.base + run.slope * total, run.divisor, this.#rounding));
    }
    const numbers = { quota: 0n, target: 0n, cap: this.#line.cap };
    return payExactly(this.#line.program, numbers, { credit: BigInt(total), mode: this.#mode });
  }
}
