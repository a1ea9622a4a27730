import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { deleteDraft, lockPlan, selectDocument, selectVersions, updatePlan } from './plan-store.ts';

/**
 * Discards a plan's draft inside a transaction; the previous version becomes the newest again. Returns the discarded
 * version and the hashes before and after. Throws NOT_FOUND, and CONFLICT if the newest version is not a draft, is the
 * only one, or was changed.
 */
export async function dropDraft(
  tx: TenantTx,
  wanted: { readonly id: string; readonly documentHash: string },
): Promise<{ version: number; before: string; after: string }> {
  const plan = found(await lockPlan(tx, wanted.id), 'plan');
  const [newest, before] = await selectVersions(tx, plan.id);
  if (newest?.status !== 'Draft' || before === undefined) {
    const message =
      newest?.status === 'Draft' ? 'it is the plan’s only version' : 'its newest version is not a draft';
    throw new ApiError('CONFLICT', `Can’t discard the draft of “${plan.name}”: ${message}.`);
  }
  if (newest.documentHash !== wanted.documentHash) {
    const message = 'The draft was changed after you opened it. Nothing was discarded; review it again.';
    throw new ApiError('CONFLICT', message);
  }
  const document = found(await selectDocument(tx, plan.id, before.version), 'plan document');
  await closeRequest(tx, { kind: 'plan-activation', subjectId: plan.id, status: 'void' });
  await deleteDraft(tx, { planId: plan.id, version: newest.version });
  await updatePlan(tx, { id: plan.id, name: document.name });
  return { version: newest.version, before: newest.documentHash, after: before.documentHash };
}
