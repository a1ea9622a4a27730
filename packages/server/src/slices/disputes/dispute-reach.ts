import type { Permission } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readerOf } from '../calculations/publications.ts';
import { reachOf } from '../participants/visible-participants.ts';
import type { DisputeReach } from './dispute-store.ts';

/** Whose disputes the actor may read, of results that are published to them. */
export async function disputeReach(
  tx: TenantTx,
  actor: Actor,
  permission: Permission,
): Promise<DisputeReach> {
  return { reach: await reachOf(tx, actor, permission), reader: readerOf(actor, permission) };
}
