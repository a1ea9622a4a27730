import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, sum, ZERO } from '../base/decimal.ts';
import { roundMoney } from '../base/money.ts';
import { readFormula } from '../payouts/scenarios/read-formula.fixture.ts';
import { makePayment } from './make-payment.ts';
import { openingAfter } from './opening-after.fixture.ts';
import {
  type Draw,
  type Earning,
  LEDGER_KINDS,
  type Opening,
  type Payment,
  type PaymentInput,
} from './payment.ts';
import { priorPeriodDeltas } from './prior-periods.ts';
import {
  NOTHING_OWED,
  periodOf,
  sampleDraw,
  sampleEarning,
  sampleHold,
  samplePayment,
  sampleRecovery,
} from './sample-payment.fixture.ts';

// A failing property prints its seed and the smallest input; paste both into `fc.assert(…, { seed, path })` to see it again.
const RUNS = { numRuns: 300 };
const components = ['bonus', 'sales', 'team'];

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((amount) => decimal(String(amount)).times('0.01').toFixed(2));
const percents = fc
  .integer({ min: 1, max: 10_000 })
  .map((one) => decimal(String(one)).times('0.01').toFixed(2));

const earnings = fc
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
}

const month: fc.Arbitrary<Month> = fc.record({
  earned: earnings,
  release: fc.option(percents),
  clawback: fc.option(
    fc.record({ amount: cents(1, 600_000), floor: fc.constantFrom<'carry' | 'zero'>('carry', 'zero') }),
  ),
  prior: cents(-200_000, 200_000),
});

const course = fc.record({
  draws: fc.tuple(draw('a'), draw('b')),
  holdPercent: percents,
  onDeal: fc.boolean(),
  until: fc.constantFrom(null, null, '2024-02-29', '2024-04-01'),
  months: fc.array(month, { minLength: 1, maxLength: 6 }),
  limits: fc.option(
    fc.record({ minimum: fc.option(cents(0, 50_000)), maximum: fc.option(cents(50_000, 900_000)) }),
  ),
  yen: fc.boolean(),
});
type Course = typeof course extends fc.Arbitrary<infer T> ? T : never;

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
              original: { runId: 'r', componentId: 'sales', dealId: null },
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

function paid(input: PaymentInput): Payment {
  const made = makePayment(input);
  if (!made.ok) throw new Error(JSON.stringify(made.problems.slice(0, 3)));
  return made.value;
}

function walk(
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

const total = (texts: Iterable<string>) => sum([...texts].map(decimal));

describe('whatever is earned, held, drawn, taken back and changed', () => {
  test('[PAYM-1] [INV-2] the ledger sums to the payment, and each line goes on where the one before stopped', () => {
    const property = fc.property(course, (given) => {
      walk(given, (payment) => {
        expect(total(payment.ledger.map((line) => line.amount)).toFixed(2)).toBe(payment.net);
        expect(decimal(payment.net).gte(ZERO)).toBe(true);
        const standings = [payment.opening, ...payment.ledger.map((line) => line.after)];
        expect(payment.ledger.map((line) => line.before)).toEqual(standings.slice(0, -1));
        expect(payment.closing).toEqual(standings.at(-1));
      });
    });
    fc.assert(property, RUNS);
  });

  test('[PAYM-9] [INV-10] Σ advanced − Σ recovered is the balance, and no balance is ever below zero', () => {
    const property = fc.property(course, (given) => {
      walk(given, (payment, _, next) => {
        const balance = total(next.draws.map((one) => one.advanced)).minus(
          total(next.draws.map((one) => one.recovered)),
        );
        expect(balance.toFixed(2)).toBe(payment.closing.draw);
        expect(total(next.held.map((one) => one.amount)).toFixed(2)).toBe(payment.closing.held);
        for (const one of next.draws) expect(decimal(one.advanced).gte(decimal(one.recovered))).toBe(true);
        for (const one of next.held) expect(decimal(one.amount).gte(ZERO)).toBe(true);
        for (const line of payment.ledger)
          for (const standing of Object.values(line.after)) expect(decimal(standing).gte(ZERO)).toBe(true);
      });
    });
    fc.assert(property, RUNS);
  });

  test('[PAYM-7] over all periods what is paid and what balances say is what was earned, no more and no less', () => {
    const property = fc.property(course, (given) => {
      const given2 = {
        ...given,
        limits: null,
        yen: false,
        draws: given.draws.map((one) => ({
          ...one,
          kind: 'recoverable' as const,
        })) as unknown as Course['draws'],
      };
      let [net, due] = [ZERO, ZERO];
      let last: Payment | null = null;
      walk(given2, (payment) => {
        net = net.plus(decimal(payment.net));
        due = due
          .plus(decimal(payment.earned))
          .plus(
            total(
              payment.ledger
                .filter(({ kind }) => kind === 'clawback' || kind === 'prior-period')
                .map((line) => line.amount),
            ),
          );
        last = payment;
      });
      const { draw: lent, carried, held } = last!.closing;
      expect(net.toFixed(2)).toBe(
        due.plus(decimal(lent)).plus(decimal(carried)).minus(decimal(held)).toFixed(2),
      );
    });
    fc.assert(property, RUNS);
  });

  test('[PAYM-1] [INV-4] the order of the lists changes nothing, and twice is byte for byte the same', () => {
    const property = fc.property(course, (given) => {
      walk(given, (payment, opening, _, input) => {
        const turned = {
          ...input,
          earnings: [...input.earnings].reverse(),
          draws: [...input.draws].reverse(),
          opening: { ...opening, draws: [...opening.draws].reverse(), held: [...opening.held].reverse() },
        };
        expect(JSON.stringify(paid(input))).toBe(JSON.stringify(payment));
        expect(JSON.stringify(paid(turned))).toBe(JSON.stringify(payment));
      });
    });
    fc.assert(property, RUNS);
  });

  test('[PAYM-1] [INV-12] every formula of a ledger line, worked out by a reader, comes to its amount', () => {
    const counted = new Set<string>();
    const property = fc.property(course, (given) => {
      walk(given, (payment) => {
        // what is recovered of a draw names what is the least of several figures, and counts nothing
        for (const line of payment.ledger.filter(({ kind }) => kind !== 'draw-recovered')) {
          const worked = readFormula(line.formula);
          if (worked === null || typeof worked === 'boolean') throw new Error(line.formula);
          const told = `${line.kind}: ${line.formula} = ${line.amount}`;
          expect(roundMoney(worked, 'USD', given.yen ? 'HALF_EVEN' : 'HALF_UP').toFixed(2), told).toBe(
            line.amount,
          );
          counted.add(line.kind);
        }
      });
    });
    fc.assert(property, RUNS);
    expect(counted.size).toBe(LEDGER_KINDS.length - 1);
  });

  test('[PAYM-13] [INV-9] a recalculation that changes nothing posts nothing', () => {
    const property = fc.property(earnings, (lines) => {
      const same = {
        periodKey: '2023-12',
        planId: 'plan',
        currency: 'USD',
        originalRunId: 'v1',
        recalculatedRunId: 'v2',
      };
      expect(priorPeriodDeltas({ ...same, original: lines, recalculated: [...lines].reverse() })).toEqual([]);
    });
    fc.assert(property, RUNS);
  });
});
