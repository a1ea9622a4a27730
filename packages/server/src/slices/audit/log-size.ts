import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectHead } from './audit-store.ts';

/** The size for a proof: the given one, else the whole log's. Throws BAD_INPUT above the log's size and below `min`. */
export async function logSize(tx: TenantTx, asked: number | undefined, min: number): Promise<number> {
  const entries = (await selectHead(tx))?.size ?? 0;
  const size = asked ?? entries;
  if (size > entries || min > size) {
    throw new ApiError(
      'BAD_INPUT',
      `No proof exists for this request: the log has ${entries} entries, numbered from 0, and a proof over ${size} can’t reach ${min}.`,
    );
  }
  return size;
}

/** Bytes as lower-case hex. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
