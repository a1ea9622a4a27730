import type { ImportSummary } from '@attain/contract/imports';
import type { Period } from '@attain/domain/base/period';
import type { Plan } from '@attain/domain/plans/plan';
import type { TenantTx } from '../../db/database.ts';
import { dayOf } from '../../db/workspace-days.ts';
import type { StatedControl } from '../imports/control-totals.ts';

/** Two days, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The active plans with payees, by name. */
export async function selectPaidPlans(tx: TenantTx) {
  const result = await tx.client.query<{ id: string; name: string; document: Plan }>(
    `SELECT l.id, l.name, v.document FROM plans l
       JOIN plan_versions v ON v.tenant_id = l.tenant_id AND v.plan_id = l.id AND v.status = 'Active'
      WHERE l.tenant_id = $1 AND EXISTS (SELECT 1 FROM plan_assignments a WHERE a.tenant_id = $1 AND a.plan_id = l.id)
      ORDER BY l.name, l.id`,
    [tx.tenantId],
  );
  return result.rows;
}

/** How many deals each calendar month has, newest first; none after `today`. */
export async function countDealsByMonth(tx: TenantTx, today: string) {
  const result = await tx.client.query<{ month: string; deals: number }>(
    `SELECT to_char(date, 'YYYY-MM') AS month, count(*)::int AS deals FROM deals
      WHERE tenant_id = $1 AND date <= $2 GROUP BY 1 ORDER BY 1 DESC`,
    [tx.tenantId, today],
  );
  return result.rows;
}

/** How many deals of each span were stored by a day; as many counts as spans. */
export async function countDealsStoredBy(
  tx: TenantTx,
  spans: readonly (Days & { readonly by: string })[],
): Promise<number[]> {
  const result = await tx.client.query<{ deals: number }>(
    `SELECT (SELECT count(*)::int FROM deals d WHERE d.tenant_id = $1 AND d.date BETWEEN w.first AND least(w.last, w.by)
               AND d.created_at < w.by + 1) AS deals
       FROM unnest($2::date[], $3::date[], $4::date[]) WITH ORDINALITY AS w (first, last, by, seq) ORDER BY w.seq`,
    [tx.tenantId, spans.map(({ from }) => from), spans.map(({ to }) => to), spans.map(({ by }) => by)],
  );
  return result.rows.map(({ deals }) => deals);
}

/** A period of a plan with its payees, its newest calculation and the payment run that pays it. */
export interface PeriodRow {
  readonly planId: string;
  readonly from: string;
  readonly payees: number;
  readonly runId: string | null;
  /** The newest calculation with results. */
  readonly completedId: string | null;
  readonly paymentId: string | null;
  readonly paymentStatus: string | null;
}

/** The periods that have payees or a calculation. */
export async function selectPeriods(
  tx: TenantTx,
  periods: readonly { readonly planId: string; readonly period: Period }[],
): Promise<PeriodRow[]> {
  const result = await tx.client.query<PeriodRow>(
    `WITH p AS (SELECT * FROM unnest($2::uuid[], $3::date[], $4::date[]) AS p(plan_id, first, last)),
     states AS (
       SELECT p.plan_id AS "planId", p.first::text AS "from",
         (SELECT count(DISTINCT a.participant_id)::int FROM plan_assignments a WHERE a.tenant_id = $1 AND a.plan_id = p.plan_id
            AND a.from_date <= p.last AND (a.to_date IS NULL OR a.to_date >= p.first)) AS payees,
         (SELECT r.id FROM calculation_runs r WHERE r.tenant_id = $1 AND r.plan_id = p.plan_id AND r.period_from = p.first
            AND r.period_to = p.last AND r.status <> 'cancelled' ORDER BY r.created_at DESC, r.id DESC LIMIT 1) AS "runId",
         (SELECT r.id FROM calculation_runs r WHERE r.tenant_id = $1 AND r.plan_id = p.plan_id AND r.period_from = p.first
            AND r.period_to = p.last AND r.status = 'completed' ORDER BY r.version DESC LIMIT 1) AS "completedId",
         m.id AS "paymentId", m.status AS "paymentStatus"
       FROM p LEFT JOIN LATERAL (
         SELECT n.id, n.status FROM payment_sources s JOIN payment_runs n ON n.tenant_id = $1 AND n.id = s.payment_run_id
           JOIN calculation_runs c ON c.tenant_id = $1 AND c.id = s.calculation_id
          WHERE s.tenant_id = $1 AND s.plan_id = p.plan_id AND s.original_id IS NULL AND c.period_from = p.first AND c.period_to = p.last
            AND n.status IN ('calculated', 'approved', 'posted', 'paid', 'finalized')
          ORDER BY n.created_at DESC LIMIT 1) m ON true)
     SELECT * FROM states WHERE payees > 0 OR "runId" IS NOT NULL`,
    [
      tx.tenantId,
      periods.map(({ planId }) => planId),
      periods.map(({ period }) => period.from),
      periods.map(({ period }) => period.to),
    ],
  );
  return result.rows;
}

