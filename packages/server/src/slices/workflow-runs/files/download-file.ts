import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { anId } from '../../../base/cursor.ts';
import { mustSeeValues } from '../visible-run.ts';
import { selectFile } from './file-store.ts';

/**
 * A file stored by a step of a run. Throws NOT_FOUND in other workspaces and for runs the actor can't see, and
 * NOT_ALLOWED if the run's values are hidden from the actor.
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
