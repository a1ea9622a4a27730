import type { Workflow } from '@attain/domain/workflows/workflow';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { minuteInWords } from '../../base/clock.ts';
import { found, Refusal } from '../../base/refusal.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMemberName } from '../../db/member-name.ts';
import type { House } from '../../house.ts';
import { readWorkflow, workflowDetail } from './workflow-document.ts';
import { type LockedWorkflow, lockWorkflow, updateDraft } from './workflow-store.ts';

/**
 * Saves the draft. What was published stays as it is, and runs that are under way keep their version.
 * Refuses BAD_INPUT with every problem of the document's shape, CONFLICT when somebody saved since the actor read it, or when
 * another workflow has the name.
 */
export function saveWorkflow(
  house: House,
  actor: Actor,
  input: { id: string; revision: number; document: Workflow },
) {
  mustAllow(actor, 'edit:workflows');
  return house.write(actor, async (tx) => {
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

async function staleRevision(tx: TenantTx, locked: LockedWorkflow, edited: number): Promise<Refusal> {
  const editor = await selectMemberName(tx, locked.updatedBy);
  return new Refusal(
    'CONFLICT',
    `${editor ?? 'Somebody'} saved this workflow after you opened it: it is at revision ${locked.revision} of ` +
      `${minuteInWords(locked.updatedAt)}, you edited revision ${edited}. Nothing was saved; take theirs, or save yours over it.`,
  );
}
