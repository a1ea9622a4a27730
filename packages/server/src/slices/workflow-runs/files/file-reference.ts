import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { anId } from '../../../base/cursor.ts';
import type { FileRow } from './file-store.ts';

/** A stored file as steps hand it on: `file` is its ID, `sha256` the hash of its content. */
export function fileReference({ id, fileName, contentType, byteCount, contentHash }: FileRow): JsonObject {
  return { file: id, fileName, contentType, bytes: byteCount, sha256: contentHash };
}

/** The ID of the file that a value names; null if it is something else. */
export function referencedFile(value: JsonValue): string | null {
  if (!isObject(value) || !Object.hasOwn(value, 'sha256')) return null;
  return typeof value.file === 'string' && anId(value.file) ? value.file : null;
}
