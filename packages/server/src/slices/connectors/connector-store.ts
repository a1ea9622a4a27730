import type { Connector, ConnectorJoin, ConnectorSource, SyncOperation } from '@attain/contract/connectors';
import { skippedErrors } from '@attain/contract/import-status';
import type { ImportSummary } from '@attain/contract/imports';
import type { CronSchedule } from '@attain/contract/workflow-triggers';
import type { Held } from '@attain/domain/access/permissions';
import { type Brought, COMPARED } from '@attain/domain/connections/usual-size';
import type pg from 'pg';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { orderJob, removeJob } from '../../jobs/job-store.ts';
import type { KindName } from '../imports/kinds/kind.ts';

/** So many executions of a connector are kept, and one that found no file. */
const KEPT_SYNCS = 100;
const foundNoFile = `status = 'completed' AND import_id IS NULL`;

/** A connector with whose rights it has. */
export interface StoredConnector extends Omit<Connector, 'kind'> {
  readonly kind: KindName;
  readonly runsAs: string;
  readonly environment: string;
}

const shownSync = (s: string) => `json_build_object('id', ${s}.id, 'status', ${s}.status,
  'startTime', ${isoMoment(`${s}.start_time`)}, 'endTime', ${isoMoment(`${s}.end_time`)},
  'recordsProcessed', ${s}.records_processed, 'recordsSuccessful', ${s}.records_successful,
  'recordsFailed', ${s}.records_failed, 'errors', ${s}.errors, 'progress', ${s}.progress::float8,
  'importId', ${s}.import_id, 'fileName',
  (SELECT f.file_name FROM connector_files f WHERE f.tenant_id = ${s}.tenant_id AND f.connector_id = ${s}.connector_id AND f.id = ${s}.id), 'startedBy', (SELECT u.display_name FROM users u WHERE u.id = ${s}.started_by))`;

const connectorColumns = `c.id, c.name, c.provider, c.status, c.error, c.environment, c.config->>'connection' AS "connectionId",
  (SELECT a.name FROM application_registry a WHERE a.tenant_id = c.tenant_id AND a.application_id = c.config->>'connection') AS "connectionName",
  c.config->'source' AS source, coalesce(c.config->'joins', '[]') AS joins, c.schema AS columns, c.capabilities, t.data_flow->>'kind' AS kind,
  t.data_flow->>'profileId' AS "profileId", coalesce((t.data_flow->>'skipsErrors')::boolean, false) AS "skipsErrors",
  (SELECT p.name FROM import_profiles p WHERE p.tenant_id = c.tenant_id AND p.id = (t.data_flow->>'profileId')::uuid
    ORDER BY p.version DESC LIMIT 1) AS "profileName",
  t.schedule, c.sync_frequency AS "syncFrequency", t.status = 'paused' AS "isPaused", t.runs_as AS "runsAs",
  (SELECT u.display_name FROM users u WHERE u.id = t.runs_as) AS owner, ${isoMoment('t.next_run')} AS "nextRun",
  ${isoMoment('t.last_run')} AS "lastRun", ${isoMoment('c.last_sync')} AS "lastSync", c.data_volume::float8 AS "dataVolume",
  t.success, t.outcome, c.revision,
  (SELECT ${shownSync('s')} FROM sync_operations s WHERE s.tenant_id = c.tenant_id AND s.connector_id = c.id
    AND s.status IN ('running', 'held')) AS open`;

const connectorsOf = `data_source_connectors c JOIN agent_tasks t ON t.tenant_id = c.tenant_id AND t.connector_id = c.id`;

