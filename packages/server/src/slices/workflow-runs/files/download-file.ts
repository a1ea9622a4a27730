import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { anId } from '../../../base/cursor.ts';
import { mustSeeValues } from '../visible-run.ts';
import { selectFile } from './file-store.ts';

/**
 * A file that a step of a run has stored, as it was stored. NOT_FOUND in other workspaces, and of runs the actor does not see;
 * NOT_ALLOWED to whom the values of the run are not shown.
 */
export async function downloadFile(
  ctx: AppContext,
  actor: Actor,
  { fileId }: { fileId: string },
): Promise<{ fileName: string; contentType: string; body: Buffer }> {
  mustAllow(actor, 'read:workflow-runs');
  found(anId(fileId) || null, 'file');
  const { fileName, contentType, content } = await ctx.read(actor, async (tx) => {
    const file = found(await selectFile(tx, fileId), 'file');
    await mustSeeValues(tx, actor, file.runId);
    return file;
  });
  return { fileName, contentType, body: content };
}
