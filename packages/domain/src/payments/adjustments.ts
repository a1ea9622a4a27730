import { decimal, sum } from '../base/decimal.ts';
import { bracketed, money } from '../base/figures.ts';
import { moneyText } from '../base/money.ts';
import type { Ledger } from './ledger.ts';
import { adjustmentWords } from './ledger-words.ts';
import type { Adjustment, Earning, OverriddenLine, PaymentInput } from './payment.ts';

/** The component of earnings that no component pays, so that only what counts all earnings counts them. */
export const BESIDE_THE_PLAN = '$adjustments';

/** Writes the adjustments that count as earnings, or those that change the payment alone, by id (PAYM-26). */
export function adjust(input: PaymentInput, countsAs: Adjustment['countsAs'], ledger: Ledger): void {
  for (const one of sorted(input, countsAs)) {
    const { id, kind, dealId, reason, line } = one;
    if (line !== undefined) {
      override(one, line, { input, ledger });
      continue;
    }
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

/** An override names its line, so that draws on the line's component count it (PAYM-28). */
function override(
  { id, amount, reason }: Adjustment,
  { componentName, days: _days, pays, ...line }: OverriddenLine,
  { input, ledger }: { input: PaymentInput; ledger: Ledger },
): void {
  const [before, change] = [decimal(pays), decimal(amount)];
  const after = money(before.plus(change), input.currency);
  ledger.write({
    kind: 'adjusted-earnings',
    amount: change,
    message: `Override: ${componentName} of ${line.periodKey} pays ${after} instead of ${money(before, input.currency)}: ${reason}`,
    formula: `${after} − ${bracketed(money(before, input.currency))}`,
    rule: 'PAYM-28',
    references: { adjustmentId: id, ...line },
  });
}

/**
 * Earnings as holds see them: lines with what they pay after their overrides, then the adjustments that count as earnings. Overrides
 * of lines of other payments keep the line's plan and component; other adjustments have neither.
 */
export function adjustedEarnings(
  input: PaymentInput,
  earnings: readonly Earning[] = input.earnings,
): readonly Earning[] {
  const all = sorted(input, 'earnings');
  const isIn = ({ line }: Adjustment) =>
    line !== undefined && earnings.some((earning) => isLine(earning, line));
  const lines = earnings.map((earning) => {
    const own = all.filter(({ line }) => line !== undefined && isLine(earning, line));
    if (own.length === 0) return earning;
    const amounts = [earning.amount, ...own.map(({ amount }) => amount)];
    return { ...earning, amount: moneyText(sum(amounts.map((one) => decimal(one))), input.currency) };
  });
  return [...lines, ...all.filter((one) => !isIn(one)).map((one) => earningOf(one, input))];
}

function earningOf({ id, kind, amount, dealId, line }: Adjustment, { period }: PaymentInput): Earning {
  const place = line ?? {
    planId: BESIDE_THE_PLAN,
    componentId: BESIDE_THE_PLAN,
    componentName: adjustmentWords[kind],
    periodKey: period.key,
  };
  const { planId, componentId, componentName, periodKey } = place;
  return {
    runId: id,
    isAdjustment: true,
    planId,
    componentId,
    componentName,
    periodKey,
    ...(line === undefined ? {} : { days: line.days }),
    amount,
    deals: dealId === null ? [] : [{ dealId, earned: amount }],
  };
}

function isLine(earning: Earning, line: OverriddenLine): boolean {
  return (
    earning.planId === line.planId &&
    earning.componentId === line.componentId &&
    (earning.days === undefined ? earning.periodKey === line.periodKey : earning.days === line.days)
  );
}

function sorted({ adjustments }: PaymentInput, countsAs: Adjustment['countsAs']): Adjustment[] {
  return adjustments.filter((one) => one.countsAs === countsAs).sort((a, b) => (a.id < b.id ? -1 : 1));
}
