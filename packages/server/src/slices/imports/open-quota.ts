import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import { hasFile, KEPT_DAYS } from './import-file.ts';

/**
 * Refuses TOO_LARGE when the workspace has too many imports whose files are kept, or those and `moreBytes` are too large together. Uploads
 * that ask in a transaction that changes something wait for each other.
 */
export async function mustHavePlace(
  ctx: AppContext,
  tx: TenantTx,
  { moreBytes, lock }: { readonly moreBytes: number; readonly lock: boolean },
): Promise<void> {
  if (lock) await holdTurn(tx, 'open-imports', tx.tenantId);
  const result = await tx.client.query<{ id: string; bytes: string }>(
    `SELECT id, byte_count::text AS bytes FROM imports
      WHERE tenant_id = $1 AND status <> 'committed' AND created_at > now() - make_interval(days => $2)`,
    [tx.tenantId, KEPT_DAYS],
  );
  const open = result.rows.filter(({ id }) => hasFile(ctx, id));
  const count = open.length;
  const bytes = open.reduce((sum, one) => sum + Number(one.bytes), 0);
  const { maxOpen, maxOpenBytes } = ctx.settings.importLimits;
  if (count >= maxOpen)
    throw new ApiError(
      'TOO_LARGE',
      `This workspace has ${count} open imports, and ${maxOpen} are allowed. Commit or cancel some, then upload again.`,
    );
  if (bytes + moreBytes > maxOpenBytes)
    throw new ApiError(
      'TOO_LARGE',
      `The files of this workspace's open imports would have more than ${megabytes(maxOpenBytes)} together. Commit or cancel some, then upload again.`,
    );
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${Math.floor(bytes / 1_000_000)} MB`;
}
