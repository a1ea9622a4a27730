import type { TenantTx } from '../../db/database.ts';

type Asked = { readonly pattern: string; readonly limit: number };

/** Periods that were calculated, newest first, with how many plans were; one more than asked. */
export async function selectCalculatedPeriods(tx: TenantTx, { pattern, limit }: Asked) {
  const result = await tx.client.query<{ key: string; plans: number }>(
    `SELECT period_key AS key, count(DISTINCT plan_id)::int AS plans FROM calculation_runs
      WHERE tenant_id = $1 AND period_key ILIKE $2 GROUP BY 1 ORDER BY max(period_to) DESC, 1 LIMIT $3`,
    [tx.tenantId, pattern, limit + 1],
  );
  return result.rows;
}

/** The newest calculation of each plan and period by the plan's name and the period's key, newest first; one more than asked. */
export async function selectNewestCalculations(tx: TenantTx, { pattern, limit }: Asked) {
  const result = await tx.client.query<{ id: string; planName: string; period: string; status: string }>(
    `SELECT id, "planName", period, status FROM (
       SELECT DISTINCT ON (c.plan_id, c.period_key) c.id, p.name AS "planName", c.period_key AS period, c.status, c.created_at
         FROM calculation_runs c JOIN plans p ON p.tenant_id = c.tenant_id AND p.id = c.plan_id
        WHERE c.tenant_id = $1 AND p.name || ' ' || c.period_key ILIKE $2
        ORDER BY c.plan_id, c.period_key, c.created_at DESC) newest
      ORDER BY created_at DESC, id LIMIT $3`,
    [tx.tenantId, pattern, limit + 1],
  );
  return result.rows;
}

/** Payment runs by the key of their period, newest first; one more than asked. Posted ones only where the rest is not to be seen. */
export async function selectPaymentRunsOf(tx: TenantTx, asked: Asked & { readonly postedOnly: boolean }) {
  const result = await tx.client.query<{ id: string; period: string; status: string }>(
    `SELECT id, period_key AS period, status FROM payment_runs
      WHERE tenant_id = $1 AND period_key ILIKE $2 AND (NOT $4 OR posted_at IS NOT NULL)
      ORDER BY created_at DESC, id LIMIT $3`,
    [tx.tenantId, asked.pattern, asked.limit + 1, asked.postedOnly],
  );
  return result.rows;
}
