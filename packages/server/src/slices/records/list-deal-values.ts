import type { TextField } from '@attain/domain/plans/condition';
import type { OwnField } from '@attain/domain/plans/own-fields';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { selectDealValues, selectOwnFields } from './deal-store.ts';

/** The most frequent values of a field in the deals the actor may see. Throws NOT_ALLOWED. */
export function listDealValues(ctx: AppContext, actor: Actor, field: TextField | OwnField) {
  return ctx.read(actor, async (tx) => {
    return selectDealValues(tx, await reachOf(tx, actor, 'read:deals'), field);
  });
}

/** Own fields of the deals the actor may see. Throws NOT_ALLOWED. */
export function listOwnFields(ctx: AppContext, actor: Actor) {
  return ctx.read(actor, async (tx) => selectOwnFields(tx, await reachOf(tx, actor, 'read:deals')));
}
