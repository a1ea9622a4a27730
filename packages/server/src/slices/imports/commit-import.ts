import { maySkipErrors } from '@attain/contract/import-status';
import type { ImportDetail } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { holdTurn } from '../../db/turns.ts';
import { askForImport, dropApproval, startCommit } from './approve-import.ts';
import { mustNotBeProcessing } from './check-import.ts';
import { mustAgree } from './control-totals.ts';
import { detailOf } from './import-detail.ts';
import { hasFile } from './import-file.ts';
import { selectImport } from './imports-store.ts';
import { mustImport } from './may-import.ts';
import { mustBeFew } from './merging/absent-rows.ts';
import { editorsOf, limitExceeded } from './over-limit.ts';

/**
 * Starts storing the checked rows in the background, all or none; over the limits of the workspace, asks for approval instead
 * (APR-13). Throws CONFLICT before a check, if rows have errors, if a snapshot removes more than it may, if control totals
 * differ without a reason, while the import is being
 * processed or waits, and once it is committed.
 */
export async function commitImport(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  const detail = await ctx.write(actor, async (tx) => {
    const stored = found(await selectImport(tx, id, true), 'import');
    mustImport(actor, stored.kind, stored.mapping);
    mustNotBeProcessing(stored);
    if (stored.status === 'committed') throw new ApiError('CONFLICT', 'This file is already imported.');
    if (stored.status !== 'checked')
      throw new ApiError('CONFLICT', 'Check the file first. Only checked rows can be imported.');
    const bad = stored.summary?.badRows ?? stored.problemCount;
    if (stored.problemCount > 0 && !stored.skipBadRows) {
      throw new ApiError(
        'CONFLICT',
        `${bad} ${bad === 1 ? 'row has' : 'rows have'} errors, so nothing was imported. Fix the file and upload it again${maySkipErrors(stored) ? ', or check it again and skip them' : ''}.`,
      );
    }
    if (!hasFile(ctx, id))
      throw new ApiError('CONFLICT', 'The file of this import is no longer stored. Upload it again.');
    if (stored.awaitsApproval)
      throw new ApiError('CONFLICT', 'This import waits for approval. It is saved once it is approved.');
    const { contentHash } = stored;
    if (stored.kind === 'adjustments' && actor.userId !== (stored.checkedById ?? stored.createdById))
      throw new ApiError(
        'CONFLICT',
        'Someone else checked this file. Check it yourself before you submit it.',
      );
    mustBeFew(stored.summary?.removal);
    mustAgree(stored);
    // a request that expired approves nothing, and may not be needed any more
    if (stored.approvalId !== null) await dropApproval(tx, id, 'expired');
    const by = [actor.userId, ...editorsOf({ createdBy: stored.createdById, editors: stored.editorIds })];
    // of two imports at once, the second counts the first
    await holdTurn(tx, 'import-limits', tx.tenantId);
    const limit = await limitExceeded(tx, stored, { by, among: 'started' });
    const waits = limit !== null && (await askForImport(ctx, tx, { actor, stored, limit }));
    if (!waits) await startCommit(tx, stored);
    tx.record({
      action: waits ? 'import.approval-requested' : 'import.commit-ordered',
      object: { type: 'import', id },
      before: contentHash,
      after: contentHash,
      ...(limit !== null && !waits ? { reason: { code: 'single-person' } } : {}),
    });
    return detailOf(tx, actor, found(await selectImport(tx, id), 'import'));
  });
  if (detail.status === 'committing') await ctx.jobs.order('import', { tenantId: actor.tenantId, id });
  return detail;
}
