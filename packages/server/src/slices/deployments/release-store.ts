import type { GateResult, ReleaseStatus } from '@attain/domain/deployments/release-gates';
import type { Resources } from '@attain/domain/suites/run-case';
import { and, desc, eq, sql } from 'drizzle-orm';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { agentReleases as releases } from '../../db/schema/deployments.ts';

/** A release as stored, with the names that screens show. */
export interface StoredRelease {
  readonly id: string;
  readonly agentId: string;
  readonly agent: string;
  readonly hash: string;
  readonly version: string;
  readonly candidate: number;
  readonly status: ReleaseStatus;
  readonly notes: string;
  readonly isCombined: boolean;
  readonly gates: readonly GateResult[] | null;
  readonly createdBy: string;
  readonly author: string;
  readonly createdAt: string;
  readonly releasedAt: string | null;
  /** Where its version runs. */
  readonly environments: readonly string[];
}

const columns = `r.id, r.agent_id AS "agentId", a.name AS agent, r.agent_version AS hash, r.version, r.candidate, r.status, r.notes,
  r.is_combined AS "isCombined", r.gates, r.created_by AS "createdBy", coalesce(u.display_name, 'A former member') AS author,
  ${isoMoment('r.created_at')} AS "createdAt", ${isoMoment('r.released_at')} AS "releasedAt",
  ARRAY(SELECT b.environment FROM agent_workflow_bindings b WHERE b.agent_id = r.agent_id AND b.agent_version = r.agent_version
    AND b.slot = 'stable' AND b.is_active ORDER BY b.environment) AS environments`;
const source = `agent_releases r JOIN agent_registry a ON a.agent_id = r.agent_id LEFT JOIN users u ON u.id = r.created_by`;

/** One release, held until the transaction ends if asked; null: there is none. */
export async function selectRelease(
  tx: TenantTx,
  id: string,
  held: 'FOR UPDATE OF r' | '' = '',
): Promise<StoredRelease | null> {
  const result = await tx.client.query<StoredRelease>(
    `SELECT ${columns} FROM ${source} WHERE r.id = $1 ${held}`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** What an agent is called; null: there is none. */
export async function selectAgentName(tx: TenantTx, agentId: string): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    'SELECT name FROM agent_registry WHERE agent_id = $1',
    [agentId],
  );
  return result.rows[0]?.name ?? null;
}

