import { kebab, kebabId } from '@attain/domain/base/kebab-id';
import { WORKFLOW_LIMITS, type Workflow } from '@attain/domain/workflows/workflow';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Gate, publishDraft } from './publish-workflow.ts';
import { readWorkflow } from './workflow-document.ts';
import {
  insertWorkflow,
  lockWorkflow,
  type StoredWorkflow,
  selectDraft,
  selectIdsLike,
  selectVersionDocument,
  selectWorkflow,
  updateActive,
  updateDraft,
} from './workflow-store.ts';

/** The draft of a workflow with its revision; null: there is none. */
export async function draftOf(
  tx: TenantTx,
  id: string,
): Promise<(StoredWorkflow & { readonly revision: number }) | null> {
  const [draft, summary] = [await selectDraft(tx, id), await selectWorkflow(tx, id)];
  return draft && summary && { ...draft, revision: summary.revision };
}

/** Stores a copy of a document as a workflow of its own, named after it and the suffix. */
export async function copyWorkflow(
  tx: TenantTx,
  actor: Actor,
  of: { readonly document: Workflow; readonly suffix: string },
): Promise<{ readonly id: string; readonly revision: number }> {
  const { document, suffix } = of;
  const name = `${document.name.slice(0, WORKFLOW_LIMITS.nameLength - suffix.length - 3)} · ${suffix}`;
  const { workflow, hash } = readWorkflow({ ...document, name });
  const id = kebabId(name, 'workflow', await selectIdsLike(tx, kebab(name) || 'workflow'));
  await insertWorkflow(tx, { id, document: workflow, documentHash: hash, userId: actor.userId });
  return { id, revision: 1 };
}

/** Takes a workflow out of use. */
export function retire(tx: TenantTx, id: string): Promise<void> {
  return updateActive(tx, id, false);
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
