import { eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { tenants } from '../../db/schema/people.ts';

/** An amount with the number of payees in it. */
export interface PaySum {
  readonly currency: string;
  readonly amount: string;
  readonly payees: number;
}

/** Pay of calculations by currency, with the target pay of the lines that have one. */
export async function selectCalculatedPay(tx: TenantTx, runIds: readonly string[]) {
  const result = await tx.client.query<{
    currency: string;
    pay: string;
    target: string | null;
    payOnTarget: string;
    payees: number;
  }>(
    `SELECT currency, sum(amount)::text AS pay, sum(target)::text AS target,
            coalesce(sum(amount) FILTER (WHERE target IS NOT NULL), 0)::text AS "payOnTarget",
            count(DISTINCT participant_id)::int AS payees
       FROM payout_lines WHERE tenant_id = $1 AND run_id = ANY($2) GROUP BY currency ORDER BY currency`,
    [tx.tenantId, runIds],
  );
  return result.rows;
}

/** Pay of calculations less that of the versions paid before; the payees are those whose pay differs. */
export async function selectUnposted(
  tx: TenantTx,
  { runIds, originals }: { readonly runIds: readonly string[]; readonly originals: readonly string[] },
): Promise<PaySum[]> {
  const result = await tx.client.query<PaySum>(
    `SELECT currency, sum(due)::text AS amount, count(*) FILTER (WHERE due <> 0)::int AS payees
       FROM (SELECT l.currency, l.participant_id, sum(l.amount * w.sign) AS due FROM payout_lines l
               JOIN (SELECT unnest($2::uuid[]) AS id, 1 AS sign UNION ALL SELECT unnest($3::uuid[]), -1) w ON w.id = l.run_id
              WHERE l.tenant_id = $1 GROUP BY l.currency, l.participant_id) d GROUP BY currency`,
    [tx.tenantId, runIds, originals],
  );
  return result.rows;
}

/** Posted payments that are not marked paid. */
export async function selectUnpaid(tx: TenantTx): Promise<PaySum[]> {
  const result = await tx.client.query<PaySum>(
    `SELECT p.currency, sum(p.net)::text AS amount, count(DISTINCT p.participant_id)::int AS payees FROM payments p
       JOIN payment_runs r ON r.tenant_id = $1 AND r.id = p.payment_run_id AND r.status = 'posted'
      WHERE p.tenant_id = $1 GROUP BY p.currency`,
    [tx.tenantId],
  );
  return result.rows;
}

/** Approved adjustments that are in no posted payments. */
export async function selectUntaken(tx: TenantTx): Promise<PaySum[]> {
  const result = await tx.client.query<PaySum>(
    `SELECT a.currency, sum(a.amount)::text AS amount, count(DISTINCT a.participant_id)::int AS payees FROM adjustments a
       LEFT JOIN payment_runs r ON r.tenant_id = $1 AND r.id = a.payment_run_id
      WHERE a.tenant_id = $1 AND a.status = 'approved' AND r.posted_at IS NULL GROUP BY a.currency`,
    [tx.tenantId],
  );
  return result.rows;
}

/** Balances after the newest posted payment of each payee and currency. */
export async function selectClosing(tx: TenantTx) {
  const result = await tx.client.query<{
    currency: string;
    held: string;
    holders: number;
    receivable: string;
    owing: number;
  }>(
    `SELECT c.currency, sum(c.held)::text AS held, count(*) FILTER (WHERE c.held <> 0)::int AS holders,
            sum(c.draw + c.carried)::text AS receivable, count(*) FILTER (WHERE c.draw <> 0 OR c.carried <> 0)::int AS owing
       FROM (SELECT l.currency, (l.closing->>'held')::numeric AS held, (l.closing->>'draw')::numeric AS draw,
                    (l.closing->>'carried')::numeric AS carried
       FROM (SELECT DISTINCT ON (p.participant_id, p.currency) p.currency, p.closing FROM payments p
               JOIN payment_runs r ON r.tenant_id = $1 AND r.id = p.payment_run_id AND r.posted_at IS NOT NULL
              WHERE p.tenant_id = $1 ORDER BY p.participant_id, p.currency, r.period_to DESC) l) c GROUP BY c.currency`,
    [tx.tenantId],
  );
  return result.rows;
}

/** Positive earnings of each posted run and currency, from the first day of its period. */
export async function selectPostedCosts(tx: TenantTx) {
  const result = await tx.client.query<{ currency: string; cost: string; from: string; payees: number }>(
    `SELECT p.currency, sum(p.earned)::text AS cost, r.period_from::text AS "from", count(DISTINCT p.participant_id)::int AS payees
       FROM payments p JOIN payment_runs r ON r.tenant_id = $1 AND r.id = p.payment_run_id AND r.posted_at IS NOT NULL
      WHERE p.tenant_id = $1 GROUP BY r.id, r.period_from, p.currency HAVING sum(p.earned) > 0`,
    [tx.tenantId],
  );
  return result.rows;
}

/** Over how many months posted earnings are deferred; null: they are not. */
export async function selectBenefitMonths(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.db
    .select({ months: tenants.benefitMonths })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId));
  return row?.months ?? null;
}

export async function updateBenefitMonths(tx: TenantTx, benefitMonths: number | null): Promise<void> {
  await tx.db
    .update(tenants)
    .set({ benefitMonths, updatedAt: sql`now()` })
    .where(eq(tenants.id, tx.tenantId));
}
