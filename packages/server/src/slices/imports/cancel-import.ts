import type { ImportDetail } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { dropFile, hasFile } from './import-file.ts';
import { detailOf, selectImport } from './imports-store.ts';
import { mustImport } from './may-import.ts';

/**
 * Stops a dry run or a commit that is under way, which then leaves only the file, or puts an idle import away with its file: that
 * frees its place. Refuses CONFLICT once the import is committed or put away.
 */
export async function cancelImport(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  const detail = await ctx.write(actor, async (tx) => {
    const stored = found(await selectImport(tx, id, true), 'import');
    mustImport(actor, stored.kind);
    const isAway = stored.status === 'cancelled' && !hasFile(ctx, id);
    if (stored.status === 'committed' || isAway) {
      throw new ApiError('CONFLICT', `This import has already ended (${stored.status}).`);
    }
    const busy = stored.status === 'checking' || stored.status === 'committing';
    await tx.client.query(
      busy
        ? 'UPDATE imports SET cancel_requested = 1, updated_at = now() WHERE id = $1'
        : `UPDATE imports SET status = 'cancelled', updated_at = now() WHERE id = $1`,
      [id],
    );
    tx.record({
      action: busy ? 'import.cancel-ordered' : 'import.cancelled',
      object: { type: 'import', id },
    });
    return detailOf(actor, found(await selectImport(tx, id), 'import'));
  });
  if (detail.status === 'cancelled') await dropFile(ctx, id);
  return detail;
}