/** One page of an agent’s releases, newest first, one row more than asked. */
export async function selectReleases(
  tx: TenantTx,
  agentId: string,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<StoredRelease[]> {
  const result = await tx.client.query<StoredRelease>(
    `SELECT ${columns} FROM ${source} WHERE r.agent_id = $1
        AND ($2::timestamptz IS NULL OR (r.created_at, r.id) < ($2, $3::uuid)) ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
    [agentId, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return result.rows;
}

/** The open candidate of an agent; null: there is none. */
export async function selectOpenRelease(
  tx: TenantTx,
  agentId: string,
): Promise<{ id: string; name: string } | null> {
  const [row] = await tx.db
    .select({ id: releases.id, version: releases.version, candidate: releases.candidate })
    .from(releases)
    .where(and(eq(releases.agentId, agentId), eq(releases.status, 'open')))
    .for('update');
  return row === undefined ? null : { id: row.id, name: `${row.version}-rc.${row.candidate}` };
}

/** Stores the next candidate of a version; returns its number. */
export async function insertRelease(
  tx: TenantTx,
  row: Pick<typeof releases.$inferInsert, 'id' | 'agentId' | 'agentVersion' | 'version' | 'createdBy'> & {
    readonly notes: string;
  },
): Promise<number> {
  const [last] = await tx.db
    .select({ candidate: releases.candidate })
    .from(releases)
    .where(and(eq(releases.agentId, row.agentId), eq(releases.agentVersion, row.agentVersion)))
    .orderBy(desc(releases.candidate))
    .limit(1);
  const candidate = (last?.candidate ?? 0) + 1;
  await tx.db.insert(releases).values({ ...row, tenantId: tx.tenantId, candidate });
  return candidate;
}

export async function updateRelease(
  tx: TenantTx,
  id: string,
  change: Partial<Pick<typeof releases.$inferInsert, 'status' | 'isCombined' | 'gates' | 'releasedAt'>>,
): Promise<void> {
  await tx.db
    .update(releases)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(releases.id, id));
}

/** An approval of a release: its latest request, and who gave it. */
export interface GateRequest {
  readonly id: string;
  readonly subjectId: string;
  readonly status: string;
  readonly expiresAt: string;
  readonly approvers: readonly string[];
  readonly names: readonly string[];
}

/** The latest request of each approval gate, by the subjects of the requests. */
export async function selectGateRequests(
  tx: TenantTx,
  subjectIds: readonly string[],
): Promise<readonly GateRequest[]> {
  const result = await tx.client.query<GateRequest>(
    `SELECT DISTINCT ON (r.subject_id) r.id, r.subject_id AS "subjectId", r.status, ${isoMoment('r.expires_at')} AS "expiresAt",
            r.approvers, ARRAY(SELECT u.display_name FROM users u WHERE u.id = ANY(r.approvers) ORDER BY u.display_name) AS names
       FROM attestation_records r WHERE r.kind = 'release-gate' AND r.subject_id = ANY($1)
      ORDER BY r.subject_id, r.created_at DESC, r.id DESC`,
    [subjectIds],
  );
  return result.rows;
}

/** Every suite with cases of a workflow, and whether its present cases passed on a document. */
export async function selectSuiteResults(
  tx: TenantTx,
  workflowId: string,
  documentHash: string,
): Promise<{ name: string; hasPassed: boolean }[]> {
  const result = await tx.client.query<{ name: string; hasPassed: boolean }>(
    `SELECT q.name, EXISTS (SELECT 1 FROM test_runs r WHERE r.config_id = q.config_id AND r.document_hash = $2
              AND r.cases_hash = md5(q.test_cases::text) AND r.status = 'passed') AS "hasPassed"
       FROM quality_assurance_configs q WHERE q.workflow_id = $1 AND jsonb_array_length(q.test_cases) > 0 ORDER BY q.name`,
    [workflowId, documentHash],
  );
  return result.rows;
}

/** What each case used in the latest ended run on two documents; null: it has no result there. */
export async function selectCaseResources(
  tx: TenantTx,
  workflowId: string,
  documents: { readonly now: string; readonly before: string | null },
): Promise<{ name: string; now: Resources | null; before: Resources | null }[]> {
  const latest = (
    hash: string,
  ) => `(SELECT t.result->'resources' FROM test_runs r JOIN test_results t ON t.run_id = r.id
      WHERE r.config_id = q.config_id AND r.document_hash = ${hash} AND t.case_id = (c.value->>'id')::uuid AND r.status <> 'running'
      ORDER BY r.created_at DESC, r.id DESC LIMIT 1)`;
  const result = await tx.client.query<{ name: string; now: Resources | null; before: Resources | null }>(
    `SELECT c.value->'test'->>'name' AS name, ${latest('$2')} AS now, ${latest('$3::text')} AS before
       FROM quality_assurance_configs q CROSS JOIN LATERAL jsonb_array_elements(q.test_cases) c
      WHERE q.workflow_id = $1 ORDER BY q.name, c.value->'test'->>'name' LIMIT 1000`,
    [workflowId, documents.now, documents.before],
  );
  return result.rows;
}

/** Whether others can start a workflow through a webhook. */
export async function hasWebhook(tx: TenantTx, workflowId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `SELECT 1 FROM workflow_triggers WHERE workflow_id = $1 AND kind = 'webhook' AND is_enabled LIMIT 1`,
    [workflowId],
  );
  return rowCount !== 0;
}
