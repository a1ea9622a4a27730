import { found } from '../../../base/refusal.ts';
import type { House } from '../../../house.ts';
import { type FileRow, selectFile } from './file-store.ts';

/** Stored files of a workspace with their bytes, in the order asked for, for a step that hands them on. NOT_FOUND for others. */
export function readFiles(
  house: House,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly (FileRow & { readonly content: Buffer })[]> {
  return house.db.within(tenantId, async (tx) => {
    const files = [];
    for (const id of ids) files.push(found(await selectFile(tx, id), 'file'));
    return files;
  });
}
