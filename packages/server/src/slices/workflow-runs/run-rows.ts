import type { RunSummary } from '@attain/contract/workflow-runs';
import type { StepRef } from '@attain/domain/workflows/journal';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { stepKey } from '@attain/domain/workflows/steps/run-state';
import { containing, isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Deployed, joinDeployed } from '../../runs/deployed-version.ts';
import type { JournalEnd } from '../../runs/engine/journal/journal-chain.ts';
import type { LineApart } from '../../runs/engine/journal/values-apart.ts';
import type { RunAddress } from '../../runs/engine/run-address.ts';

const columns = `r.id, r.workflow_id AS "workflowId", w.name AS "workflowName", a.name AS "agentName", i.instance_name AS "instanceName", r.workflow_version AS version, r.status,
  r.execution_type AS trigger, u.display_name AS "startedBy", r.waiting_for AS "waitingFor", r.error_details->>'message' AS error,
  ${isoMoment('r.created_at')} AS "createdAt", ${isoMoment('r.start_time')} AS "startedAt", ${isoMoment('r.end_time')} AS "endedAt",
  r.duration::float8 AS "durationMs", r.progress, r.tried_again_as AS "triedAgainAs",
  r.is_draft AS "isDraft"`;
const source = `agent_executions r JOIN workflow_definitions w ON w.workflow_id = r.workflow_id
  LEFT JOIN agent_registry a ON a.workflow_id = r.workflow_id
  LEFT JOIN agent_instances i ON i.tenant_id = r.tenant_id AND i.id = r.instance_id LEFT JOIN users u ON u.id = r.started_by`;

/** Filters of the run list; null: no filter. */
export interface RunFilter {
  readonly workflowId: string | null;
  /** Only runs for this instance of an agent. */
  readonly instanceId: string | null;
  readonly statuses: readonly string[] | null;
  /** A part of a workflow's name, or the beginning of a run's id. */
  readonly search: string | null;
  /** Only runs this user started. */
  readonly startedBy: string | null;
  /**
   * `only`: runs that were not retried. `own`: of these, without those that a retry of their parent most likely repeats: it is in
   * progress, failed at their step, or was cancelled with them.
   */
  readonly untried: 'only' | 'own' | null;
  /** Runs of drafts, or all others. */
  readonly isDraft: boolean;
  readonly trigger: string | null;
  /** Created at or after, and before. */
  readonly from: string | null;
  readonly to: string | null;
  /** Text in input or output; only with `from`, because it reads the values of every run since then. */
  readonly value: string | null;
}

