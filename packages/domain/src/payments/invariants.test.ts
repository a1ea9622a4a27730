import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, sum, ZERO } from '../base/decimal.ts';
import { roundMoney } from '../base/money.ts';
import { readFormula } from '../payouts/scenarios/read-formula.fixture.ts';
import { LEDGER_KINDS, type Payment } from './payment.ts';
import { priorPeriodDeltas } from './prior-periods.ts';
import { type Course, paid, randomCourse, randomEarnings, walkCourse } from './random-course.fixture.ts';

const RUNS = { numRuns: 300 };
const total = (texts: Iterable<string>) => sum([...texts].map(decimal));

describe('whatever is earned, held, drawn, taken back and changed', () => {
  test('[PAYM-1] [INV-2] the ledger sums to the payment, and each line goes on where the one before stopped', () => {
    const property = fc.property(randomCourse, (given) => {
      walkCourse(given, (payment) => {
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
    const property = fc.property(randomCourse, (given) => {
      walkCourse(given, (payment, _, next) => {
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

  const movesMoney = ['adjusted-earnings', 'clawback', 'prior-period', 'adjusted-payment'];
  test('[PAYM-7] over all periods what is paid and what balances say is what was earned, no more and no less', () => {
    const property = fc.property(randomCourse, (given) => {
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
      walkCourse(given2, (payment) => {
        net = net.plus(decimal(payment.net));
        due = due
          .plus(decimal(payment.earned))
          .plus(
            total(payment.ledger.filter(({ kind }) => movesMoney.includes(kind)).map((line) => line.amount)),
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
    const property = fc.property(randomCourse, (given) => {
      walkCourse(given, (payment, opening, _, input) => {
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
    const property = fc.property(randomCourse, (given) => {
      walkCourse(given, (payment) => {
        // what is recovered of a draw names what is the least of several figures, and counts nothing
        for (const line of payment.ledger.filter(({ kind }) => kind !== 'draw-recovered')) {
          const worked = readFormula(line.formula);
          if (worked === null || typeof worked === 'boolean') throw new Error(line.formula);
          const shown = `${line.kind}: ${line.formula} = ${line.amount}`;
          expect(roundMoney(worked, 'USD', given.yen ? 'HALF_EVEN' : 'HALF_UP').toFixed(2), shown).toBe(
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
    const property = fc.property(randomEarnings, (lines) => {
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
