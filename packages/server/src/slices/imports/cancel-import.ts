import { isProcessing } from '@attain/contract/import-status';
import type { ImportDetail } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { dropApproval } from './approve-import.ts';
import { detailOf } from './import-detail.ts';
import { dropFiles, hasFile } from './import-file.ts';
import { endOfImport } from './import-job.ts';
import { selectImport, updateEnded } from './imports-store.ts';
import { mustImport } from './may-import.ts';

/**
 * Stops a running check or commit, which keeps the file, or discards an idle import with its file, which frees its
 * place. Throws CONFLICT if the import is committed or discarded.
 */
export async function cancelImport(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  for (let tries = 1; ; tries += 1)
    try {
      return await cancelOnce(ctx, actor, { id, isLast: tries === 3 });
    } catch (error) {
      if (!(error instanceof BegunMeanwhile)) throw error;
    }
}

/** A check or commit was ordered after its job was looked for. */
class BegunMeanwhile extends Error {}

async function cancelOnce(
  ctx: AppContext,
  actor: Actor,
  { id, isLast }: { id: string; isLast: boolean },
): Promise<ImportDetail> {
  const { detail, asked, dropped } = await ctx.write(actor, async (tx) => {
    // first: whoever works on the import locks its job before its row
    const asked = await cancelJob(tx, endOfImport, id);
    const stored = found(await selectImport(tx, id, asked === null), 'import');
    mustImport(actor, stored.kind);
    if (asked === null) {
      // cancelled like an idle import, it would be stored all the same; in the end its job is lost
      if (!isLast && isProcessing(stored)) throw new BegunMeanwhile();
      const isAway = stored.status === 'cancelled' && !hasFile(ctx, id);
      if (stored.status === 'committed' || isAway) {
        throw new ApiError('CONFLICT', `This import has already ended (${stored.status}).`);
      }
      await dropApproval(tx, id, 'withdrawn');
      await updateEnded(tx, id, { status: 'cancelled', error: stored.error });
    }
    tx.record({
      action: asked === 'requested' ? 'import.cancel-ordered' : 'import.cancelled',
      object: { type: 'import', id },
    });
    const detail = await detailOf(tx, actor, found(await selectImport(tx, id), 'import'));
    return { detail, asked, dropped: stored };
  });
  if (asked === null) await dropFiles(ctx, dropped);
  return detail;
}