/** The day of the newest import of deals that was not undone, and imports that were uploaded but never stored. */
export async function selectLoads(tx: TenantTx) {
  const result = await tx.client.query<{
    lastLoaded: string | null;
    open: { id: string; fileName: string; problems: number }[];
  }>(
    `SELECT (SELECT ${dayOf('max(i.committed_at)', '$1')}::text FROM imports i WHERE i.tenant_id = $1 AND i.kind = 'deals' AND i.status = 'committed' AND i.undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM imports u WHERE u.tenant_id = $1 AND u.undoes = i.id)) AS "lastLoaded",
            (SELECT coalesce(json_agg(json_build_object('id', id, 'fileName', file_name, 'problems', CASE WHEN skip_bad_rows THEN 0 ELSE problem_count END) ORDER BY created_at DESC), '[]')
               FROM (SELECT * FROM imports WHERE tenant_id = $1 AND status IN ('uploaded', 'checked') ORDER BY created_at DESC LIMIT 20) i) AS open`,
    [tx.tenantId],
  );
  return result.rows[0] ?? { lastLoaded: null, open: [] };
}

/**
 * Imports of these days whose control totals differ or were not stated, newest first. The days are those of its rows and of the records
 * that it changed. Records without an end count until the import was stored, and rows without days on that day.
 */
export async function selectControlled(tx: TenantTx, { from, to }: Days) {
  const result = await tx.client.query<{
    id: string;
    fileName: string;
    summary: ImportSummary;
    control: StatedControl | null;
  }>(
    `SELECT i.id, i.file_name AS "fileName", i.summary, i.control FROM imports i
       CROSS JOIN LATERAL (SELECT ${dayOf('i.committed_at', '$1')} AS stored, (i.summary->>'from')::date AS first, (i.summary->>'to')::date AS last) d
      WHERE i.tenant_id = $1 AND i.status = 'committed' AND i.undoes IS NULL
        AND EXISTS (SELECT 1 FROM jsonb_array_elements(i.summary->'controls') WITH ORDINALITY c(total, at)
          WHERE (c.total->>'found')::numeric IS DISTINCT FROM
            (CASE WHEN (c.total->>'byFile')::boolean THEN c.total->>'stated' ELSE i.control->'stated'->>(c.at::int - 1) END)::numeric)
        AND coalesce(least(i.touched_from, d.first), d.stored) <= $3
        AND greatest(i.touched_to, d.last, CASE WHEN i.touched_to IS NULL AND (i.touched_from IS NOT NULL OR d.last IS NULL) THEN d.stored END) >= $2
        AND NOT EXISTS (SELECT 1 FROM imports u WHERE u.tenant_id = $1 AND u.undoes = i.id)
      ORDER BY i.committed_at DESC, i.id LIMIT 100`,
    [tx.tenantId, from, to],
  );
  return result.rows;
}

/** Deals by currency. */
export interface DealSum {
  readonly currency: string;
  readonly deals: number;
  readonly amount: string;
}

const onActivePlan = (more: string) => `EXISTS (SELECT 1 FROM plan_assignments a
    JOIN plan_versions v ON v.tenant_id = $1 AND v.plan_id = a.plan_id AND v.status = 'Active'
   WHERE a.tenant_id = $1 AND a.participant_id = d.participant_id AND a.from_date <= d.date AND (a.to_date IS NULL OR a.to_date >= d.date) ${more})`;

async function sumDeals(tx: TenantTx, days: Days, condition: string): Promise<DealSum[]> {
  const result = await tx.client.query<DealSum>(
    `SELECT d.currency, count(*)::int AS deals, sum(d.amount) FILTER (WHERE d.unit = '$')::text AS amount FROM deals d
      WHERE d.tenant_id = $1 AND d.date BETWEEN $2 AND $3 AND ${condition} GROUP BY d.currency ORDER BY d.currency`,
    [tx.tenantId, days.from, days.to],
  );
  return result.rows.map((row) => ({ ...row, amount: row.amount ?? '0' }));
}

/** Deals of people who were on no active plan on the deal's day (CLOSE-7). */
export const sumUncredited = (tx: TenantTx, days: Days) => sumDeals(tx, days, `NOT ${onActivePlan('')}`);

/** Deals that wait for approval under an active plan (CLOSE-7). */
export const sumUnapproved = (tx: TenantTx, days: Days) =>
  sumDeals(
    tx,
    days,
    `d.approved_on IS NULL AND ${onActivePlan(`AND v.document @> '{"components": [{"approval": "required"}]}'`)}`,
  );

/** Disputes about the pay of any version of these plans' periods. */
export async function countDisputes(
  tx: TenantTx,
  periods: readonly { readonly planId: string; readonly period: Period }[],
): Promise<{ open: number; all: number }> {
  const result = await tx.client.query<{ open: number; all: number }>(
    `SELECT count(*) FILTER (WHERE d.status <> 'resolved')::int AS open, count(*)::int AS all
       FROM disputes d JOIN calculation_runs r ON r.tenant_id = $1 AND r.id = d.calculation_id
       JOIN unnest($2::uuid[], $3::date[], $4::date[]) AS p(plan_id, first, last)
         ON p.plan_id = r.plan_id AND p.first = r.period_from AND p.last = r.period_to
      WHERE d.tenant_id = $1 AND d.withdrawn_at IS NULL`,
    [
      tx.tenantId,
      periods.map(({ planId }) => planId),
      periods.map(({ period }) => period.from),
      periods.map(({ period }) => period.to),
    ],
  );
  return result.rows[0] ?? { open: 0, all: 0 };
}
