import type { DealOnReceipt } from '@attain/contract/payments';
import type { HeldForReceipt, LineOnReceipt } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import type { AccountName } from './balances-store.ts';

/** SQL: a plan document with a component that pays when the customer pays. */
const PAID_BY_CUSTOMERS = `'{"components": [{"paidWhen": "customer-pays"}]}'`;

type Found = AccountName & Omit<LineOnReceipt, 'planId' | 'periodKey' | 'days' | 'delta'>;

/** Lines of these calculations whose component pays when the customer pays, with what every deal earned in them. */
export async function selectLinesOnReceipt(tx: TenantTx, runIds: readonly string[]): Promise<Found[]> {
  const result = await tx.client.query<Found>(
    `SELECT l.run_id AS "runId", l.participant_id AS "participantId", l.currency, l.component_id AS "componentId", l.component_name AS "componentName",
            coalesce((SELECT json_agg(json_build_object('dealId', k.deal_id, 'earned', k.earned::text)) FROM unnest(l.deal_ids, l.earned) AS k (deal_id, earned)), '[]') AS deals
       FROM calculation_runs r
       JOIN plan_versions v ON v.tenant_id = r.tenant_id AND v.plan_id = r.plan_id AND v.version = r.plan_version
       JOIN payout_lines l ON l.tenant_id = r.tenant_id AND l.run_id = r.id
      WHERE r.tenant_id = $1 AND r.id = ANY($2) AND v.document @> ${PAID_BY_CUSTOMERS}
        AND v.document->'components' @> jsonb_build_array(jsonb_build_object('id', l.component_id, 'paidWhen', 'customer-pays'))
      ORDER BY l.run_id, l.seq`,
    [tx.tenantId, runIds],
  );
  return result.rows;
}

/** SQL: the last event of each deal that waits for its customer, in the payments that `runs` lets through (`l`, `r`). */
const lastEvents = (
  runs: string,
  tenant = '$1',
) => `SELECT DISTINCT ON (l.participant_id, l.currency, c.plan_id, c.period_from, c.period_to, l.refers_to->>'componentId', l.refers_to->>'dealId')
     l.participant_id, l.currency, l.refers_to AS of, c.id AS run_id, c.plan_id, c.period_key, c.period_from, c.period_to, r.id AS payment_run_id
    FROM payment_lines l JOIN payment_runs r ON r.tenant_id = l.tenant_id AND r.id = l.payment_run_id
    JOIN calculation_runs c ON c.tenant_id = l.tenant_id AND c.id = (l.refers_to->>'runId')::uuid
   WHERE l.tenant_id = ${tenant} AND l.kind IN ('held', 'released') AND l.refers_to ? 'dealEarned' AND ${runs}
   ORDER BY l.participant_id, l.currency, c.plan_id, c.period_from, c.period_to, l.refers_to->>'componentId', l.refers_to->>'dealId', r.period_to DESC, l.seq DESC`;

const componentName = `(SELECT o.component_name FROM payout_lines o WHERE o.tenant_id = $1 AND o.run_id = e.run_id
   AND o.participant_id = e.participant_id AND o.component_id = e.of->>'componentId')`;

const deal = `e.run_id AS "runId", e.plan_id AS "planId", e.of->>'componentId' AS "componentId", ${componentName} AS "componentName", e.period_key AS "periodKey",
  e.of->>'dealId' AS "dealId", e.of->>'dealEarned' AS earned, e.of->>'dealHeld' AS held`;

/** What posted payments hold, or held, for payments of customers. */
export async function selectHeldForReceipts(tx: TenantTx): Promise<(AccountName & HeldForReceipt)[]> {
  const result = await tx.client.query<AccountName & HeldForReceipt>(
    `SELECT e.participant_id AS "participantId", e.currency, ${deal}, e.period_from || '..' || e.period_to AS days
       FROM (${lastEvents('r.posted_at IS NOT NULL')}) e`,
    [tx.tenantId],
  );
  return result.rows;
}

/** Deals of a payee that wait for their customer after a payment, and those it moved; by period and deal. */
export async function selectDealsOnReceipt(
  tx: TenantTx,
  of: AccountName & { readonly runId: string },
): Promise<DealOnReceipt[]> {
  const upTo = `l.participant_id = $2 AND l.currency = $3 AND (r.id = $4 OR (r.posted_at IS NOT NULL AND r.period_to < (SELECT t.period_to FROM payment_runs t WHERE t.tenant_id = $1 AND t.id = $4)))`;
  const result = await tx.client.query<DealOnReceipt>(
    `SELECT ${deal}, ((e.of->>'dealEarned')::numeric - (e.of->>'dealHeld')::numeric)::text AS released, e.of->>'customerPaid' AS "customerPaid",
            e.of->>'dealAmount' AS "dealAmount", e.of->>'dealCurrency' AS "dealCurrency"
       FROM (${lastEvents(upTo)}) e WHERE (e.of->>'dealHeld')::numeric <> 0 OR e.payment_run_id = $4
      ORDER BY e.period_from, e.of->>'dealId', e.of->>'componentId'`,
    [tx.tenantId, of.participantId, of.currency, of.runId],
  );
  return result.rows;
}

/** SQL: a deal is held, or was released, for another amount than its customer has paid by the day. */
export const customersPaidSince = ({ tenant, lastDay }: { tenant: string; lastDay: string }) =>
  `EXISTS (SELECT 1 FROM (${lastEvents('r.posted_at IS NOT NULL', tenant)}) e JOIN deals d ON d.tenant_id = ${tenant} AND d.id = e.of->>'dealId'
     WHERE least(greatest(coalesce((e.of->>'customerPaid')::numeric, 0), 0), d.amount) <> least(greatest(coalesce((SELECT sum(c.amount) FROM cash_receipts c
       WHERE c.tenant_id = ${tenant} AND c.deal_id = d.id AND c.date <= ${lastDay}), 0), 0), d.amount))`;

/** SQL: identifies what customers paid by a day; empty if nothing was, or no plan pays by it. */
export const receiptsHash = (lastDay: string) =>
  `coalesce((SELECT md5(count(*)::text || '/' || sum(c.amount)::text || '/' || max(c.updated_at)::text) FROM cash_receipts c
     WHERE c.date <= ${lastDay} AND EXISTS (SELECT 1 FROM plan_versions v WHERE v.tenant_id = c.tenant_id AND v.document @> ${PAID_BY_CUSTOMERS}) HAVING count(*) > 0), '')`;
