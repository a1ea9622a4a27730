import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import { hasFile, KEPT_DAYS } from './import-file.ts';

/**
 * Throws TOO_LARGE if the workspace has too many imports with stored files, or if those and `moreBytes` are too large
 * together. Uploads that check this in a writing transaction wait for each other.
 */
export async function mustHavePlace(
  ctx: AppContext,
  tx: TenantTx,
  {
    moreBytes,
    lock,
    counts = true,
  }: {
    readonly moreBytes: number;
    readonly lock: boolean /** False: no import more. */;
    readonly counts?: boolean;
  },
): Promise<void> {
  if (lock) await holdTurn(tx, 'open-imports', tx.tenantId);
  const result = await tx.client.query<{ id: string; bytes: string }>(
    `SELECT id, (byte_count + (SELECT coalesce(sum(l.byte_count), 0) FROM import_lookups l WHERE l.import_id = imports.id))::text AS bytes FROM imports
      WHERE tenant_id = $1 AND status <> 'committed' AND created_at > now() - make_interval(days => $2)`,
    [tx.tenantId, KEPT_DAYS],
  );
  const open = result.rows.filter(({ id }) => hasFile(ctx, id));
  const count = open.length;
  const bytes = open.reduce((sum, one) => sum + Number(one.bytes), 0);
  const { maxOpen, maxOpenBytes } = ctx.settings.importLimits;
  if (counts && count >= maxOpen)
    throw new ApiError(
      'TOO_LARGE',
      `This workspace has ${count} open imports; the limit is ${maxOpen}. Import or cancel some, then upload again.`,
    );
  if (bytes + moreBytes > maxOpenBytes)
    throw new ApiError(
      'TOO_LARGE',
      `Open imports of this workspace would exceed ${megabytes(maxOpenBytes)}. Import or cancel some, then upload again.`,
    );
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${Math.floor(bytes / 1_000_000)} MB`;
}
