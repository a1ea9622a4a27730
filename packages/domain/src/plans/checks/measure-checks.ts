import { dayProblem, parseDay } from '../../base/day.ts';
import { decimal, decimalProblem, isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import { dependencies } from '../dependencies.ts';
import type { Component, Plan, Rate } from '../plan.ts';
import type { MeasureWindow } from '../terms.ts';
import { checkConditions } from './condition-checks.ts';
import { checkCreditFactors } from './factor-checks.ts';

/** TERM-2 to TERM-6, TERM-10, TERM-11: every problem with what a component measures, whose credit it counts and when it is in force. */
export function checkMeasuring(component: Component, plan: Plan, path: string): readonly Problem[] {
  return [
    ...checkWindow(component, plan, `${path}.window`),
    ...checkScope(component, `${path}.credit`),
    ...checkConditions(component, path),
    ...checkCreditFactors(component, `${path}.creditFactors`),
    ...checkEffective(component, `${path}.effective`),
    ...checkOthersInForce(component, plan, path),
  ];
}

/** TERM-1, TERM-7, TERM-8: the calendar of weeks, the day of a locked rate, and weeks that nest in months and quarters. */
export function checkPlanTerms({ calendar, exchange }: Plan): readonly Problem[] {
  const problems: Problem[] = [];
  const { weeks } = calendar;
  if (weeks !== undefined && !(Number.isInteger(weeks.weekday) && weeks.weekday >= 1 && weeks.weekday <= 7)) {
    const message = `${weeks.weekday} is no weekday. Write 1 (Monday) to 7 (Sunday).`;
    problems.push({ rule: 'TERM-1', path: 'calendar.weeks.weekday', message });
  }
  if (calendar.period === 'week' && weeks === undefined) {
    const message =
      'The plan pays by week, and weeks do not fit into calendar months and quarters. Give it a fiscal year of whole weeks: pattern "4-4-5", weekday 7 and anchor "nearest-to" make weeks from Monday to Sunday, in a year from January those of ISO 8601.';
    problems.push({ rule: 'TERM-8', path: 'calendar.weeks', message });
  }
  if (exchange?.on === 'locked' && parseDay(exchange.date) === null) {
    problems.push({ ...dayProblem(exchange.date, 'exchange.date'), rule: 'TERM-7' });
  }
  return problems;
}

/** TERM-2: a window is longer than a period and can be counted; TERM-3: it settles what can be settled that way. */
function checkWindow(component: Component, plan: Plan, path: string): readonly Problem[] {
  const { window } = component;
  if (window === undefined) return [];
  const problems: Problem[] = [];
  const shape = windowFault(window, component, plan);
  if (shape !== null) problems.push({ rule: 'TERM-2', path, message: shape });
  const settling = window.settle === 'deduct' ? deductFault(component, plan) : rateOnlyFault(component);
  if (settling !== null) problems.push({ rule: 'TERM-3', path: `${path}.settle`, message: settling });
  return problems;
}

function windowFault(window: MeasureWindow, component: Component, { calendar }: Plan): string | null {
  switch (window.kind) {
    case 'quarter-to-date':
      return calendar.period === 'week' || calendar.period === 'month'
        ? null
        : `A quarter to date needs periods shorter than a quarter, and the plan pays by ${calendar.period}. Remove the window.`;
    case 'year-to-date':
      return calendar.period !== 'year'
        ? null
        : 'A year to date needs periods shorter than a year. Remove the window.';
    case 'plan-to-date':
      if (window.quota === 'whole') {
        return 'Nobody knows the whole of a window that is open at its end. Measure against the quota to date.';
      }
      return component.effective?.from != null
        ? null
        : 'A window since the start of the plan needs to know when that is. Say from when the component is in force.';
    case 'rolling':
      return Number.isInteger(window.periods) && window.periods >= 2 && window.periods <= MAX_PERIODS
        ? null
        : `A rolling window of ${window.periods} periods cannot be measured. Write a whole number from 2 to ${MAX_PERIODS}.`;
  }
}

const MAX_PERIODS = 120;

/** What earlier periods were paid must be what the window was worth to them, or the deduction would pay what a limit took. */
function deductFault({ limits = [], spiff }: Component, plan: Plan): string | null {
  if (spiff !== undefined)
    return 'A SPIFF has money of its own; nothing can be deducted from it. Remove the window.';
  if (plan.planCap !== undefined) {
    return 'With a cap on the whole plan it is not known what a component was paid, so nothing can be deducted. Remove the cap, or settle "rate-only".';
  }
  if (limits.some((limit) => 'excess' in limit && limit.excess === 'carried')) {
    return 'A limit that carries its excess and a window that deducts would both pay it. Let the excess be lost: the window pays it when there is room.';
  }
  return null;
}

const RATE_ONLY: readonly Rate['kind'][] = ['flat', 'individual', 'icr', 'marginal', 'retroactive', 'target'];

function rateOnlyFault({ rate, decelerator, limits = [] }: Component): string | null {
  if (!RATE_ONLY.includes(rate.kind)) {
    return `A rate of kind "${rate.kind}" does not say what a part of the window earns. Settle by "deduct".`;
  }
  if (decelerator !== undefined) {
    return 'What a decelerator slowed is lifted when more is sold, which only "deduct" can settle. Settle by "deduct".';
  }
  if (limits.some((limit) => limit.kind === 'attainment')) {
    return 'A limit on attainment holds for the window as a whole, which only "deduct" can settle. Settle by "deduct".';
  }
  return null;
}

/** TERM-4: how far down a roll-up reaches, and the factors of its levels. */
function checkScope({ credit }: Component, path: string): readonly Problem[] {
  if (credit === undefined || credit.of === 'own') return [];
  const problems: Problem[] = [];
  const { levels, factorPercents } = credit;
  if (levels !== null && !(Number.isInteger(levels) && levels >= 1)) {
    const message = `${levels} levels cannot be counted. Write a whole number from 1, or null for all.`;
    problems.push({ rule: 'TERM-4', path: `${path}.levels`, message });
  }
  factorPercents.forEach((text, i) => {
    const at = `${path}.factorPercents[${i}]`;
    if (!isDecimal(text)) problems.push({ ...decimalProblem(text, at), rule: 'TERM-4' });
    else if (decimal(text).lt(0) || decimal(text).gt(100)) {
      problems.push({
        rule: 'TERM-4',
        path: at,
        message: `${text}% is out of range. Write a percent from 0 to 100.`,
      });
    }
  });
  return problems;
}

/** TERM-5: the days on which a component is in force are days, in order. */
function checkEffective({ effective }: Component, path: string): readonly Problem[] {
  if (effective === undefined) return [];
  const problems: Problem[] = [];
  for (const field of ['from', 'to'] as const) {
    const day = effective[field];
    if (day !== null && parseDay(day) === null)
      problems.push({ ...dayProblem(day, `${path}.${field}`), rule: 'TERM-5' });
  }
  const { from, to } = effective;
  if (problems.length === 0 && from !== null && to !== null && to < from) {
    const message = `It ends on ${to}, before it starts on ${from}. Swap the two days.`;
    problems.push({ rule: 'TERM-5', path: `${path}.to`, message });
  }
  return problems;
}

/** TERM-6: a component that another looks at is in force whenever that one is. */
function checkOthersInForce(component: Component, plan: Plan, path: string): readonly Problem[] {
  const { effective } = component;
  return dependencies(component).flatMap(({ on, path: at }) => {
    const other = plan.components.find(({ id }) => id === on);
    if (other?.effective === undefined) return [];
    const { from, to } = other.effective;
    const late = from !== null && (effective?.from ?? '') < from;
    const early = to !== null && (effective?.to == null || effective.to > to);
    if (!late && !early) return [];
    const message = `"${other.name}" is in force from ${from ?? 'the start'} to ${to ?? 'further notice'} only, not on all days of "${component.name}" that looks at it. Give both the same days.`;
    return [{ rule: 'TERM-6', path: `${path}.${at}`, message }];
  });
}
