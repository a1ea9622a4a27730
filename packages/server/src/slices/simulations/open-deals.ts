import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenDeal } from '@attain/contract/simulations/what-if';
import { decimal } from '@attain/domain/base/decimal';
import { payAdded } from '@attain/domain/simulations/what-if';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { must } from '../../base/api-error.ts';
import { openOpportunities } from '../records/list-opportunities.ts';
import { payeeNow } from './try-what-if.ts';

/** So many are paid for one answer. */
const maxDeals = 100;

/**
 * What each open opportunity of a payee would add to pay in a period, each alone, those that add most first. Stores nothing. Throws
 * like `tryWhatIf`, and NOT_ALLOWED without the right to read the payee's opportunities.
 */
export function listOpenDeals(
  ctx: AppContext,
  actor: Actor,
  wanted: { planId: string; participantId: string; period?: string | undefined },
) {
  return ctx.read(
    actor,
    async (tx) => {
      const { participantId } = wanted;
      const today = ctx.clock.today();
      const { plan, period, input, fundUse } = await payeeNow(tx, actor, { ...wanted, today });
      const { total, rows } = await openOpportunities(tx, actor, { participantId, period, limit: maxDeals });
      const message = 'Pay can’t be calculated.';
      const added = must(payAdded(input, fundUse), 'NOT_CALCULABLE', message);
      const paid: OpenDeal[] = [];
      for (const { amount, product, territory, ...row } of rows) {
        const { id, customer, currency, expectedOn } = row;
        const isIn = expectedOn !== null && expectedOn >= period.from && expectedOn <= period.to;
        const adds =
          amount === null
            ? null
            : added({
                ...{ id: `open-${id}`, amount, currency, customer, product, territory, participantId },
                date: isIn ? expectedOn : period.to,
                unit: '$',
                kind: 'sale',
                ownFields: {},
                splits: [],
              });
        paid.push({
          ...row,
          amount,
          adds: adds?.ok ? adds.value : null,
          message: adds === null ? 'It has no amount.' : adds.ok ? null : (adds.problems[0]?.message ?? null),
        });
        await nextTurn();
      }
      return { period, currency: plan.currency, total, rows: paid.toSorted(byAdded) };
    },
    { snapshot: true },
  );
}

/** Those that add most first, unknown ones last. */
function byAdded(one: OpenDeal, other: OpenDeal): number {
  if (one.adds === null || other.adds === null)
    return Number(one.adds === null) - Number(other.adds === null);
  return decimal(other.adds).cmp(decimal(one.adds));
}
