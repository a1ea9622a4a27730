import { type Actor, mustAllow } from '../../../base/actor.ts';
import { anId } from '../../../base/cursor.ts';
import { found } from '../../../base/refusal.ts';
import type { House } from '../../../house.ts';
import { selectFile } from './file-store.ts';

/** A file that a step of a run has stored, as it was stored. NOT_FOUND in other workspaces, and of runs the actor does not see. */
export async function downloadFile(
  house: House,
  actor: Actor,
  { fileId }: { fileId: string },
): Promise<{ fileName: string; contentType: string; body: Buffer }> {
  const startedBy = mustAllow(actor, 'read:workflow-runs') === 'tenant' ? null : actor.userId;
  found(anId(fileId) || null, 'file');
  const { fileName, contentType, content } = await house.read(actor, async (tx) =>
    found(await selectFile(tx, fileId, startedBy), 'file'),
  );
  return { fileName, contentType, body: content };
}
