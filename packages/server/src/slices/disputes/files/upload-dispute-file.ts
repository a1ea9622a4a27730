import { readFile } from 'node:fs/promises';
import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { mustBeFileName } from '../../../base/file-name.ts';
import { newId } from '../../../base/ids.ts';
import { mustFit } from './attach-files.ts';
import { contentTypeOf } from './file-kind.ts';
import { keepSent, measureSent } from './sent-files.ts';

/** Files of one person that wait at the same time. */
const MAX_WAITING = 20;

/** An uploaded file that waits for its dispute or message. */
export interface SentFile {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly byteCount: number;
}

/**
 * Checks a file and keeps it for a day, until its sender attaches it to a dispute or a message. Throws UNSUPPORTED_FILE and TOO_LARGE with
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
  const waiting = await measureSent(ctx, actor);
  if (waiting.own >= MAX_WAITING)
    throw new ApiError('TOO_LARGE', 'You have uploaded many files without sending them. Try again tomorrow.');
  await ctx.read(actor, (tx) => mustFit(ctx, tx, waiting.bytes + content.length));
  const id = newId();
  await keepSent(ctx, actor, { id, path });
  return { id, fileName, contentType, byteCount: content.length };
}
