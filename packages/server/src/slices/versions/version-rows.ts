import type { AgentManifest, VersionRecord } from '@attain/domain/proofs/versions-file';
import type { VersionContent, VersionForm } from '@attain/domain/versions/content';
import type { TaggedVersion, VersionNode, VersionStatus, VersionTag } from '@attain/domain/versions/history';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { agentBranches, agentVersions } from '../../db/schema/versions.ts';

/** An agent as it is edited on main: its form, and what its workflow has published. */
export interface EditedAgent {
  readonly name: string;
  readonly label: string;
  readonly form: VersionForm;
  readonly workflow: {
    readonly id: string;
    readonly version: number;
    readonly hash: string;
    readonly document: Workflow;
  } | null;
}

/** The agent with the newest published version of its workflow, held until the transaction ends if asked; null: no such agent. */
export async function selectEditedAgent(
  tx: TenantTx,
  agentId: string,
  held: 'FOR UPDATE OF a' | '' = '',
): Promise<EditedAgent | null> {
  const result = await tx.client.query<EditedAgent>(
    `SELECT a.name, a.version AS label, jsonb_build_object('agentId', a.agent_id, 'name', a.name, 'description', a.description,
              'type', a.type, 'category', a.category, 'module', a.module, 'submodule', a.submodule, 'capabilities', a.capabilities,
              'defaultParameters', a.default_parameters, 'parameterSchema', a.parameter_schema, 'isTemplate', a.is_template,
              'isCustomizable', a.is_customizable, 'riskLevel', a.risk_level, 'trustThreshold', a.trust_threshold::float8,
              'parameters', a.parameters,
              'triggerConditions', jsonb_path_query_array(a.trigger_conditions, '$[*].condition')) AS form,
            CASE WHEN v.version IS NOT NULL THEN jsonb_build_object('id', v.workflow_id, 'version', v.version,
              'hash', v.document_hash, 'document', v.document) END AS workflow
       FROM agent_registry a LEFT JOIN workflow_definitions w ON w.workflow_id = a.workflow_id
       LEFT JOIN workflow_versions v ON v.workflow_id = w.workflow_id AND v.version = w.version
      WHERE a.agent_id = $1 ${held}`,
    [agentId],
  );
  return result.rows[0] ?? null;
}

/** The agent that runs a workflow; null: none does. */
export async function selectAgentOf(tx: TenantTx, workflowId: string): Promise<string | null> {
  const result = await tx.client.query<{ id: string }>(
    'SELECT agent_id AS id FROM agent_registry WHERE workflow_id = $1',
    [workflowId],
  );
  return result.rows[0]?.id ?? null;
}

export type StoredBranch = Omit<
  typeof agentBranches.$inferSelect,
  'tenantId' | 'createdBy' | 'createdAt' | 'updatedAt'
>;

const branchColumns = `agent_id AS "agentId", name, head, draft_form AS "draftForm", workflow_id AS "workflowId", workflow_revision AS "workflowRevision", revision`;

/** A branch; null: there is none of that name. */
export async function selectBranch(
  tx: TenantTx,
  agentId: string,
  name: string,
): Promise<StoredBranch | null> {
  const result = await tx.client.query<StoredBranch>(
    `SELECT ${branchColumns} FROM agent_branches WHERE agent_id = $1 AND name = $2`,
    [agentId, name],
  );
  return result.rows[0] ?? null;
}

