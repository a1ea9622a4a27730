import type { PaymentRun } from '@attain/contract/payments';
import type { Hands } from '@attain/domain/payments/payment-moves';
import { reportingTotal } from '@attain/domain/payments/reporting-total';
import type { TenantTx } from '../../db/database.ts';
import { latestRates } from '../records/latest-rates.ts';

/** A stored payment run: its reporting currency and, once posted, the total it was posted with. */
export type StoredRun = ReportedRun & { readonly reportingCurrency: string };

/** The same with its total in the currency of reports. */
export type ReportedRun = Omit<PaymentRun, 'barred'> & { readonly hands: Hands };

/** The runs with what each pays in the currency of reports it was ordered under, at the rates of its period's last day (PAYM-21). */
export async function withReporting(tx: TenantTx, runs: readonly StoredRun[]): Promise<ReportedRun[]> {
  const wanted = runs.flatMap(({ totals, period, reporting, reportingCurrency: into }) =>
    (reporting === null && totals ? totals : [])
      .filter(({ currency }) => currency !== into)
      .map(({ currency }) => ({ currency, into, day: period.to })),
  );
  const rates = wanted.length === 0 ? [] : await latestRates(tx, wanted);
  return runs.map(({ reportingCurrency: into, ...run }) => {
    const { totals, period, reporting } = run;
    if (totals === null || reporting !== null) return run;
    const { converted, missing, ...total } = reportingTotal(totals, { into, day: period.to, rates });
    return { ...run, reporting: { ...total, converted: [...converted], missing: [...missing] } };
  });
}

/** Keeps the total of posted payments with its rates, so that a rate that comes later does not change it. */
export async function keepReporting(tx: TenantTx, { id, reporting }: PaymentRun): Promise<void> {
  if (reporting === null || reporting.amount === null) return;
  await tx.client.query('UPDATE payment_runs SET reporting = $2 WHERE id = $1', [
    id,
    JSON.stringify(reporting),
  ]);
}
