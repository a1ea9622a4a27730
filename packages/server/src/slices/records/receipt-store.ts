import type { ReceiptRow } from '@attain/contract/records';
import type { CustomerPaid } from '@attain/domain/payments/payment';
import type { z } from 'zod';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter } from '../participants/visible-participants.ts';
import { isVisibleDeal } from './deal-store.ts';

export interface ReceiptFilters {
  /** Whose deals are visible. */
  readonly reach: Reach;
  /** ILIKE pattern over the ids of payment and deal, and the customer. */
  readonly search: string | null;
  readonly dealId: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

const source = `cash_receipts c LEFT JOIN deals d ON d.tenant_id = c.tenant_id AND d.id = c.deal_id
 WHERE c.tenant_id = $2 AND ${isVisibleDeal} AND ($3::text IS NULL OR c.id ILIKE $3 OR c.deal_id ILIKE $3 OR d.customer ILIKE $3)
   AND ($4::text IS NULL OR c.deal_id = $4) AND ($5::date IS NULL OR c.date >= $5) AND ($6::date IS NULL OR c.date <= $6)`;

const values = (tx: TenantTx, { reach, search, dealId, from, to }: ReceiptFilters) => [
  reachParameter(reach),
  tx.tenantId,
  search,
  dealId,
  from,
  to,
];

/** One page of customer payments, newest first, one row more than asked. */
export async function selectReceipts(
  tx: TenantTx,
  query: ReceiptFilters & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<z.infer<typeof ReceiptRow>[]> {
  const result = await tx.client.query<z.infer<typeof ReceiptRow>>(
    `SELECT c.id, c.deal_id AS "dealId", d.customer, c.date, c.amount::text, c.currency, d.amount::text AS "dealAmount", c.import_id AS "importId",
            (SELECT sum(o.amount) FROM cash_receipts o WHERE o.tenant_id = c.tenant_id AND o.deal_id = c.deal_id AND o.currency = c.currency)::text AS "dealPaid"
       FROM ${source} AND ($7::date IS NULL OR (c.date, c.id) < ($7, $8::text)) ORDER BY c.date DESC, c.id DESC LIMIT $9`,
    [...values(tx, query), query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** How many customer payments the filters let through. */
export async function countReceipts(tx: TenantTx, query: ReceiptFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${source}`,
    values(tx, query),
  );
  return result.rows[0]?.count ?? 0;
}

/** What customers paid for these deals up to a day; deals without payments are not listed. */
export async function selectCustomerPaid(
  tx: TenantTx,
  dealIds: readonly string[],
  lastDay: string,
): Promise<CustomerPaid[]> {
  if (dealIds.length === 0) return [];
  const result = await tx.client.query<CustomerPaid>(
    `SELECT c.deal_id AS "dealId", jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount::text) ORDER BY c.currency) AS receipts
       FROM (SELECT deal_id, currency, sum(amount) AS amount FROM cash_receipts
              WHERE tenant_id = $1 AND deal_id = ANY($2) AND date <= $3 GROUP BY deal_id, currency) c GROUP BY c.deal_id`,
    [tx.tenantId, dealIds, lastDay],
  );
  return result.rows;
}
