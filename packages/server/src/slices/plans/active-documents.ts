import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { selectActiveDocuments } from './plan-store.ts';

/** The active version of each plan that has one, by name; one more than asked if there are more. */
export function listActiveDocuments(
  ctx: AppContext,
  actor: Actor,
  limit: number,
): Promise<readonly { readonly id: string; readonly version: number; readonly document: Plan }[]> {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, (tx) => selectActiveDocuments(tx, limit + 1));
}
