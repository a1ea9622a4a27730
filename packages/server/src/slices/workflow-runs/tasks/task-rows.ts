import type { HumanTask } from '@attain/contract/workflow-runs';
import { scopeOf } from '@attain/domain/access/permissions';
import { taskRoles } from '@attain/domain/workflows/publish-problems';
import type { Actor } from '../../../base/actor.ts';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { PinnedRun } from '../../../runs/engine/rights-of-run.ts';
import { OUTCOME_TASK } from '../../../runs/engine/task-store.ts';

const columns = `t.task_id AS id, t.run_id AS "runId", t.workflow_id AS "workflowId", w.name AS "workflowName", t.node_id AS "nodeId",
  t.task_type AS type, t.name AS title, t.description AS instructions, t.priority, t.queue, a.username AS assignee, s.username AS "startedBy", t.status,
  t.fallback_reason AS "fallbackReason",
  t.input_schema AS form, t.decisions, t.input, ${isoMoment('t.due_at')} AS "dueAt", ${isoMoment('t.expires_at')} AS "expiresAt",
  ${isoMoment('t.created_at')} AS "createdAt", ${isoMoment('t.completed_at')} AS "completedAt", c.display_name AS "completedBy", t.result,
  jsonb_build_object('workflowId', r.workflow_id, 'version', r.workflow_version, 'documentHash', r.document_hash,
    'parentRunId', r.parent_run_id, 'startedById', r.started_by) AS run`;
const source = `human_approval_tasks t JOIN workflow_definitions w ON w.workflow_id = t.workflow_id
  JOIN agent_executions r ON r.id = t.run_id LEFT JOIN users s ON s.id = r.started_by
  LEFT JOIN users a ON a.id = t.assignee LEFT JOIN users c ON c.id = t.completed_by`;

/** A task as stored, with the run it belongs to. */
export type TaskRow = Omit<HumanTask, 'withheld'> & {
  readonly run: PinnedRun & { readonly startedById: string };
};

/** User attributes that decide which tasks are theirs. */
export interface Whose {
  readonly userId: string;
  /** Null: any queue. */
  readonly queues: readonly string[] | null;
  readonly mayDecide: boolean;
  readonly mayReassign: boolean;
}

/** Tasks of the actor; an administrator can act for every queue. */
export function ownTasks(actor: Actor): Whose {
  return {
    userId: actor.userId,
    queues: actor.roles.includes('administrator') ? null : actor.roles,
    mayDecide: scopeOf(actor.roles, 'decide:tasks') !== null,
    mayReassign: scopeOf(actor.roles, 'reassign:tasks') !== null,
  };
}

/**
 * Assigned to the user; or unassigned and in one of their queues; or without a recipient, for users who may reassign;
 * or without a queue, for users who may decide; or about the outcome of a step of their own run. Parameters: user,
 * queues, mayDecide, mayReassign.
 */
const addressed = (first: number) => {
  const [user, queues, mayDecide, mayReassign] = [0, 1, 2, 3].map((at) => `$${first + at}`);
  return `(t.assignee = ${user}::uuid
    OR (${mayReassign}::boolean AND a.disabled)
    OR (t.task_type = '${OUTCOME_TASK}' AND r.started_by = ${user}::uuid AND ${mayDecide}::boolean)
    OR (t.assignee IS NULL AND CASE WHEN t.fallback_reason IS NOT NULL THEN ${mayReassign}::boolean
      WHEN t.queue IS NULL THEN ${mayDecide}::boolean ELSE ${queues}::text[] IS NULL OR t.queue = ANY(${queues}::text[]) END))`;
};

const whoseValues = (whose: Whose | null) => [
  whose?.userId ?? null,
  whose?.queues ?? null,
  whose?.mayDecide ?? false,
  whose?.mayReassign ?? false,
];

