import { scopeOf } from '@attain/domain/access/permissions';
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

/** What somebody answers. */
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
 * Answers a task; its run goes on. The answer, the run's next steps and the audit entry are one transaction.
 * Refuses CONFLICT when somebody else was faster, NOT_ALLOWED when it is somebody else's or waits for another role, or when the person who started
 * the run would approve it (WF-63), or approves without seeing what (WF-61); BAD_INPUT when the answer is not one of those there are, or rejects without saying why (WF-50).
 */
export async function decideTask(ctx: AppContext, actor: Actor, answer: Decision) {
  mustAllow(actor, 'decide:tasks');
  let delivered: Delivered | null = null;
  const decided = await ctx.write(actor, async (tx) => {
    const task = found(await lockTask(tx, answer.id), 'task');
    if (!task.isOpen) throw new ApiError('CONFLICT', `This task is no longer open: it is ${task.status}.`);
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
    throw new ApiError('NOT_ALLOWED', 'This task is assigned to somebody else.');
  if (task.fallbackReason !== null && scopeOf(actor.roles, 'reassign:tasks') === null)
    throw new ApiError('NOT_ALLOWED', task.fallbackReason);
  if (task.assignee === null && !isInQueue(task.queue, actor.roles))
    throw new ApiError('NOT_ALLOWED', `This task waits for “${task.queue}”; you do not belong there.`);
}

/** Nobody approves what is withheld from them; they may reject it, or give it to somebody else. */
async function mustSeeTask(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const { withheld } = await shownTask(tx, actor, found(await selectTask(tx, id), 'task'));
  if (withheld !== null)
    throw new ApiError('NOT_ALLOWED', `You can't approve what you can't see. Reassign it. ${withheld}`);
}

/** Whether an approval needs somebody else. */
export function isApproval(type: string): boolean {
  return approvals.includes(type);
}

/**
 * Whether the person who started the run approves it alone: only an administrator may, and only while nobody else in the workspace
 * could (WF-63). Everybody else is refused.
 */
async function requireDifferentUser(tx: TenantTx, actor: Actor, task: LockedTask): Promise<boolean> {
  if (!isApproval(task.type) || task.startedBy !== actor.userId) return false;
  if (actor.roles.includes('administrator') && !(await hasOtherDecider(tx, task))) return true;
  throw new ApiError('NOT_ALLOWED', 'You started this run. Somebody else has to approve it.');
}

/** A queue is a role; an administrator stands in for every one, and what is in none is for whoever may decide. */
function isInQueue(queue: string | null, roles: readonly string[]): boolean {
  return queue === null || roles.includes(queue) || roles.includes('administrator');
}

function unsaid(): ApiError {
  const message = 'Say in `comment` why you reject it: it is kept with the run.';
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'WF-50', path: 'comment', message }] });
}

function notAnAnswer(decisions: readonly string[]): ApiError {
  const ways = decisions.length === 0 ? '' : ` Answer with ${decisions.map((one) => `“${one}”`).join(', ')}.`;
  return new ApiError('BAD_INPUT', `This is no answer to the task: fill in what its form requires.${ways}`);
}
