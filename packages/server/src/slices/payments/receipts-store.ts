import type { DealOnReceipt } from '@attain/contract/payments';
import type { HeldForReceipt, LineOnReceipt } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import type { AccountName } from './balances-store.ts';

/** SQL: a plan document with a component that pays when the customer pays. */
const PAID_BY_CUSTOMERS = `'{"components": [{"paidWhen": "customer-pays"}]}'`;

type Found = AccountName & Omit<LineOnReceipt, 'planId' | 'periodKey' | 'days' | 'when'>;

/** SQL: deal `d` as the calculation `r` read it: an import that replaced it later kept what it was. */
const dealAsRead = `LEFT JOIN deals d ON d.tenant_id = r.tenant_id AND d.id = k.deal_id
  LEFT JOIN LATERAL (SELECT h.before FROM deal_history h WHERE h.tenant_id = r.tenant_id AND h.deal_id = k.deal_id AND h.replaced_at > r.created_at
    ORDER BY h.replaced_at LIMIT 1) h ON true`;

/** SQL: what overrides of posted payments add to line \`l\` of calculation \`r\`. */
const overridden = `(SELECT coalesce(sum(a.amount), 0) FROM adjustments a JOIN calculation_runs o ON o.tenant_id = a.tenant_id AND o.id = a.calculation_id
   JOIN payment_runs q ON q.tenant_id = a.tenant_id AND q.id = a.payment_run_id AND q.posted_at IS NOT NULL
  WHERE a.tenant_id = r.tenant_id AND o.plan_id = r.plan_id AND o.period_from = r.period_from AND o.period_to = r.period_to
    AND a.participant_id = l.participant_id AND a.component_id = l.component_id)`;

/** Lines of these calculations whose component pays when the customer pays, with what every deal earned in them. */
export async function selectLinesOnReceipt(tx: TenantTx, runIds: readonly string[]): Promise<Found[]> {
  const result = await tx.client.query<Found>(
    `SELECT l.run_id AS "runId", l.participant_id AS "participantId", l.currency, l.component_id AS "componentId", l.component_name AS "componentName",
            (l.amount + ${overridden})::text AS pays,
            coalesce((SELECT json_agg(json_build_object('dealId', k.deal_id, 'earned', k.earned::text,
                'dealAmount', coalesce(h.before->>'amount', d.amount::text, '0'), 'dealCurrency', coalesce(h.before->>'currency', d.currency),
                'reverses', CASE WHEN h.before IS NULL THEN d.reverses_id ELSE h.before->>'reversesId' END))
              FROM unnest(l.deal_ids, l.earned) AS k (deal_id, earned) ${dealAsRead}), '[]') AS deals
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

/** The calculation that posted payments paid last, by plan and days. */
export async function selectPaidVersions(tx: TenantTx): Promise<ReadonlyMap<string, string>> {
  const result = await tx.client.query<{ key: string; id: string }>(
    `SELECT DISTINCT ON (c.plan_id, c.period_from, c.period_to) c.plan_id || ' ' || c.period_from || '..' || c.period_to AS key, c.id
       FROM payment_sources s JOIN payment_runs r ON r.tenant_id = s.tenant_id AND r.id = s.payment_run_id AND r.posted_at IS NOT NULL
       JOIN calculation_runs c ON c.tenant_id = s.tenant_id AND c.id = s.calculation_id
      WHERE s.tenant_id = $1 ORDER BY c.plan_id, c.period_from, c.period_to, r.period_to DESC`,
    [tx.tenantId],
  );
  return new Map(result.rows.map(({ key, id }) => [key, id]));
}

/** SQL: the last event of each deal that waits for its customer, in the payments that `runs` lets through (`l`, `r`). */
const lastEvents = (
  runs: string,
) => `SELECT DISTINCT ON (l.participant_id, l.currency, c.plan_id, c.period_from, c.period_to, l.refers_to->>'componentId', l.refers_to->>'dealId')
     l.participant_id, l.currency, l.refers_to AS of, c.id AS run_id, c.plan_id, c.period_key, c.period_from, c.period_to, r.id AS payment_run_id
    FROM payment_lines l JOIN payment_runs r ON r.tenant_id = l.tenant_id AND r.id = l.payment_run_id
    JOIN calculation_runs c ON c.tenant_id = l.tenant_id AND c.id = (l.refers_to->>'runId')::uuid
   WHERE l.tenant_id = $1 AND l.kind IN ('held', 'released') AND l.refers_to ? 'dealEarned' AND ${runs}
   ORDER BY l.participant_id, l.currency, c.plan_id, c.period_from, c.period_to, l.refers_to->>'componentId', l.refers_to->>'dealId', r.period_to DESC, l.seq DESC`;

const deal = `e.run_id AS "runId", e.plan_id AS "planId", e.of->>'componentId' AS "componentId", e.of->>'componentName' AS "componentName", e.period_key AS "periodKey",
  e.of->>'dealId' AS "dealId", e.of->>'dealEarned' AS earned, e.of->>'dealHeld' AS held, e.of->>'dealAmount' AS "dealAmount", e.of->>'dealCurrency' AS "dealCurrency"`;

/** What posted payments hold, or held, for payments of customers. */
export async function selectHeldForReceipts(tx: TenantTx): Promise<(AccountName & HeldForReceipt)[]> {
  const result = await tx.client.query<AccountName & HeldForReceipt>(
    `SELECT e.participant_id AS "participantId", e.currency, ${deal}, e.period_from || '..' || e.period_to AS days,
            e.of->>'dealClawedBack' AS "clawedBack", e.of->>'reverses' AS reverses
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
    `SELECT ${deal}, ((e.of->>'dealEarned')::numeric - (e.of->>'dealHeld')::numeric)::text AS released, e.of->>'customerPaid' AS "customerPaid"
       FROM (${lastEvents(upTo)}) e WHERE (e.of->>'dealHeld')::numeric <> 0 OR e.payment_run_id = $4
      ORDER BY e.period_from, e.of->>'dealId', e.of->>'componentId'`,
    [tx.tenantId, of.participantId, of.currency, of.runId],
  );
  return result.rows;
}

