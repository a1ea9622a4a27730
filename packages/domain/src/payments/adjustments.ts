import { decimal } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import type { Ledger } from './ledger.ts';
import { adjustmentWords } from './ledger-words.ts';
import type { Adjustment, Earning, PaymentInput } from './payment.ts';

/** The component of earnings that no component pays, so that only what counts all earnings counts them. */
export const BESIDE_THE_PLAN = '$adjustments';

/** Writes the adjustments that count as earnings, or those that change the payment alone, by id (PAYM-26). */
export function adjust(input: PaymentInput, countsAs: Adjustment['countsAs'], ledger: Ledger): void {
  for (const one of sorted(input, countsAs)) {
    const { id, kind, dealId, reason } = one;
    ledger.write({
      kind: countsAs === 'earnings' ? 'adjusted-earnings' : 'adjusted-payment',
      amount: decimal(one.amount),
      message: `${adjustmentWords[kind]}${dealId === null ? '' : ` for deal ${dealId}`}: ${reason}`,
      formula: money(decimal(one.amount), input.currency),
      rule: 'PAYM-26',
      references: { adjustmentId: id, ...(dealId === null ? {} : { dealId }) },
    });
  }
}

/** Adjustments that count as earnings, as holds see them: of the payment's period, and of no plan and no component. */
export function adjustedEarnings(input: PaymentInput): readonly Earning[] {
  return sorted(input, 'earnings').map(({ id, kind, amount, dealId }) => ({
    runId: id,
    isAdjustment: true,
    planId: BESIDE_THE_PLAN,
    componentId: BESIDE_THE_PLAN,
    componentName: adjustmentWords[kind],
    periodKey: input.period.key,
    amount,
    deals: dealId === null ? [] : [{ dealId, earned: amount }],
  }));
}

function sorted({ adjustments }: PaymentInput, countsAs: Adjustment['countsAs']): Adjustment[] {
  return adjustments.filter((one) => one.countsAs === countsAs).sort((a, b) => (a.id < b.id ? -1 : 1));
}
