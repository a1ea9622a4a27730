import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { mustSeeValues } from '../visible-run.ts';
import { type FileRow, selectFile } from './file-store.ts';

/**
 * Stored files with their bytes, in the given order, for a step of a run that passes them on (WF-61): files of the run
 * itself, and of runs whose values the actor may see. Throws NOT_FOUND, and NOT_ALLOWED for files of other runs.
 */
export function readFiles(
  ctx: AppContext,
  actor: Actor,
  runId: string,
  ids: readonly string[],
): Promise<readonly (FileRow & { readonly content: Buffer })[]> {
  return ctx.db.within(actor.tenantId, async (tx) => {
    const files = [];
    for (const id of ids) {
      const file = found(await selectFile(tx, id), 'file');
      if (file.runId !== runId) await mustSeeValues(tx, actor, file.runId);
      files.push(file);
    }
    return files;
  });
}
