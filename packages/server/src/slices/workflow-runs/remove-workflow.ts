import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { appendToLog } from '../../db/audit-append.ts';
import { deleteRuns } from './removable-runs.ts';
import { deleteWorkflow, draftRunsOf, lockToRemove, type WorkflowUse } from './workflow-removal-store.ts';

/**
 * Deletes a workflow with its versions, triggers, suites and draft runs. Throws NOT_FOUND, and CONFLICT while something uses it or
 * if a version of it was run: those runs are kept, so it can only be retired.
 */
export function removeWorkflow(ctx: AppContext, actor: Actor, id: string): Promise<{ id: string }> {
  mustAllow(actor, 'publish:workflows');
  const { tenantId } = actor;
  // the login of the application can't take runs away
  return ctx.db.asOwner(async (client) => {
    const { name, documentHash, use } = found(await lockToRemove(client, tenantId, id), 'workflow');
    if (use !== null) throw new ApiError('CONFLICT', messageOf(name, use));
    await deleteRuns(client, tenantId, await draftRunsOf(client, tenantId, id));
    await deleteWorkflow(client, tenantId, id);
    await appendToLog(client, ctx, actor, {
      action: 'workflow.removed',
      object: { type: 'workflow', id },
      before: documentHash,
    });
    return { id };
  });
}

function messageOf(name: string, { kind, by, version }: WorkflowUse): string {
  switch (kind) {
    case 'run':
      return `“${name}” has runs of its versions, which are kept. Retire it instead.`;
    case 'draft-run':
      return `A run of the draft of “${name}” is in progress. Cancel it first.`;
    case 'agent':
      return `The agent “${by}” runs “${name}”. Retire it instead, or choose another workflow for the agent.`;
    case 'workflow':
      return `“${by}” starts “${name}”. Remove it from there first.`;
    case 'version':
      return `Version ${version} of “${by}” starts “${name}”, and can be run again. Retire “${name}” instead.`;
    case 'draft-in-progress':
      return `A run of the draft of “${by}” in progress starts “${name}”. Wait for it, or cancel it.`;
  }
}
