import { type Period, parsePeriod } from '../../base/period.ts';
import type { WeekCalendar } from '../../base/week-calendar.ts';
import type { Split } from '../../crediting/deal.ts';
import type { Calendar, Component, Plan } from '../../plans/plan.ts';
import type { ExchangePolicy, Proration } from '../../plans/terms.ts';
import { SAMPLE_PERIOD } from '../../quotas/sample-quota.fixture.ts';
import type { CalculationInput } from '../payout.ts';

/** What a situation says of time and of who takes part; `open` is an end that is not known. Everything is a text. */
export interface ScenarioTimes {
  readonly period?: string;
  readonly calendar?: {
    readonly period: Calendar['period'];
    readonly start?: string;
    readonly weeks?: Omit<WeekCalendar, 'weekday'> & { readonly weekday: string };
  };
  readonly proration?: Proration;
  readonly exchange?: ExchangePolicy;
  /** From which day on all deals are given. */
  readonly complete?: string;
  /** [who, manager, from, to]. */
  readonly reporting?: readonly (readonly [string, string, string, string])[];
  /** [who, from, to]. */
  readonly enrolments?: readonly (readonly [string, string, string])[];
  readonly leaves?: readonly (readonly [string, string, string])[];
  /** [who, from, to, percent of quota, percent of target]. */
  readonly ramps?: readonly (readonly [string, string, string, string, string])[];
}

/** What a component says of measuring, as it is written. */
export interface ScenarioMeasuring {
  readonly window?: {
    readonly kind: string;
    readonly settle?: string;
    readonly periods?: string;
    readonly quota?: 'whole';
  };
  readonly credit?: { readonly of: string; readonly levels?: string; readonly factors?: readonly string[] };
  readonly effective?: { readonly from?: string; readonly to?: string };
}

/** The period of a situation. */
export function scenarioPeriod(times: ScenarioTimes): Period {
  if (times.period === undefined) return SAMPLE_PERIOD;
  const read = parsePeriod(times.period, scenarioCalendar(times));
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join(' '));
  return read.value;
}

/** The plan's part of it. */
export function planTimes(times: ScenarioTimes): Partial<Plan> {
  const { proration, exchange } = times;
  return {
    calendar: scenarioCalendar(times),
    ...(proration && { proration }),
    ...(exchange && { exchange }),
  };
}

function scenarioCalendar({ calendar }: ScenarioTimes): Calendar {
  if (calendar === undefined) return { period: 'quarter', fiscalYearStartMonth: 1 };
  const { period, start = '1', weeks } = calendar;
  return {
    period,
    fiscalYearStartMonth: Number(start),
    ...(weeks && { weeks: { ...weeks, weekday: Number(weeks.weekday) } }),
  };
}

/** The input's part of it. */
export function inputTimes(times: ScenarioTimes): Partial<CalculationInput> {
  const { complete, reporting, enrolments, leaves, ramps } = times;
  return {
    ...(complete && { completeFrom: complete }),
    ...(reporting && {
      reportingLines: reporting.map(([participantId, managerId, from, to]) => ({
        participantId,
        managerId,
        from,
        to: openEnd(to),
      })),
    }),
    ...(enrolments && {
      enrolments: enrolments.map(([participantId, from, to]) => ({ participantId, from, to: openEnd(to) })),
    }),
    ...(leaves && { leaves: leaves.map(([participantId, from, to]) => ({ participantId, from, to })) }),
    ...(ramps && {
      ramps: ramps.map(([participantId, from, to, quotaPercent, targetPercent]) => ({
        participantId,
        from,
        to,
        quotaPercent,
        targetPercent,
      })),
    }),
  };
}

/** A component's part of it. */
export function measuringTerms({ window, credit, effective }: ScenarioMeasuring): Partial<Component> {
  return {
    ...(window && { window: scenarioWindow(window) }),
    ...(credit && {
      credit: {
        of: credit.of as 'team',
        levels: credit.levels === undefined ? null : Number(credit.levels),
        factorPercents: credit.factors ?? [],
      },
    }),
    ...(effective && { effective: { from: effective.from ?? null, to: effective.to ?? null } }),
  };
}

function scenarioWindow({
  kind,
  settle = 'deduct',
  periods = '2',
  quota,
}: NonNullable<ScenarioMeasuring['window']>): NonNullable<Component['window']> {
  if (kind === 'rolling') return { kind, periods: Number(periods), settle: 'rate-only' };
  return { kind: kind as 'year-to-date', settle: settle as 'deduct', ...(quota && { quota }) };
}

/** Shares as they are written, by participant. */
export function scenarioShares(written: Readonly<Record<string, string>> = {}): readonly Split[] {
  return Object.entries(written).map(([participantId, sharePercent]) => ({ participantId, sharePercent }));
}

function openEnd(to: string): string | null {
  return to === 'open' ? null : to;
}
