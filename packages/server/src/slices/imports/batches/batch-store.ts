import { and, eq, inArray } from 'drizzle-orm';
import type { TenantTx } from '../../../db/database.ts';
import { adjustments } from '../../../db/schema/payments.ts';
import type { Effect } from '../merging/find-changes.ts';
import { STAGED } from '../merging/staging.ts';

/** Every staged adjustment is new. */
export async function batchEffect(tx: TenantTx): Promise<Effect> {
  const result = await tx.client.query<{ added: number }>(`SELECT count(*)::int AS added FROM ${STAGED}`);
  const added = result.rows[0]?.added ?? 0;
  return { added, changed: 0, unchanged: 0, removed: 0, touchedFrom: null, touchedTo: null };
}

/** Stores the staged adjustments as submitted, under one request. */
export async function insertBatch(
  tx: TenantTx,
  batch: { readonly importId: string; readonly approvalId: string; readonly createdBy: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO adjustments (tenant_id, id, participant_id, currency, amount, kind, counts_as, deal_id, pay_from, reason, status,
       approval_id, import_id, import_line, created_by)
     SELECT $1, gen_random_uuid(), s.participant, s.currency, s.amount, s.kind, s."countsAs", s.deal, s."payFrom", s.reason, 'submitted',
       $2, $3, s.row_line, $4 FROM ${STAGED} s`,
    [tx.tenantId, batch.approvalId, batch.importId, batch.createdBy],
  );
}

/** Everything that is paid by it, in the order of the file. */
export async function selectBatch(tx: TenantTx, importId: string) {
  const result = await tx.client.query<Record<string, string | null>>(
    `SELECT id, participant_id AS "participantId", currency, amount::text, kind, counts_as AS "countsAs", deal_id AS "dealId",
            pay_from::text AS "payFrom", reason FROM adjustments WHERE import_id = $1 ORDER BY import_line`,
    [importId],
  );
  return result.rows;
}

/** The users who are paid by it. */
export async function selectBatchUsers(tx: TenantTx, importId: string): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT DISTINCT m.user_id AS id FROM memberships m JOIN adjustments a ON a.participant_id = m.participant_id WHERE a.import_id = $1`,
    [importId],
  );
  return result.rows.map(({ id }) => id);
}

/** One currency of a batch; `open`: the largest sum of a payee with all adjustments that are not posted, without signs. */
export interface BatchTotal {
  readonly currency: string;
  readonly rows: number;
  readonly amount: string;
  readonly paid: string;
  readonly taken: string;
  readonly gross: string;
  readonly open: string;
}

/** The sums of a batch by currency. */
export async function selectBatchTotals(tx: TenantTx, importId: string): Promise<BatchTotal[]> {
  const result = await tx.client.query<BatchTotal>(
    `WITH open AS (
       SELECT a.currency, sum(abs(a.amount)) AS amount FROM adjustments a LEFT JOIN payment_runs r ON r.id = a.payment_run_id
         LEFT JOIN attestation_records q ON q.id = a.approval_id
        WHERE r.posted_at IS NULL AND (a.import_id = $1 OR a.status = 'approved' OR (a.status = 'submitted' AND q.expires_at > now()))
          AND (a.participant_id, a.currency) IN (SELECT o.participant_id, o.currency FROM adjustments o WHERE o.import_id = $1)
        GROUP BY a.participant_id, a.currency)
     SELECT a.currency, count(*)::int AS rows, sum(a.amount)::text AS amount, sum(abs(a.amount))::text AS gross,
            coalesce(sum(a.amount) FILTER (WHERE a.amount > 0), 0)::text AS paid, coalesce(sum(a.amount) FILTER (WHERE a.amount < 0), 0)::text AS taken,
            (SELECT max(o.amount)::text FROM open o WHERE o.currency = a.currency) AS open
       FROM adjustments a WHERE a.import_id = $1 GROUP BY a.currency ORDER BY a.currency`,
    [importId],
  );
  return result.rows;
}

/** The number of payees, and the rows with the largest amounts. */
export async function selectLargest(tx: TenantTx, importId: string, limit: number) {
  const payees = await tx.client.query<{ payees: number }>(
    'SELECT count(DISTINCT participant_id)::int AS payees FROM adjustments WHERE import_id = $1',
    [importId],
  );
  const rows = await tx.client.query<{
    name: string;
    kind: (typeof adjustments.$inferSelect)['kind'];
    amount: string;
    currency: string;
    line: number;
  }>(
    `SELECT p.name, a.kind, a.amount::text, a.currency, a.import_line AS line FROM adjustments a JOIN participants p ON p.id = a.participant_id
      WHERE a.import_id = $1 ORDER BY abs(a.amount) DESC, a.import_line LIMIT $2`,
    [importId, limit],
  );
  return { payees: payees.rows[0]?.payees ?? 0, rows: rows.rows };
}

/** Moves those adjustments of a batch on that are in one of these states. */
export async function updateBatch(
  tx: TenantTx,
  importId: string,
  { from, to }: { from: ('submitted' | 'approved')[]; to: 'approved' | 'rejected' | 'withdrawn' },
): Promise<void> {
  await tx.db
    .update(adjustments)
    .set({ status: to })
    .where(
      and(
        eq(adjustments.tenantId, tx.tenantId),
        eq(adjustments.importId, importId),
        inArray(adjustments.status, from),
      ),
    );
}

/** Locks the adjustments of a batch until the transaction ends. */
export async function lockBatch(tx: TenantTx, importId: string): Promise<void> {
  await tx.client.query('SELECT 1 FROM adjustments WHERE import_id = $1 ORDER BY id FOR UPDATE', [importId]);
}

/** Why a batch can't be undone; null: it can (PAYM-31). */
export async function whyBatchStays(tx: TenantTx, importId: string): Promise<string | null> {
  await lockBatch(tx, importId);
  const result = await tx.client.query<{ taken: number; open: number; period: string | null }>(
    `SELECT count(a.payment_run_id)::int AS taken, count(*) FILTER (WHERE a.status IN ('submitted', 'approved'))::int AS open, min(r.period_key) AS period
       FROM adjustments a LEFT JOIN payment_runs r ON r.id = a.payment_run_id WHERE a.import_id = $1`,
    [importId],
  );
  const { taken = 0, open = 0, period = null } = result.rows[0] ?? {};
  if (taken > 0)
    return `Payments of ${period} have taken in ${taken} of its adjustments. Withdraw the payments first, or import the opposite amounts.`;
  return open > 0 ? null : 'Its adjustments were rejected or withdrawn already.';
}
