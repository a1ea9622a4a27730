import type { Execution, ProcessTask, Schedule } from '@attain/contract/schedules';
import { KEPT_EXECUTIONS, type ProcessType } from '@attain/domain/schedules/scheduled-process';
import type pg from 'pg';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { removeJob } from '../../jobs/job-store.ts';
import type { Due } from '../../runs/schedules/fire-schedules.ts';

/** A process with its owner's id. */
export type StoredProcess = Schedule & { readonly runsAs: string };

/** That an execution of a process called `p` has not ended. */
const isBusy = `EXISTS (SELECT 1 FROM process_executions e
  WHERE e.tenant_id = p.tenant_id AND e.process_id = p.id AND e.status IN ('queued', 'running'))`;
/** Dependencies of a process called `p` that have not completed since its last start. */
const unmet = `SELECT q.name FROM scheduled_processes q WHERE q.tenant_id = p.tenant_id AND p.dependencies ? q.id::text
  AND (q.last_completed_at IS NULL OR q.last_completed_at <= coalesce(p.last_run_time, '-infinity'))`;
const isDue = (now: string) =>
  `p.status = 'active' AND p.next_run_time <= ${now} AND NOT ${isBusy} AND NOT EXISTS (${unmet})`;
/** That a process is due. */
export const processesAreDue = `EXISTS (SELECT 1 FROM scheduled_processes p WHERE ${isDue('clock.now')})`;

const columns = `p.id, p.revision, p.name, p.description, p.schedule AS "when", p.input_params AS task, p.dependencies, p.priority,
  p.notifications->>'onFailure' AS notify, p.output_targets->>'notify' AS "sendTo", p.rollback_policy->>'restorePoint' AS "restorePoint",
  p.status, p.problem, s.name AS "suiteName", u.display_name AS owner, p.agent_config->>'runsAs' AS "runsAs",
  ARRAY(${unmet} ORDER BY q.name) AS "waitsFor", ${isoMoment('p.next_run_time')} AS "nextAt", ${isoMoment('p.last_run_time')} AS "lastAt",
  (SELECT e.status FROM process_executions e WHERE e.tenant_id = p.tenant_id AND e.process_id = p.id
    ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS "lastStatus",
  p.success_rate AS "successRate", p.avg_duration::float8 AS "avgDuration"`;
const source = `scheduled_processes p LEFT JOIN users u ON u.id = (p.agent_config->>'runsAs')::uuid
  LEFT JOIN quality_assurance_configs s ON s.tenant_id = p.tenant_id AND s.config_id = (p.input_params->>'suiteId')::uuid`;

/** Processes of all workspaces that are due: the first of each workspace, then the second of each, at most so many. */
export async function dueProcesses(
  owner: pg.Pool,
  now: Date,
  atMost: number,
): Promise<(Due & { runsAs: string })[]> {
  const { rows } = await owner.query<Due & { runsAs: string }>({
    name: 'due-processes',
    text: `SELECT tenant_id AS "tenantId", id, runs_as AS "runsAs" FROM (
         SELECT p.tenant_id, p.id, p.agent_config->>'runsAs' AS runs_as, p.next_run_time AS at, row_number() OVER (PARTITION BY p.tenant_id
           ORDER BY CASE p.priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, p.next_run_time, p.id) AS turn
           FROM scheduled_processes p WHERE ${isDue('$1')}) ranked
        ORDER BY turn, at, id LIMIT $2`,
    values: [now, atMost],
  });
  return rows;
}

/** The process, locked, when it is still due; null when another server starts it. */
export async function lockDueProcess(tx: TenantTx, id: string, now: Date): Promise<StoredProcess | null> {
  const free = await tx.client.query(
    `SELECT 1 FROM scheduled_processes p WHERE p.tenant_id = $3 AND p.id = $2 AND ${isDue('$1')} FOR UPDATE SKIP LOCKED`,
    [now, id, tx.tenantId],
  );
  return free.rowCount === 1 ? selectProcess(tx, id) : null;
}

