import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenDeal } from '@attain/contract/simulations/what-if';
import { decimal, ZERO } from '@attain/domain/base/decimal';
import type { Period } from '@attain/domain/base/period';
import type { Result } from '@attain/domain/base/result';
import type { Deal } from '@attain/domain/crediting/deal';
import type { Plan } from '@attain/domain/plans/plan';
import { payAdded } from '@attain/domain/simulations/what-if';
import { whyNot } from '@attain/domain/simulations/why-not';
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
      const today = ctx.today(actor);
      const { plan, period, input, fundUse } = await payeeNow(tx, actor, { ...wanted, today });
      const { total, rows } = await openOpportunities(tx, actor, { participantId, period, limit: maxDeals });
      const message = 'Pay can’t be calculated.';
      const added = must(payAdded(input, fundUse), 'NOT_CALCULABLE', message);
      const paid: OpenDeal[] = [];
      for (const { amount, product, territory, ...row } of rows) {
        const { id, customer, currency, expectedOn } = row;
        const isIn = expectedOn !== null && expectedOn >= period.from && expectedOn <= period.to;
        const deal: Omit<Deal, 'amount'> = {
          id: `open-${id}`,
          date: isIn ? expectedOn : period.to,
          unit: '$',
          kind: 'sale',
          currency,
          customer,
          product,
          territory,
          participantId,
          ownFields: {},
          splits: [],
        };
        paid.push({
          ...row,
          amount,
          ...(amount === null
            ? { adds: null, message: 'It has no amount.' }
            : answerOf({ ...deal, amount }, { plan, period, added })),
        });
        await nextTurn();
      }
      return { period, currency: plan.currency, total, rows: paid.toSorted(byAdded) };
    },
    { snapshot: true },
  );
}

interface Pays {
  readonly plan: Plan;
  readonly period: Period;
  readonly added: (deal: Deal) => Result<string>;
}

/** What a deal adds, and why it is nothing or not known. */
function answerOf(deal: Deal, { plan, period, added }: Pays): Pick<OpenDeal, 'adds' | 'message'> {
  const adds = added(deal);
  if (!adds.ok) return { adds: null, message: adds.problems[0]?.message ?? null };
  if (!decimal(adds.value).eq(ZERO)) return { adds: adds.value, message: null };
  const answers = whyNot({ plan, period }, deal, deal.participantId);
  const counting = answers.find(({ isCounted }) => isCounted);
  const [first] = answers;
  const message = counting
    ? `It counts in ${counting.componentName}, and pay stays the same.`
    : first && `${first.componentName}: ${first.message}`;
  return { adds: adds.value, message: message ?? null };
}

/** Those that add most first, unknown ones last. */
function byAdded(one: OpenDeal, other: OpenDeal): number {
  if (one.adds === null || other.adds === null)
    return Number(one.adds === null) - Number(other.adds === null);
  return decimal(other.adds).cmp(decimal(one.adds));
}
