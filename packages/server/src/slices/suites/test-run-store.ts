import type { TestRun } from '@attain/contract/suites';
import type { Coverage } from '@attain/domain/suites/coverage';
import type { Mutation } from '@attain/domain/suites/mutation';
import type { Resources } from '@attain/domain/suites/run-case';
import type { SuiteStatus } from '@attain/domain/suites/test-case';
import { and, asc, eq } from 'drizzle-orm';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { testResults as results, testRuns as runs, type StoredCase } from '../../db/schema/suites.ts';

const columns = `r.id, r.config_id AS "suiteId", q.name AS "suiteName", r.workflow_id AS "workflowId",
  coalesce(v.version, r.wanted_version) AS version, r.document_hash AS "documentHash", r.status, r.error, r.passed, r.failed, r.total,
  (r.coverage->>'percent')::int AS coverage, r.duration_ms::float8 AS duration, u.display_name AS "startedBy",
  ${isoMoment('r.created_at')} AS at`;
const source = `test_runs r JOIN quality_assurance_configs q ON q.config_id = r.config_id
  LEFT JOIN workflow_versions v ON v.workflow_id = r.workflow_id AND v.document_hash = r.document_hash
  LEFT JOIN users u ON u.id = r.created_by`;

/** So many runs of a suite are kept. */
const maxKept = 100;

