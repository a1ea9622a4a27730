import { ApiError } from '../../../base/api-error.ts';
import { mustBeFileName } from '../../../base/file-name.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { keepContent } from '../../../db/keep-content.ts';
import { type FileRow, insertFile, type NewFile, selectBytesHeld } from './file-store.ts';

/** The largest file a step may store, and all files of a workspace together, in bytes. */
const MAX_FILE_BYTES = 5_000_000;
const MAX_BYTES = 2_000_000_000;

/**
 * Stores a file of the workspace inside the caller's transaction, addressed by the SHA-256 of its content. Throws
 * BAD_INPUT for an invalid name, and TOO_LARGE beyond 5 MB or when the workspace holds 2 GB.
 */
export async function keepFile(tx: TenantTx, file: Omit<NewFile, 'id' | 'contentHash'>): Promise<FileRow> {
  mustBeFileName(file.fileName);
  const size = file.content.length;
  if (size > MAX_FILE_BYTES) {
    throw new ApiError('TOO_LARGE', `The file has ${size} bytes; the limit is ${MAX_FILE_BYTES}.`);
  }
  if ((await selectBytesHeld(tx)) + size > MAX_BYTES) {
    throw new ApiError('TOO_LARGE', `The workspace has reached its file limit of ${MAX_BYTES} bytes.`);
  }
  const contentHash = await keepContent(tx, file.content);
  return insertFile(tx, { ...file, id: newId(), contentHash });
}
