import { rolesHolding } from '@attain/domain/access/permissions';
import type { StepRef, TaskRequest } from '@attain/domain/workflows/journal';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { isRole } from '@attain/domain/workflows/publish-problems';
import type { TaskStatus } from '@attain/domain/workflows/run-moves';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../notify-people.ts';
import type { LockedRun } from './run-store.ts';
import { recipientOf, type TaskRecipient } from './task-recipient.ts';

/** The type of a task that asks whether an attempt reached its target (WF-62). */
export const OUTCOME_TASK = 'unknown_outcome';

/** What a new assignee reads. It names nothing of the run, which not everyone may see (WF-61). */
export const ASSIGNED_TITLE = 'A task was assigned to you';

/** The most characters of what a step was given that stand with its task. */
const maxShown = 1_000_000;

/** A task a step asks for, with what the step was given. */
export interface AskedTask {
  readonly step: StepRef;
  readonly task: TaskRequest;
  readonly input: JsonValue;
  /** The attempt whose outcome is unknown; 0: the step itself is for a person. */
  readonly attempt: number;
}

/** Stores a task for the people it names (WF-60) and notifies its assignee, who has to reassign it, or who can say how an unknown outcome was. */
export async function insertTask(tx: TenantTx, run: LockedRun, asked: AskedTask): Promise<void> {
  const { step, task } = asked;
  const recipient = await recipientOf(tx, { ...task, isOpen: task.taskType === OUTCOME_TASK });
  const id = newId();
  const inserted = await tx.client.query(
    `INSERT INTO human_approval_tasks (tenant_id, task_id, workflow_id, node_id, iteration, attempt, run_id, name, description, task_type,
       priority, queue, assignee, fallback_reason, sla_minutes, escalation_policy, input_schema, decisions, input, due_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       greatest(1, round(($15::float8 - extract(epoch FROM now()) * 1000) / 60000))::int, $16, $17, $18, $19,
       to_timestamp($15::float8 / 1000), to_timestamp($20::float8 / 1000))
     ON CONFLICT ON CONSTRAINT human_approval_tasks_step DO NOTHING`,
    [
      tx.tenantId,
      id,
      run.workflowId,
      step.node,
      step.iteration,
      asked.attempt,
      run.id,
      task.title,
      task.instructions,
      task.taskType,
      task.priority,
      recipient.queue,
      recipient.assignee,
      recipient.fallbackReason,
      task.slaAtMs,
      task.escalateTo === null ? null : JSON.stringify({ escalateTo: task.escalateTo }),
      JSON.stringify(task.form),
      [...task.decisions],
      JSON.stringify(shownInput(asked.input)),
      task.expiresAtMs,
    ],
  );
  if (inserted.rowCount === 1) await notifyRecipients(tx, run, { id, task, recipient });
}

async function notifyRecipients(
  tx: TenantTx,
  run: LockedRun,
  { id, task, recipient }: { id: string; task: TaskRequest; recipient: TaskRecipient },
): Promise<void> {
  const { fallbackReason, assignee, queue } = recipient;
  const ofTask = { runId: run.id, taskId: id, effectKey: `task/${id}` };
  if (fallbackReason !== null) {
    const people = await selectHolders(tx, rolesHolding(['reassign:tasks']), null);
    const notification = { title: 'A task has no recipient', message: fallbackReason, severity: 'warning' };
    return notifyPeople(tx, people, { ...notification, ...ofTask });
  }
  if (assignee !== null) {
    const message = 'A workflow is waiting for you.';
    return notifyPeople(tx, [assignee], {
      title: ASSIGNED_TITLE,
      message,
      mail: { message },
      severity: 'info',
      ...ofTask,
    });
  }
  if (task.taskType !== OUTCOME_TASK || queue === null) return;
  const people = await selectHolders(tx, [queue, 'administrator'], run.startedBy);
  const { title, instructions } = task;
  const notification = { title, message: instructions, severity: 'warning' };
  await notifyPeople(tx, people, { ...notification, ...ofTask });
}

/** Active members who hold one of the roles, and one person besides if they may decide tasks. */
async function selectHolders(
  tx: TenantTx,
  roles: readonly string[],
  besides: string | null,
): Promise<string[]> {
  const result = await tx.client.query<{ userId: string }>(
    `SELECT m.user_id AS "userId" FROM active_members m
      WHERE m.tenant_id = $1 AND m.is_person AND (m.roles && $2::text[] OR (m.user_id = $3 AND m.roles && $4::text[]))`,
    [tx.tenantId, roles, besides, rolesHolding(['decide:tasks'])],
  );
  return result.rows.map(({ userId }) => userId);
}

/** What somebody decides by; of what nobody can read anyway the beginning, because lists of tasks hold it. */
function shownInput(input: JsonValue): JsonValue {
  const text = JSON.stringify(input);
  if (text.length <= maxShown) return input;
  const note = 'Too large to show here. Open the run to see all of it.';
  return { note, characters: text.length, begins: text.slice(0, 2_000).toWellFormed() };
}

/** Says how a task ended that nobody can answer any more; one that was completed stays so. */
export async function closeTask(
  tx: TenantTx,
  runId: string,
  step: StepRef & { readonly attempt: number },
  status: Extract<TaskStatus, 'completed' | 'expired' | 'withdrawn'>,
): Promise<void> {
  await tx.client.query(
    `UPDATE human_approval_tasks SET status = $5, is_open = false, updated_at = now(), completed_at = coalesce(completed_at, now())
      WHERE tenant_id = $6 AND run_id = $1 AND node_id = $2 AND iteration = $3 AND attempt = $4 AND is_open`,
    [runId, step.node, step.iteration, step.attempt, status, tx.tenantId],
  );
}

/** Hands an overdue task on to a person or the queue of a role; without a name it keeps its recipient. */
export async function escalateTask(
  tx: TenantTx,
  run: LockedRun,
  step: StepRef,
  to: string | null,
): Promise<void> {
  const asked = isRole(to) ? { assignee: null, queue: to } : { assignee: to, queue: null };
  const next = to === null ? null : await recipientOf(tx, asked);
  await tx.client.query(
    `UPDATE human_approval_tasks SET status = 'escalated', updated_at = now(),
       assignee = CASE WHEN $5 THEN $6::uuid ELSE assignee END, queue = CASE WHEN $5 THEN $7 ELSE queue END,
       fallback_reason = CASE WHEN $5 THEN $8 ELSE fallback_reason END
      WHERE tenant_id = $1 AND run_id = $2 AND node_id = $3 AND iteration = $4 AND is_open`,
    [
      tx.tenantId,
      run.id,
      step.node,
      step.iteration,
      next !== null,
      next?.assignee ?? null,
      next?.queue ?? null,
      next?.fallbackReason ?? null,
    ],
  );
}