/** One page of connectors by name, one row more than asked. */
export async function selectConnectors(
  tx: TenantTx,
  { after, limit }: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<StoredConnector[]> {
  const result = await tx.client.query<StoredConnector>(
    `SELECT ${connectorColumns} FROM ${connectorsOf}
      WHERE $1::text IS NULL OR (c.name COLLATE "C", c.id) > ($1, $2::uuid) ORDER BY c.name COLLATE "C", c.id LIMIT $3`,
    [after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  return result.rows;
}

/** One connector, or null; with `lock` its task is held until the transaction ends. */
export async function selectConnector(
  tx: TenantTx,
  id: string,
  lock: 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED' | '' = '',
): Promise<StoredConnector | null> {
  if (lock !== '') {
    const held = await tx.client.query(`SELECT 1 FROM agent_tasks WHERE connector_id = $1 ${lock}`, [id]);
    if (held.rowCount === 0) return null;
  }
  const result = await tx.client.query<StoredConnector>(
    `SELECT ${connectorColumns} FROM ${connectorsOf} WHERE c.id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** What a person chose of a connector. */
export interface ChosenConnector {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly environment: string;
  readonly connectionId: string;
  readonly source: ConnectorSource;
  readonly joins: readonly ConnectorJoin[];
  readonly capabilities: Connector['capabilities'];
  readonly syncFrequency: Connector['syncFrequency'];
  readonly kind: KindName;
  readonly profileId: string | null;
  readonly skipsErrors: boolean;
  readonly schedule: CronSchedule | null;
  readonly nextRun: Date | null;
  readonly runsAs: string;
  /** It brings other records than before, so its next execution is held like the first one. */
  readonly bringsOther: boolean;
}

/** Stores a new or changed connector with its task; it has to be tested again. Throws CONFLICT for a name in use. */
export async function saveChosen(tx: TenantTx, row: ChosenConnector): Promise<void> {
  await unlessTaken(
    'data_source_connectors_name',
    tx.client.query(
      `INSERT INTO data_source_connectors (tenant_id, id, name, type, provider, environment, config, capabilities, sync_frequency)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (tenant_id, id) DO UPDATE SET name = $3, type = $4, provider = $5, environment = $6, config = $7, capabilities = $8,
         sync_frequency = $9, status = 'disconnected', error = NULL, schema = '[]',
         brings_since = CASE WHEN $10 THEN now() ELSE data_source_connectors.brings_since END, revision = data_source_connectors.revision + 1, updated_at = now()`,
      [
        tx.tenantId,
        row.id,
        row.name,
        row.source.type,
        row.provider,
        row.environment,
        JSON.stringify({ connection: row.connectionId, source: row.source, joins: row.joins }),
        JSON.stringify(row.capabilities),
        row.syncFrequency,
        row.bringsOther,
      ],
    ),
    () => new ApiError('CONFLICT', `A connector called “${row.name}” already exists. Choose another name.`),
  );
  await tx.client.query(
    `INSERT INTO agent_tasks (tenant_id, connector_id, environment, name, schedule, data_flow, next_run, runs_as)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT ON CONSTRAINT agent_tasks_connector DO UPDATE SET environment = $3, name = $4, schedule = $5, data_flow = $6,
       next_run = CASE WHEN agent_tasks.status = 'active' THEN $7::timestamptz END, runs_as = $8, updated_at = now()`,
    [
      tx.tenantId,
      row.id,
      row.environment,
      row.name,
      row.schedule === null ? null : JSON.stringify(row.schedule),
      JSON.stringify({ kind: row.kind, profileId: row.profileId, skipsErrors: row.skipsErrors }),
      row.nextRun,
      row.runsAs,
    ],
  );
}

/** Deletes a connector; its task and executions go with it. */
export async function deleteConnector(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('DELETE FROM data_source_connectors WHERE id = $1', [id]);
}

/** Stores how the other side answered. Without an error or columns there was nothing new: a rejected file stays the error, any other is over. */
export async function noteReached(
  tx: TenantTx,
  id: string,
  found:
    | { readonly columns: Connector['columns']; readonly bytes?: number }
    | { readonly error: string | null },
): Promise<void> {
  if ('columns' in found) {
    await tx.client.query(
      `UPDATE data_source_connectors SET status = 'connected', error = NULL, schema = $2, data_volume = coalesce($3, data_volume),
         last_sync = CASE WHEN $3::bigint IS NULL THEN last_sync ELSE now() END, updated_at = now() WHERE id = $1`,
      [id, JSON.stringify(found.columns), found.bytes ?? null],
    );
  } else if (found.error !== null) {
    await tx.client.query(
      `UPDATE data_source_connectors SET status = 'error', error = $2, updated_at = now() WHERE id = $1`,
      [id, found.error.slice(0, 1_000)],
    );
  } else {
    await tx.client.query(
      `UPDATE data_source_connectors c SET status = 'connected', error = NULL, updated_at = now() WHERE c.id = $1 AND c.status = 'error'
          AND NOT EXISTS (SELECT 1 FROM connector_files f WHERE f.tenant_id = c.tenant_id AND f.connector_id = c.id AND f.is_unreadable
            AND f.id = (SELECT s.id FROM sync_operations s WHERE s.tenant_id = c.tenant_id AND s.connector_id = c.id AND s.status = 'failed'
              ORDER BY s.start_time DESC, s.id DESC LIMIT 1))`,
      [id],
    );
  }
}

/** Pauses or resumes a task. */
export async function switchTask(
  tx: TenantTx,
  id: string,
  to:
    | { readonly status: 'paused'; readonly outcome?: string }
    | { readonly status: 'active'; readonly nextRun: Date | null; readonly runsAs: string },
): Promise<void> {
  const active = to.status === 'active' ? to : null;
  await tx.client.query(
    `UPDATE agent_tasks SET status = $2, next_run = $3, runs_as = coalesce($4, runs_as), outcome = coalesce($5, outcome),
       updated_at = now() WHERE connector_id = $1`,
    [
      id,
      to.status,
      active?.nextRun ?? null,
      active?.runsAs ?? null,
      to.status === 'paused' ? (to.outcome ?? null) : null,
    ],
  );
}

/** Stores the instant a task starts at next, and with `outcome` why it starts nothing now. */
export async function moveTask(tx: TenantTx, id: string, nextRun: Date, outcome?: string): Promise<void> {
  await tx.client.query(
    'UPDATE agent_tasks SET next_run = $2, outcome = coalesce($3, outcome) WHERE connector_id = $1',
    [id, nextRun, outcome ?? null],
  );
}

/** A task of some workspace that is due. */
export interface DueTask {
  readonly tenantId: string;
  /** Its connector. */
  readonly id: string;
  readonly runsAs: string;
}

/** That a task is due. */
export const tasksAreDue =
  "EXISTS (SELECT 1 FROM agent_tasks WHERE next_run <= clock.now AND status = 'active')";

/** Tasks of all workspaces that are due: the oldest of each workspace, then the second of each. */
export async function dueTasks(owner: pg.Pool, now: Date, limit: number): Promise<DueTask[]> {
  const result = await owner.query<DueTask>({
    name: 'due-tasks',
    text: `SELECT tenant_id AS "tenantId", connector_id AS id, runs_as AS "runsAs"
         FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY next_run, id) AS turn
                 FROM agent_tasks WHERE next_run <= $1 AND status = 'active') ranked
        ORDER BY turn, next_run, id LIMIT $2`,
    values: [now, limit],
  });
  return result.rows;
}

/** Stores an execution and the order to do it. */
export async function insertSync(
  tx: TenantTx,
  sync: {
    readonly id: string;
    readonly connectorId: string;
    readonly environment: string;
    readonly startedBy: string | null;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO sync_operations (tenant_id, id, connector_id, environment, status, started_by) VALUES ($1, $2, $3, $4, 'running', $5)`,
    [tx.tenantId, sync.id, sync.connectorId, sync.environment, sync.startedBy],
  );
  await orderJob(tx, 'sync', sync.id);
}

/** An execution with the connector it belongs to. */
export interface OpenSync {
  readonly id: string;
  readonly status: SyncOperation['status'];
  readonly importId: string | null;
  readonly connectorId: string;
  /** The owner of the connector. */
  readonly createdBy: string;
  /** Who started it by hand; null: the schedule. */
  readonly startedBy: string | null;
}

/** An execution that has not ended, held with its task until the transaction ends, or null. */
export async function lockOpenSync(tx: TenantTx, id: string): Promise<OpenSync | null> {
  const open = await selectOpenSync(tx, id);
  // the task first, as when the connector is removed
  if (open === null || (await selectConnector(tx, open.connectorId, 'FOR UPDATE')) === null) return null;
  return selectOpenSync(tx, id, 'FOR UPDATE OF s');
}

/** An execution that has not ended, or null. */
export async function selectOpenSync(
  tx: TenantTx,
  id: string,
  lock: 'FOR UPDATE OF s' | '' = '',
): Promise<OpenSync | null> {
  const result = await tx.client.query<OpenSync>(
    `SELECT s.id, s.status, s.import_id AS "importId", s.connector_id AS "connectorId", t.runs_as AS "createdBy", s.started_by AS "startedBy"
       FROM sync_operations s JOIN agent_tasks t ON t.tenant_id = s.tenant_id AND t.connector_id = s.connector_id
      WHERE s.id = $1 AND s.status IN ('running', 'held') ${lock}`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** The owner of an execution that failed and left its import open; null: it did not. */
export async function ownerOfLeftImport(tx: TenantTx, id: string): Promise<string | null> {
  const result = await tx.client.query<{ owner: string }>(
    `SELECT t.runs_as AS owner FROM sync_operations s JOIN imports i ON i.tenant_id = s.tenant_id AND i.id = s.id
       JOIN agent_tasks t ON t.tenant_id = s.tenant_id AND t.connector_id = s.connector_id
      WHERE s.id = $1 AND s.status = 'failed' AND i.status NOT IN ('committed', 'cancelled')`,
    [id],
  );
  return result.rows[0]?.owner ?? null;
}

/** One page of executions, newest first, one row more than asked. */
export async function selectSyncs(
  tx: TenantTx,
  query: { readonly id: string; readonly after: readonly string[] | null; readonly limit: number },
): Promise<SyncOperation[]> {
  const result = await tx.client.query<{ sync: SyncOperation }>(
    `SELECT ${shownSync('s')} AS sync FROM sync_operations s WHERE s.connector_id = $1
        AND ($2::timestamptz IS NULL OR (s.start_time, s.id) < ($2, $3::uuid)) ORDER BY s.start_time DESC, s.id DESC LIMIT $4`,
    [query.id, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows.map(({ sync }) => sync);
}

/** Executions whose import has something new to tell. */
const unsettled = `sync_operations s JOIN imports i ON i.tenant_id = s.tenant_id AND i.id = s.import_id
                WHERE s.status IN ('running', 'held') AND (i.status IN ('committed', 'failed', 'cancelled')
                   OR s.status = 'running' AND i.status = 'checked')`;
/** That an import of an execution has something new to tell. */
export const syncsAreUnsettled = `EXISTS (SELECT 1 FROM ${unsettled})`;

/** Executions of all workspaces whose import has something new to tell. */
export async function unsettledSyncs(
  owner: pg.Pool,
  limit: number,
): Promise<{ tenantId: string; id: string; createdBy: string }[]> {
  const result = await owner.query<{ tenantId: string; id: string; createdBy: string }>({
    name: 'unsettled-syncs',
    text: `SELECT s.tenant_id AS "tenantId", s.id, t.runs_as AS "createdBy"
         FROM (SELECT s.*, row_number() OVER (PARTITION BY s.tenant_id ORDER BY s.start_time) AS turn
                 FROM ${unsettled}) s
         JOIN agent_tasks t ON t.tenant_id = s.tenant_id AND t.connector_id = s.connector_id
        ORDER BY s.turn, s.start_time LIMIT $1`,
    values: [limit],
  });
  return result.rows;
}

/** Stores that an execution has its import, and how far it is. */
export async function noteImport(tx: TenantTx, id: string, progress: number): Promise<void> {
  await tx.client.query(
    'UPDATE sync_operations SET import_id = id, progress = $2, updated_at = now() WHERE id = $1',
    [id, progress],
  );
}

/** How an execution ended, or that a person decides. */
export interface SyncEnd {
  readonly status: 'completed' | 'failed' | 'held';
  /** Why it failed, is held, or was completed without a file. */
  readonly errors: readonly string[];
  readonly summary: ImportSummary | null;
}

/** Stores it, and the result with the task. Executions that are too old are removed. */
export async function settleSync(
  tx: TenantTx,
  { id, connectorId }: Pick<OpenSync, 'id' | 'connectorId'>,
  { status, errors, summary }: SyncEnd,
): Promise<void> {
  const { rows = 0, added = 0, changed = 0, unchanged = 0, badRows = 0, totals = [] } = summary ?? {};
  const failed = badRows + skippedErrors(summary);
  const isOver = status !== 'held';
  await tx.client.query(
    `UPDATE sync_operations SET status = $2, errors = $3, records_processed = $4, records_successful = $5, records_failed = $6,
       totals = $7, progress = CASE WHEN $2 = 'completed' THEN 100 ELSE progress END,
       end_time = CASE WHEN $8 THEN now() END, updated_at = now() WHERE id = $1`,
    [
      id,
      status,
      JSON.stringify(errors),
      rows,
      status === 'completed' ? added + changed + unchanged : 0,
      failed,
      JSON.stringify(totals),
      isOver,
    ],
  );
  const outcome =
    status === 'completed' && summary === null
      ? errors.join(' ')
      : status === 'completed'
        ? `Imported: ${added} new, ${changed} changed, ${unchanged} unchanged${failed > 0 ? `, ${failed} with errors skipped` : ''}.`
        : `${status === 'held' ? 'Waits for a decision' : 'Failed'}: ${errors.join(' ')}`;
  await tx.client.query(
    'UPDATE agent_tasks SET last_run = now(), success = $2, outcome = $3, updated_at = now() WHERE connector_id = $1',
    [connectorId, status !== 'failed', outcome.slice(0, 1_000)],
  );
  if (isOver) await removeOldSyncs(tx, connectorId);
}

/** Keeps the newest executions of a connector, and those that the next one is compared with. */
async function removeOldSyncs(tx: TenantTx, connectorId: string): Promise<void> {
  const newest = (condition: string, count: number) =>
    `(SELECT id FROM sync_operations WHERE connector_id = $1 AND ${condition} ORDER BY start_time DESC, id DESC LIMIT ${count})`;
  const removed = await tx.client.query<{ id: string }>(
    `DELETE FROM sync_operations WHERE connector_id = $1 AND status IN ('completed', 'failed')
        AND id NOT IN ${newest(`NOT (${foundNoFile})`, KEPT_SYNCS)} AND id NOT IN ${newest(foundNoFile, 1)} AND id NOT IN ${newest(`status = 'completed' AND import_id IS NOT NULL`, COMPARED)} RETURNING id`,
    [connectorId],
  );
  for (const { id } of removed.rows) await removeJob(tx, { kind: 'sync', id });
}

/** What the last completed executions brought since the connector brings these records, newest first. */
export async function selectBrought(tx: TenantTx, connectorId: string): Promise<Brought[]> {
  const result = await tx.client.query<Brought>(
    `SELECT records_processed::int AS rows, totals FROM sync_operations
      WHERE connector_id = $1 AND status = 'completed' AND import_id IS NOT NULL
        AND start_time >= (SELECT c.brings_since FROM data_source_connectors c WHERE c.id = $1)
      ORDER BY start_time DESC LIMIT $2`,
    [connectorId, COMPARED],
  );
  return result.rows;
}

/** A person as the workspace knows them; their roles only while they are active. */
export async function selectOwner(
  tx: TenantTx,
  userId: string,
): Promise<{ name: string; roles: Held[] | null; participantId: string | null } | null> {
  const result = await tx.client.query<{ name: string; roles: Held[] | null; participantId: string | null }>(
    `SELECT u.display_name AS name, m.roles, m.participant_id AS "participantId"
       FROM users u LEFT JOIN active_members m ON m.user_id = u.id AND m.tenant_id = $2 WHERE u.id = $1`,
    [userId, tx.tenantId],
  );
  return result.rows[0] ?? null;
}
