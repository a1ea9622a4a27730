import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { workflowDetail } from './workflow-document.ts';
import { lockWorkflow, updateActive } from './workflow-store.ts';

/** Retires a workflow: no new runs start, running ones continue. Throws CONFLICT if it is retired. */
export function retireWorkflow(ctx: AppContext, actor: Actor, id: string) {
  return setActive(ctx, actor, { id, isActive: false });
}

/** Restores a retired workflow. Throws CONFLICT if it is not retired. */
export function restoreWorkflow(ctx: AppContext, actor: Actor, id: string) {
  return setActive(ctx, actor, { id, isActive: true });
}

function setActive(ctx: AppContext, actor: Actor, wanted: { id: string; isActive: boolean }) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const locked = found(await lockWorkflow(tx, wanted.id), 'workflow');
    if (locked.isActive === wanted.isActive) {
      const state = wanted.isActive ? 'in use' : 'retired';
      throw new ApiError('CONFLICT', `“${locked.name}” is already ${state}.`);
    }
    await updateActive(tx, locked.id, wanted.isActive);
    const action = wanted.isActive ? 'workflow.restored' : 'workflow.retired';
    tx.record({ action, object: { type: 'workflow', id: locked.id } });
    return workflowDetail(tx, locked.id);
  });
}
