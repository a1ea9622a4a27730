import { setImmediate } from 'node:timers/promises';
import type { Period } from '@attain/domain/base/period';
import { affectedBy, type Change, type Dependence } from '@attain/domain/simulations/affected-by';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { planHistories, spanOf } from '../findings/plan-histories.ts';
import { planDetail } from '../plans/plan-document.ts';

const MAX_LINES = 1_000;

/**
 * Lines of a plan's active version (or its newest, if none is active) that depend on one changed record, by payee:
 * recalculating only these equals a full run. Stores nothing. Throws as `spanOf`, and NOT_FOUND for the plan.
 */
export function findDependences(
  ctx: AppContext,
  actor: Actor,
  wanted: { planId: string; change: Change; span?: string | undefined },
): Promise<{ span: Period; total: number; lines: Dependence[] }> {
  mustAllow(actor, 'read:simulations');
  return ctx.read(
    actor,
    async (tx) => {
      const today = ctx.today(actor);
      const newest = await planDetail(tx, wanted.planId, { today });
      const version = newest.activeVersion ?? newest.version;
      const { document: plan } = await planDetail(tx, wanted.planId, { today, version });
      const span = await spanOf(tx, [plan], wanted.span);
      const lines: Dependence[] = [];
      let total = 0;
      for await (const { history } of planHistories(tx, { planId: wanted.planId, plans: [plan], span })) {
        const own = affectedBy(wanted.change, { plan, history });
        total += own.length;
        lines.push(...own.slice(0, MAX_LINES - lines.length));
        // other requests of this process get their turn between two payees
        await setImmediate();
      }
      return { span, total, lines };
    },
    { snapshot: true },
  );
}
