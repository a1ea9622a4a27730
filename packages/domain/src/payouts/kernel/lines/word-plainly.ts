import { decimal } from '../../../base/decimal.ts';
import { ok, type Result } from '../../../base/result.ts';
import { lineText } from '../../explain.ts';
import type { CalculationInput, PayoutLine } from '../../payout.ts';
import { nextTier } from '../../rates/next-tier.ts';
import { paysEachDeal } from '../../rates/rate-pay.ts';
import { moreCredit, paidAt, settledPay, tallyBefore } from '../../windows/window-pay.ts';
import { figuresOf, textIn } from './calculate-figures.ts';
import { type CheckedPlan, checkedPlan } from './calculate-in-columns.ts';
import { calculateQuickly } from './calculate-quickly.ts';
import { type ColumnLine, inColumns } from './credit-columns.ts';
import { type PlainLine, plainLines } from './pay-plainly.ts';

/** A line with its sentence and next tier, and without steps and rules. */
export type WordedLine = ColumnLine & Pick<PayoutLine, 'message' | 'nextTier'>;

/** A payee's lines with their sentences; `plain` are the same lines where they were paid plainly, else null. */
export interface WordedPay {
  readonly lines: readonly WordedLine[];
  readonly plain: readonly PlainLine[] | null;
}

/**
 * Lines of `calculate` without steps and rules (KERNEL-17). Fails with the problems of `calculate`. `checked`: the input's plan and
 * period, where many are paid by it.
 */
export function wordedPay(
  input: CalculationInput,
  checked: CheckedPlan = checkedPlan(input),
): Result<WordedPay> {
  const plain = plainLines(input, checked, { text: textIn(input.plan.currency) });
  const lines = plain === null ? null : wordPlainly(plain);
  if (lines !== null) return ok({ lines, plain });
  const paid = calculateQuickly(input);
  if (!paid.ok) return paid;
  const deals = new Map(input.deals.map((deal) => [deal.id, deal]));
  const worded = paid.value.lines.map((line) => ({
    ...inColumns(figuresOf(line), deals),
    message: line.message,
    nextTier: line.nextTier,
  }));
  return ok({ lines: worded, plain: null });
}

/** The sentences of lines that depend on nothing but the sum of their credits; null where one asks for more. */
function wordPlainly(plain: readonly PlainLine[]): readonly WordedLine[] | null {
  const lines: WordedLine[] = [];
  for (const { alone, line } of plain) {
    if (paysEachDeal(alone) || (alone.component.creditFactors ?? []).length > 0) return null;
    const before = tallyBefore(alone);
    const tally = moreCredit(alone, before, decimal(line.credited));
    const amount = paidAt(alone, before, tally);
    if (!amount.eq(decimal(line.amount)))
      throw new Error(
        `${line.participantId}, ${line.componentId}: the kernel and the reference pay differently.`,
      );
    const base = settledPay(alone, before, tally, null);
    const facts = { amount, base, tally, before, factors: [] };
    const { deals } = line.credits;
    const distinct = new Set(deals.map(({ id }) => id)).size;
    lines.push({
      ...line,
      message: lineText(alone, { ...facts, deals: distinct, credits: deals.length }),
      nextTier: nextTier(alone, { before, tally, amount }),
    });
  }
  return lines;
}
