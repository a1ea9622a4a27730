import { measuredSpan } from '../attainment/window.ts';
import type { Period } from '../base/period.ts';
import { creditedBy } from '../crediting/credited-by.ts';
import type { Deal, ExchangeRate } from '../crediting/deal.ts';
import { exchangeTable } from '../crediting/exchange.ts';
import { type History, periodsWithin } from '../findings/pay-history.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';
import { isFor } from '../plans/terms.ts';
import { type Attendance, attendanceBook, takesPartIn } from '../quotas/attendance.ts';
import type { Enrolment, Quota } from '../quotas/participant.ts';
import { componentsReading, paidTogether, remembers } from './reading-components.ts';
import { componentsAskingFor, componentsCounting } from './touched-components.ts';

/** One record that became another; null: it was not there before, or is gone. */
export type Change =
  | { readonly of: 'deal'; readonly before: Deal | null; readonly after: Deal | null }
  | { readonly of: 'quota'; readonly before: Quota | null; readonly after: Quota | null }
  | {
      readonly of: 'exchange-rate';
      readonly before: ExchangeRate | null;
      readonly after: ExchangeRate | null;
    }
  | { readonly of: 'enrolment'; readonly before: Enrolment | null; readonly after: Enrolment | null };

/** One line that depends on a change, and why. */
export interface Dependence {
  readonly period: Period;
  readonly participantId: string;
  readonly componentId: string;
  readonly message: string;
}

/** What is looked through for dependences: the plan and the records before the change. */
export interface World {
  readonly plan: Plan;
  readonly history: History;
}

/** A part of a change: these people's lines of these components, for everything on these days. */
interface Touch {
  readonly people: readonly string[];
  readonly components: readonly Component[];
  readonly from: string;
  readonly to: string;
  /** Whether periods before it can look ahead to it: a whole quarter's or year's quota is asked for from its first period on. */
  readonly ahead: boolean;
  readonly message: string;
}

/**
 * Which lines depend on one changed record (DEP-1 to DEP-4). Every other line is the same before and after the change, so
 * that recalculating these alone equals a full run; a line that is named may come out unchanged all the same.
 */
export function affectedBy(change: Change, world: World): readonly Dependence[] {
  const { plan, history } = world;
  const found = new Map<string, Dependence>();
  const attendance = attendanceBook(history);
  const paid = new Set(history.payeeIds ?? history.participants.map(({ id }) => id));
  for (const touch of touchesOf(change, world)) {
    const people = withTeams(touch.people, world).filter((id) => paid.has(id));
    for (const period of periodsWithin(plan, history.span)) {
      const reached = reachedIn(plan, touch, period);
      for (const participantId of people) {
        for (const { id: componentId } of linesAround(reached, {
          world,
          attendance,
          period,
          participantId,
        })) {
          const key = JSON.stringify([period.from, participantId, componentId]);
          if (!found.has(key)) found.set(key, { period, participantId, componentId, message: touch.message });
        }
      }
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, dependence]) => dependence);
}

function touchesOf(change: Change, world: World): readonly Touch[] {
  if (change.of === 'deal') return sides(change).map((deal) => dealTouch(deal, world.plan));
  if (change.of === 'quota') return sides(change).map((quota) => quotaTouch(quota, world.plan));
  if (change.of === 'enrolment') return sides(change).map((one) => enrolmentTouch(one, world.plan));
  return rateTouches(change, world);
}

function sides<T>({ before, after }: { readonly before: T | null; readonly after: T | null }): readonly T[] {
  return [before, after].filter((one) => one !== null);
}

/** DEP-1: whoever a deal credits, before and after, on the components that count it. */
function dealTouch(deal: Deal, plan: Plan): Touch {
  const components = componentsCounting(plan, deal);
  const message = `Deal ${deal.id} of ${deal.date} counts here.`;
  return { people: creditedBy(deal), components, from: deal.date, to: deal.date, ahead: false, message };
}

/** DEP-2: the payee's components that the quota may be for, wherever its days are asked for. */
function quotaTouch(quota: Quota, plan: Plan): Touch {
  const { participantId, from, to } = quota;
  const components = componentsAskingFor(plan, quota);
  const message = `The quota of ${participantId} from ${from} to ${to} is used here.`;
  return { people: [participantId], components, from, to, ahead: true, message };
}

