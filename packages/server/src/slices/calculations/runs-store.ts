import type { Run } from '@attain/contract/calculations';
import { type Days, daysOf } from '@attain/domain/base/period';
import { found } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { newestResults } from '../../db/newest-results.ts';
import { holdTurn } from '../../db/turns.ts';
import { jobProgress, joinJob, orderJob } from '../../jobs/job-store.ts';
import { mustHaveHash, notAsRecorded } from '../audit/not-as-recorded.ts';
import { recordedEntry } from '../audit/recorded-entry.ts';
import { staleReasons } from './staleness.ts';

/** Progress is stored a few times a second, so its last value is not the final count. */
const progress = `CASE WHEN c.status IN ('completed', 'unchanged') THEN json_build_object('done', coalesce(c.participant_count, 0), 'total', coalesce(c.participant_count, 0))
  ELSE ${jobProgress} END`;

const calculated = `('completed', 'unchanged')`;

/** Stored problems if the condition is true; else none. */
function problemsOf(condition: string): string {
  return `CASE WHEN ${condition} THEN coalesce(c.problems, '[]'::jsonb) ELSE '[]'::jsonb END`;
}

const columns = `c.id, c.plan_id AS "planId", v.document->>'name' AS "planName", c.plan_version AS "planVersion",
  json_build_object('key', c.period_key, 'from', c.period_from, 'to', c.period_to) AS period,
  c.version, c.status, c.same_as AS "sameAs", c.currency, c.total::text, c.participant_count AS "participantCount",
  c.line_count AS "lineCount", c.deal_count AS "dealCount", c.input_hash AS "inputHash", c.result_hash AS "resultHash",
  c.engine_version AS "engineVersion", ${problemsOf(`c.status NOT IN ${calculated}`)} AS problems, ${problemsOf(`c.status IN ${calculated}`)} AS warnings, c.error,
  ${progress} AS progress,
  (SELECT json_build_object('audience', b.audience, 'by', coalesce(p.display_name, 'Attain'), 'at', ${isoMoment('b.published_at')})
     FROM publications b LEFT JOIN users p ON p.id = b.published_by
    WHERE b.tenant_id = c.tenant_id AND b.plan_id = c.plan_id AND b.period_from = c.period_from AND b.period_to = c.period_to) AS published,
  coalesce(u.display_name, 'Attain') AS "createdBy", c.created_at AS "createdAt", c.finished_at AS "finishedAt",
  ${staleReasons} AS stale`;

const from = `calculation_runs c
  JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
  LEFT JOIN users u ON u.id = c.created_by
  ${joinJob('calculation', 'c')}`;

/** Up to which import and which other change of a record the records of this moment go; `0` for none. */
export async function selectUpTo(tx: TenantTx): Promise<{ seq: string; change: string }> {
  const result = await tx.client.query<{ seq: string; change: string }>(
    `SELECT (SELECT coalesce(max(commit_seq), 0)::text FROM imports WHERE status = 'committed') AS seq,
            (SELECT coalesce(max(seq), 0)::text FROM record_changes) AS change`,
  );
  return result.rows[0] ?? { seq: '0', change: '0' };
}

/** One run with its staleness, or null. */
export async function selectRun(tx: TenantTx, id: string): Promise<Run | null> {
  // named: a screen asks it again and again while a run is under way, and planning it takes longer than answering it
  const result = await tx.client.query<Run>({
    name: 'calculation-run',
    text: `SELECT ${columns} FROM ${from} WHERE c.id = $1`,
    values: [id],
  });
  return result.rows[0] ?? null;
}

/** The runs with their staleness, newest period first. */
export async function selectRunsOf(tx: TenantTx, ids: readonly string[]): Promise<Run[]> {
  const result = await tx.client.query<Run>(
    `SELECT ${columns} FROM ${from} WHERE c.tenant_id = $1 AND c.id = ANY($2::uuid[])
      ORDER BY c.period_to DESC, v.document->>'name', c.id`,
    [tx.tenantId, ids],
  );
  return result.rows;
}