/** One page of runs, newest first, one row more than asked. */
export async function selectTestRuns(
  tx: TenantTx,
  suiteId: string | null,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<TestRun[]> {
  const result = await tx.client.query<TestRun>(
    `SELECT ${columns} FROM ${source} WHERE ($1::uuid IS NULL OR r.config_id = $1)
        AND ($2::timestamptz IS NULL OR (r.created_at, r.id) < ($2, $3::uuid)) ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
    [suiteId, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return result.rows;
}

/** One run with its coverage, or null. */
export async function selectTestRun(tx: TenantTx, id: string) {
  const result = await tx.client.query<TestRun & { report: Coverage | null; mutation: Mutation | null }>(
    `SELECT ${columns}, r.coverage AS report, r.mutation FROM ${source} WHERE r.id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** The results of a run in the order of its cases. */
export async function selectResults(tx: TenantTx, runId: string) {
  return tx.db.select().from(results).where(eq(results.runId, runId)).orderBy(asc(results.position));
}

/** The latest result of each case of a suite, with its moment. */
export async function selectLatestResults(tx: TenantTx, suiteId: string) {
  const result = await tx.client.query<{
    caseId: string;
    status: 'passed' | 'failed';
    duration: number;
    coverage: number;
    passedAssertions: number;
    at: string;
  }>(
    `SELECT DISTINCT ON (t.case_id) t.case_id AS "caseId", t.status, t.duration_ms::float8 AS duration, t.coverage,
            t.passed_assertions AS "passedAssertions", ${isoMoment('r.created_at')} AS at
       FROM test_results t JOIN test_runs r ON r.id = t.run_id WHERE r.config_id = $1
      ORDER BY t.case_id, r.created_at DESC, r.id DESC`,
    [suiteId],
  );
  return new Map(result.rows.map((row) => [row.caseId, row]));
}

/** Stores an ordered run. */
export async function insertTestRun(
  tx: TenantTx,
  row: {
    readonly id: string;
    readonly suiteId: string;
    readonly version: number | null;
    readonly userId: string;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO test_runs (tenant_id, id, config_id, workflow_id, wanted_version, total, created_by)
     SELECT tenant_id, $2, config_id, workflow_id, $3, jsonb_array_length(test_cases), $4
       FROM quality_assurance_configs WHERE config_id = $1`,
    [row.suiteId, row.id, row.version, row.userId],
  );
}

/** An ordered run with the cases as they are now. */
export interface OrderedRun {
  readonly id: string;
  readonly createdBy: string;
  readonly suiteId: string;
  readonly workflowId: string;
  readonly version: number | null;
  readonly cases: readonly StoredCase[];
  readonly casesHash: string;
}

export async function selectOrderedRun(tx: TenantTx, id: string): Promise<OrderedRun | null> {
  const result = await tx.client.query<OrderedRun>(
    `SELECT r.id, r.created_by AS "createdBy", r.config_id AS "suiteId", r.workflow_id AS "workflowId", r.wanted_version AS version,
            q.test_cases AS cases, md5(q.test_cases::text) AS "casesHash"
       FROM test_runs r JOIN quality_assurance_configs q ON q.config_id = r.config_id WHERE r.id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** How a run ended. */
export interface TestRunEnd {
  readonly status: SuiteStatus;
  readonly error: string | null;
  readonly documentHash?: string;
  readonly casesHash?: string;
  readonly passed?: number;
  readonly failed?: number;
  readonly total?: number;
  readonly coverage?: Coverage;
  readonly mutation?: Mutation | null;
  readonly durationMs?: number;
}

export async function updateTestRun(
  tx: TenantTx,
  id: string,
  end: TestRunEnd,
  endedAt: string,
): Promise<void> {
  await tx.db
    .update(runs)
    .set({ ...end, endedAt })
    .where(eq(runs.id, id));
}

export async function insertResults(
  tx: TenantTx,
  rows: readonly Omit<typeof results.$inferInsert, 'tenantId'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.insert(results).values(rows.map((row) => ({ ...row, tenantId: tx.tenantId })));
}

/** Removes the oldest runs of a suite with their results; the newest 100 remain. */
export async function removeOldRuns(tx: TenantTx, suiteId: string): Promise<void> {
  await tx.client.query(
    `DELETE FROM test_runs WHERE config_id = $1 AND status <> 'running' AND id NOT IN
       (SELECT id FROM test_runs WHERE config_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${maxKept})`,
    [suiteId],
  );
}

/** Whether a run of the suite is in progress. */
export async function isRunning(tx: TenantTx, suiteId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.configId, suiteId), eq(runs.status, 'running')))
    .limit(1);
  return row !== undefined;
}

/** What each case used in the latest two ended runs of its suite; at most 1,000 cases. */
export async function selectPerformance(tx: TenantTx) {
  const result = await tx.client.query<{
    caseId: string;
    name: string;
    suiteId: string;
    suiteName: string;
    duration: number;
    resources: Resources;
    before: Resources | null;
  }>(
    `WITH ranked AS (
       SELECT r.id, r.config_id, row_number() OVER (PARTITION BY r.config_id ORDER BY r.created_at DESC, r.id DESC) AS place
         FROM test_runs r WHERE r.status <> 'running' AND r.error IS NULL)
     SELECT t.case_id AS "caseId", t.name, q.config_id AS "suiteId", q.name AS "suiteName", t.duration_ms::float8 AS duration,
            t.result->'resources' AS resources, b.result->'resources' AS before
       FROM ranked l JOIN test_results t ON t.run_id = l.id JOIN quality_assurance_configs q ON q.config_id = l.config_id
       LEFT JOIN ranked p ON p.config_id = l.config_id AND p.place = 2
       LEFT JOIN test_results b ON b.run_id = p.id AND b.case_id = t.case_id
      WHERE l.place = 1 ORDER BY q.name, q.config_id, t.position LIMIT 1000`,
  );
  return result.rows;
}

/** Runs of each suite since a moment: how many, how many passed, and the latest result. */
export async function selectSince(tx: TenantTx, since: string) {
  const result = await tx.client.query<{
    suite: string;
    suiteId: string;
    workflow: string;
    workflowId: string;
    runs: number;
    passedRuns: number;
    status: SuiteStatus;
    passed: number;
    total: number;
    firstCoverage: number | null;
    coverage: number | null;
  }>(
    `SELECT q.name AS suite, q.config_id AS "suiteId", w.name AS workflow, w.workflow_id AS "workflowId", count(*)::int AS runs, count(*) FILTER (WHERE r.status = 'passed')::int AS "passedRuns",
            (array_agg(r.status ORDER BY r.created_at DESC))[1] AS status,
            (array_agg(r.passed ORDER BY r.created_at DESC))[1] AS passed, (array_agg(r.total ORDER BY r.created_at DESC))[1] AS total,
            (array_agg((r.coverage->>'percent')::int ORDER BY r.created_at))[1] AS "firstCoverage",
            (array_agg((r.coverage->>'percent')::int ORDER BY r.created_at DESC))[1] AS coverage
       FROM test_runs r JOIN quality_assurance_configs q ON q.config_id = r.config_id
       JOIN workflow_definitions w ON w.workflow_id = q.workflow_id
      WHERE r.created_at >= $1 AND r.status <> 'running' GROUP BY q.config_id, q.name, w.workflow_id, w.name ORDER BY q.name, q.config_id LIMIT 1000`,
    [since],
  );
  return result.rows;
}
