import type { ImportDetail } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { detailOf } from './import-detail.ts';
import { selectImport } from './imports-store.ts';

/** Throws NOT_FOUND. */
export function readImport(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  mustAllow(actor, 'read:imports');
  return ctx.read(actor, async (tx) => detailOf(tx, actor, found(await selectImport(tx, id), 'import')));
}
