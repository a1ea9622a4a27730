import type { Workflow } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { minuteInWords } from '../../base/clock.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMemberName } from '../../db/member-name.ts';
import { readWorkflow, workflowDetail } from './workflow-document.ts';
import { type LockedWorkflow, lockWorkflow, updateDraft } from './workflow-store.ts';

/**
 * Saves the draft. Published versions stay unchanged, and running runs keep theirs. Throws BAD_INPUT with every problem
 * of the document's shape, and CONFLICT if another user saved since the actor read it, or another workflow has the
 * name.
 */
export function saveWorkflow(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number; document: Workflow },
) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const locked = found(await lockWorkflow(tx, input.id), 'workflow');
    const { workflow, hash } = readWorkflow(input.document);
    if (input.revision !== locked.revision) throw await staleRevision(tx, locked, input.revision);
    const same = hash === locked.documentHash;
    if (!same)
      await updateDraft(tx, { id: locked.id, document: workflow, documentHash: hash, userId: actor.userId });
    tx.record({
      action: 'workflow.saved',
      object: { type: 'workflow', id: locked.id },
      before: locked.documentHash,
      after: hash,
      ...(same ? { reason: { code: 'unchanged' } } : {}),
    });
    return workflowDetail(tx, locked.id);
  });
}

async function staleRevision(tx: TenantTx, locked: LockedWorkflow, edited: number): Promise<ApiError> {
  const editor = await selectMemberName(tx, locked.updatedBy);
  return new ApiError(
    'CONFLICT',
    `${editor ?? 'Another user'} saved this workflow after you opened it (revision ${locked.revision}, ` +
      `${minuteInWords(locked.updatedAt)}; you edited revision ${edited}). Nothing was saved; keep theirs or overwrite it.`,
  );
}
