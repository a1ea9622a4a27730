import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { planDetail } from './plan-document.ts';
import { selectPlan } from './plan-store.ts';

/** One plan with the document of its newest or a given version. Throws NOT_FOUND. */
export function readPlan(ctx: AppContext, actor: Actor, input: { id: string; version?: number | undefined }) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, (tx) =>
    planDetail(tx, input.id, { today: ctx.today(actor), version: input.version }),
  );
}

/** The name of a plan; null: there is none with this ID. The caller decides who may read it. */
export async function planName(
  tx: TenantTx,
  { id, today }: { id: string; today: string },
): Promise<string | null> {
  return (await selectPlan(tx, id, today))?.name ?? null;
}
