import type { PaymentRun } from '@attain/contract/payments';
import { barredMove, type Hands, type PaymentMove } from '@attain/domain/payments/payment-moves';
import type { PlanCalendar, PlanPeriod } from '@attain/domain/plans/plan-calendar';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { jobProgress, joinJob, orderJob } from '../../jobs/job-store.ts';
import { customersMoved } from './receipts-of-payments.ts';
import { receiptsHash } from './receipts-store.ts';
import { type ReportedRun, type StoredRun, withReporting } from './reporting-store.ts';

const stage = (id: string, at: string) =>
  `CASE WHEN ${at} IS NULL THEN NULL ELSE json_build_object('by', (SELECT display_name FROM users u WHERE u.id = ${id}), 'at', ${isoMoment(at)}) END`;

/** Changes with every draw and hold that is made, ended or released, and every limit that is set. */
const adjustmentsHash = `md5(coalesce((SELECT string_agg(d.id::text || d.updated_at::text, ',' ORDER BY d.id) FROM draws d), '') || '/' ||
  coalesce((SELECT string_agg(h.id::text || h.updated_at::text, ',' ORDER BY h.id) FROM holds h), '') || '/' ||
  coalesce((SELECT string_agg(l.participant_id || l.currency || l.updated_at::text, ',' ORDER BY l.participant_id, l.currency, l.from_date)
    FROM payment_limits l), ''))`;

const columns = `r.id, json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period, r.version, r.status,
  r.payment_count AS "paymentCount", r.result_hash AS "resultHash", coalesce(r.problems, '[]'::jsonb) AS problems, r.error,
  CASE WHEN r.totals IS NULL THEN NULL ELSE (SELECT coalesce(json_agg(json_build_object('currency', t.key, 'amount', t.value) ORDER BY t.key), '[]'::json)
     FROM jsonb_each_text(r.totals) t) END AS totals,
  ${jobProgress} AS progress,
  (SELECT coalesce(json_agg(json_build_object('calculationId', s.calculation_id, 'planName', v.document->>'name', 'periodKey', s.period_key,
      'version', c.version, 'originalId', s.original_id) ORDER BY s.original_id IS NOT NULL, s.period_key, v.document->>'name'), '[]'::json)
     FROM payment_sources s JOIN calculation_runs c ON c.id = s.calculation_id
     JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version WHERE s.payment_run_id = r.id) AS sources,
  r.reporting_currency AS "reportingCurrency", r.reporting, ${stage('r.created_by', 'r.created_at')} AS made, ${stage('r.approved_by', 'r.approved_at')} AS approved,
  ${stage('r.posted_by', 'r.posted_at')} AS posted, r.paid_at AS "paidAt", r.finalized_at AS "finalizedAt",
  r.created_by = $1 AS mine, r.outdated, json_build_object('mover', $1::text, 'maker', r.created_by, 'approver', CASE WHEN ${votedOn('$1::uuid')} THEN $1::uuid ELSE r.approved_by END,
      'adjusted', ${adjustedBy('$1::uuid')}, 'isPaid', EXISTS (SELECT 1 FROM payments p JOIN memberships m
        ON m.tenant_id = p.tenant_id AND m.participant_id = p.participant_id
       WHERE p.tenant_id = r.tenant_id AND p.payment_run_id = r.id AND m.user_id = $1::uuid)) AS hands, r.created_at AS "createdAt", ${staleReasons()} AS stale`;

const source = `payment_runs r ${joinJob('payment', 'r')}`;

