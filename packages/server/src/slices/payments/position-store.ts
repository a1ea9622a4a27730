import type { TenantTx } from '../../db/database.ts';

/** Pay of calculations by currency, with the target pay of the lines that have one. */
export async function selectCalculatedPay(tx: TenantTx, runIds: readonly string[]) {
  const result = await tx.client.query<{
    currency: string;
    pay: string;
    target: string | null;
    payOnTarget: string;
  }>(
    `SELECT currency, sum(amount)::text AS pay, sum(target)::text AS target,
            coalesce(sum(amount) FILTER (WHERE target IS NOT NULL), 0)::text AS "payOnTarget"
       FROM payout_lines WHERE tenant_id = $1 AND run_id = ANY($2) GROUP BY currency ORDER BY currency`,
    [tx.tenantId, runIds],
  );
  return result.rows;
}

/** Posted payments that are not marked paid. */
export async function selectUnpaid(tx: TenantTx) {
  const result = await tx.client.query<{ currency: string; amount: string }>(
    `SELECT p.currency, sum(p.net)::text AS amount FROM payments p
       JOIN payment_runs r ON r.tenant_id = $1 AND r.id = p.payment_run_id AND r.status = 'posted'
      WHERE p.tenant_id = $1 GROUP BY p.currency`,
    [tx.tenantId],
  );
  return result.rows;
}

/** Approved adjustments that are in no posted payments. */
export async function selectUntaken(tx: TenantTx) {
  const result = await tx.client.query<{ currency: string; amount: string }>(
    `SELECT a.currency, sum(a.amount)::text AS amount FROM adjustments a
       LEFT JOIN payment_runs r ON r.tenant_id = $1 AND r.id = a.payment_run_id
      WHERE a.tenant_id = $1 AND a.status = 'approved' AND r.posted_at IS NULL GROUP BY a.currency`,
    [tx.tenantId],
  );
  return result.rows;
}

/** Balances after the newest posted payment of each payee and currency. */
export async function selectClosing(tx: TenantTx) {
  const result = await tx.client.query<{ currency: string; held: string; draw: string; carried: string }>(
    `SELECT c.currency, sum((c.closing->>'held')::numeric)::text AS held, sum((c.closing->>'draw')::numeric)::text AS draw,
            sum((c.closing->>'carried')::numeric)::text AS carried
       FROM (SELECT DISTINCT ON (p.participant_id, p.currency) p.currency, p.closing FROM payments p
               JOIN payment_runs r ON r.tenant_id = $1 AND r.id = p.payment_run_id AND r.posted_at IS NOT NULL
              WHERE p.tenant_id = $1 ORDER BY p.participant_id, p.currency, r.period_to DESC) c GROUP BY c.currency`,
    [tx.tenantId],
  );
  return result.rows;
}