/** One page of runs, newest first, one more than asked. */
export async function selectRuns(
  tx: TenantTx,
  query: {
    planId: string | null;
    period: string | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<Run[]> {
  const result = await tx.client.query<Run>(
    `SELECT ${columns} FROM ${from}
      WHERE ($1::uuid IS NULL OR c.plan_id = $1) AND ($2::text IS NULL OR c.period_key = $2)
        AND ($3::timestamptz IS NULL OR (c.created_at, c.id) < ($3, $4::uuid))
      ORDER BY c.created_at DESC, c.id DESC LIMIT $5`,
    [query.planId, query.period, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** What each period of a plan pays as last calculated, by its days. */
export async function selectTotals(tx: TenantTx, planId: string): Promise<ReadonlyMap<string, string>> {
  const result = await tx.client.query<{ from: string; to: string; total: string }>(
    `SELECT n.period_from AS "from", n.period_to AS "to", r.total::text
       FROM (${newestResults('c.plan_id = $2')}) n JOIN calculation_runs r ON r.tenant_id = $1 AND r.id = n.id`,
    [tx.tenantId, planId],
  );
  return new Map(result.rows.map((row) => [daysOf(row), row.total]));
}

export interface NewRun {
  readonly id: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly period: { readonly key: string; readonly from: string; readonly to: string };
  readonly engineVersion: string;
  readonly currency: string;
  readonly createdBy: string;
  /** The changed record it applies; omitted: everyone is paid. */
  readonly recalculationId?: string;
}

/** Stores a run, pinned to its plan version and period, and the order to calculate it. */
export async function insertRun(tx: TenantTx, run: NewRun): Promise<void> {
  await tx.client.query(
    `INSERT INTO calculation_runs (tenant_id, id, plan_id, plan_version, period_key, period_from, period_to, status, engine_version, currency, created_by, recalculation_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8, $9, $10, $11)`,
    [
      tx.tenantId,
      run.id,
      run.planId,
      run.planVersion,
      run.period.key,
      run.period.from,
      run.period.to,
      run.engineVersion,
      run.currency,
      run.createdBy,
      run.recalculationId ?? null,
    ],
  );
  await orderJob(tx, 'calculation', run.id);
}

/**
 * Locks out other calculations of this plan and period until the transaction ends. Here and below, days identify a
 * plan's period: with another calendar the same days may have another key, and a key other days.
 */
export function holdOrder(tx: TenantTx, planId: string, days: Days): Promise<void> {
  return holdTurn(tx, 'order-calculation', `${tx.tenantId}/${planId}/${daysOf(days)}`);
}

/** The run of this plan and period that is still under way, if any. */
export async function selectOpenRun(
  tx: TenantTx,
  planId: string,
  { from, to }: Days,
): Promise<string | null> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT id FROM calculation_runs WHERE plan_id = $1 AND period_from = $2 AND period_to = $3 AND status IN ('queued', 'running') LIMIT 1`,
    [planId, from, to],
  );
  return result.rows[0]?.id ?? null;
}

/** The newest stored version of a plan's period: its hashes decide whether a new run says anything new. */
export async function selectLatestVersion(tx: TenantTx, planId: string, { from, to }: Days) {
  const result = await tx.client.query<{
    id: string;
    version: number;
    inputHash: string;
    resultHash: string;
    total: string;
  }>(
    `SELECT id, version, input_hash AS "inputHash", result_hash AS "resultHash", total::text FROM calculation_runs
      WHERE plan_id = $1 AND period_from = $2 AND period_to = $3 AND status = 'completed' ORDER BY version DESC LIMIT 1`,
    [planId, from, to],
  );
  return result.rows[0] ?? null;
}

/** The plan's active version, as it was saved and as it was activated, or null. Throws NOT_AS_RECORDED. */
export async function selectActivePlan(tx: TenantTx, planId: string) {
  const result = await tx.client.query<{
    version: number;
    document: import('@attain/domain/plans/plan').Plan;
    documentHash: string;
  }>(
    `SELECT version, document, document_hash AS "documentHash" FROM plan_versions WHERE plan_id = $1 AND status = 'Active' ORDER BY version DESC LIMIT 1`,
    [planId],
  );
  const [active] = result.rows;
  if (active === undefined) return null;
  const name = `Version ${active.version} of ${active.document.name}`;
  mustHaveHash(active.document, active.documentHash, name);
  const entry = await recordedEntry(tx, {
    action: 'plan.activated',
    objectId: planId,
    version: String(active.version),
  });
  if (entry !== null && !entry.evidence.includes(active.documentHash)) throw notAsRecorded(name);
  return active;
}

/** The plan version a run is pinned to. */
export async function selectPinnedPlan(tx: TenantTx, planId: string, version: number) {
  const result = await tx.client.query<{
    document: import('@attain/domain/plans/plan').Plan;
    documentHash: string;
  }>(
    `SELECT document, document_hash AS "documentHash" FROM plan_versions WHERE plan_id = $1 AND version = $2`,
    [planId, version],
  );
  const pinned = found(result.rows[0], 'plan version');
  mustHaveHash(pinned.document, pinned.documentHash, `Version ${version} of ${pinned.document.name}`);
  return pinned;
}
