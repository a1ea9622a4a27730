import type { PaymentRun } from '../../api/shapes.ts';
import { compareDecimals } from '../../base/decimal.ts';
import { formatAmounts, formatMoney } from '../../base/format-money.ts';
import { messages } from './messages.ts';

type Totals = Pick<PaymentRun, 'totals'>;
type Reporting = Pick<PaymentRun, 'reporting'>;

/** Totals by currency without zeros, or one zero if all are zero. */
export function paidTotals({ totals }: Totals): readonly { currency: string; amount: string }[] {
  const all = totals ?? [];
  const paid = all.filter(({ amount }) => compareDecimals(amount, '0') !== 0);
  return paid.length > 0 ? paid : all.slice(0, 1);
}

/** The totals by currency as text: `$10.00 + €5.00`. */
export function totalText(run: Totals): string {
  return formatAmounts(paidTotals(run)) || '—';
}

/** The common total in the workspace's currency, or null if nothing is paid in another currency. */
export function reportingText(run: Totals & Reporting): string | null {
  if (run.reporting === null || !isMixed(run)) return null;
  const { currency, amount, missing } = run.reporting;
  if (amount === null)
    return missing.length === 1 ? messages.totals.rateMissing : messages.totals.ratesMissing;
  return messages.totals.together(formatMoney(amount, { currency }));
}

/** Whether anything is paid in a currency other than the workspace's. */
export function isMixed({ totals, reporting }: Totals & Reporting): boolean {
  return reporting !== null && paidTotals({ totals }).some(({ currency }) => currency !== reporting.currency);
}
