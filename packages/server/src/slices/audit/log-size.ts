import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectHead } from './audit-store.ts';

/**
 * The size a proof is about: the one asked for, else the whole log's.
 * Refuses BAD_INPUT above what the log has, and below `least`.
 */
export async function logSize(tx: TenantTx, asked: number | undefined, min: number): Promise<number> {
  const entries = (await selectHead(tx))?.size ?? 0;
  const size = asked ?? entries;
  if (size > entries || min > size) {
    throw new ApiError(
      'BAD_INPUT',
      `There is no such proof: the log has ${entries} entries, numbered from 0; a proof over ${size} of them cannot reach ${min}.`,
    );
  }
  return size;
}

/** Bytes as lower-case hex. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
