import { readFile } from 'node:fs/promises';
import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { mustBeFileName } from '../../../base/file-name.ts';
import { newId } from '../../../base/ids.ts';
import { mustFit } from './attach-files.ts';
import { contentTypeOf } from './file-kind.ts';
import { keepSent, makeRoom } from './sent-files.ts';

/** An uploaded file that waits for its dispute or message. */
export interface SentFile {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly byteCount: number;
}

/**
 * Checks a file and keeps it for a day, until its sender attaches it to a dispute or a message; of many, the oldest goes. Throws UNSUPPORTED_FILE and TOO_LARGE with
 * the reason, and NOT_ALLOWED for those who neither open nor answer disputes.
 */
export async function uploadDisputeFile(
  ctx: AppContext,
  actor: Actor,
  { path, fileName }: { readonly path: string; readonly fileName: string },
): Promise<SentFile> {
  mustAllow(actor, scopeOf(actor.roles, 'resolve:disputes') === null ? 'open:disputes' : 'resolve:disputes');
  mustBeFileName(fileName);
  const content = await readFile(path);
  const contentType = contentTypeOf(fileName, content);
  const waiting = await makeRoom(ctx, actor);
  await ctx.read(actor, (tx) => mustFit(ctx, tx, waiting + content.length));
  const id = newId();
  await keepSent(ctx, actor, { id, path });
  return { id, fileName, contentType, byteCount: content.length };
}