/** One page of processes by name, one row more than asked. */
export async function selectProcesses(
  tx: TenantTx,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<StoredProcess[]> {
  const { rows } = await tx.client.query<StoredProcess>(
    `SELECT ${columns} FROM ${source} WHERE p.tenant_id = $4 AND ($1::text IS NULL OR (p.name, p.id) > ($1, $2::uuid))
      ORDER BY p.name, p.id LIMIT $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1, tx.tenantId],
  );
  return rows;
}

/** One process, or null; `lock` holds it until the transaction ends. */
export async function selectProcess(
  tx: TenantTx,
  id: string,
  lock: 'FOR UPDATE OF p' | '' = '',
): Promise<StoredProcess | null> {
  const { rows } = await tx.client.query<StoredProcess>(
    `SELECT ${columns} FROM ${source} WHERE p.tenant_id = $1 AND p.id = $2 ${lock}`,
    [tx.tenantId, id],
  );
  return rows[0] ?? null;
}

/** What each process of the workspace depends on, by id, and its name. */
export async function selectDependencies(
  tx: TenantTx,
): Promise<{ id: string; name: string; dependencies: string[] }[]> {
  const { rows } = await tx.client.query<{ id: string; name: string; dependencies: string[] }>(
    'SELECT id, name, dependencies FROM scheduled_processes WHERE tenant_id = $1 ORDER BY name',
    [tx.tenantId],
  );
  return rows;
}

/** A process as it is saved. */
export type ProcessValues = Pick<
  Schedule,
  | 'name'
  | 'description'
  | 'when'
  | 'task'
  | 'dependencies'
  | 'priority'
  | 'notify'
  | 'sendTo'
  | 'restorePoint'
>;

/** Stores a new or changed process. Throws CONFLICT if another one has its name. */
export async function saveProcess(
  tx: TenantTx,
  of: {
    readonly id: string;
    readonly values: ProcessValues;
    readonly runsAs: string;
    readonly nextAt: Date | null;
  },
): Promise<void> {
  const { id, values, runsAs, nextAt } = of;
  const { task } = values;
  await unlessTaken(
    'scheduled_processes_name',
    tx.client.query(
      `INSERT INTO scheduled_processes (tenant_id, id, name, description, type, schedule, dependencies, priority, agent_config,
         input_params, output_targets, notifications, rollback_policy, next_run_time, environment, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
       ON CONFLICT (tenant_id, id) DO UPDATE SET name = $3, description = $4, type = $5, schedule = $6, dependencies = $7, priority = $8,
         agent_config = $9, input_params = $10, output_targets = $11, notifications = $12, rollback_policy = $13, next_run_time = $14,
         environment = $15, problem = NULL, revision = scheduled_processes.revision + 1, updated_at = now()`,
      [
        ...[tx.tenantId, id, values.name, values.description, task.type, values.when],
        ...[JSON.stringify(values.dependencies), values.priority, { runsAs }, task],
        ...[{ notify: values.sendTo }, { onFailure: values.notify }, { restorePoint: values.restorePoint }],
        ...[nextAt, environmentOf(values), runsAs],
      ],
    ),
    () => new ApiError('CONFLICT', `Another schedule is called “${values.name}”. Choose another name.`),
  );
}

/** The environment a process is about: of its restore points, else production. */
function environmentOf({ task, restorePoint }: { task: ProcessTask; restorePoint: string | null }): string {
  return task.type === 'restore-point' ? task.environment : (restorePoint ?? 'prod');
}

/** Pauses a process, with the reason if Attain does it. */
export async function pauseProcess(tx: TenantTx, id: string, problem: string | null): Promise<void> {
  await tx.client.query(
    `UPDATE scheduled_processes SET status = 'paused', next_run_time = NULL, problem = $3, updated_at = now()
      WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, problem],
  );
}

/** Resumes a process with a user's permissions. */
export async function resumeProcess(
  tx: TenantTx,
  id: string,
  of: { readonly runsAs: string; readonly nextAt: Date },
): Promise<void> {
  await tx.client.query(
    `UPDATE scheduled_processes SET status = 'active', next_run_time = $3, problem = NULL, agent_config = $4, updated_at = now()
      WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, of.nextAt, { runsAs: of.runsAs }],
  );
}

/** Removes a process with its executions. */
export async function deleteProcess(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query(
    `DELETE FROM jobs WHERE tenant_id = $1 AND kind = 'process-execution'
        AND subject_id IN (SELECT e.id FROM process_executions e WHERE e.tenant_id = $1 AND e.process_id = $2)`,
    [tx.tenantId, id],
  );
  await tx.client.query('DELETE FROM scheduled_processes WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    id,
  ]);
}

/** Stores when a process starts next; `isStarted` notes that it starts now. */
export async function moveProcess(
  tx: TenantTx,
  id: string,
  of: { readonly nextAt: Date | null; readonly isStarted: boolean },
): Promise<void> {
  await tx.client.query(
    `UPDATE scheduled_processes SET next_run_time = $3, last_run_time = CASE WHEN $4 THEN clock_timestamp() ELSE last_run_time END
      WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, of.nextAt, of.isStarted],
  );
}

