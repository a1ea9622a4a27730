import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PayOutlook } from '@attain/contract/standings';
import { earlierDay } from '@attain/domain/base/day';
import { minorText } from '@attain/domain/base/money';
import { daysOf } from '@attain/domain/base/period';
import type { EarlierPay } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import { restCosts } from '@attain/domain/simulations/rest/rest-costs';
import { type RestOfPeriod, restOfPeriod, scenariosOf } from '@attain/domain/simulations/rest/rest-of-period';
import { restOutlook } from '@attain/domain/simulations/rest/rest-outlook';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readOpenPayees } from '../calculations/standings/open-payees.ts';
import { maxPayees, type StandingsQuery } from '../calculations/standings/read-standings.ts';
import { planHistories } from '../findings/plan-histories.ts';

/** The period whose rest is forecast. */
interface Forecast {
  readonly planId: string;
  readonly plan: Plan;
  readonly rest: RestOfPeriod;
  readonly scenarios: ReturnType<typeof scenariosOf>;
  readonly earlier: readonly EarlierPay[];
  /** The first day whose deals are read. */
  readonly from: string;
}

/**
 * What an open period will pay, by the engine over the ways its rest may go (SIM-14). Nothing is stored. Without access to the pay there
 * are no amounts, and the reason. Throws NOT_FOUND for a plan without payees in reach.
 */
export function readPayOutlook(
  ctx: AppContext,
  actor: Actor,
  { planId, ...asked }: Pick<StandingsQuery, 'planId' | 'period' | 'participantId'>,
): Promise<PayOutlook> {
  return ctx.read(
    actor,
    async (tx) => {
      const payees = await readOpenPayees(tx, actor, { planId, ...asked, today: ctx.today(actor) });
      const { asOf, earlier, hidden, ids, period, plan } = payees;
      const rest = restOfPeriod(period, asOf);
      const scenarios = scenariosOf(rest);
      const [first, last] = [rest.months[0]!.from, rest.months.at(-1)!.to];
      const from = earlierDay(first, payees.from);
      const forecast = { planId, plan, rest, scenarios, earlier, from };
      const paid = await forecastPayees(tx, forecast, ids.slice(0, maxPayees));
      return {
        ...{ planId, period: period.key, asOf, currency: plan.currency, hidden },
        ...{ scenarios: scenarios.length, months: { from: first, to: last } },
        ...{ ...paid, more: Math.max(0, ids.length - maxPayees) },
      };
    },
    { snapshot: true },
  );
}

async function forecastPayees(tx: TenantTx, of: Forecast, ids: readonly string[]) {
  const { currency } = of.plan;
  const sums = of.scenarios.map(() => 0n);
  const rows: PayOutlook['rows'] = [];
  let [soFar, withoutMonths] = [0n, 0];
  for await (const { name, participantId, ...own } of payeeCosts(tx, of, ids)) {
    if (own.months === 0) withoutMonths += 1;
    soFar += own.soFar;
    for (const [at, cost] of own.costs.entries()) sums[at]! += cost;
    const known = { participantId, participantName: name, soFar: minorText(own.soFar, currency) };
    rows.push({ ...known, months: own.months, ...restOutlook(own.costs, currency) });
  }
  const total = { soFar: minorText(soFar, currency), ...restOutlook(sums, currency) };
  const unpayable = ids.length - rows.length;
  return { payees: rows.length, withoutMonths, unpayable, total: rows.length === 0 ? null : total, rows };
}

/** Payee by payee; those that the engine can't pay are left off. Gives other requests a turn. */
async function* payeeCosts(tx: TenantTx, of: Forecast, ids: readonly string[]) {
  const { earlier, from, plan, planId, rest, scenarios } = of;
  const { period } = rest;
  const span = { key: daysOf({ from, to: period.to }), from, to: period.to };
  const before = Map.groupBy(earlier, ({ participantId }) => participantId);
  const scope = { planId, plans: [plan] as const, span, everyRate: true, participantIds: ids };
  for await (const { history, name } of planHistories(tx, scope)) {
    const { span: _span, ...records } = history;
    const participantId = records.participants[0]!.id;
    const known = { earlier: before.get(participantId) ?? [], completeFrom: from };
    const work = restCosts({ ...records, ...known, plan, period }, rest, scenarios);
    let step = work.next();
    for (; !step.done; step = work.next()) await nextTurn();
    if (step.value.ok) yield { participantId, name, ...step.value.value };
    await nextTurn();
  }
}
