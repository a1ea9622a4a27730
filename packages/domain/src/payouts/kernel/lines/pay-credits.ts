import type { RoundingMode } from '../../../base/ratio.ts';
import { EXACT, LinePieces, roundedPay } from '../line-pieces.ts';
import { encodePrograms, payExactly } from '../pay-program.ts';
import type { ClaimedLine } from './line-program.ts';

/** What a line and each of its credits comes to, in minor units. */
export interface PaidCredits {
  readonly payout: bigint;
  /** In the order of the credits; they sum to the payout (KERNEL-1). */
  readonly earned: readonly bigint[];
  /** Whether binary floats were enough (KERNEL-4). */
  readonly inFloats: boolean;
}

/** Pays the credits of a line, in whole units, in their order: in binary floats where that is proven exact, else in any size. */
export function payCredits(line: ClaimedLine, credits: readonly bigint[], mode: RoundingMode): PaidCredits {
  const inRange = credits.every((credit) => credit <= LARGEST && credit >= -LARGEST);
  const paid = inRange ? payInFloats(line, credits.map(Number), mode) : null;
  if (paid === null) return payInWholeNumbers(line, credits, mode);
  return { payout: BigInt(paid.payout), earned: paid.earned.map(BigInt), inFloats: true };
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** The same in binary floats; null when a number leaves the proven range (KERNEL-4). */
export function payInFloats(
  line: ClaimedLine,
  credits: readonly number[],
  mode: RoundingMode,
): {
  readonly payout: number;
  readonly earned: readonly number[];
  /** The sum of the credits. */
  readonly credited: number;
} | null {
  const { words } = encodePrograms([line.program]);
  const limit = line.cap === null || line.cap > LARGEST ? Number.POSITIVE_INFINITY : Number(line.cap);
  const run = new LinePieces(words);
  if (!run.fill(0, { quota: 0, target: 0, cap: limit }, EXACT)) return null;
  const rounding = { limit, mode };
  const earned: number[] = [];
  let x = 0;
  let paid = 0;
  for (const credit of credits) {
    x += credit;
    if ((x < run.lo || x >= run.hi) && !run.move(x)) return null;
    const now = roundedPay(run.base + run.slope * x, run.divisor, rounding);
    earned.push(now - paid);
    paid = now;
  }
  return { payout: paid, earned, credited: x };
}

function payInWholeNumbers(line: ClaimedLine, credits: readonly bigint[], mode: RoundingMode): PaidCredits {
  const numbers = { quota: 0n, target: 0n, cap: line.cap };
  let credit = 0n;
  let payout = 0n;
  const earned = credits.map((one) => {
    credit += one;
    const now = payExactly(line.program, numbers, { credit, mode });
    const own = now - payout;
    payout = now;
    return own;
  });
  return { payout, earned, inFloats: false };
}
