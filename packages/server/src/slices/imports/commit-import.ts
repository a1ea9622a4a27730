import type { ImportDetail } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { hasFile } from './import-file.ts';
import { detailOf, markStarted, selectImport } from './imports-store.ts';
import { mustImport } from './may-import.ts';

/**
 * Starts storing the checked rows in the background, all or none. Throws CONFLICT before a check, if rows have errors,
 * while the import is being processed, and once it is committed.
 */
export async function commitImport(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  const detail = await ctx.write(actor, async (tx) => {
    const stored = found(await selectImport(tx, id, true), 'import');
    mustImport(actor, stored.kind, stored.mapping);
    if (stored.status === 'checking' || stored.status === 'committing') {
      throw new ApiError(
        'CONFLICT',
        'This import is being processed right now. Wait until it is done, or cancel it.',
      );
    }
    if (stored.status === 'committed') throw new ApiError('CONFLICT', 'This file is already imported.');
    if (stored.status !== 'checked')
      throw new ApiError('CONFLICT', 'Check the file first. Only checked rows can be imported.');
    const bad = stored.summary?.badRows ?? stored.problemCount;
    if (stored.problemCount > 0) {
      throw new ApiError(
        'CONFLICT',
        `${bad} ${bad === 1 ? 'row has' : 'rows have'} errors, so nothing was imported. Fix the file and upload it again.`,
      );
    }
    if (!hasFile(ctx, id))
      throw new ApiError('CONFLICT', 'The file of this import is no longer stored. Upload it again.');
    await markStarted(tx, {
      id,
      status: 'committing',
      mapping: stored.mapping,
      preview: stored.preview,
      total: stored.summary?.rows ?? null,
    });
    const { contentHash } = stored;
    tx.record({
      action: 'import.commit-ordered',
      object: { type: 'import', id },
      before: contentHash,
      after: contentHash,
    });
    return detailOf(actor, found(await selectImport(tx, id), 'import'));
  });
  await ctx.jobs.order('import', { tenantId: actor.tenantId, id });
  return detail;
}
