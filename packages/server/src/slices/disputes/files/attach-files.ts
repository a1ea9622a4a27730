import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { mustBeFileName } from '../../../base/file-name.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { keepContent } from '../../../db/keep-content.ts';
import { insertDisputeFile, selectAttachedBytes, selectBytesOf } from './dispute-file-store.ts';
import { contentTypeOf } from './file-kind.ts';
import { dropSent, readSent } from './sent-files.ts';

/** The files of one dispute, in bytes. */
const MAX_BYTES = 50_000_000;

/** An uploaded file, by the id and the name of its upload. */
export interface NamedUpload {
  readonly id: string;
  readonly fileName: string;
}

/** A file as the log names it. */
export interface AttachedFile {
  readonly fileName: string;
  readonly byteCount: number;
  readonly sha256: string;
}

/**
 * Attaches files that the actor has uploaded to a dispute, or to a message of it (DISP-15). Throws BAD_INPUT for one that is not there any
 * more, and what an upload throws.
 */
export async function attachFiles(
  ctx: AppContext,
  tx: TenantTx,
  {
    actor,
    files,
    ...to
  }: { actor: Actor; files: readonly NamedUpload[]; disputeId: string; messageId: string | null },
): Promise<AttachedFile[]> {
  const attached: AttachedFile[] = [];
  for (const [at, { id, fileName }] of files.entries()) {
    mustBeFileName(fileName);
    const content = await readSent(ctx, actor, id);
    if (content === null) {
      const message = `“${fileName}” is no longer there. Attach it again.`;
      throw new ApiError('BAD_INPUT', message, {
        problems: [{ rule: 'DISP-15', path: `files.${at}`, message }],
      });
    }
    const contentType = contentTypeOf(fileName, content);
    const contentHash = await keepContent(tx, content);
    await insertDisputeFile(tx, {
      ...to,
      ...{ id: newId(), fileName, contentType, contentHash, userId: actor.userId },
    });
    attached.push({ fileName, byteCount: content.length, sha256: contentHash });
  }
  if (files.length === 0) return attached;
  if ((await selectBytesOf(tx, to.disputeId)) > MAX_BYTES)
    throw new ApiError(
      'TOO_LARGE',
      `The files of this dispute would exceed ${MAX_BYTES / 1_000_000} MB. Attach fewer or smaller ones.`,
    );
  await mustFit(ctx, tx, 0);
  return attached;
}

/** Removes uploads once they are attached. */
export function forgetUploads(ctx: AppContext, actor: Actor, files: readonly NamedUpload[]): Promise<void> {
  return dropSent(
    ctx,
    actor,
    files.map(({ id }) => id),
  );
}

/** Throws TOO_LARGE if the files of the workspace's disputes are too large together. */
export async function mustFit(ctx: AppContext, tx: TenantTx, moreBytes: number): Promise<void> {
  const max = ctx.settings.disputeFilesMaxBytes;
  if ((await selectAttachedBytes(tx)) + moreBytes <= max) return;
  throw new ApiError(
    'TOO_LARGE',
    `The files of this workspace’s disputes would exceed ${Math.floor(max / 1_000_000)} MB. Ask the operator of this installation to raise the limit.`,
  );
}

const maxNameLength = 60;

/** Files with their sizes, for an entry of the log, whose evidence has their hashes in the same order. */
export function filesInWords(files: readonly AttachedFile[]): string {
  return files.map(({ fileName, byteCount }) => `${shortened(fileName)} (${byteCount} bytes)`).join(', ');
}

function shortened(fileName: string): string {
  return fileName.length <= maxNameLength ? fileName : `${fileName.slice(0, maxNameLength - 1)}…`;
}
