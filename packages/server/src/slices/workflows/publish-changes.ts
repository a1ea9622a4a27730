import type { Workflow } from '@attain/domain/workflows/workflow';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Gate, publishDraft } from './publish-workflow.ts';
import { readWorkflow } from './workflow-document.ts';
import {
  lockWorkflow,
  type StoredWorkflow,
  selectDraft,
  selectVersionDocument,
  updateDraft,
} from './workflow-store.ts';

/** The draft of a workflow; null: there is none. */
export function draftOf(tx: TenantTx, id: string): Promise<StoredWorkflow | null> {
  return selectDraft(tx, id);
}

/**
 * Publishes the draft of a workflow if it differs from the newest version; a given document becomes the draft first.
 * Returns the number of the newest version. Throws NOT_FOUND, WORKFLOW_INVALID, and what the gate throws.
 */
export async function publishChanges(
  tx: TenantTx,
  actor: Actor,
  of: { readonly id: string; readonly document?: Workflow; readonly note: string; readonly mustPass: Gate },
): Promise<number> {
  const locked = found(await lockWorkflow(tx, of.id), 'workflow');
  const draft = { document: locked.document, documentHash: locked.documentHash };
  if (of.document !== undefined) {
    const { workflow, hash } = readWorkflow(of.document);
    draft.document = workflow;
    draft.documentHash = hash;
    if (hash !== locked.documentHash)
      await updateDraft(tx, { id: of.id, document: workflow, documentHash: hash, userId: actor.userId });
  }
  const newest = locked.version === 0 ? null : await selectVersionDocument(tx, of.id, locked.version);
  if (newest?.documentHash === draft.documentHash) return locked.version;
  const { document, documentHash } = draft;
  return publishDraft(tx, actor, {
    locked: { ...locked, document, documentHash },
    note: of.note,
    mustPass: of.mustPass,
  });
}
