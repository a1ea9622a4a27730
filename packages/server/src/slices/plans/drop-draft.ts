import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { deleteDraft, lockPlan, selectDocument, selectVersions, updatePlan } from './plan-store.ts';

/**
 * Takes the draft out of a plan inside a transaction; the version before is the newest again. Returns the version that is gone and
 * the hashes before and after. Refuses NOT_FOUND, CONFLICT when the newest version is no draft, is the only one, or was changed.
 */
export async function dropDraft(
  tx: TenantTx,
  wanted: { readonly id: string; readonly documentHash: string },
): Promise<{ version: number; before: string; after: string }> {
  const plan = found(await lockPlan(tx, wanted.id), 'plan');
  const [newest, before] = await selectVersions(tx, plan.id);
  if (newest?.status !== 'Draft' || before === undefined) {
    const message =
      newest?.status === 'Draft' ? 'it is all there is of it' : 'its newest version is no draft';
    throw new ApiError('CONFLICT', `Nothing of “${plan.name}” can be thrown away: ${message}.`);
  }
  if (newest.documentHash !== wanted.documentHash) {
    const message = 'The draft was changed after you opened it. Nothing was thrown away; read it again.';
    throw new ApiError('CONFLICT', message);
  }
  const document = found(await selectDocument(tx, plan.id, before.version), 'plan document');
  await closeRequest(tx, { kind: 'plan-activation', subjectId: plan.id, status: 'void' });
  await deleteDraft(tx, { planId: plan.id, version: newest.version });
  await updatePlan(tx, { id: plan.id, name: document.name });
  return { version: newest.version, before: newest.documentHash, after: before.documentHash };
}
