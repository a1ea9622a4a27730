import { decimal } from '../../base/decimal.ts';
import { makePayment } from '../make-payment.ts';
import { openingAfter } from '../opening-after.fixture.ts';
import type {
  Clawback,
  Draw,
  Earning,
  Hold,
  Opening,
  Payment,
  PaymentLimits,
  PriorPeriodDelta,
} from '../payment.ts';
import {
  NOTHING_OWED,
  periodOf,
  sampleDraw,
  sampleEarning,
  sampleHold,
  samplePayment,
  sampleRecovery,
} from '../sample-payment.fixture.ts';

/** One payee's payments over some periods as an analyst writes them; every value is a text. */
export interface Course {
  readonly scenario: string;
  readonly source?: string;
  readonly draws?: Readonly<Record<string, Omit<Partial<Draw>, 'recovery'> & { readonly recovery?: object }>>;
  readonly holds?: Readonly<Record<string, Partial<Hold>>>;
  readonly limits?: Partial<PaymentLimits>;
  readonly paidIn?: { readonly currency: string; readonly rate: string };
  readonly periods: readonly CoursePeriod[];
}

interface CoursePeriod {
  readonly period: string;
  /** One amount for the component `sales`, or amounts by component, each with its deals. */
  readonly earned?: string | Readonly<Record<string, string>>;
  readonly deals?: Readonly<Record<string, string>>;
  /** Percent by hold. */
  readonly release?: Readonly<Record<string, string>>;
  readonly clawback?: { readonly amount: string; readonly floor: Clawback['floor'] };
  readonly prior?: { readonly period: string; readonly original: string; readonly recalculated: string };
  readonly expect: {
    readonly net: string;
    readonly paid?: string;
    readonly draw?: string;
    readonly carried?: string;
    readonly held?: string;
    readonly lines?: readonly string[];
    readonly rules?: readonly string[];
  };
}

/** Makes the payments one after another, each opening with what the one before left. */
export function paymentsOf(course: Course): readonly Payment[] {
  let opening: Opening = NOTHING_OWED;
  const ended = new Set<string>();
  return course.periods.map((one) => {
    const made = makePayment(inputOf(course, one, { opening, ended }));
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    for (const [holdId, percent] of Object.entries(one.release ?? {}))
      if (percent === '100') ended.add(holdId);
    opening = openingAfter(opening, made.value);
    return made.value;
  });
}

function inputOf(
  course: Course,
  one: CoursePeriod,
  { opening, ended }: { opening: Opening; ended: ReadonlySet<string> },
) {
  const draws = Object.entries(course.draws ?? {}).map(([id, { recovery, ...draw }]) =>
    sampleDraw({ id, ...draw, recovery: recovery === undefined ? null : sampleRecovery(recovery) }),
  );
  const holds = Object.entries(course.holds ?? {}).map(([id, hold]) => sampleHold({ id, ...hold }));
  const releases = Object.entries(one.release ?? {}).map(([holdId, percent]) => ({
    id: `${holdId} ${one.period}`,
    holdId,
    percent,
    reason: 'cash is in',
  }));
  return samplePayment({
    period: periodOf(one.period),
    earnings: earningsOf(one),
    holds: holds.filter(({ id }) => !ended.has(id)),
    releases,
    draws,
    clawbacks: one.clawback === undefined ? [] : [clawbackOf(one.clawback)],
    priorPeriods: one.prior === undefined ? [] : [priorOf(one.prior)],
    limits: course.limits === undefined ? null : { minimum: null, maximum: null, ...course.limits },
    opening,
    ...(course.paidIn === undefined ? {} : { pay: payIn(course.paidIn) }),
  });
}

function payIn({ currency, rate }: { readonly currency: string; readonly rate: string }) {
  return { currency, exchange: { rate, date: '2024-01-31', source: 'ECB' }, rounding: 'HALF_UP' as const };
}

function earningsOf(one: CoursePeriod): readonly Earning[] {
  const amounts = typeof one.earned === 'string' ? { sales: one.earned } : (one.earned ?? {});
  const deals = Object.entries(one.deals ?? {}).map(([dealId, earned]) => ({ dealId, earned }));
  return Object.entries(amounts).map(([componentId, amount]) =>
    sampleEarning(amount, { componentId, periodKey: one.period, deals }),
  );
}

function clawbackOf(one: { readonly amount: string; readonly floor: Clawback['floor'] }): Clawback {
  const original = {
    runId: 'run-0',
    componentId: 'sales',
    componentName: 'Sales',
    periodKey: '2023-12',
    dealId: 'd1',
  };
  return { id: 'clawback', ...one, reason: 'the customer left', formula: one.amount, original };
}

function priorOf(one: { period: string; original: string; recalculated: string }): PriorPeriodDelta {
  return {
    periodKey: one.period,
    planId: 'plan',
    componentId: 'sales',
    componentName: 'sales',
    originalRunId: 'run-0',
    recalculatedRunId: 'run-0b',
    original: one.original,
    recalculated: one.recalculated,
    delta: decimal(one.recalculated).minus(decimal(one.original)).toFixed(2),
  };
}
