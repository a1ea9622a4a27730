import type { HumanTask } from '@attain/contract/workflow-runs';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';

const columns = `t.task_id AS id, t.run_id AS "runId", t.workflow_id AS "workflowId", w.name AS "workflowName", t.node_id AS "nodeId",
  t.task_type AS type, t.name AS title, t.description AS instructions, t.priority, t.queue, a.username AS assignee, s.username AS "startedBy", t.status,
  t.input_schema AS form, t.decisions, t.input, ${isoMoment('t.due_at')} AS "dueAt", ${isoMoment('t.expires_at')} AS "expiresAt",
  ${isoMoment('t.created_at')} AS "createdAt", ${isoMoment('t.completed_at')} AS "completedAt", c.display_name AS "completedBy", t.result`;
const source = `human_approval_tasks t JOIN workflow_definitions w ON w.workflow_id = t.workflow_id
  JOIN agent_executions r ON r.id = t.run_id LEFT JOIN users s ON s.id = r.started_by
  LEFT JOIN users a ON a.id = t.assignee LEFT JOIN users c ON c.id = t.completed_by`;

/** Whose tasks: null everybody's; else those assigned to the person, or to nobody in one of the queues. */
export interface Whose {
  readonly userId: string;
  /** Null: any queue. */
  readonly queues: readonly string[] | null;
}

/** One page of tasks, those due first first, one row more than asked. */
export async function selectTasks(
  tx: TenantTx,
  filter: { readonly whose: Whose | null; readonly open: boolean; readonly runId: string | null },
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<HumanTask[]> {
  const result = await tx.client.query<HumanTask>(
    `SELECT ${columns} FROM ${source}
      WHERE t.is_open = $1 AND ($2::uuid IS NULL OR t.run_id = $2)
        AND ($3::uuid IS NULL OR t.assignee = $3 OR (t.assignee IS NULL AND (t.queue IS NULL OR $4::text[] IS NULL OR t.queue = ANY($4))))
        AND ($5::timestamptz IS NULL OR (t.due_at, t.task_id) > ($5, $6::uuid))
      ORDER BY t.due_at, t.task_id LIMIT $7`,
    [
      filter.open,
      filter.runId,
      filter.whose?.userId ?? null,
      filter.whose?.queues ?? null,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.limit + 1,
    ],
  );
  return result.rows;
}

/** One task, or null when there is none, or it is not theirs. */
export async function selectTask(
  tx: TenantTx,
  id: string,
  whose: Whose | null = null,
): Promise<HumanTask | null> {
  const result = await tx.client.query<HumanTask>(
    `SELECT ${columns} FROM ${source} WHERE t.task_id = $1
        AND ($2::uuid IS NULL OR t.assignee = $2 OR t.completed_by = $2 OR (t.assignee IS NULL AND (t.queue IS NULL OR $3::text[] IS NULL OR t.queue = ANY($3))))`,
    [id, whose?.userId ?? null, whose?.queues ?? null],
  );
  return result.rows[0] ?? null;
}

/** What decides whether somebody may answer a task, held until the transaction ends. */
export interface LockedTask {
  readonly id: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly iteration: string;
  readonly status: string;
  readonly isOpen: boolean;
  readonly assignee: string | null;
  readonly queue: string | null;
  readonly startedBy: string;
  readonly type: string;
}

/** The task, locked, with who started its run; null when there is none. */
export async function lockTask(tx: TenantTx, id: string): Promise<LockedTask | null> {
  const result = await tx.client.query<LockedTask>(
    `SELECT t.task_id AS id, t.run_id AS "runId", t.node_id AS "nodeId", t.iteration, t.status, t.is_open AS "isOpen", t.assignee,
            t.queue, r.started_by AS "startedBy", t.task_type AS type
       FROM human_approval_tasks t JOIN agent_executions r ON r.id = t.run_id WHERE t.task_id = $1 FOR UPDATE OF r, t`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Keeps who answered a task and what. */
export async function updateAnswered(
  tx: TenantTx,
  id: string,
  answer: { readonly by: string; readonly result: unknown },
): Promise<void> {
  await tx.client.query(`UPDATE human_approval_tasks SET completed_by = $2, result = $3 WHERE task_id = $1`, [
    id,
    answer.by,
    JSON.stringify(answer.result),
  ]);
}
