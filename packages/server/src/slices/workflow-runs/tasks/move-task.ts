import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { WriteTx } from '../../../db/write.ts';
import { selectTaker } from '../../../runs/engine/task-recipient.ts';
import { ASSIGNED_TITLE } from '../../../runs/engine/task-store.ts';
import { notifyPeople } from '../../../runs/notify-people.ts';
import { isApproval } from './decide-task.ts';
import { shownTask } from './shown-task.ts';
import { type LockedTask, lockTask, selectTask, updateAssignee } from './task-rows.ts';

/** The task, its new assignee and why. */
export interface Move {
  readonly id: string;
  readonly to: string;
  readonly reason: string;
}

/**
 * Reassigns an open task, whoever has it. Throws NOT_FOUND, CONFLICT if it is closed, and BAD_INPUT for a user who
 * can't take it.
 */
export function reassignTask(ctx: AppContext, actor: Actor, move: Move) {
  mustAllow(actor, 'reassign:tasks');
  return moveTask(ctx, actor, { ...move, action: 'task.reassigned' });
}

/** Hands over a task assigned to the actor. Throws as `reassignTask`, and NOT_ALLOWED for tasks of others. */
export function delegateTask(ctx: AppContext, actor: Actor, move: Move) {
  mustAllow(actor, 'decide:tasks');
  return moveTask(ctx, actor, { ...move, action: 'task.delegated' }, (task) => {
    if (task.assignee !== actor.userId)
      throw new ApiError('NOT_ALLOWED', 'Only the assignee can delegate this task.');
  });
}

function moveTask(
  ctx: AppContext,
  actor: Actor,
  { id, to, reason, action }: Move & { readonly action: 'task.reassigned' | 'task.delegated' },
  check: (task: LockedTask) => void = () => {},
) {
  return ctx.write(actor, async (tx) => {
    const task = found(await lockTask(tx, id), 'task');
    check(task);
    if (!task.isOpen) throw new ApiError('CONFLICT', `This task is no longer open (${task.status}).`);
    const userId = await mustTake(tx, task, to);
    await updateAssignee(tx, id, userId);
    const why = reason === '' ? '.' : `: ${reason}`;
    const notice = { severity: 'info', runId: task.runId, effectKey: `task/${id}/${newId()}` };
    const verb = action === 'task.reassigned' ? 'reassigned' : 'delegated';
    await notifyPeople(tx, [userId], {
      ...notice,
      taskId: id,
      title: ASSIGNED_TITLE,
      mail: { message: `${actor.displayName} ${verb} it to you.` },
      message: `${actor.displayName} ${verb} it to you${why}`,
    });
    const before =
      task.assignee === null || [userId, actor.userId].includes(task.assignee) ? [] : [task.assignee];
    await notifyPeople(tx, before, {
      ...notice,
      title: 'Your task was reassigned',
      message: `${actor.displayName} reassigned it to ${to}${why}`,
    });
    tx.record({ action, object: { type: 'task', id }, reason: { code: to, text: reason } });
    return shownTask(tx, actor, found(await selectTask(tx, id), 'task'));
  });
}

/** The id of the person the task goes to: an active member who may decide it. */
async function mustTake(tx: WriteTx, task: LockedTask, username: string): Promise<string> {
  const userId = await selectTaker(tx, username);
  const problem = (message: string) =>
    new ApiError('BAD_INPUT', message, { problems: [{ rule: 'WF-60', path: 'to', message }] });
  if (userId === null)
    throw problem(`“${username}” is not an active user who can decide tasks. Choose another user.`);
  if (isApproval(task.type) && userId === task.startedBy)
    throw problem(`“${username}” started this run and can’t approve it. Choose another user.`);
  return userId;
}
