import { kebab, kebabId } from '@attain/domain/base/kebab-id';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readWorkflow, workflowDetail } from './workflow-document.ts';
import { insertWorkflow, selectIdsLike } from './workflow-store.ts';

/**
 * Creates a workflow, blank or from a document, which may not be runnable yet; nothing is executed. Its ID is its name
 * in kebab-case, numbered if in use. Throws BAD_INPUT with every problem of the document's shape, and CONFLICT if the
 * name is in use.
 */
export function createWorkflow(
  ctx: AppContext,
  actor: Actor,
  input: { name: string; document?: Workflow | undefined },
) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { id, hash } = await addWorkflow(tx, actor.userId, input);
    tx.record({ action: 'workflow.created', object: { type: 'workflow', id }, after: hash });
    return workflowDetail(tx, id);
  });
}

/** Stores a new workflow; the caller records the act with its hash. */
export async function addWorkflow(
  tx: TenantTx,
  userId: string,
  input: { name: string; document?: Workflow | undefined },
): Promise<{ id: string; hash: string }> {
  const { workflow, hash } = readWorkflow({ ...(input.document ?? EMPTY_WORKFLOW), name: input.name });
  const like = await selectIdsLike(tx, kebab(workflow.name) || 'workflow');
  const id = kebabId(workflow.name, 'workflow', like);
  await insertWorkflow(tx, { id, document: workflow, documentHash: hash, userId });
  return { id, hash };
}
