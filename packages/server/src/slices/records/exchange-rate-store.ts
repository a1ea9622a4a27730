import type { ExchangeRateRow } from '@attain/contract/records';
import type { z } from 'zod';
import type { TenantTx } from '../../db/database.ts';

export interface RateFilters {
  /** ISO 4217 codes; null: any. */
  readonly from: string | null;
  readonly to: string | null;
}

const source = `exchange_rates r WHERE ($1::text IS NULL OR r.from_currency = $1) AND ($2::text IS NULL OR r.to_currency = $2)`;

/** One page of rates, newest first, one row more than asked. `after` is date, from and to of the last row before. */
export async function selectExchangeRates(
  tx: TenantTx,
  query: RateFilters & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<z.infer<typeof ExchangeRateRow>[]> {
  const [date, from, to] = query.after ?? [];
  const result = await tx.client.query<z.infer<typeof ExchangeRateRow>>(
    `SELECT r.from_currency AS "from", r.to_currency AS "to", r.date, r.rate, r.source FROM ${source}
        AND ($3::date IS NULL OR r.date < $3 OR (r.date = $3 AND (r.from_currency, r.to_currency) > ($4::text, $5::text)))
      ORDER BY r.date DESC, r.from_currency, r.to_currency LIMIT $6`,
    [query.from, query.to, date ?? null, from ?? null, to ?? null, query.limit + 1],
  );
  return result.rows;
}

/** How many rates the filter lets through. */
export async function countExchangeRates(tx: TenantTx, query: RateFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${source}`, [
    query.from,
    query.to,
  ]);
  return result.rows[0]?.count ?? 0;
}
