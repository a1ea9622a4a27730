import type { StepRef, TaskRequest } from '@attain/domain/workflows/journal';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { TaskStatus } from '@attain/domain/workflows/run-moves';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import type { LockedRun } from './run-store.ts';

/** The most characters of what a step was given that stand with its task. */
const mostShown = 1_000_000;

/** A task a step asks for, with what the step was given. */
export interface AskedTask {
  readonly step: StepRef;
  readonly task: TaskRequest;
  readonly input: JsonValue;
}

/** Puts a task before people. An assignee nobody is called by leaves it to the queue, or to everybody who may decide. */
export async function insertTask(tx: TenantTx, run: LockedRun, asked: AskedTask): Promise<void> {
  const { step, task } = asked;
  await tx.client.query(
    `INSERT INTO human_approval_tasks (tenant_id, task_id, workflow_id, node_id, iteration, run_id, name, description, task_type,
       priority, queue, assignee, sla_minutes, escalation_policy, input_schema, decisions, input, due_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
       (SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.username = $12),
       greatest(1, round(($13::float8 - extract(epoch FROM now()) * 1000) / 60000))::int, $14, $15, $16, $17,
       to_timestamp($13::float8 / 1000), to_timestamp($18::float8 / 1000))
     ON CONFLICT ON CONSTRAINT human_approval_tasks_step DO NOTHING`,
    [
      tx.tenantId,
      newId(),
      run.workflowId,
      step.node,
      step.iteration,
      run.id,
      task.title,
      task.instructions,
      task.taskType,
      task.priority,
      task.queue,
      task.assignee,
      task.slaAtMs,
      task.escalateTo === null ? null : JSON.stringify({ escalateTo: task.escalateTo }),
      JSON.stringify(task.form),
      [...task.decisions],
      JSON.stringify(shownInput(asked.input)),
      task.expiresAtMs,
    ],
  );
}

/** What somebody decides by; of what nobody can read anyway the beginning, because lists of tasks hold it. */
function shownInput(input: JsonValue): JsonValue {
  const text = JSON.stringify(input);
  if (text.length <= mostShown) return input;
  const note = 'Too large to be shown here; the page of its run holds all of it.';
  return { note, characters: text.length, begins: text.slice(0, 2_000).toWellFormed() };
}

/** Says how a task ended that nobody can answer any more; one that was completed stays so. */
export async function closeTask(
  tx: TenantTx,
  runId: string,
  step: StepRef,
  status: Extract<TaskStatus, 'completed' | 'expired' | 'withdrawn'>,
): Promise<void> {
  await tx.client.query(
    `UPDATE human_approval_tasks SET status = $4, is_open = false, completed_at = coalesce(completed_at, now())
      WHERE run_id = $1 AND node_id = $2 AND iteration = $3 AND is_open`,
    [runId, step.node, step.iteration, status],
  );
}

/** Hands an overdue task on: to a person of that user name, else to that queue. */
export async function escalateTask(
  tx: TenantTx,
  runId: string,
  step: StepRef,
  to: string | null,
): Promise<void> {
  await tx.client.query(
    `UPDATE human_approval_tasks t SET status = 'escalated',
       assignee = CASE WHEN $4::text IS NULL THEN t.assignee ELSE p.user_id END,
       queue = CASE WHEN $4::text IS NULL OR p.user_id IS NOT NULL THEN t.queue ELSE $4 END
       FROM (SELECT (SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.username = $4::text) AS user_id) p
      WHERE t.run_id = $1 AND t.node_id = $2 AND t.iteration = $3 AND t.is_open`,
    [runId, step.node, step.iteration, to],
  );
}
