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
import { maxPayees } from '../calculations/standings/read-standings.ts';
import { readOpenPayees, type StandingsQuery } from '../calculations/standings/tracked-scope.ts';
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
      const payees = await readOpenPayees(ctx, tx, actor, { planId, ...asked });
      const { asOf, earlier, hidden, ids, period, plan } = payees;
      const rest = restOfPeriod(period, asOf, payees.firstDeal);
      const scenarios = scenariosOf(plan, rest);
      const [first, last] = [rest.months[0], rest.months.at(-1)];
      const from = first === undefined ? payees.from : earlierDay(first.from, payees.from);
      const forecast = { planId, plan, rest, scenarios, earlier, from };
      const paid = await forecastPayees(tx, forecast, ids.slice(0, maxPayees));
      return {
        ...{ planId, period: period.key, asOf, currency: plan.currency, hidden },
        ...{ scenarios: scenarios.length, months: first && last ? { from: first.from, to: last.to } : null },
        withoutFunds: plan.components.filter(({ spiff }) => spiff?.fund != null).map(({ name }) => name),
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
  const unpayable: PayOutlook['unpayable'] = [];
  let [soFar, withoutMonths] = [0n, 0];
  for await (const { name, participantId, paid } of payeeCosts(tx, of, ids)) {
    const payee = { participantId, participantName: name };
    if (!paid.ok) {
      unpayable.push({ ...payee, problems: [...paid.problems] });
      continue;
    }
    const { costs, months, soFar: known } = paid.value;
    if (months === 0) withoutMonths += 1;
    soFar += known;
    for (const [at, cost] of costs.entries()) sums[at]! += cost;
    rows.push({ ...payee, soFar: minorText(known, currency), months, ...restOutlook(costs, currency) });
  }
  const total = { soFar: minorText(soFar, currency), ...restOutlook(sums, currency) };
  return { payees: rows.length, withoutMonths, unpayable, total: rows.length === 0 ? null : total, rows };
}

/** Payee by payee. Gives other requests a turn. */
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
    yield { participantId, name, paid: step.value };
    await nextTurn();
  }
}
