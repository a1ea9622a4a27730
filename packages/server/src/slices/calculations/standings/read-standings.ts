import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Standing, Standings, TrackedPlan } from '@attain/contract/standings';
import type { UsualShare } from '@attain/domain/attainment/pace';
import { standingTotals, sumKnown } from '@attain/domain/attainment/standing-totals';
import { type Decimal, decimal, plain, ZERO } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Period } from '@attain/domain/base/period';
import { roundRatio } from '@attain/domain/base/ratio';
import type { Problem } from '@attain/domain/base/result';
import { type Holidays, workingDays } from '@attain/domain/base/working-days';
import { type CheckedPlan, checkedPlan } from '@attain/domain/payouts/kernel/lines/calculate-in-columns';
import type { CreditColumns } from '@attain/domain/payouts/kernel/lines/credit-columns';
import type { WordedLine } from '@attain/domain/payouts/kernel/lines/word-plainly';
import { type Standing as Computed, standingOf } from '@attain/domain/payouts/standing';
import type { Component, Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { holidaysOf } from '../../../db/workspace-days.ts';
import { type Reach, reachOf } from '../../participants/visible-participants.ts';
import { openAmounts } from '../../records/list-opportunities.ts';
import { recordsKnown } from '../earlier-pay.ts';
import { payeeInputs } from '../payee-inputs.ts';
import { settleFunds } from '../settle-funds.ts';
import { payOf } from './seen-pay.ts';
import { selectPlaces, selectTracked } from './standings-store.ts';
import { openPeriod, periodsUpTo, usualOf } from './tracked-period.ts';
import { type StandingsQuery, trackedScope } from './tracked-scope.ts';

/** More payees than this are not computed for one answer. */
export const maxPayees = 1_000;

/** Plans whose payees' attainment the actor may see, with their open period. */
export function listTrackedPlans(ctx: AppContext, actor: Actor): Promise<TrackedPlan[]> {
  return ctx.read(actor, async (tx) =>
    trackedPlans(tx, { reach: await reachOf(tx, actor, 'read:attainment'), today: ctx.today(actor) }),
  );
}

/** The same of these people inside a transaction. */
export async function trackedPlans(
  tx: TenantTx,
  { reach, today }: { reach: Reach; today: string },
): Promise<TrackedPlan[]> {
  const plans: TrackedPlan[] = [];
  for (const plan of await selectTracked(tx, { reach, today })) {
    const open = await openPeriod(tx, plan, today);
    const { name, currency } = plan.document;
    const periods = periodsUpTo(plan, open, today);
    plans.push({ id: plan.id, name, currency, period: open.key, periods });
  }
  return plans;
}

/**
 * The period as of a day, by the engine that pays, over the records of this moment. Nothing is stored: the answer is always
 * current. Pay that needs an earlier period is hidden until that is calculated (PAY-47). Throws NOT_FOUND for a plan without payees in
 * reach.
 */
export function readStandings(ctx: AppContext, actor: Actor, input: StandingsQuery): Promise<Standings> {
  return ctx.read(
    actor,
    async (tx) => {
      const { plan, version, today, ...scope } = await trackedScope(ctx, tx, actor, input);
      const { planId, period, asOf, wanted } = scope;
      const holidays = await holidaysOf(tx);
      const usual = await usualOf(tx, { planId, plan, period, holidays }, asOf);
      const tracked = { planId, plan, period, asOf, usual, holidays, wanted };
      const computed = await computeStandings(tx, tracked);
      const { seesPay, hidden } = await payOf(tx, actor, {
        planId,
        period,
        today,
        missing: computed.missing,
      });
      const openOf = await openAmounts(tx, actor, {
        ids: computed.payees.map(({ id }) => id),
        today,
        period,
        currency: plan.currency,
      });
      const rows = await standingRows(tx, computed.payees, {
        ...tracked,
        seesPay,
        openOf,
        withDays: computed.payees.length === 1,
      });
      return {
        planId,
        planName: plan.name,
        planVersion: version,
        currency: plan.currency,
        period,
        asOf,
        isOver: asOf >= period.to,
        workingDay: workingDays({ from: period.from, to: asOf }, holidays),
        workingDays: workingDays(period, holidays),
        holidays: [...holidays].filter((day) => day >= period.from && day <= period.to),
        usualPercent: percentText(usual),
        usualPeriods: usual.periods,
        payHidden: hidden,
        totals: plan.components.flatMap((component) => totalsOf(component, rows, plan.currency)),
        rows,
        unpayable: computed.unpayable,
        more: computed.more,
      };
    },
    { snapshot: true },
  );
}

const percentText = ({ share: { over, under } }: UsualShare) =>
  roundRatio({ over: over.times('100'), under }, 2, 'HALF_UP').toFixed(2);

interface Tracked {
  readonly planId: string;
  readonly plan: Plan;
  readonly period: Period;
  readonly asOf: string;
  readonly usual: UsualShare;
  readonly holidays: Holidays;
  readonly wanted: readonly string[] | null;
}

interface Payee {
  readonly id: string;
  readonly name: string;
  readonly standings: readonly Computed[];
}

/** Payee by payee as a run reads them. A payee who can't be paid is listed; the others are computed. */
async function computeStandings(tx: TenantTx, tracked: Tracked) {
  const { planId, plan, period, asOf, holidays, wanted } = tracked;
  const { needed, earlier, missing } = await recordsKnown(tx, { planId, plan, period });
  const scope = { planId, plan, period, needed, earlier };
  const problems: Problem[] = [];
  const fundLeft = await settleFunds(tx, scope, problems, () => nextTurn());
  const payees: Payee[] = [];
  const unpayable: Standings['unpayable'] = [];
  let more = 0;
  let checked: CheckedPlan | undefined;
  const read = { ...scope, ...(wanted && { participantIds: wanted }), ...(fundLeft && { fundLeft }) };
  for await (const { input, participant } of payeeInputs(tx, read)) {
    const { id, name } = participant;
    if (payees.length + unpayable.length >= maxPayees) {
      more += 1;
      continue;
    }
    checked ??= checkedPlan(input);
    const standing = standingOf(input, { asOf, usual: tracked.usual.share, holidays }, checked);
    if (standing.ok) payees.push({ id, name, standings: standing.value });
    else unpayable.push({ participantId: id, participantName: name, problems: [...standing.problems] });
    await nextTurn();
  }
  return { payees, unpayable, more, missing: [...new Set(missing.map((one) => one.period.key))] };
}

async function standingRows(
  tx: TenantTx,
  payees: readonly Payee[],
  around: Tracked & {
    seesPay: (id: string) => boolean;
    openOf: (id: string) => string | null;
    withDays: boolean;
  },
): Promise<Standing[]> {
  const { plan, asOf, period, seesPay, openOf, withDays } = around;
  const components = new Map(plan.components.map((one) => [one.id, one]));
  const places = await selectPlaces(
    tx,
    payees.map(({ id }) => id),
    asOf,
  );
  return payees.flatMap(({ id, name, standings }) =>
    standings.map(({ line, projectedAmount, ...course }) => {
      const component = components.get(line.componentId);
      const place = places.get(id);
      const { window: measured } = line;
      return {
        participantId: id,
        participantName: name,
        managerId: place?.managerId ?? null,
        managerName: place?.managerName ?? null,
        territory: place?.territory ?? null,
        componentId: line.componentId,
        componentName: component?.name ?? line.componentId,
        unit: unitOf(component),
        credited: line.credited,
        quota: line.quota,
        attainmentPercent: line.attainmentPercent,
        measured: measured ? { from: measured.from, to: measured.to, credited: measured.credited } : null,
        ...course,
        openAmount: unitOf(component) === '$' ? openOf(id) : null,
        ...(seesPay(id) ? { ...payOfLine(line), projectedAmount } : noAmounts),
        days: withDays ? byDay(line.credits, period.from) : [],
      };
    }),
  );
}

const noAmounts = { target: null, amount: null, projectedAmount: null, message: null, nextTier: null };

function payOfLine(line: WordedLine) {
  const { target, amount, message } = line;
  return { target, amount, message, nextTier: nextOf(line) };
}

function nextOf({ nextTier, amount, currency }: WordedLine): Standing['nextTier'] {
  if (nextTier === null) return null;
  const adds = decimal(nextTier.wouldPay).minus(decimal(amount));
  return { ...nextTier, adds: moneyText(adds, currency) };
}

function unitOf(component: Component | undefined): Standing['unit'] {
  if (component === undefined || component.measure.of === 'deals') return 'Count';
  return component.measure.unit;
}

function byDay({ deals, credited }: CreditColumns, from: string): Standing['days'] {
  const days = new Map<string, Decimal>();
  for (const [at, { date }] of deals.entries())
    if (date >= from) days.set(date, (days.get(date) ?? ZERO).plus(decimal(credited[at]!)));
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, all]) => ({ date, credited: plain(all) }));
}

function totalsOf(component: Component, all: readonly Standing[], currency: string): Standings['totals'] {
  const rows = all.filter(({ componentId }) => componentId === component.id);
  if (rows.length === 0) return [];
  const totals = standingTotals(rows.map(({ measured, ...row }) => ({ ...row, window: measured })));
  return [
    {
      componentId: component.id,
      componentName: component.name,
      unit: unitOf(component),
      ...totals,
      amount: sumKnown(
        rows.map(({ amount }) => amount),
        currency,
      ),
      projectedAmount: sumKnown(
        rows.map(({ projectedAmount }) => projectedAmount),
        currency,
      ),
    },
  ];
}
