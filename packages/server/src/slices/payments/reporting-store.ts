import type { PaymentRun } from '@attain/contract/payments';
import type { ExchangeRate } from '@attain/domain/crediting/deal';
import type { Hands } from '@attain/domain/payments/payment-moves';
import { reportingTotal } from '@attain/domain/payments/reporting-total';
import type { TenantTx } from '../../db/database.ts';

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
  const rates = wanted.length === 0 ? [] : await selectLatestRates(tx, wanted);
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

/** The latest rates on or before each day, of the pair and of the opposite one. */
async function selectLatestRates(
  tx: TenantTx,
  wanted: readonly { readonly currency: string; readonly into: string; readonly day: string }[],
): Promise<ExchangeRate[]> {
  const latest = (from: string, to: string) =>
    `(SELECT from_currency, to_currency, date, rate, source FROM exchange_rates
       WHERE from_currency = ${from} AND to_currency = ${to} AND date <= w.day ORDER BY date DESC LIMIT 1)`;
  const result = await tx.client.query<ExchangeRate>(
    `SELECT DISTINCT r.from_currency AS "from", r.to_currency AS "to", r.date, r.rate::text, r.source
       FROM unnest($1::text[], $2::text[], $3::date[]) AS w (currency, target, day)
       CROSS JOIN LATERAL (${latest('w.currency', 'w.target')} UNION ALL ${latest('w.target', 'w.currency')}) r`,
    [wanted.map(({ currency }) => currency), wanted.map(({ into }) => into), wanted.map(({ day }) => day)],
  );
  return result.rows;
}
