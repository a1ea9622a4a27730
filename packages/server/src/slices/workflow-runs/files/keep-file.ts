import { createHash } from 'node:crypto';
import { ApiError } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { type FileRow, insertFile, type NewFile, selectBytesHeld } from './file-store.ts';

/** The largest file a step may store, and all files of a workspace together, in bytes. */
const MAX_FILE_BYTES = 5_000_000;
const MAX_BYTES = 2_000_000_000;

/**
 * Stores a file of the workspace inside the caller's transaction, addressed by the SHA-256 of its content. Throws
 * BAD_INPUT for an invalid name, and TOO_LARGE beyond 5 MB or when the workspace holds 2 GB.
 */
export async function keepFile(tx: TenantTx, file: Omit<NewFile, 'id' | 'contentHash'>): Promise<FileRow> {
  if (!isFileName(file.fileName)) {
    const message = `“${file.fileName.slice(0, 60)}” is not a valid file name. Use at most 200 characters and no folder, such as report.csv.`;
    throw new ApiError('BAD_INPUT', message);
  }
  const size = file.content.length;
  if (size > MAX_FILE_BYTES) {
    throw new ApiError('TOO_LARGE', `The file has ${size} bytes; the limit is ${MAX_FILE_BYTES}.`);
  }
  if ((await selectBytesHeld(tx)) + size > MAX_BYTES) {
    throw new ApiError('TOO_LARGE', `The workspace has reached its file limit of ${MAX_BYTES} bytes.`);
  }
  const contentHash = createHash('sha256').update(file.content).digest('hex');
  return insertFile(tx, { ...file, id: newId(), contentHash });
}

function isFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this rejects
  return name.length <= 200 && /^[^\u0000-\u001f\u007f/\\:]+$/.test(name) && !/^[. ]+$/.test(name);
}