/** Adjustments made after a calculated run read them; newer calculations are found by `withNewCalculations`. */
function staleReasons(): string {
  return `CASE WHEN r.status <> 'calculated' THEN '[]'::json ELSE (SELECT coalesce(json_agg(note), '[]'::json) FROM (
    SELECT 'Draws, holds or payment limits changed after it was made.' AS note WHERE nullif(split_part(r.adjustments_hash, '/', 1), '') IS DISTINCT FROM ${adjustmentsHash}
    UNION ALL SELECT 'Customer payments changed after it was made.' WHERE coalesce(split_part(r.adjustments_hash, '/', 2), '') <> ${receiptsHash('r.period_to', 'r.id')}
    UNION ALL SELECT 'Holds were released after it was made.' WHERE EXISTS (SELECT 1 FROM hold_releases e WHERE e.payment_run_id IS NULL)
    UNION ALL SELECT 'Adjustments were approved after it was made.' WHERE EXISTS (SELECT 1 FROM adjustments a WHERE a.payment_run_id IS NULL
        AND a.status = 'approved' AND (a.pay_from IS NULL OR a.pay_from <= r.period_to))
    UNION ALL SELECT 'Clawbacks were decided after it was made.' WHERE EXISTS (SELECT 1 FROM clawbacks k WHERE k.payment_run_id IS NULL)
  ) reasons) END`;
}

/** True if this user is one of the several who approved the run. */
function votedOn(userId: string): string {
  return `EXISTS (SELECT 1 FROM attestation_records q WHERE q.tenant_id = r.tenant_id AND q.kind = 'payment-run'
      AND q.subject_id = r.id::text AND q.status = 'approved' AND ${userId} = ANY(q.approvers))`;
}

/** True if this user entered an adjustment of a payment in the run. */
function adjustedBy(userId: string): string {
  const made = (table: string, key: string, by = 'created_by') =>
    `EXISTS (SELECT 1 FROM ${table} a WHERE a.tenant_id = l.tenant_id AND a.id::text = l.refers_to->>'${key}' AND a.${by} = ${userId})`;
  return `EXISTS (SELECT 1 FROM payment_lines l WHERE l.tenant_id = r.tenant_id AND l.payment_run_id = r.id AND (
      ${made('holds', 'holdId')} OR ${made('hold_releases', 'releaseId')} OR ${made('draws', 'drawId')} OR ${made('clawbacks', 'clawbackId')} OR ${made('adjustments', 'adjustmentId')}
      OR (l.refers_to ? 'dealEarned' AND ${receiptedBy(userId)})
      OR EXISTS (SELECT 1 FROM payment_limits t JOIN imports i ON i.tenant_id = t.tenant_id AND i.id = t.import_id
           WHERE t.tenant_id = l.tenant_id AND t.participant_id = l.participant_id AND t.currency = l.currency
             AND t.from_date::text = l.refers_to->>'limitFrom' AND i.created_by = ${userId})))`;
}

/**
 * True if this user imported customer payments that line `l` of run `r` counts, imported those that a later file corrected, or undid
 * a file since the last posted payments: an undo leaves no trace of the rows it removed, so it counts for all deals.
 */
function receiptedBy(userId: string): string {
  return `(EXISTS (SELECT 1 FROM cash_receipts t JOIN imports i ON i.tenant_id = t.tenant_id AND i.id = t.import_id
      WHERE t.tenant_id = l.tenant_id AND t.deal_id = l.refers_to->>'dealId' AND t.date <= r.period_to AND i.created_by = ${userId})
    OR EXISTS (SELECT 1 FROM import_images m JOIN imports i ON i.tenant_id = m.tenant_id AND i.id IN (m.import_id, (m.before->>'import_id')::uuid)
      WHERE m.tenant_id = l.tenant_id AND m."of" = 'cash_receipts' AND m.before->>'deal_id' = l.refers_to->>'dealId' AND i.created_by = ${userId})
    OR EXISTS (SELECT 1 FROM imports i JOIN imports u ON u.tenant_id = i.tenant_id AND u.undoes = i.id
      WHERE i.tenant_id = l.tenant_id AND i.kind = 'receipts' AND ${userId} IN (i.created_by, u.created_by)
        AND u.created_at <= r.created_at AND u.created_at > coalesce((SELECT max(q.posted_at) FROM payment_runs q WHERE q.tenant_id = r.tenant_id
          AND q.id <> r.id AND q.posted_at < r.created_at), '-infinity')))`;
}

