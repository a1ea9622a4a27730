import type { ExchangeRate } from '@attain/domain/crediting/deal';
import type { TenantTx } from '../../db/database.ts';

/** The latest rates on or before each day, of the pair and of the opposite one. */
export async function latestRates(
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
