import type { Suite } from '@attain/contract/suites';
import { averageCoverage } from '@attain/domain/suites/test-case';
import { eq, sql } from 'drizzle-orm';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { type StoredCase, qualityAssuranceConfigs as suites } from '../../db/schema/suites.ts';
import { unlessTaken } from '../../db/unless-taken.ts';

/** A suite with its cases. */
export interface StoredSuite extends Suite {
  readonly revision: number;
  readonly testCases: readonly StoredCase[];
  readonly lastRunId: string | null;
}

const casesHash = 'md5(q.test_cases::text)';

const columns = `q.config_id AS id, q.name, q.description, q.workflow_id AS "workflowId", w.name AS "workflowName",
  a.name AS "agentName", (q.outcome_criteria->>'required')::boolean AS required, r.status,
  (r.coverage->>'percent')::int AS coverage, r.duration_ms::float8 AS duration, jsonb_array_length(q.test_cases) AS cases,
  coalesce(r.passed, 0) AS passed, coalesce(r.failed, 0) AS failed, r.id AS "lastRunId",
  CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'at', ${isoMoment('r.created_at')}, 'version', v.version,
    'isCurrent', coalesce(r.document_hash = w.document_hash AND r.cases_hash = ${casesHash}, false)) END AS "lastRun"`;

const source = `quality_assurance_configs q JOIN workflow_definitions w ON w.workflow_id = q.workflow_id
  LEFT JOIN LATERAL (SELECT name, agent_id FROM agent_registry a WHERE a.workflow_id = q.workflow_id ORDER BY agent_id LIMIT 1) a ON true
  LEFT JOIN LATERAL (SELECT * FROM test_runs r WHERE r.config_id = q.config_id ORDER BY r.created_at DESC, r.id DESC LIMIT 1) r ON true
  LEFT JOIN workflow_versions v ON v.workflow_id = q.workflow_id AND v.document_hash = r.document_hash AND v.version > 0`;

/** Filters of the list; null: no filter. */
export interface SuiteFilter {
  /** A pattern for names of suites and workflows. */
  readonly search: string | null;
  readonly workflowId: string | null;
  readonly agent: string | null;
}

const matches = `($1::text IS NULL OR q.name ILIKE $1 OR w.name ILIKE $1) AND ($2::text IS NULL OR q.workflow_id = $2)
  AND ($3::text IS NULL OR EXISTS (SELECT 1 FROM agent_registry g WHERE g.workflow_id = q.workflow_id AND g.agent_id = $3))`;

const valuesOf = ({ search, workflowId, agent }: SuiteFilter) => [search, workflowId, agent];

