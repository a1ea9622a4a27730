import fc from 'fast-check';
import { decimal } from '../base/decimal.ts';
import { makePayment } from './make-payment.ts';
import { openingAfter } from './opening-after.fixture.ts';
import type { Draw, Earning, Opening, Payment, PaymentInput } from './payment.ts';
import { priorPeriodDeltas } from './prior-periods.ts';
import {
  NOTHING_OWED,
  periodOf,
  sampleAdjustment,
  sampleDraw,
  sampleEarning,
  sampleHold,
  samplePayment,
  sampleRecovery,
} from './sample-payment.fixture.ts';

const components = ['bonus', 'sales', 'team'];

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((amount) => decimal(String(amount)).times('0.01').toFixed(2));
const percents = fc
  .integer({ min: 1, max: 10_000 })
  .map((one) => decimal(String(one)).times('0.01').toFixed(2));

/** Up to three lines of a run, debits among them, each with one deal. */
export const randomEarnings = fc
  .uniqueArray(
    fc.record({
      componentId: fc.constantFrom(...components),
      amount: cents(-300_000, 900_000),
      deal: cents(-90_000, 500_000),
    }),
    {
      selector: (one) => one.componentId,
    },
  )
  .map((all) =>
    all.map(({ deal, amount, componentId }) =>
      sampleEarning(amount, { componentId, deals: [{ dealId: 'd7', earned: deal }] }),
    ),
  );

const draw = (id: string): fc.Arbitrary<Draw> =>
  fc
    .record({
      kind: fc.constantFrom<Draw['kind']>('recoverable', 'recoverable', 'non-recoverable'),
      amount: cents(1, 400_000),
      per: fc.constantFrom<Draw['per']>('month', 'period'),
      from: fc.constantFrom('2024-01-01', '2024-02-11', '2024-04-01'),
      to: fc.constantFrom(null, '2024-02-29', '2024-04-10'),
      componentIds: fc.constantFrom(null, ['sales'], ['bonus', 'team']),
      recovery: fc.option(
        fc.record({
          from: fc.constantFrom(null, '2024-03-01'),
          to: fc.constantFrom(null, '2024-05-31'),
          earningsPercent: fc.option(percents),
          atMost: fc.option(cents(1, 300_000)),
        }),
      ),
    })
    .map(({ recovery, to, ...one }) =>
      sampleDraw({
        id,
        ...one,
        to: to !== null && to < one.from ? null : to,
        recovery: recovery === null || one.kind === 'non-recoverable' ? null : sampleRecovery(recovery),
      }),
    );

interface Month {
  readonly earned: readonly Earning[];
  readonly release: string | null;
  readonly clawback: { readonly amount: string; readonly floor: 'carry' | 'zero' } | null;
  readonly prior: string;
  readonly adjusted: readonly { readonly amount: string; readonly countsAs: 'earnings' | 'payment' }[];
}

const month: fc.Arbitrary<Month> = fc.record({
  earned: randomEarnings,
  release: fc.option(percents),
  clawback: fc.option(
    fc.record({ amount: cents(1, 600_000), floor: fc.constantFrom<'carry' | 'zero'>('carry', 'zero') }),
  ),
  prior: cents(-200_000, 200_000),
  adjusted: fc.array(
    fc.record({
      amount: fc.oneof(cents(-200_000, -1), cents(1, 200_000)),
      countsAs: fc.constantFrom<'earnings' | 'payment'>('earnings', 'payment'),
    }),
    { maxLength: 2 },
  ),
});

/** Up to six months of one payee, with all that may happen to pay between earned and paid. */
export const randomCourse = fc.record({
  draws: fc.tuple(draw('a'), draw('b')),
  holdPercent: percents,
  onDeal: fc.boolean(),
  until: fc.constantFrom(null, null, '2024-02-29', '2024-04-01'),
  months: fc.array(month, { minLength: 1, maxLength: 6 }),
  limits: fc.option(
    fc.record({
      from: fc.constant('2024-01-01'),
      minimum: fc.option(cents(0, 50_000)),
      maximum: fc.option(cents(50_000, 900_000)),
    }),
  ),
  yen: fc.boolean(),
});
export type Course = typeof randomCourse extends fc.Arbitrary<infer T> ? T : never;

function inputOf(given: Course, i: number, opening: Opening): PaymentInput {
  const one = given.months[i]!;
  const period = periodOf(`2024-0${i + 1}`);
  const hold = sampleHold({
    ...(given.onDeal ? { dealId: 'd7' } : { participantId: 'ann' }),
    percent: given.holdPercent,
    ...(given.until === null ? {} : { releaseEvent: 'day' as const, releaseOn: given.until }),
  });
  return samplePayment({
    period,
    opening,
    earnings: one.earned.map((earning) => ({ ...earning, periodKey: period.key })),
    adjustments: one.adjusted.map((other, at) => sampleAdjustment({ id: `x${at}`, ...other })),
    draws: given.draws,
    holds: [hold],
    releases:
      one.release === null ? [] : [{ id: 'r', holdId: hold.id, percent: one.release, reason: 'paid' }],
    clawbacks:
      one.clawback === null
        ? []
        : [
            {
              id: 'c',
              ...one.clawback,
              reason: 'churn',
              formula: one.clawback.amount,
              original: {
                runId: 'r',
                componentId: 'sales',
                componentName: 'Sales',
                periodKey: '2023-12',
                dealId: null,
              },
            },
          ],
    priorPeriods: priorPeriodDeltas({
      periodKey: '2023-12',
      planId: 'plan',
      currency: 'USD',
      originalRunId: 'v1',
      recalculatedRunId: 'v2',
      original: [{ componentId: 'sales', componentName: 'Sales', amount: '100.00' }],
      recalculated: [
        { componentId: 'sales', componentName: 'Sales', amount: decimal(one.prior).plus('100').toFixed(2) },
      ],
    }),
    limits: given.limits,
    ...(given.yen
      ? {
          pay: {
            currency: 'JPY',
            exchange: { rate: '148.23456789', date: '2024-01-02', source: 'BoJ' },
            rounding: 'HALF_EVEN' as const,
          },
        }
      : {}),
  });
}

/** The payment of an input that must be payable. */
export function paid(input: PaymentInput): Payment {
  const made = makePayment(input);
  if (!made.ok) throw new Error(JSON.stringify(made.problems.slice(0, 3)));
  return made.value;
}

/** Pays the months of a course, each from what the one before left behind. */
export function walkCourse(
  given: Course,
  see: (payment: Payment, opening: Opening, next: Opening, input: PaymentInput) => void,
): void {
  let opening = NOTHING_OWED;
  for (const [i] of given.months.entries()) {
    const input = inputOf(given, i, opening);
    const payment = paid(input);
    const next = openingAfter(opening, payment);
    see(payment, opening, next, input);
    opening = next;
  }
}