/** Pay of a deal that a plan's period earned the payee and that waits for its customer: in posted payments, by component. */
export async function selectHeldOfDeal(
  tx: TenantTx,
  of: {
    readonly participantId: string;
    readonly dealId: string;
    readonly planId: string;
    readonly from: string;
    readonly to: string;
  },
): Promise<{ componentName: string; held: string; currency: string }[]> {
  const own = `r.posted_at IS NOT NULL AND l.participant_id = $2 AND l.refers_to->>'dealId' = $3 AND c.plan_id = $4 AND c.period_from = $5 AND c.period_to = $6`;
  const result = await tx.client.query<{ componentName: string; held: string; currency: string }>(
    `SELECT e.of->>'componentName' AS "componentName", e.of->>'dealHeld' AS held, e.currency FROM (${lastEvents(own)}) e ORDER BY 1`,
    [tx.tenantId, of.participantId, of.dealId, of.planId, of.from, of.to],
  );
  return result.rows;
}

/** Ids of the components of the run's plan version that pay when the customer pays. */
export async function selectPaidByCustomer(tx: TenantTx, runId: string): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT k->>'id' AS id FROM calculation_runs r
       JOIN plan_versions v ON v.tenant_id = r.tenant_id AND v.plan_id = r.plan_id AND v.version = r.plan_version
       CROSS JOIN LATERAL jsonb_array_elements(v.document->'components') k
      WHERE r.tenant_id = $1 AND r.id = $2 AND k->>'paidWhen' = 'customer-pays'`,
    [tx.tenantId, runId],
  );
  return result.rows.map(({ id }) => id);
}

/** SQL: identifies what customers paid by a day for the deals in posted payments and in run `r`; empty if nothing was. */
export const receiptsHash = (lastDay: string, runId: string) =>
  `coalesce((SELECT md5(string_agg(concat_ws('/', c.id, c.deal_id, c.date, c.amount, c.currency), ',' ORDER BY c.id)) FROM cash_receipts c
     WHERE c.date <= ${lastDay} AND c.deal_id IN (SELECT l.refers_to->>'dealId' FROM payment_lines l JOIN payment_runs q ON q.tenant_id = l.tenant_id AND q.id = l.payment_run_id
       WHERE l.tenant_id = c.tenant_id AND l.refers_to ? 'dealEarned' AND (q.posted_at IS NOT NULL OR q.id = ${runId}))), '')`;
