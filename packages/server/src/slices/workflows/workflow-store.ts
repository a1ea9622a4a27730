import type { WorkflowSummary, WorkflowVersion } from '@attain/contract/workflows';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import { unlessTaken } from '../../db/unless-taken.ts';

/** A stored document with its content hash. */
export interface StoredWorkflow {
  readonly document: Workflow;
  readonly documentHash: string;
}

/** A workflow's identity, locked against changes. */
export interface LockedWorkflow extends StoredWorkflow {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly revision: number;
  readonly isActive: boolean;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

const summaryColumns = `w.workflow_id AS id, w.name, w.description, w.environment, w.version, w.revision,
  jsonb_array_length(w.nodes) AS "nodeCount", jsonb_array_length(w.edges) AS "edgeCount",
  NOT EXISTS (SELECT 1 FROM workflow_versions v WHERE v.workflow_id = w.workflow_id AND v.version = w.version
               AND v.document_hash = w.document_hash) AS "draftDiffers",
  w.is_template AS "isTemplate", w.is_active AS "isActive", w.tags, ${isoMoment('w.updated_at')} AS "updatedAt"`;

const documentColumns = `jsonb_build_object('name', w.name, 'description', w.description, 'nodes', w.nodes, 'edges', w.edges,
    'variables', w.variables, 'notes', w.metadata->'notes', 'settings', w.metadata->'settings') AS document,
  w.document_hash AS "documentHash"`;

const matches = `($1::text IS NULL OR w.name ILIKE $1 OR w.description ILIKE $1) AND ($2::text IS NULL OR w.nodes @> jsonb_build_array(jsonb_build_object('type', $2)))
  AND ($3::text IS NULL OR EXISTS (SELECT 1 FROM unnest(w.tags) AS t(tag) WHERE lower(t.tag) = lower($3)))`;

export interface WorkflowFilter {
  /** A pattern for names and descriptions; null: all. */
  readonly search: string | null;
  /** A type of node their draft has; null: all. */
  readonly uses: string | null;
  readonly tag: string | null;
}

/** One page of workflows by name, one row more than asked. `search` is an ILIKE pattern over names and descriptions. */
export async function selectWorkflows(
  tx: TenantTx,
  query: WorkflowFilter & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<WorkflowSummary[]> {
  const result = await tx.client.query<WorkflowSummary>(
    `SELECT ${summaryColumns} FROM workflow_definitions w
      WHERE ${matches} AND ($4::text IS NULL OR (w.name, w.workflow_id) > ($4, $5::text))
      ORDER BY w.name, w.workflow_id LIMIT $6`,
    [
      query.search,
      query.uses,
      query.tag,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** How many workflows the search finds. */
export async function countWorkflows(tx: TenantTx, { search, uses, tag }: WorkflowFilter): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM workflow_definitions w WHERE ${matches}`,
    [search, uses, tag],
  );
  return result.rows[0]?.count ?? 0;
}

/** One page of the tags in use, one row more than asked; of spellings that differ in case only, the first. */
export async function selectTags(
  tx: TenantTx,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<{ tag: string; count: number }[]> {
  const result = await tx.client.query<{ tag: string; count: number }>(
    `SELECT min(t.tag) AS tag, count(DISTINCT w.workflow_id)::int AS count
       FROM workflow_definitions w CROSS JOIN LATERAL unnest(w.tags) AS t(tag)
      WHERE $1::text IS NULL OR lower(t.tag) > lower($1) GROUP BY lower(t.tag) ORDER BY lower(t.tag) LIMIT $2`,
    [page.after?.[0] ?? null, page.limit + 1],
  );
  return result.rows;
}

/** Replaces the tags of a workflow. */
export async function updateTags(tx: TenantTx, id: string, tags: readonly string[]): Promise<void> {
  await tx.client.query('UPDATE workflow_definitions SET tags = $2 WHERE workflow_id = $1', [id, tags]);
}

/** One workflow as lists show it, or null. */
export async function selectWorkflow(tx: TenantTx, id: string): Promise<WorkflowSummary | null> {
  const result = await tx.client.query<WorkflowSummary>(
    `SELECT ${summaryColumns} FROM workflow_definitions w WHERE w.workflow_id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** The draft's document; null if the workflow does not exist. */
export async function selectDraft(tx: TenantTx, id: string): Promise<StoredWorkflow | null> {
  const result = await tx.client.query<StoredWorkflow>(
    `SELECT ${documentColumns} FROM workflow_definitions w WHERE w.workflow_id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** The document of a published version; null if it does not exist. */
export async function selectVersionDocument(
  tx: TenantTx,
  id: string,
  version: number,
): Promise<StoredWorkflow | null> {
  const result = await tx.client.query<StoredWorkflow>(
    `SELECT document, document_hash AS "documentHash" FROM workflow_versions WHERE workflow_id = $1 AND version = $2`,
    [id, version],
  );
  return result.rows[0] ?? null;
}

/** Every published version, newest first. */
export async function selectVersions(tx: TenantTx, id: string): Promise<WorkflowVersion[]> {
  const result = await tx.client.query<WorkflowVersion>(
    `SELECT v.version, v.document_hash AS "documentHash", v.note, m.display_name AS "createdBy", ${isoMoment('v.created_at')} AS "createdAt"
       FROM workflow_versions v LEFT JOIN users m ON m.id = v.created_by
      WHERE v.workflow_id = $1 AND v.version > 0 ORDER BY v.version DESC`,
    [id],
  );
  return result.rows;
}

/** The workflow with its draft, held until the transaction ends: saves and publications of one workflow have one order. */
export async function lockWorkflow(tx: TenantTx, id: string): Promise<LockedWorkflow | null> {
  const result = await tx.client.query<LockedWorkflow>(
    `SELECT w.workflow_id AS id, w.name, w.version, w.revision, w.is_active AS "isActive", ${isoMoment('w.updated_at')} AS "updatedAt",
            w.updated_by AS "updatedBy", ${documentColumns}
       FROM workflow_definitions w WHERE w.workflow_id = $1 FOR UPDATE`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** The ids that begin like this one, to number a new one apart from them; who asks next waits until this one is stored. */
export async function selectIdsLike(tx: TenantTx, id: string): Promise<string[]> {
  await holdTurn(tx, 'names', `${tx.tenantId}/workflows`);
  const result = await tx.client.query<{ id: string }>(
    `SELECT workflow_id AS id FROM workflow_definitions WHERE workflow_id = $1 OR starts_with(workflow_id, $1 || '-')`,
    [id],
  );
  return result.rows.map((row) => row.id);
}

/** Stores a new workflow with its draft. Throws CONFLICT if the workspace has a workflow of that name. */
export async function insertWorkflow(
  tx: TenantTx,
  row: StoredWorkflow & { readonly id: string; readonly userId: string },
): Promise<void> {
  await unlessNameTaken(
    row.document.name,
    tx.client.query(
      `INSERT INTO workflow_definitions (tenant_id, workflow_id, name, description, nodes, edges, variables, metadata,
         start_node_id, end_node_ids, complexity, document_hash, created_by, updated_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
      [tx.tenantId, row.id, ...draftValues(row), row.userId],
    ),
  );
}

/** Stores the draft and increments its revision. Throws CONFLICT if another workflow has the new name. */
export async function updateDraft(
  tx: TenantTx,
  row: StoredWorkflow & { readonly id: string; readonly userId: string },
): Promise<void> {
  await unlessNameTaken(
    row.document.name,
    tx.client.query(
      `UPDATE workflow_definitions SET name = $2, description = $3, nodes = $4, edges = $5, variables = $6, metadata = $7,
         start_node_id = $8, end_node_ids = $9, complexity = $10, document_hash = $11, updated_by = $12,
         revision = revision + 1, updated_at = now() WHERE workflow_id = $1`,
      [row.id, ...draftValues(row), row.userId],
    ),
  );
}

/** Stores a version for good and makes it the newest. */
export async function insertVersion(
  tx: TenantTx,
  row: StoredWorkflow & {
    readonly id: string;
    readonly version: number;
    readonly note: string;
    readonly userId: string;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO workflow_versions (tenant_id, workflow_id, version, document, document_hash, note, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, row.id, row.version, JSON.stringify(row.document), row.documentHash, row.note, row.userId],
  );
  await tx.client.query(
    'UPDATE workflow_definitions SET version = $2, updated_at = now() WHERE workflow_id = $1',
    [row.id, row.version],
  );
}

/**
 * Keeps a draft that is about to run, under a number below zero that no version has, and returns the number. The workflow must be
 * locked. A draft that is kept already keeps its number.
 */
export async function keepDraft(
  tx: TenantTx,
  row: StoredWorkflow & { readonly id: string; readonly userId: string },
): Promise<number> {
  const known = await tx.client.query<{ version: number | null; next: number }>(
    `SELECT max(version) FILTER (WHERE document_hash = $2) AS version, coalesce(min(version), 0) - 1 AS next
       FROM workflow_versions WHERE workflow_id = $1 AND version < 0`,
    [row.id, row.documentHash],
  );
  const { version = null, next = -1 } = known.rows[0] ?? {};
  if (version !== null) return version;
  await tx.client.query(
    `INSERT INTO workflow_versions (tenant_id, workflow_id, version, document, document_hash, note, created_by)
     VALUES ($1, $2, $3, $4, $5, '', $6)`,
    [tx.tenantId, row.id, next, JSON.stringify(row.document), row.documentHash, row.userId],
  );
  return next;
}

/** Takes a workflow out of use, or into use again. */
export async function updateActive(tx: TenantTx, id: string, isActive: boolean): Promise<void> {
  await tx.client.query(
    'UPDATE workflow_definitions SET is_active = $2, updated_at = now() WHERE workflow_id = $1',
    [id, isActive],
  );
}

function draftValues({ document, documentHash }: StoredWorkflow): unknown[] {
  const { nodes, edges } = document;
  const ofType = (type: string) => nodes.filter((node) => node.type === type).map((node) => node.id);
  return [
    document.name,
    document.description,
    JSON.stringify(nodes),
    JSON.stringify(edges),
    JSON.stringify(document.variables),
    JSON.stringify({ notes: document.notes, settings: document.settings }),
    ofType('start')[0] ?? null,
    ofType('end'),
    complexityOf(nodes.length),
    documentHash,
  ];
}

/** How much there is to read: our own three words over the stated default `simple`. */
function complexityOf(nodes: number): string {
  return nodes <= 10 ? 'simple' : nodes <= 50 ? 'moderate' : 'complex';
}

function unlessNameTaken(name: string, work: Promise<unknown>): Promise<void> {
  return unlessTaken(
    'workflow_definitions_name',
    work,
    () => new ApiError('CONFLICT', `A workflow called “${name}” already exists. Choose another name.`),
  );
}

/** How many workflows that are not retired have a node of each type in their draft. */
export async function selectNodeUsage(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const result = await tx.client.query<{ type: string; count: number }>(
    `SELECT n->>'type' AS type, count(DISTINCT w.workflow_id)::int AS count
       FROM workflow_definitions w CROSS JOIN LATERAL jsonb_array_elements(w.nodes) n WHERE w.is_active GROUP BY 1`,
  );
  return new Map(result.rows.map(({ type, count }) => [type, count]));
}