/** Identifies draws, holds and limits as they are now; read it before the first of them. */
export async function selectAdjustmentsHash(tx: TenantTx): Promise<string | null> {
  const result = await tx.client.query<{ hash: string }>(`SELECT ${adjustmentsHash} AS hash`);
  return result.rows[0]?.hash ?? null;
}

/** Identifies what customers paid by the period's last day for the deals of a run, as soon as its lines are stored. */
export async function selectReceiptsHash(
  tx: TenantTx,
  { id, period }: { readonly id: string; readonly period: { readonly to: string } },
): Promise<string> {
  const result = await tx.client.query<{ hash: string }>(`SELECT ${receiptsHash('$1', '$2')} AS hash`, [
    period.to,
    id,
  ]);
  return result.rows[0]?.hash ?? '';
}

/** Actions that the reader's own part in the payments rules out (PAYM-24). */
function withBars({ hands, ...run }: ReportedRun): PaymentRun {
  const barred = (move: PaymentMove) => barredMove(move, hands);
  return { ...run, barred: { approve: barred('approve'), post: barred('post'), pay: barred('pay') } };
}

/** One run as the person reads it, or null. */
export async function selectPaymentRun(tx: TenantTx, id: string, userId: string): Promise<PaymentRun | null> {
  const [run] = await withReporting(tx, await selectStored(tx, id, userId));
  return run ? withBars(run) : null;
}

async function selectStored(tx: TenantTx, id: string, userId: string): Promise<StoredRun[]> {
  // named: a screen asks it again and again while a run is under way, and planning it takes longer than answering it
  const result = await tx.client.query<StoredRun>({
    name: 'payment-run',
    text: `SELECT ${columns} FROM ${source} WHERE r.id = $2`,
    values: [userId, id],
  });
  return result.rows;
}

/** A user's part in a run. */
export async function selectHands(tx: TenantTx, id: string, userId: string): Promise<Hands | null> {
  const [run] = await selectStored(tx, id, userId);
  return run?.hands ?? null;
}