/** One page of runs, newest first, one row more than asked. A search reads only runs it can find by an index. */
export async function selectRuns(
  tx: TenantTx,
  filter: RunFilter,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<RunSummary[]> {
  const result = await tx.client.query<RunSummary>(
    filter.search === null
      ? `SELECT ${columns} FROM ${source} WHERE ${narrowed} ${newestFirst}`
      : `WITH hits AS (
           SELECT found.id FROM workflow_definitions w CROSS JOIN LATERAL (
             SELECT r.id, r.created_at FROM agent_executions r WHERE r.workflow_id = w.workflow_id AND ${narrowed} ${newestFirst}) found
            WHERE w.tenant_id = $8 AND w.name ILIKE $15
           UNION (SELECT r.id FROM agent_executions r WHERE r.id BETWEEN $16::uuid AND $17::uuid AND ${narrowed} ${newestFirst}))
         SELECT ${columns} FROM hits JOIN ${source.replace('agent_executions r', 'agent_executions r ON r.tenant_id = $8 AND r.id = hits.id')}
          ${newestFirst}`,
    [
      filter.workflowId,
      filter.statuses,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.limit + 1,
      filter.startedBy,
      filter.untried,
      tx.tenantId,
      filter.isDraft,
      filter.trigger,
      filter.from,
      filter.to,
      filter.value === null ? null : containing(filter.value),
      filter.instanceId,
      ...(filter.search === null ? [] : [containing(filter.search), ...idsFrom(filter.search)]),
    ],
  );
  return result.rows;
}

const narrowed = `r.tenant_id = $8 AND r.is_draft = $9 AND ($1::text IS NULL OR r.workflow_id = $1) AND ($2::text[] IS NULL OR r.status = ANY($2))
  AND ($3::timestamptz IS NULL OR (r.created_at, r.id) < ($3, $4::uuid)) AND ($6::uuid IS NULL OR r.started_by = $6)
  AND ($7::text IS NULL OR r.tried_again_as IS NULL) AND ($7 IS DISTINCT FROM 'own' OR NOT EXISTS (SELECT 1 FROM agent_executions p
    WHERE p.tenant_id = $8 AND p.id = r.parent_run_id AND p.status <> 'completed' AND (p.end_time IS NULL OR r.status = 'cancelled'
      OR p.error_details->'step'->>'node' = r.parent_step->>'node'))) AND ($10::text IS NULL OR r.execution_type = $10)
  AND ($11::timestamptz IS NULL OR r.created_at >= $11) AND ($12::timestamptz IS NULL OR r.created_at < $12)
  AND ($13::text IS NULL OR r.parameters::text ILIKE $13 OR r.result::text ILIKE $13)
  AND ($14::uuid IS NULL OR r.instance_id = $14)`;
const newestFirst = 'ORDER BY r.created_at DESC, r.id DESC LIMIT $5';

/** The first and the last id that begin with the text; nulls, which find nothing, when no id does. */
function idsFrom(text: string): readonly [string | null, string | null] {
  const id = text.trim().toLowerCase();
  const template = '00000000-0000-0000-0000-000000000000';
  const isBeginning =
    id.length >= 4 &&
    id.length <= template.length &&
    [...id].every((one, at) => (template[at] === '-' ? one === '-' : /[0-9a-f]/.test(one)));
  if (!isBeginning) return [null, null];
  return [id + template.slice(id.length), id + template.replaceAll('0', 'f').slice(id.length)];
}

/** One run as lists show it, or null. */
export async function selectRun(tx: TenantTx, id: string): Promise<RunSummary | null> {
  const result = await tx.client.query<RunSummary>(`SELECT ${columns} FROM ${source} WHERE r.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/** Further facts of one run. */
export interface RunFacts extends JournalEnd {
  readonly input: JsonValue;
  readonly variables: JsonObject;
  readonly output: JsonValue | null;
  readonly documentHash: string;
  readonly parentRunId: string | null;
  readonly instanceId: string | null;
  readonly parentStep: StepRef | null;
  readonly startedById: string;
  readonly environment: string;
  readonly isDraft: boolean;
  readonly agentVersion: string | null;
  readonly slot: 'stable' | 'canary' | null;
  readonly subject: string | null;
}

/** Runs that the steps of a run started, by step; of several attempts the last. */
export async function selectChildren(tx: TenantTx, runId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.client.query<{ id: string; step: StepRef }>(
    `SELECT id, parent_step AS step FROM agent_executions
      WHERE tenant_id = $1 AND parent_run_id = $2 ORDER BY created_at, id LIMIT 10000`,
    [tx.tenantId, runId],
  );
  return new Map(rows.map(({ id, step }) => [stepKey(step), id]));
}

/** Input and output of a run, or null. */
export async function selectFacts(tx: TenantTx, id: string): Promise<RunFacts | null> {
  const result = await tx.client.query<RunFacts>(
    `SELECT parameters AS input, context AS variables, result AS output, document_hash AS "documentHash",
            parent_run_id AS "parentRunId", instance_id AS "instanceId", parent_step AS "parentStep", started_by AS "startedById", environment, is_draft AS "isDraft", agent_version AS "agentVersion", slot, subject, entry_count AS "entryCount",
            journal_head AS "journalHead", journal_size AS "journalSize"
       FROM agent_executions WHERE id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** The run that a start key started, or null. */
export async function selectByKey(tx: TenantTx, workflowId: string, key: string): Promise<string | null> {
  const result = await tx.client.query<{ id: string }>(
    'SELECT id FROM agent_executions WHERE workflow_id = $1 AND start_key = $2',
    [workflowId, key],
  );
  return result.rows[0]?.id ?? null;
}

/** The runs that these start keys started, by key. */
export async function selectByKeys(
  tx: TenantTx,
  workflowId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RunAddress>> {
  const result = await tx.client.query<RunAddress & { key: string }>(
    `SELECT start_key AS key, tenant_id AS "tenantId", id, workflow_id AS "workflowId", workflow_version AS version,
            document_hash AS "documentHash", started_by AS "startedBy", parent_run_id AS "parentRunId"
       FROM agent_executions WHERE tenant_id = $1 AND workflow_id = $2 AND start_key = ANY($3)`,
    [tx.tenantId, workflowId, keys],
  );
  return new Map(result.rows.map((row) => [row.key, row]));
}

/** A published version, as a run of it has to know it. */
export interface RunnableVersion {
  readonly version: number;
  readonly documentHash: string;
  readonly environment: string;
  readonly isActive: boolean;
  readonly name: string;
  /** What runs instead where its agent is deployed; null: nowhere, or another version is asked for. */
  readonly deployed: Deployed | null;
}

/** A published version to run: a given one, or the newest, and what is deployed; or null. */
export async function selectRunnable(
  tx: Pick<TenantTx, 'client'>,
  workflowId: string,
  wanted: { readonly version: number | null; readonly environment: string | null },
): Promise<RunnableVersion | null> {
  const result = await tx.client.query<RunnableVersion>(
    `SELECT v.version, v.document_hash AS "documentHash", w.environment, w.is_active AS "isActive", w.name, deployed.it AS deployed
       FROM workflow_versions v JOIN workflow_definitions w ON w.workflow_id = v.workflow_id ${joinDeployed('$3')}
      WHERE v.workflow_id = $1 AND v.version = coalesce($2, w.version)`,
    [workflowId, wanted.version, wanted.environment],
  );
  return result.rows[0] ?? null;
}

/** Lines of a run's journal from a place on, one more than asked, without their large values. */
export async function selectLines(
  tx: TenantTx,
  runId: string,
  page: { readonly after: number; readonly limit: number },
): Promise<{ seq: number; entry: LineApart }[]> {
  const result = await tx.client.query<{ seq: number; entry: LineApart }>(
    'SELECT seq, entry FROM run_lines WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
    [runId, page.after, page.limit + 1],
  );
  return result.rows;
}

/** Depth of a run in the chain of runs that wait for it, and the workflow version it may start. */
export interface Lineage {
  /** Number of runs from it up to the top-level run, inclusive. */
  readonly depth: number;
  /** The version that the deployed agent of that one holds, or the newest there was when it was made; null: there was none yet. */
  readonly version: number | null;
  /** Where that one runs. */
  readonly environment: string | null;
  readonly isDraft: boolean;
}

/** The lineage of a run that is about to start a workflow of that id. */
export async function selectLineage(tx: TenantTx, runId: string, workflowId: string): Promise<Lineage> {
  const result = await tx.client.query<Lineage>(
    `WITH RECURSIVE above AS (
       SELECT parent_run_id, created_at, environment, agent_version, is_draft, 1 AS depth FROM agent_executions WHERE id = $1
       UNION ALL SELECT r.parent_run_id, r.created_at, r.environment, r.agent_version, r.is_draft, a.depth + 1
         FROM agent_executions r JOIN above a ON r.id = a.parent_run_id),
     outermost AS (SELECT * FROM above ORDER BY depth DESC LIMIT 1)
     SELECT o.depth, o.environment, o.is_draft AS "isDraft", coalesce(
       (SELECT (p->>'version')::int FROM agent_versions a CROSS JOIN LATERAL jsonb_array_elements(a.manifest->'pins') p
         WHERE a.hash = o.agent_version AND p->>'id' = $2 LIMIT 1),
       (SELECT max(v.version) FROM workflow_versions v WHERE v.workflow_id = $2 AND v.version > 0 AND v.created_at <= o.created_at)) AS version
       FROM outermost o`,
    [runId, workflowId],
  );
  return result.rows[0] ?? { depth: 0, version: null, environment: null, isDraft: false };
}

/** Locks a run until the transaction ends, so that retries of it follow one another. */
export async function lockRun(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('SELECT 1 FROM agent_executions WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    tx.tenantId,
    id,
  ]);
}

/** Notes on runs that another one repeats them, and on all that they started. */
export async function markRepeated(tx: TenantTx, runIds: readonly string[], as: string): Promise<void> {
  if (runIds.length === 0) return;
  await tx.client.query(
    `WITH RECURSIVE repeated AS (
       SELECT id FROM agent_executions WHERE tenant_id = $1 AND id = ANY($2)
       UNION ALL SELECT r.id FROM agent_executions r JOIN repeated p ON r.tenant_id = $1 AND r.parent_run_id = p.id)
     UPDATE agent_executions r SET tried_again_as = $3, updated_at = now() FROM repeated WHERE r.tenant_id = $1 AND r.id = repeated.id AND r.status <> 'completed'`,
    [tx.tenantId, runIds, as],
  );
}

/** Notes on a run that another one tries it again. */
export async function markTriedAgain(tx: TenantTx, runId: string, as: string): Promise<void> {
  await tx.client.query('UPDATE agent_executions SET tried_again_as = $2, updated_at = now() WHERE id = $1', [
    runId,
    as,
  ]);
}
