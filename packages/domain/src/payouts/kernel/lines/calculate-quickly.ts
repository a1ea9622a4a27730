import type { Decimal } from '../../../base/decimal.ts';
import type { Result } from '../../../base/result.ts';
import { calculate } from '../../calculate.ts';
import type { LineToPay } from '../../pay-line.ts';
import type { Calculation, CalculationInput } from '../../payout.ts';
import { isPart, withoutSplits } from '../../rates/split-rounding.ts';
import { decimalsOf } from './fraction.ts';
import { lineProgram } from './line-program.ts';
import { payCredits } from './pay-credits.ts';

/**
 * What `calculate` says, byte for byte, explanations included, in less time: what each deal earned is asked of the kernel where
 * it takes the line, and found step by step where it does not (KERNEL-12).
 */
export function calculateQuickly(input: CalculationInput): Result<Calculation> {
  return calculate(input, earnedInColumns);
}

/** What the kernel says each credit earned; null for a line that it does not take, or that has too few credits to be worth it. */
function earnedInColumns(
  { terms, shares }: LineToPay,
  credited: readonly Decimal[],
): readonly bigint[] | null {
  if (credited.length < 2) return null;
  const decimals = credited.reduce((max, credit) => Math.max(max, decimalsOf(credit)), 0);
  const taken = lineProgram(withoutSplits(terms, shares.some(isPart)), decimals);
  if (typeof taken === 'string') return null;
  const units = credited.map((credit) => BigInt(credit.toFixed(decimals).replace('.', '')));
  return payCredits(taken, units, terms.plan.rounding.mode).earned;
}
