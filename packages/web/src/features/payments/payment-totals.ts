import type { PaymentRun } from '../../api/shapes.ts';
import { compareDecimals } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';

type Totals = Pick<PaymentRun, 'totals'>;
type Reporting = Pick<PaymentRun, 'reporting'>;

/** The totals by currency that say something: one of zero only where every other is zero too. */
export function paidTotals({ totals }: Totals): readonly { currency: string; amount: string }[] {
  const all = totals ?? [];
  const paid = all.filter(({ amount }) => compareDecimals(amount, '0') !== 0);
  return paid.length > 0 ? paid : all.slice(0, 1);
}

/** What is paid, currency by currency. */
export function totalText(run: Totals): string {
  return (
    paidTotals(run)
      .map(({ currency, amount }) => formatMoney(amount, { currency }))
      .join(' + ') || '—'
  );
}

/** What is paid together in the workspace's currency, where anything is paid in another; null: nothing is to be said. */
export function reportingText(run: Totals & Reporting): string | null {
  if (run.reporting === null || !isMixed(run)) return null;
  const { currency, amount, missing } = run.reporting;
  if (amount === null) return missing.length === 1 ? 'a rate is missing' : 'rates are missing';
  return `${formatMoney(amount, { currency })} together`;
}

/** Whether anything is paid in a currency other than the workspace's. */
export function isMixed({ totals, reporting }: Totals & Reporting): boolean {
  return reporting !== null && paidTotals({ totals }).some(({ currency }) => currency !== reporting.currency);
}