/** One page of suites by name, one row more than asked. */
export async function selectSuites(
  tx: TenantTx,
  filter: SuiteFilter,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<Suite[]> {
  const result = await tx.client.query<Suite & { lastRunId: string | null }>(
    `SELECT ${columns} FROM ${source} WHERE ${matches} AND ($4::text IS NULL OR (q.name, q.config_id) > ($4, $5::uuid))
      ORDER BY q.name, q.config_id LIMIT $6`,
    [...valuesOf(filter), page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return result.rows.map(({ lastRunId: _, ...row }) => row);
}

/** Cases of all suites that match by their latest result, and the mean coverage (TESTS-02 … TESTS-05). */
export async function countSuites(tx: TenantTx, filter: SuiteFilter) {
  const result = await tx.client.query<{
    cases: number;
    passed: number;
    failed: number;
    coverage: number | null;
  }>(
    `SELECT jsonb_array_length(q.test_cases) AS cases, coalesce(r.passed, 0) AS passed, coalesce(r.failed, 0) AS failed,
            (r.coverage->>'percent')::int AS coverage FROM ${source} WHERE ${matches}`,
    valuesOf(filter),
  );
  const sum = (of: 'cases' | 'passed' | 'failed') => result.rows.reduce((total, row) => total + row[of], 0);
  return {
    suites: result.rows.length,
    totals: {
      passed: sum('passed'),
      failed: sum('failed'),
      total: sum('cases'),
      coverage: averageCoverage(result.rows.map(({ coverage }) => coverage)),
    },
  };
}

/** One suite with its cases, or null. */
export async function selectSuite(tx: TenantTx, id: string): Promise<StoredSuite | null> {
  const result = await tx.client.query<StoredSuite>(
    `SELECT ${columns}, q.revision, q.test_cases AS "testCases" FROM ${source} WHERE q.config_id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** What a change of a suite depends on, locked until the transaction ends; null: there is no such suite. */
export async function lockSuite(tx: TenantTx, id: string) {
  const [row] = await tx.db
    .select({
      id: suites.configId,
      name: suites.name,
      workflowId: suites.workflowId,
      revision: suites.revision,
      testCases: suites.testCases,
    })
    .from(suites)
    .where(eq(suites.configId, id))
    .for('update');
  return row ?? null;
}

/** Throws CONFLICT if the workspace has a suite of that name. */
export function insertSuite(
  tx: TenantTx,
  row: Pick<Suite, 'id' | 'name' | 'description' | 'workflowId'> & { readonly userId: string },
): Promise<void> {
  const { id, name, description, workflowId, userId } = row;
  const stored = {
    tenantId: tx.tenantId,
    configId: id,
    name,
    description,
    workflowId,
    outcomeCriteria: { required: false },
    createdBy: userId,
    updatedBy: userId,
  };
  return unlessNameTaken(name, tx.db.insert(suites).values(stored));
}

/** Changes a suite and counts its revision. Throws CONFLICT if the workspace has a suite of that name. */
export function updateSuite(
  tx: TenantTx,
  id: string,
  change: Partial<typeof suites.$inferInsert> & { readonly updatedBy: string },
): Promise<void> {
  const set = { ...change, revision: sql`${suites.revision} + 1`, updatedAt: sql`now()` };
  return unlessNameTaken(String(change.name), tx.db.update(suites).set(set).where(eq(suites.configId, id)));
}

function unlessNameTaken(name: string, work: Promise<unknown>): Promise<void> {
  return unlessTaken(
    'quality_assurance_configs_name',
    work,
    () => new ApiError('CONFLICT', `A suite called “${name}” already exists. Choose another name.`),
  );
}

export async function deleteSuite(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(suites).where(eq(suites.configId, id));
}

/** The ids of suites that have cases: all, or those given; with `onlyFailed` those whose latest run did not pass. */
export async function selectRunnableSuites(
  tx: TenantTx,
  { ids, onlyFailed }: { readonly ids: readonly string[] | null; readonly onlyFailed: boolean },
): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT q.config_id AS id FROM ${source} WHERE jsonb_array_length(q.test_cases) > 0
        AND ($1::uuid[] IS NULL OR q.config_id = ANY($1)) AND (NOT $2::boolean OR r.status IN ('failed', 'partial'))
      ORDER BY q.name, q.config_id`,
    [ids, onlyFailed],
  );
  return result.rows.map(({ id }) => id);
}

/** Required suites of a workflow that have no passing run of their cases on exactly this document. */
export async function selectUnpassed(
  tx: TenantTx,
  workflowId: string,
  documentHash: string,
): Promise<{ name: string; cases: number }[]> {
  const result = await tx.client.query<{ name: string; cases: number }>(
    `SELECT q.name, jsonb_array_length(q.test_cases) AS cases FROM quality_assurance_configs q
      WHERE q.workflow_id = $1 AND (q.outcome_criteria->>'required')::boolean
        AND NOT EXISTS (SELECT 1 FROM test_runs r WHERE r.config_id = q.config_id AND r.document_hash = $2
                         AND r.cases_hash = ${casesHash} AND r.status = 'passed')
      ORDER BY q.name`,
    [workflowId, documentHash],
  );
  return result.rows;
}

/** Workflows with a published version and ended runs, by name, with their latest version. */
export async function selectReplayable(
  tx: TenantTx,
): Promise<{ workflowId: string; name: string; version: number }[]> {
  const result = await tx.client.query<{ workflowId: string; name: string; version: number }>(
    `SELECT w.workflow_id AS "workflowId", w.name, max(v.version)::int AS version
       FROM workflow_definitions w JOIN workflow_versions v ON v.tenant_id = w.tenant_id AND v.workflow_id = w.workflow_id
      WHERE w.tenant_id = $1 AND v.version > 0 AND EXISTS (SELECT 1 FROM agent_executions r
              WHERE r.tenant_id = w.tenant_id AND r.workflow_id = w.workflow_id AND NOT r.is_draft AND r.status IN ('completed', 'failed'))
      GROUP BY w.workflow_id, w.name ORDER BY w.name, w.workflow_id`,
    [tx.tenantId],
  );
  return result.rows;
}