/** DEP-4: everything of somebody on the days of taking part, and wherever quotas and targets of those days are asked for. */
function enrolmentTouch({ participantId, from, to }: Enrolment, plan: Plan): Touch {
  const message = `${participantId} is in the plan from ${from}${to === null ? '' : ` to ${to}`}.`;
  const components = activeComponents(plan);
  return { people: [participantId], components, from, to: to ?? '9999-12-31', ahead: true, message };
}

/**
 * DEP-3: the deals whose own rate is another after the change. Where money is not converted on the deal's day, every deal of
 * the currency in the plan's periods. Quotas of the currency, whatever the day.
 */
function rateTouches(
  { before, after }: { readonly before: ExchangeRate | null; readonly after: ExchangeRate | null },
  { plan, history }: World,
): readonly Touch[] {
  const same = (a: ExchangeRate, b: ExchangeRate | null) =>
    b !== null && a.from === b.from && a.to === b.to && a.date === b.date && a.rate === b.rate;
  const kept = history.exchangeRates.filter((rate) => !same(rate, before));
  const old = exchangeTable(history.exchangeRates, plan.currency);
  const now = exchangeTable(after === null ? kept : [...kept, after], plan.currency);
  const everyDeal = (plan.exchange?.on ?? 'deal-date') !== 'deal-date';
  const pairs = [before, after].flatMap((rate) => (rate === null ? [] : [rate.from, rate.to]));
  const converted = history.quotas.filter(
    ({ currency = plan.currency }) => currency !== plan.currency && pairs.includes(currency),
  );
  const ofQuotas = converted.map((quota) => {
    const message = `The quota of ${quota.participantId} from ${quota.from} to ${quota.to} is converted from ${quota.currency} here.`;
    return { ...quotaTouch(quota, plan), message };
  });
  const ofDeals = history.deals.flatMap((deal) => {
    const { currency, date } = deal;
    if (deal.unit !== '$' || currency === null || currency === plan.currency) return [];
    const was = old.find(currency, date)?.shown;
    const is = now.find(currency, date)?.shown;
    const differs = was?.rate !== is?.rate || was?.date !== is?.date || was?.source !== is?.source;
    if (!differs && !(everyDeal && pairs.includes(currency))) return [];
    const touch = dealTouch(deal, plan);
    return [{ ...touch, message: `Deal ${deal.id} of ${date} is converted from ${currency} here.` }];
  });
  return [...ofQuotas, ...ofDeals];
}

/** The people, and where credit rolls up or money is shared by all, whoever else it reaches. */
function withTeams(people: readonly string[], { plan, history }: World): readonly string[] {
  const active = activeComponents(plan);
  if (active.some(({ spiff }) => spiff?.fund != null)) return history.participants.map(({ id }) => id);
  if (active.every(({ credit }) => (credit?.of ?? 'own') === 'own')) return people;
  const reached = new Set(people);
  for (const id of reached) {
    for (const line of history.reportingLines ?? [])
      if (line.participantId === id) reached.add(line.managerId);
  }
  return [...reached];
}

/** DEP-7: which of the touched components a period may pay otherwise: those that measure or ask for its days, and all of them once the plan remembers. */
function reachedIn(plan: Plan, touch: Touch, period: Period): readonly Component[] {
  const started = touch.from <= period.to;
  if (started && activeComponents(plan).some(remembers)) return touch.components;
  if (!started && !touch.ahead) return [];
  return touch.components.filter((component) => {
    const span = measuredSpan(plan, component, period);
    if (!span.ok) return started;
    const { from, to } = span.value.asked.whole;
    return touch.from <= to && touch.to >= from;
  });
}

/** One payee in one period. */
interface PayeeIn {
  readonly world: World;
  readonly attendance: (participantId: string) => Attendance;
  readonly period: Period;
  readonly participantId: string;
}

function linesAround(
  components: readonly Component[],
  { world, attendance, period, participantId }: PayeeIn,
): readonly Component[] {
  if (components.length === 0) return [];
  const participant = world.history.participants.find(({ id }) => id === participantId);
  // who takes no part has lines only while something is credited or carried: then all of them come and go together
  const comesAndGoes =
    participant !== undefined && !takesPartIn(participant, attendance(participantId), period);
  const reached =
    comesAndGoes || paidTogether(world.plan)
      ? activeComponents(world.plan)
      : componentsReading(world.plan, components);
  // nobody has a line of a SPIFF that does not name them (PAY-41)
  return reached.filter((component) => isFor(component, participantId));
}
