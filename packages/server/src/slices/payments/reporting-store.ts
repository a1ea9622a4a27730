import type { PaymentRun } from '@attain/contract/payments';
import type { ExchangeRate } from '@attain/domain/crediting/deal';
import { reportingTotal } from '@attain/domain/payments/reporting-total';
import { found } from '../../base/refusal.ts';
import type { TenantTx } from '../../db/database.ts';

/** A payment run as it is stored, without what is read of the rates around it. */
export type StoredRun = Omit<PaymentRun, 'reporting'>;

/** The runs with what each pays in the workspace's currency, at the rates of its period's last day (PAYM-21). */
export async function withReporting(tx: TenantTx, runs: readonly StoredRun[]): Promise<PaymentRun[]> {
  if (runs.length === 0) return [];
  const asked = await tx.client.query<{ currency: string }>('SELECT currency FROM tenants WHERE id = $1', [
    tx.tenantId,
  ]);
  const into = found(asked.rows[0], 'workspace').currency;
  const wanted = runs.flatMap(({ totals, period }) =>
    (totals ?? [])
      .filter(({ currency }) => currency !== into)
      .map(({ currency }) => ({ currency, day: period.to })),
  );
  const rates = wanted.length === 0 ? [] : await selectLatestRates(tx, into, wanted);
  return runs.map((run) => {
    const { totals, period } = run;
    if (totals === null) return { ...run, reporting: null };
    const { converted, missing, ...total } = reportingTotal(totals, { into, day: period.to, rates });
    return { ...run, reporting: { ...total, converted: [...converted], missing: [...missing] } };
  });
}

/** The latest rates on or before each day, of the pair and of the opposite one. */
async function selectLatestRates(
  tx: TenantTx,
  into: string,
  wanted: readonly { readonly currency: string; readonly day: string }[],
): Promise<ExchangeRate[]> {
  const latest = (from: string, to: string) =>
    `(SELECT from_currency, to_currency, date, rate, source FROM exchange_rates
       WHERE from_currency = ${from} AND to_currency = ${to} AND date <= w.day ORDER BY date DESC LIMIT 1)`;
  const result = await tx.client.query<ExchangeRate>(
    `SELECT DISTINCT r.from_currency AS "from", r.to_currency AS "to", r.date, r.rate::text, r.source
       FROM unnest($2::text[], $3::date[]) AS w (currency, day)
       CROSS JOIN LATERAL (${latest('w.currency', '$1')} UNION ALL ${latest('$1', 'w.currency')}) r`,
    [into, wanted.map(({ currency }) => currency), wanted.map(({ day }) => day)],
  );
  return result.rows;
}
