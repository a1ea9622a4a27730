import type { ImportDetail } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { detailOf } from './import-detail.ts';
import { type StoredImport, selectImport } from './imports-store.ts';
import { mustReadRows } from './may-import.ts';

/** Throws NOT_FOUND, and NOT_ALLOWED where the rows are pay of single people that the actor can’t read. */
export function readImport(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  return ctx.read(actor, async (tx) => detailOf(tx, actor, await readableImport(tx, actor, id)));
}

/** An import whose rows the actor may read. */
export async function readableImport(tx: TenantTx, actor: Actor, id: string): Promise<StoredImport> {
  mustAllow(actor, 'read:imports');
  const stored = found(await selectImport(tx, id), 'import');
  mustReadRows(actor, stored.kind);
  return stored;
}
