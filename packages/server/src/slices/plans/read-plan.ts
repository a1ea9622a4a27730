import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { planDetail } from './plan-document.ts';

/** One plan with the document of its newest or a given version. Throws NOT_FOUND. */
export function readPlan(ctx: AppContext, actor: Actor, input: { id: string; version?: number | undefined }) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, (tx) =>
    planDetail(tx, input.id, { today: ctx.clock.today(), version: input.version }),
  );
}
