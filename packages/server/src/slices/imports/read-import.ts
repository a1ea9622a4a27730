import type { ImportDetail } from '@attain/contract/imports';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { detailOf, selectImport } from './imports-store.ts';

/** One import with its preview, mapping and dry run. Refuses NOT_FOUND. */
export function readImport(house: House, actor: Actor, id: string): Promise<ImportDetail> {
  mustAllow(actor, 'read:imports');
  return house.read(actor, async (tx) => detailOf(actor, found(await selectImport(tx, id), 'import')));
}
