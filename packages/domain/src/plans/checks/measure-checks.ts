import { dayProblem, parseDay } from '../../base/day.ts';
import { decimal, decimalProblem, isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import { dependencies } from '../dependencies.ts';
import { isOwnName } from '../own-fields.ts';
import type { Component, Plan, Rate } from '../plan.ts';
import type { MeasureWindow } from '../terms.ts';
import { checkConditions } from './condition-checks.ts';
import { checkCreditFactors } from './factor-checks.ts';

/** TERM-2 to TERM-6, TERM-10, TERM-11, TERM-32: every problem with what a component measures, whose credit it counts and when it is in force. */
export function checkMeasuring(component: Component, plan: Plan, path: string): readonly Problem[] {
  return [
    ...checkOwnAmount(component, `${path}.measure.own`),
    ...checkWindow(component, plan, `${path}.window`),
    ...checkScope(component, `${path}.credit`),
    ...checkConditions(component, path),
    ...checkCreditFactors(component, `${path}.creditFactors`),
    ...checkEffective(component, `${path}.effective`),
    ...checkOthersInForce(component, plan, path),
  ];
}

/** TERM-1, TERM-7, TERM-8, TERM-9: the calendar of weeks, the day of a locked rate, weeks that nest in months and quarters, and pay terms. */
export function checkPlanTerms({ calendar, exchange, payTerms, proration }: Plan): readonly Problem[] {
  const problems: Problem[] = [];
  const { weeks } = calendar;
  if (weeks !== undefined && !(Number.isInteger(weeks.weekday) && weeks.weekday >= 1 && weeks.weekday <= 7)) {
    const message = `${weeks.weekday} is not a weekday. Use 1 (Monday) to 7 (Sunday).`;
    problems.push({ rule: 'TERM-1', path: 'calendar.weeks.weekday', message });
  }
  if (calendar.period === 'week' && weeks === undefined) {
    const message =
      'The plan pays by week, and weeks don’t fit calendar months and quarters. Use a fiscal year of whole weeks; for ISO 8601 weeks set pattern "4-4-5", weekday 7, anchor "nearest-to" and a year from January.';
    problems.push({ rule: 'TERM-8', path: 'calendar.weeks', message });
  }
  if (exchange?.on === 'locked' && parseDay(exchange.date) === null) {
    problems.push({ ...dayProblem(exchange.date, 'exchange.date'), rule: 'TERM-7' });
  }
  if (payTerms === 'days' && proration?.by === 'whole-months' && proration.of !== 'quota') {
    const message =
      'Targets are prorated by whole months, so pay terms can’t count by days. Choose months or the period’s end.';
    problems.push({ rule: 'TERM-9', path: 'payTerms', message });
  }
  return problems;
}

/** TERM-32: an own amount has a name, and is summed; counted deals have none. */
function checkOwnAmount({ measure: { of, own } }: Component, path: string): readonly Problem[] {
  if (own === undefined) return [];
  if (of === 'deals')
    return [
      {
        rule: 'TERM-32',
        path,
        message: `This component counts deals, so it can’t also add “${own}”. Remove one.`,
      },
    ];
  if (isOwnName(own)) return [];
  const message = `“${own}” is not the name of an own field. Begin with a letter and use at most 60 characters.`;
  return [{ rule: 'TERM-32', path, message }];
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
        : `A quarter to date needs periods shorter than a quarter, but the plan pays by ${calendar.period}. Remove the window.`;
    case 'year-to-date':
      return calendar.period !== 'year'
        ? null
        : 'A year to date needs periods shorter than a year. Remove the window.';
    case 'plan-to-date':
      if (window.quota === 'whole') {
        return 'A window without an end has no known total. Measure against the quota to date.';
      }
      return component.effective?.from != null
        ? null
        : 'A window since the start of the plan needs a start date. Set the component’s effective date.';
    case 'rolling':
      return Number.isInteger(window.periods) && window.periods >= 2 && window.periods <= MAX_PERIODS
        ? null
        : `A rolling window of ${window.periods} periods is not valid. Enter a whole number from 2 to ${MAX_PERIODS}.`;
  }
}

const MAX_PERIODS = 120;

/** What earlier periods were paid must be what the window was worth to them, or the deduction would pay what a limit took. */
function deductFault({ limits = [], spiff }: Component, plan: Plan): string | null {
  if (spiff !== undefined)
    return 'A SPIFF has its own money, so nothing can be deducted from it. Remove the window.';
  if (plan.planCap !== undefined) {
    return 'With a cap on the whole plan, the pay of a component is unknown, so nothing can be deducted. Remove the cap, or settle "rate-only".';
  }
  if (limits.some((limit) => 'excess' in limit && limit.excess === 'carried')) {
    return 'A limit that carries its excess and a window that deducts would both pay it. Set the excess to "lost"; the window pays it later.';
  }
  return null;
}

const RATE_ONLY: readonly Rate['kind'][] = ['flat', 'individual', 'icr', 'marginal', 'retroactive', 'target'];

function rateOnlyFault({ rate, decelerator, limits = [] }: Component): string | null {
  if (!RATE_ONLY.includes(rate.kind)) {
    return `A rate of kind "${rate.kind}" does not define pay for part of the window. Settle by "deduct".`;
  }
  if (decelerator !== undefined) {
    return 'Pay that a decelerator reduced rises again with later sales, which only "deduct" can settle. Settle by "deduct".';
  }
  if (limits.some((limit) => limit.kind === 'attainment')) {
    return 'A limit on attainment applies to the whole window, which only "deduct" can settle. Settle by "deduct".';
  }
  return null;
}

/** TERM-4: how far down a roll-up reaches, and the factors of its levels. */
function checkScope({ credit }: Component, path: string): readonly Problem[] {
  if (credit === undefined || credit.of === 'own') return [];
  const problems: Problem[] = [];
  const { levels, factorPercents } = credit;
  if (levels !== null && !(Number.isInteger(levels) && levels >= 1)) {
    const message = `${levels} levels is not valid. Enter a whole number from 1, or null for all.`;
    problems.push({ rule: 'TERM-4', path: `${path}.levels`, message });
  }
  factorPercents.forEach((text, i) => {
    const at = `${path}.factorPercents[${i}]`;
    if (!isDecimal(text)) problems.push({ ...decimalProblem(text, at), rule: 'TERM-4' });
    else if (decimal(text).lt(0) || decimal(text).gt(100)) {
      problems.push({
        rule: 'TERM-4',
        path: at,
        message: `${text}% is out of range. Enter a percentage from 0 to 100.`,
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
    const message = `It ends on ${to}, before it starts on ${from}. Swap the dates.`;
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
    const message = `"${other.name}" is in force from ${from ?? 'the start'} to ${to ?? 'further notice'}, not on all dates of "${component.name}", which refers to it. Use the same dates for both.`;
    return [{ rule: 'TERM-6', path: `${path}.${at}`, message }];
  });
}
