import { isAdministrator, scopeOf } from '@attain/domain/access/permissions';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import { OUTCOME_TASK } from '../../../runs/engine/task-store.ts';
import { shownTask } from './shown-task.ts';
import { hasOtherDecider, type LockedTask, lockTask, selectTask, updateAnswered } from './task-rows.ts';

export interface Decision {
  readonly id: string;
  readonly decision?: string | undefined;
  readonly values: JsonObject;
  readonly comment: string;
  /** The output of a step that succeeded without anybody knowing. */
  readonly output?: JsonValue | undefined;
}

const approvals = ['approval', 'approval_request'];

/**
 * Answers a task; its run continues. The answer, the run's next steps and the audit entry are one transaction. Throws
 * CONFLICT if another user was faster; NOT_ALLOWED if it belongs to another user or role, if the user who started the
 * run would approve it (WF-63), or if its values are hidden from the approver (WF-61); BAD_INPUT if the answer is not
 * one of the allowed ones, or rejects without a reason (WF-50).
 */
export async function decideTask(ctx: AppContext, actor: Actor, answer: Decision) {
  mustAllow(actor, 'decide:tasks');
  let delivered: Delivered | null = null;
  const decided = await ctx.write(actor, async (tx) => {
    const task = found(await lockTask(tx, answer.id), 'task');
    if (!task.isOpen) throw new ApiError('CONFLICT', `This task is no longer open (${task.status}).`);
    mustBeAddressed(actor, task);
    const alone = await requireDifferentUser(tx, actor, task);
    const { decision, values, comment, output } = answer;
    if (decision === 'approved') await mustSeeTask(tx, actor, task.id);
    if (decision === 'rejected' && comment.trim() === '') throw unsaid();
    const value = {
      ...(decision === undefined ? {} : { decision }),
      ...(output === undefined || task.type !== OUTCOME_TASK ? {} : { output }),
      values,
      comment,
    };
    await updateAnswered(tx, task.id, { by: actor.userId, result: value });
    delivered = await ctx.runs.deliver(tx, task.runId, [
      {
        id: newId(),
        atMs: ctx.clock.now().getTime(),
        kind: 'answer',
        step: { node: task.nodeId, iteration: task.iteration },
        value,
        by: actor.displayName,
      },
    ]);
    const after = found(await selectTask(tx, task.id), 'task');
    if (after.status !== 'completed') throw notAnAnswer(after.decisions);
    tx.record({
      action: 'task.decided',
      object: { type: 'task', id: task.id },
      ...(alone ? { reason: { code: 'single-person', text: [decision, comment].join(': ') } } : {}),
      ...(alone || decision === undefined ? {} : { reason: { code: decision, text: comment } }),
    });
    return shownTask(tx, actor, after);
  });
  ctx.runs.dispatch(delivered);
  return decided;
}

function mustBeAddressed(actor: Actor, task: LockedTask): void {
  if (task.type === OUTCOME_TASK && task.startedBy === actor.userId) return;
  if (task.assignee !== null && task.assignee !== actor.userId)
    throw new ApiError('NOT_ALLOWED', 'This task is assigned to another user.');
  if (task.fallbackReason !== null && scopeOf(actor.roles, 'reassign:tasks') === null)
    throw new ApiError('NOT_ALLOWED', task.fallbackReason);
  if (task.assignee === null && !isInQueue(task.queue, actor.roles))
    throw new ApiError('NOT_ALLOWED', `This task is for “${task.queue}”, and you don’t have that role.`);
}

/** Users can't approve what they can't see; they may reject it or reassign it. */
async function mustSeeTask(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const { withheld } = await shownTask(tx, actor, found(await selectTask(tx, id), 'task'));
  if (withheld !== null)
    throw new ApiError(
      'NOT_ALLOWED',
      `You can’t approve values you can’t see. Reassign the task. ${withheld}`,
    );
}

/** True if an approval needs another user. */
export function isApproval(type: string): boolean {
  return approvals.includes(type);
}

/**
 * True if the user who started the run approves it alone: only an administrator may, and only if no one else in the
 * workspace could (WF-63). Throws for everyone else.
 */
async function requireDifferentUser(tx: TenantTx, actor: Actor, task: LockedTask): Promise<boolean> {
  if (!isApproval(task.type) || task.startedBy !== actor.userId) return false;
  if (isAdministrator(actor.roles) && !(await hasOtherDecider(tx, task))) return true;
  throw new ApiError('NOT_ALLOWED', 'You started this run, so another user must approve it.');
}

/**
 * A queue is a role; an administrator can act for every queue, and a task without one is open to all who may decide.
 */
function isInQueue(queue: string | null, roles: readonly string[]): boolean {
  return queue === null || roles.includes(queue) || roles.includes('administrator');
}

function unsaid(): ApiError {
  const message = 'Enter a reason in `comment` to reject.';
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'WF-50', path: 'comment', message }] });
}

function notAnAnswer(decisions: readonly string[]): ApiError {
  const ways = decisions.length === 0 ? '' : ` Answer with ${decisions.map((one) => `“${one}”`).join(', ')}.`;
  return new ApiError('BAD_INPUT', `Complete the required fields.${ways}`);
}