/** Moves a branch to a version, or creates it there; its draft becomes the version. */
export async function moveBranch(
  tx: TenantTx,
  to: { readonly agentId: string; readonly name: string; readonly head: string; readonly userId: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO agent_branches (tenant_id, agent_id, name, head, created_by) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, agent_id, name) DO UPDATE SET head = excluded.head, draft_form = NULL,
       revision = agent_branches.revision + 1, updated_at = now()`,
    [tx.tenantId, to.agentId, to.name, to.head, to.userId],
  );
}

/** A version with everything it holds. */
export interface StoredVersion {
  readonly hash: string;
  readonly number: number;
  readonly branch: string;
  readonly version: string;
  readonly record: VersionRecord;
  readonly manifest: AgentManifest;
  readonly workflowVersion: number | null;
  readonly document: Workflow | null;
}

const versionColumns = `v.hash, v.number, v.branch, v.version, v.record, v.manifest, v.workflow_version AS "workflowVersion",
  coalesce(v.document, w.document) AS document`;
const versionSource = `agent_versions v LEFT JOIN workflow_versions w
  ON w.workflow_id = v.manifest->'workflow'->>'id' AND w.version = v.workflow_version`;

/** One version; null: the agent has none of that hash. */
export async function selectVersion(
  tx: TenantTx,
  agentId: string,
  hash: string,
): Promise<StoredVersion | null> {
  const result = await tx.client.query<StoredVersion>(
    `SELECT ${versionColumns} FROM ${versionSource} WHERE v.agent_id = $1 AND v.hash = $2`,
    [agentId, hash],
  );
  return result.rows[0] ?? null;
}

/** Every version of an agent, oldest first. */
export async function selectAllVersions(tx: TenantTx, agentId: string): Promise<StoredVersion[]> {
  const result = await tx.client.query<StoredVersion>(
    `SELECT ${versionColumns} FROM ${versionSource} WHERE v.agent_id = $1 ORDER BY v.number`,
    [agentId],
  );
  return result.rows;
}

/** What the tags of an agent's versions depend on, and the tags they have. */
export async function selectTagged(
  tx: TenantTx,
  agentId: string,
): Promise<(TaggedVersion & { readonly tag: VersionTag | null })[]> {
  const result = await tx.client.query<TaggedVersion & { readonly tag: VersionTag | null }>(
    `SELECT v.hash, v.parents, v.number, v.branch, v.status, v.tag,
            (SELECT count(*)::int FROM agent_executions r WHERE r.workflow_id = v.manifest->'workflow'->>'id'
              AND r.workflow_version = v.workflow_version AND r.status NOT IN ('completed', 'failed', 'cancelled')) AS "openRuns"
       FROM agent_versions v WHERE v.agent_id = $1`,
    [agentId],
  );
  return result.rows;
}

export async function updateTag(
  tx: TenantTx,
  of: { readonly agentId: string; readonly hash: string; readonly tag: VersionTag | null },
): Promise<void> {
  await tx.client.query('UPDATE agent_versions SET tag = $3 WHERE agent_id = $1 AND hash = $2', [
    of.agentId,
    of.hash,
    of.tag,
  ]);
}

/** The history of an agent as a graph, by hash. */
export async function selectGraph(tx: TenantTx, agentId: string): Promise<Map<string, VersionNode>> {
  const result = await tx.client.query<VersionNode>(
    'SELECT hash, parents, number FROM agent_versions WHERE agent_id = $1',
    [agentId],
  );
  return new Map(result.rows.map((row) => [row.hash, row]));
}

/** The labels used on a branch. */
export async function selectLabels(tx: TenantTx, agentId: string, branch: string): Promise<string[]> {
  const result = await tx.client.query<{ version: string }>(
    'SELECT version FROM agent_versions WHERE agent_id = $1 AND branch = $2',
    [agentId, branch],
  );
  return result.rows.map(({ version }) => version);
}

export async function insertAgentVersion(
  tx: TenantTx,
  row: Omit<typeof agentVersions.$inferInsert, 'tenantId' | 'id' | 'number' | 'status' | 'createdAt'>,
): Promise<void> {
  const { agentId, hash, branch, version, parents, message, manifestHash, createdBy } = row;
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
  await tx.client.query(
    `INSERT INTO agent_versions (tenant_id, agent_id, hash, number, branch, version, parents, message, manifest_hash, record,
       manifest, workflow_version, document, changes, created_by)
     SELECT $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
       FROM agent_versions WHERE agent_id = $2`,
    [
      ...[tx.tenantId, agentId, hash, branch, version, parents, message, manifestHash],
      ...[json(row.record), json(row.manifest), row.workflowVersion ?? null, json(row.document)],
      ...[json(row.changes), createdBy],
    ],
  );
}

export async function updateVersionStatus(
  tx: TenantTx,
  of: { readonly agentId: string; readonly hash: string; readonly status: VersionStatus },
): Promise<void> {
  await tx.client.query('UPDATE agent_versions SET status = $3 WHERE agent_id = $1 AND hash = $2', [
    of.agentId,
    of.hash,
    of.status,
  ]);
}

/** A version as lists show it. */
export interface VersionRow {
  readonly hash: string;
  readonly number: number;
  readonly version: string;
  readonly branch: string;
  readonly author: string;
  readonly date: string;
  readonly message: string;
  readonly status: VersionStatus;
  readonly tag: VersionTag | null;
  readonly changes: readonly string[];
  readonly parents: readonly string[];
  readonly manifestHash: string;
  readonly workflowVersion: number | null;
  readonly size: number;
  readonly runs: number;
  readonly openRuns: number;
  readonly deployments: number;
  readonly completed: number;
  readonly failed: number;
  readonly medianMs: number | null;
  readonly accuracy: number | null;
}

const rowColumns = `v.hash, v.number, v.version, v.branch, v.record->>'author' AS author, ${isoMoment('v.created_at')} AS date,
  v.message, v.status, v.tag, v.changes, v.parents, v.manifest_hash AS "manifestHash", v.workflow_version AS "workflowVersion",
  (octet_length(v.manifest::text) + coalesce(octet_length(coalesce(v.document, w.document)::text), 0))::int AS size, ran.*,
  (SELECT count(*)::int FROM pipeline_executions p WHERE p.agent_id = v.agent_id AND p.agent_version = v.hash
     AND p.status = 'completed') AS deployments`;
/** Runs of the last 30 days that started while the version was the newest with its workflow version. */
const ran = `LEFT JOIN LATERAL (
    SELECT count(*)::int AS runs, count(*) FILTER (WHERE r.status NOT IN ('completed', 'failed', 'cancelled'))::int AS "openRuns",
           count(*) FILTER (WHERE r.status = 'completed')::int AS completed,
           count(*) FILTER (WHERE r.status = 'failed')::int AS failed,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.duration) FILTER (WHERE r.status = 'completed')::float8 AS "medianMs",
           avg(CASE WHEN r.result->>'accuracy' ~ '^-?[0-9]{1,20}(\\.[0-9]{1,20})?$' THEN (r.result->>'accuracy')::float8 END) AS accuracy
      FROM agent_executions r WHERE r.workflow_id = v.manifest->'workflow'->>'id' AND r.workflow_version = v.workflow_version
       AND r.created_at > $2::timestamptz - interval '30 days' AND r.created_at >= v.created_at
       AND r.created_at < coalesce((SELECT min(n.created_at) FROM agent_versions n WHERE n.agent_id = v.agent_id
         AND n.workflow_version = v.workflow_version AND n.number > v.number), 'infinity')) ran ON true`;

/** One page of an agent's versions, newest first, one row more than asked. */
export async function selectVersionRows(
  tx: TenantTx,
  agentId: string,
  page: {
    readonly now: Date;
    readonly before: number | null;
    readonly limit: number;
    readonly search: string | null;
  },
): Promise<VersionRow[]> {
  const result = await tx.client.query<VersionRow>(
    `SELECT ${rowColumns} FROM ${versionSource} ${ran}
      WHERE v.agent_id = $1 AND ($3::int IS NULL OR v.number < $3)
        AND ($4::text IS NULL OR v.version ILIKE $4 OR v.message ILIKE $4 OR v.hash ILIKE $4 OR v.record->>'author' ILIKE $4)
      ORDER BY v.number DESC LIMIT $5`,
    [agentId, page.now, page.before, page.search, page.limit + 1],
  );
  return result.rows;
}

/** Some versions as lists show them. */
export async function selectVersionRowsOf(
  tx: TenantTx,
  agentId: string,
  of: { readonly now: Date; readonly hashes: readonly string[] },
): Promise<VersionRow[]> {
  const result = await tx.client.query<VersionRow>(
    `SELECT ${rowColumns} FROM ${versionSource} ${ran} WHERE v.agent_id = $1 AND v.hash = ANY($3)`,
    [agentId, of.now, of.hashes],
  );
  return result.rows;
}

/** Counts of an agent's versions. */
export async function countVersions(
  tx: TenantTx,
  agentId: string,
): Promise<{ versions: number; active: number; branches: number }> {
  const result = await tx.client.query<{
    versions: number;
    active: number;
    branches: number;
  }>(
    `SELECT count(*)::int AS versions, count(*) FILTER (WHERE status = 'active')::int AS active,
            (SELECT count(*)::int FROM agent_branches WHERE agent_id = $1) AS branches
       FROM agent_versions WHERE agent_id = $1`,
    [agentId],
  );
  return result.rows[0] ?? { versions: 0, active: 0, branches: 0 };
}

/** What people edit of a stored version. */
export function contentOfVersion({ manifest, document }: StoredVersion): VersionContent {
  return { agent: manifest.agent as VersionForm, workflow: document };
}