/** Stores an execution that waits for its job. */
export async function insertExecution(
  tx: TenantTx,
  of: {
    readonly id: string;
    readonly processId: string;
    readonly scheduledFor: Date | null;
    readonly startedBy: string | null;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO process_executions (tenant_id, id, process_id, scheduled_for, started_by, environment)
     SELECT tenant_id, $3, id, $4, $5, environment FROM scheduled_processes WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, of.processId, of.id, of.scheduledFor, of.startedBy],
  );
}

/** The execution of a process that has not ended; null: none. */
export async function selectOpenExecution(tx: TenantTx, processId: string): Promise<string | null> {
  const { rows } = await tx.client.query<{ id: string }>(
    `SELECT id FROM process_executions WHERE tenant_id = $1 AND process_id = $2 AND status IN ('queued', 'running')`,
    [tx.tenantId, processId],
  );
  return rows[0]?.id ?? null;
}

/** One page of a process's executions, newest first, one row more than asked. */
export async function selectExecutions(
  tx: TenantTx,
  processId: string,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<Execution[]> {
  const { rows } = await tx.client.query<Execution>(
    `SELECT e.id, p.type, e.status, ${isoMoment('e.scheduled_for')} AS "scheduledFor", u.display_name AS "startedBy",
            ${isoMoment('e.created_at')} AS "createdAt", ${isoMoment('e.start_time')} AS "startedAt", ${isoMoment('e.end_time')} AS "endedAt",
            e.duration::float8 AS duration, e.output, e.errors, e.warnings, e.resource_usage AS "resourceUsage",
            e.performance_metrics AS "performanceMetrics", e.rollback_available AS "rollbackAvailable", e.rollback_point AS "rollbackPoint",
            e.file_name AS "fileName"
       FROM process_executions e JOIN scheduled_processes p ON p.tenant_id = e.tenant_id AND p.id = e.process_id
       LEFT JOIN users u ON u.id = e.started_by
      WHERE e.tenant_id = $5 AND e.process_id = $1 AND ($2::timestamptz IS NULL OR (e.created_at, e.id) < ($2, $3::uuid))
      ORDER BY e.created_at DESC, e.id DESC LIMIT $4`,
    [processId, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1, tx.tenantId],
  );
  return rows;
}

/** An execution that its job performs. */
export interface OpenExecution {
  readonly id: string;
  readonly processId: string;
  readonly name: string;
  readonly task: ProcessTask;
  readonly restorePoint: StoredProcess['restorePoint'];
  /** Whose permissions it has. */
  readonly createdBy: string;
}

/** Marks an execution as running; null if it does not exist. */
export async function takeExecution(tx: TenantTx, id: string): Promise<OpenExecution | null> {
  const { rows } = await tx.client.query<OpenExecution>(
    `UPDATE process_executions e SET status = 'running', start_time = coalesce(e.start_time, clock_timestamp()), updated_at = now()
       FROM scheduled_processes p WHERE e.tenant_id = $1 AND e.id = $2 AND p.tenant_id = e.tenant_id AND p.id = e.process_id
     RETURNING e.id, e.process_id AS "processId", p.name, p.input_params AS task, p.rollback_policy->>'restorePoint' AS "restorePoint",
       p.agent_config->>'runsAs' AS "createdBy"`,
    [tx.tenantId, id],
  );
  return rows[0] ?? null;
}

/** How an execution ended. */
export interface ExecutionEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly errors: readonly string[];
  readonly warnings?: readonly string[];
  readonly output?: Execution['output'];
  readonly resourceUsage?: Readonly<Record<string, number>>;
  readonly rollbackPoint?: string | null;
  readonly file?: { readonly fileName: string; readonly contentType: string; readonly body: Buffer } | null;
}

/**
 * Stores how an execution ended, and the figures of its process with it (SCH-6). Older executions are removed, except the one whose
 * head of the log the next check continues (SCH-7).
 */