/** One page of tasks, those due first first, one row more than asked. */
export async function selectTasks(
  tx: TenantTx,
  filter: { readonly whose: Whose | null; readonly open: boolean; readonly runId: string | null },
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<TaskRow[]> {
  const result = await tx.client.query<TaskRow>(
    `SELECT ${columns} FROM ${source}
      WHERE t.tenant_id = $7 AND t.is_open = $1 AND ($2::uuid IS NULL OR t.run_id = $2)
        AND ($3::timestamptz IS NULL OR (t.due_at, t.task_id) > ($3, $4::uuid))
        AND ($6::boolean OR ${addressed(8)})
      ORDER BY t.due_at, t.task_id LIMIT $5`,
    [
      filter.open,
      filter.runId,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.limit + 1,
      filter.whose === null,
      tx.tenantId,
      ...whoseValues(filter.whose),
    ],
  );
  return result.rows;
}

/** One task; null if it does not exist, or is neither theirs nor answered by them. */
export async function selectTask(
  tx: TenantTx,
  id: string,
  whose: Whose | null = null,
): Promise<TaskRow | null> {
  const result = await tx.client.query<TaskRow>(
    `SELECT ${columns} FROM ${source} WHERE t.tenant_id = $3 AND t.task_id = $1
        AND ($2::boolean OR t.completed_by = $4::uuid OR ${addressed(4)})`,
    [id, whose === null, tx.tenantId, ...whoseValues(whose)],
  );
  return result.rows[0] ?? null;
}

/** Facts that decide whether a user may answer or move a task, locked until the transaction ends. */
export interface LockedTask {
  readonly id: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly iteration: string;
  readonly status: string;
  readonly isOpen: boolean;
  readonly title: string;
  readonly assignee: string | null;
  readonly queue: string | null;
  readonly fallbackReason: string | null;
  readonly startedBy: string;
  readonly type: string;
}

/** The task, locked, with the user who started its run; null if there is none. */
export async function lockTask(tx: TenantTx, id: string): Promise<LockedTask | null> {
  const result = await tx.client.query<LockedTask>(
    `SELECT t.task_id AS id, t.run_id AS "runId", t.node_id AS "nodeId", t.iteration, t.status, t.is_open AS "isOpen", t.name AS title,
            t.assignee, t.queue, t.fallback_reason AS "fallbackReason", r.started_by AS "startedBy", t.task_type AS type
       FROM human_approval_tasks t JOIN agent_executions r ON r.id = t.run_id
      WHERE t.tenant_id = $2 AND t.task_id = $1 FOR NO KEY UPDATE OF r, t`,
    [id, tx.tenantId],
  );
  return result.rows[0] ?? null;
}

/** Keeps who answered a task and what. */
export async function updateAnswered(
  tx: TenantTx,
  id: string,
  answer: { readonly by: string; readonly result: unknown },
): Promise<void> {
  await tx.client.query(
    `UPDATE human_approval_tasks SET completed_by = $2, result = $3, updated_at = now() WHERE tenant_id = $4 AND task_id = $1`,
    [id, answer.by, JSON.stringify(answer.result), tx.tenantId],
  );
}

/** Gives a task to one person. */
export async function updateAssignee(tx: TenantTx, id: string, userId: string): Promise<void> {
  await tx.client.query(
    'UPDATE human_approval_tasks SET assignee = $2, fallback_reason = NULL, updated_at = now() WHERE tenant_id = $3 AND task_id = $1',
    [id, userId, tx.tenantId],
  );
}

/** True if anyone but the user who started the run could decide this task as it is assigned. */
export async function hasOtherDecider(tx: TenantTx, task: LockedTask): Promise<boolean> {
  const result = await tx.client.query(
    `SELECT 1 FROM active_members m
      WHERE m.tenant_id = $1 AND m.is_person AND m.user_id <> $2 AND m.roles && $3::text[]
        AND (m.user_id = $4 OR 'administrator' = ANY(m.roles) OR ($4::uuid IS NULL AND ($5::text IS NULL OR $5 = ANY(m.roles))))
      LIMIT 1`,
    [tx.tenantId, task.startedBy, taskRoles, task.assignee, task.queue],
  );
  return result.rowCount === 1;
}

/** A possible assignee. */
export interface Taker {
  readonly username: string;
  readonly displayName: string;
}

/** Active members who may decide tasks, by name; optionally without one of them. */
export async function selectTakers(tx: TenantTx, without: string | null): Promise<Taker[]> {
  const result = await tx.client.query<Taker>(
    `SELECT u.username, u.display_name AS "displayName" FROM active_members m JOIN users u ON u.id = m.user_id
      WHERE m.tenant_id = $1 AND m.is_person AND m.roles && $2::text[] AND m.user_id IS DISTINCT FROM $3::uuid
      ORDER BY u.display_name, u.username LIMIT 500`,
    [tx.tenantId, taskRoles, without],
  );
  return result.rows;
}
