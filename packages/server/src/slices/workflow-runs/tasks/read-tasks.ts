import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import { isApproval } from './decide-task.ts';
import { shownTask, shownTasks } from './shown-task.ts';
import { ownTasks, selectTakers, selectTask, selectTasks } from './task-rows.ts';

/** Tasks by due date: the actor's own and those in the queues of their roles, or everyone's. */
export function listTasks(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    whose: 'mine' | 'all';
    status: 'open' | 'done';
    runId?: string | undefined;
  },
) {
  mustAllow(actor, 'read:tasks');
  if (input.whose === 'all' && mustAllow(actor, 'read:workflow-runs') !== 'tenant') {
    throw new ApiError(
      'NOT_ALLOWED',
      'You can see only runs you started, and so only tasks assigned to you.',
    );
  }
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const whose = input.whose === 'all' ? null : ownTasks(actor);
    const filter = { whose, open: input.status === 'open', runId: input.runId ?? null };
    const rows = await selectTasks(tx, filter, { after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.dueAt, row.id]);
    return { ...page, rows: [...(await shownTasks(tx, actor, page.rows))] };
  });
}

/** A task of the actor, or any task for users who may read runs. Throws NOT_FOUND. */
export function readTask(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:tasks');
  const all = scopeOf(actor.roles, 'read:workflow-runs') === 'tenant';
  const whose = all ? null : ownTasks(actor);
  return ctx.read(actor, async (tx) => shownTask(tx, actor, found(await selectTask(tx, id, whose), 'task')));
}

/** Users an open task can be assigned to, without the user who may not approve it. Throws NOT_FOUND. */
export function listTakers(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:tasks');
  const all = scopeOf(actor.roles, 'reassign:tasks') !== null;
  return ctx.read(actor, async (tx) => {
    const task = found(await selectTask(tx, id, all ? null : ownTasks(actor)), 'task');
    const rows = await selectTakers(tx, isApproval(task.type) ? task.run.startedById : null);
    return { rows };
  });
}