export async function storeEnd(tx: TenantTx, id: string, end: ExecutionEnd): Promise<void> {
  const { status, errors, warnings = [], output = {}, resourceUsage = {}, rollbackPoint = null, file } = end;
  const { rows } = await tx.client.query<{ processId: string }>(
    `UPDATE process_executions SET status = $3, end_time = clock_timestamp(), errors = $4, warnings = $5, output = $6, resource_usage = $7,
            rollback_available = $8::uuid IS NOT NULL, rollback_point = $8, file_name = $9, content_type = $10, file = $11, updated_at = now(),
            duration = (extract(epoch FROM clock_timestamp() - start_time) * 1000)::bigint,
            performance_metrics = jsonb_build_object('waitedMs', (extract(epoch FROM coalesce(start_time, clock_timestamp()) - created_at) * 1000)::bigint)
      WHERE tenant_id = $1 AND id = $2 RETURNING process_id AS "processId"`,
    [
      ...[tx.tenantId, id, status, JSON.stringify(errors), JSON.stringify(warnings), output, resourceUsage],
      ...[rollbackPoint, file?.fileName ?? null, file?.contentType ?? null, file?.body ?? null],
    ],
  );
  const processId = rows[0]?.processId;
  const removed = await tx.client.query<{ id: string }>(
    `DELETE FROM process_executions WHERE tenant_id = $1 AND process_id = $2 AND id IN (SELECT e.id FROM process_executions e
       WHERE e.tenant_id = $1 AND e.process_id = $2 ORDER BY e.created_at DESC, e.id DESC OFFSET ${KEPT_EXECUTIONS})
        AND id IS DISTINCT FROM (SELECT h.id FROM process_executions h
          WHERE h.tenant_id = $1 AND h.process_id = $2 AND h.output->>'head' IS NOT NULL ORDER BY h.end_time DESC LIMIT 1) RETURNING id`,
    [tx.tenantId, processId],
  );
  for (const old of removed.rows) await removeJob(tx, { kind: 'process-execution', id: old.id });
  await tx.client.query(
    `UPDATE scheduled_processes p SET success_rate = f.rate, avg_duration = f.average,
            last_completed_at = CASE WHEN $3 THEN clock_timestamp() ELSE p.last_completed_at END
       FROM (SELECT coalesce(100 * count(*) FILTER (WHERE status = 'completed') / nullif(count(*), 0), 100) AS rate,
                    coalesce(round(avg(duration)), 0) AS average
               FROM (SELECT status, duration FROM process_executions WHERE tenant_id = $1 AND process_id = $2
                      ORDER BY created_at DESC, id DESC LIMIT ${KEPT_EXECUTIONS}) e WHERE status IN ('completed', 'failed')) f
      WHERE p.tenant_id = $1 AND p.id = $2`,
    [tx.tenantId, processId, status === 'completed'],
  );
}

/** The process of an execution; null: there is none. */
export async function selectProcessOf(tx: TenantTx, executionId: string): Promise<StoredProcess | null> {
  const { rows } = await tx.client.query<{ id: string }>(
    'SELECT process_id AS id FROM process_executions WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, executionId],
  );
  return rows[0] === undefined ? null : selectProcess(tx, rows[0].id);
}

/** The file of an execution; null: it has none. */
export async function selectOutput(
  tx: TenantTx,
  id: string,
): Promise<{ fileName: string; contentType: string; body: Buffer; type: ProcessType } | null> {
  const { rows } = await tx.client.query<{
    fileName: string;
    contentType: string;
    body: Buffer;
    type: ProcessType;
  }>(
    `SELECT e.file_name AS "fileName", e.content_type AS "contentType", e.file AS body, p.type
       FROM process_executions e JOIN scheduled_processes p ON p.tenant_id = e.tenant_id AND p.id = e.process_id
      WHERE e.tenant_id = $1 AND e.id = $2 AND e.file IS NOT NULL`,
    [tx.tenantId, id],
  );
  return rows[0] ?? null;
}

/** What the latest check has verified of the log: a signed head; null: none. */
export async function selectVerifiedHead(tx: TenantTx): Promise<string | null> {
  const { rows } = await tx.client.query<{ head: string }>(
    `SELECT e.output->>'head' AS head FROM process_executions e JOIN scheduled_processes p ON p.tenant_id = e.tenant_id AND p.id = e.process_id
      WHERE e.tenant_id = $1 AND p.type = 'evidence-check' AND e.output->>'head' IS NOT NULL
      ORDER BY e.end_time DESC LIMIT 1`,
    [tx.tenantId],
  );
  return rows[0]?.head ?? null;
}
