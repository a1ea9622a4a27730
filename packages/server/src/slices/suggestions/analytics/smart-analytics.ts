import type { SmartAnalytics } from '@attain/contract/analytics';
import { smallGroupSentence } from '@attain/domain/access/small-groups';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import { wholeQuarters } from '@attain/domain/forecasts/periods';
import { type QuarterTotals, quarterFacts } from '@attain/domain/measures/quarter-facts';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { type RunInOrder, selectRunsInOrder } from '../../calculations/recalculations/runs-in-order.ts';
import { tooSmall } from '../../simulations/too-small.ts';
import { readWorkspaceFacts, selectDataQuality } from '../assistant-store.ts';
import {
  selectBookings,
  selectComponentPay,
  selectPaidPlans,
  selectQuarterPay,
  selectTopTenth,
} from './analytics-store.ts';

/** How many quarters are shown. */
const QUARTERS = 8;

/** What the last quarters show over everyone (MEAS-5). Totals of few payees are left out for users who do not see individual pay. */
export function readSmartAnalytics(ctx: AppContext, actor: Actor): Promise<SmartAnalytics> {
  mustAllow(actor, 'read:simulations');
  return ctx.read(actor, async (tx) => {
    const { currency } = await readWorkspaceFacts(tx);
    const all = await selectRunsInOrder(tx, null);
    const runs = all.filter((run) => run.currency === currency);
    const { quarters, withheld } = await readQuarters(tx, { actor, runs, currency });
    const late = runs.filter(({ outOfDate }) => outOfDate);
    return {
      asOf: ctx.clock.now().toISOString(),
      currency,
      quarters: quarters.map(({ quarter }) => quarter),
      calculations: runs.length,
      leftOut: all.length - runs.length,
      facts: quarterFacts(quarters).map((fact) => ({ ...fact, history: [...fact.history] })),
      outOfDate: {
        calculations: late.length,
        pay: withheld === null ? plain(sum(late.map(({ total }) => decimal(total)))) : null,
      },
      withheld,
      dataQuality: await selectDataQuality(tx, null),
    };
  });
}

interface Read {
  readonly actor: Actor;
  readonly runs: readonly RunInOrder[];
  readonly currency: string;
}

/** The last quarters, as far as the actor may see them, and why some are not shown. */
async function readQuarters(
  tx: TenantTx,
  { actor, runs, currency }: Read,
): Promise<{ quarters: QuarterTotals[]; withheld: string | null }> {
  const ids = runs.map(({ id }) => id);
  if (ids.length === 0) return { quarters: [], withheld: null };
  const isSmall = tooSmall(actor);
  const paid = (await selectQuarterPay(tx, ids)).slice(-QUARTERS);
  const shown = paid.filter(({ payees }) => !isSmall(payees));
  const top = new Map(
    (await selectTopTenth(tx, ids)).map((one) => [
      one.quarter,
      isSmall(Math.ceil(one.payees / 10)) ? null : one.top,
    ]),
  );
  const booked = await bookedByQuarter(tx, currency);
  const components = (await namedComponents(tx, ids)).filter(({ payees }) => !isSmall(payees));
  return {
    quarters: shown.map((one) => ({
      ...one,
      bookings: booked.get(one.quarter) ?? null,
      topTenth: top.get(one.quarter) ?? null,
      components: components.filter(({ quarter }) => quarter === one.quarter),
    })),
    withheld: shown.length < paid.length ? smallGroupSentence : null,
  };
}

/** Money of deals by whole quarter. */
async function bookedByQuarter(tx: TenantTx, currency: string): Promise<ReadonlyMap<string, string>> {
  const months = await selectBookings(tx, { currency, before: '9999-01-01' });
  const quarters = wholeQuarters(months.map(({ month, amount }) => ({ key: month, value: amount })));
  return new Map(quarters.map((one) => [one.key, one.value]));
}

/** What each component paid, with its weight and its name in the version that paid. */
async function namedComponents(tx: TenantTx, ids: readonly string[]) {
  const plans = await selectPaidPlans(tx, ids);
  return (await selectComponentPay(tx, ids)).flatMap((row) => {
    const plan = plans.find(({ planId, version }) => planId === row.planId && version === row.version);
    const component = plan?.document.components.find(({ id }) => id === row.componentId);
    if (plan === undefined || component === undefined) return [];
    return [{ ...row, name: `${component.name} (${plan.document.name})`, weight: component.weight }];
  });
}