/** One page of runs, newest first, one more than asked; with `closedOnly` those that have been posted. */
export async function selectPaymentRuns(
  tx: TenantTx,
  query: { userId: string; closedOnly: boolean; after: readonly string[] | null; limit: number },
): Promise<PaymentRun[]> {
  const result = await tx.client.query<StoredRun>(
    `SELECT ${columns} FROM ${source}
      WHERE (NOT $2 OR r.posted_at IS NOT NULL) AND ($3::timestamptz IS NULL OR (r.created_at, r.id) < ($3, $4::uuid))
      ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
    [query.userId, query.closedOnly, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return (await withReporting(tx, result.rows)).map(withBars);
}

/** Locks the run until the transaction ends, so that moves run one after the other; null if it does not exist. */
export async function lockPaymentRun(
  tx: TenantTx,
  id: string,
): Promise<{ id: string; status: string } | null> {
  const result = await tx.client.query<{ id: string; status: string }>(
    `SELECT id, status FROM payment_runs WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Blockers of paying a period: the run that is still open, and the last closed period. */
export async function selectCarried(tx: TenantTx) {
  const open = await tx.client.query<{
    id: string;
    status: string;
    periodKey: string;
    from: string;
    to: string;
  }>(
    `SELECT id, status, period_key AS "periodKey", period_from AS "from", period_to AS "to" FROM payment_runs WHERE status IN ('queued', 'running', 'calculated', 'approved') LIMIT 1`,
  );
  const closed = await tx.client.query<{ periodKey: string; to: string }>(
    `SELECT period_key AS "periodKey", period_to AS "to" FROM payment_runs WHERE posted_at IS NOT NULL ORDER BY period_to DESC LIMIT 1`,
  );
  return { open: open.rows[0] ?? null, closed: closed.rows[0] ?? null };
}

/**
 * Possible meanings of a period key: the periods of calculations with this key or these days, newest first, and the
 * calendars of active plans.
 */
export async function selectMeanings(tx: TenantTx, key: string) {
  const calculated = await tx.client.query<PlanPeriod>(
    `SELECT v.document->>'name' AS "planName", json_build_object('key', c.period_key, 'from', c.period_from, 'to', c.period_to) AS period
       FROM calculation_runs c JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
      WHERE c.status = 'completed' AND c.period_key IN (SELECT k.period_key FROM calculation_runs k
        WHERE k.period_key = $1 OR k.period_from::text || '..' || k.period_to::text = $1) ORDER BY c.created_at DESC`,
    [key],
  );
  const plans = await tx.client.query<PlanCalendar>(
    `SELECT document->>'name' AS "planName", document->'calendar' AS calendar FROM plan_versions WHERE status = 'Active' ORDER BY plan_id`,
  );
  return { calculated: calculated.rows, calendars: plans.rows };
}

/**
 * True if a period has something to pay besides calculations: an adjustment, a draw, a release, a clawback, a customer's payment, or
 * a hold until a day since the last payments.
 */
export async function hasAdjustmentsToPay(
  tx: TenantTx,
  period: { from: string; to: string },
): Promise<boolean> {
  const result = await tx.client.query<{ some: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM draws WHERE from_date <= $2 AND (to_date IS NULL OR to_date >= $1))
         OR EXISTS (SELECT 1 FROM hold_releases WHERE payment_run_id IS NULL)
         OR EXISTS (SELECT 1 FROM holds h JOIN payment_lines k ON k.kind = 'held' AND k.refers_to->>'holdId' = h.id::text
              JOIN payment_runs r ON r.id = k.payment_run_id AND r.posted_at IS NOT NULL
             WHERE h.release_on <= $2
               AND NOT EXISTS (SELECT 1 FROM payment_runs d WHERE d.posted_at IS NOT NULL AND d.period_to >= h.release_on))
         OR EXISTS (SELECT 1 FROM adjustments WHERE payment_run_id IS NULL AND status = 'approved' AND (pay_from IS NULL OR pay_from <= $2))
         OR EXISTS (SELECT 1 FROM clawbacks WHERE payment_run_id IS NULL) AS some`,
    [period.from, period.to],
  );
  return result.rows[0]?.some === true || customersMoved(tx, period);
}

/** Stores an ordered run. */
export async function insertPaymentRun(
  tx: TenantTx,
  run: {
    id: string;
    period: { key: string; from: string; to: string };
    createdBy: string;
    outdated: PaymentRun['outdated'];
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO payment_runs (tenant_id, id, period_key, period_from, period_to, status, created_by, outdated, reporting_currency)
     SELECT $1, $2, $3, $4, $5, 'queued', $6, $7, coalesce(t.reporting_currency, t.currency) FROM tenants t WHERE t.id = $1`,
    [
      ...[tx.tenantId, run.id, run.period.key, run.period.from, run.period.to, run.createdBy],
      run.outdated && JSON.stringify(run.outdated),
    ],
  );
  await orderJob(tx, 'payment', run.id);
}

/** Gives back the adjustments, releases and clawbacks a run has taken in, for the next one. */
export async function giveBack(tx: TenantTx, runId: string): Promise<void> {
  await tx.client.query('UPDATE hold_releases SET payment_run_id = NULL WHERE payment_run_id = $1', [runId]);
  await tx.client.query('UPDATE adjustments SET payment_run_id = NULL WHERE payment_run_id = $1', [runId]);
  await tx.client.query('UPDATE clawbacks SET payment_run_id = NULL WHERE payment_run_id = $1', [runId]);
}
