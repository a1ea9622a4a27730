import { deductedFrom, measuredSpan } from '@attain/domain/attainment/window';
import { dayBefore, earlierDay, laterDay } from '@attain/domain/base/day';
import { type Period, periodContaining } from '@attain/domain/base/period';
import { ok, type Problem, type Result, rejected } from '@attain/domain/base/result';
import { periodsWithin } from '@attain/domain/findings/pay-history';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { activeComponents } from '@attain/domain/plans/plan-checks';
import { isInForceIn } from '@attain/domain/plans/terms';

/** Records beyond those of the period that decide its pay. */
export interface NeededRecords {
  /** The first day whose deals are measured. */
  readonly from: string;
  /** The days in which quotas, leaves and ramps count. */
  readonly asked: { readonly from: string; readonly to: string };
  /** The last day whose rates of exchange can matter: a locked one may lie after the period. */
  readonly ratesTo: string;
  /** Levels below a payee from which credit rolls up; null: no roll-up. */
  readonly levelsBelow: number | null;
  /** True if participation dates decide more than which deals count. */
  readonly enrolments: boolean;
  /** By component, what of the plan's earlier runs decides the pay; none: an empty list. */
  readonly earlier: readonly EarlierNeed[];
}

/** Earlier periods that a component needs. */
export interface EarlierNeed {
  readonly component: Component;
  /** `deducted` and `fund`: all pay from a day on; `carried`: what the latest earlier period passed on. */
  readonly why: 'deducted' | 'fund' | 'carried';
  readonly from: string;
  /** Periods whose runs are required; for `carried` only once an earlier period has been calculated. */
  readonly periods: readonly Period[];
}

/** The first day there is; what was carried may come from any period. */
const firstDay = '1900-01-01';

/**
 * Records that a plan's terms need for a period. `carriedBefore`: IDs of components whose limit carried in an earlier
 * version of the plan; their carried pay is still paid (PAY-33). Fails if a window is needed for a period that is not
 * one of the plan's.
 */
export function neededRecords(
  plan: Plan,
  period: Period,
  carriedBefore: ReadonlySet<string> = new Set(),
): Result<NeededRecords> {
  const carries = (component: Component) => carriesExcess(component) || carriedBefore.has(component.id);
  const goesOn = activeComponents(plan).some(carries);
  const problems: Problem[] = [];
  const earlier: EarlierNeed[] = [];
  let [from, askedFrom, askedTo] = [period.from, period.from, period.to];
  let levelsBelow: number | null = null;
  for (const component of activeComponents(plan)) {
    if (!isInForceIn(component.effective, period)) continue;
    const span = measuredSpan(plan, component, period);
    if (!span.ok) {
      problems.push(...span.problems);
      continue;
    }
    const { measured, credit } = { measured: span.value, credit: component.credit };
    from = earlierDay(from, measured.from);
    askedFrom = earlierDay(askedFrom, earlierDay(measured.whole.from, measured.asked.whole.from));
    askedTo = laterDay(askedTo, measured.asked.whole.to);
    if (credit !== undefined && credit.of !== 'own') {
      levelsBelow = Math.max(levelsBelow ?? 0, credit.levels ?? Number.POSITIVE_INFINITY);
    }
    if (measured.window?.settle === 'deduct' && measured.periods.length > 1) {
      const periods = measured.periods.slice(0, -1);
      earlier.push({ component, why: 'deducted', from: deductedFrom(measured), periods });
    }
    if (carries(component)) earlier.push(carriedNeed(plan, component, period));
    earlier.push(...fundNeed(plan, component, period));
  }
  if (earlier.length > 0 || goesOn) problems.push(...keyFault(plan, period));
  if (problems.length > 0) return rejected(problems);
  const ratesTo = plan.exchange?.on === 'locked' ? laterDay(plan.exchange.date, period.to) : period.to;
  const enrolments = plan.proration !== undefined || goesOn;
  return ok({ from, asked: { from: askedFrom, to: askedTo }, ratesTo, levelsBelow, enrolments, earlier });
}

/**
 * Records for plans that are paid on a history of days: records of those days, and the terms of every period in them.
 * Records before the first day are not read; paying a window that starts earlier fails.
 */
export function neededOver(plans: readonly Plan[], span: Period): NeededRecords {
  const each = plans.flatMap((plan) =>
    periodsWithin(plan, span).flatMap((period) => {
      const needed = neededRecords(plan, period);
      return needed.ok ? [needed.value] : [];
    }),
  );
  const levels = each.flatMap(({ levelsBelow }) => (levelsBelow === null ? [] : [levelsBelow]));
  return {
    from: span.from,
    asked: {
      from: each.reduce((first, { asked }) => earlierDay(first, asked.from), span.from),
      to: each.reduce((last, { asked }) => laterDay(last, asked.to), span.to),
    },
    ratesTo: each.reduce((last, { ratesTo }) => laterDay(last, ratesTo), span.to),
    levelsBelow: levels.length === 0 ? null : Math.max(...levels),
    enrolments: each.some(({ enrolments }) => enrolments),
    earlier: [],
  };
}

function carriesExcess({ limits = [] }: Component): boolean {
  return limits.some((limit) => 'excess' in limit && limit.excess === 'carried');
}

function carriedNeed(plan: Plan, component: Component, period: Period): EarlierNeed {
  const last = periodContaining(plan.calendar, dayBefore(period.from));
  const periods = isInForceIn(component.effective, last) ? [last] : [];
  return { component, why: 'carried', from: firstDay, periods };
}

/** Payments of a SPIFF's fund since its first day. */
function fundNeed({ calendar }: Plan, component: Component, period: Period): EarlierNeed[] {
  const { spiff } = component;
  if (spiff === undefined || spiff.fund === null || spiff.from >= period.from) return [];
  const periods: Period[] = [];
  for (let day = dayBefore(period.from); day >= spiff.from; day = dayBefore(periods[0]?.from ?? day)) {
    periods.unshift(periodContaining(calendar, day));
  }
  return [{ component, why: 'fund', from: periods[0]?.from ?? spiff.from, periods }];
}

/** Carried pay needs the plan's own periods: no day may be settled twice. */
function keyFault({ calendar }: Plan, period: Period): Problem[] {
  const own = periodContaining(calendar, period.from);
  if (own.key === period.key) return [];
  const message = `This plan carries pay from period to period, and ${period.key} is not one of its periods. Calculate ${own.key} instead.`;
  return [{ rule: 'MEASURE-2', path: 'period', message }];
}
