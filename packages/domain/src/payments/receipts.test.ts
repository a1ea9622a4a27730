import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, sum } from '../base/decimal.ts';
import { roundMoney } from '../base/money.ts';
import { readFormula } from '../payouts/scenarios/read-formula.fixture.ts';
import { makePayment } from './make-payment.ts';
import type { CustomerPaid, HeldForReceipt, LineOnReceipt, Payment, PaymentInput } from './payment.ts';
import {
  NOTHING_OWED,
  periodOf,
  sampleAdjustment,
  sampleDraw,
  sampleEarning,
  sampleHold,
  samplePayment,
} from './sample-payment.fixture.ts';

const name = { runId: 'run-1', planId: 'plan', componentId: 'sales', componentName: 'Sales' };
const line = { ...name, periodKey: '2024-01', days: '2024-01-01..2024-01-31' };
const earning = (amount: string) => sampleEarning(amount, line);

function onReceipt(deals: Readonly<Record<string, string>>, delta: string | null = null): LineOnReceipt {
  return { ...line, delta, deals: Object.entries(deals).map(([dealId, earned]) => ({ dealId, earned })) };
}

function paidFor(dealId: string, of: string, ...amounts: string[]): CustomerPaid {
  const receipts = amounts.map((amount) => ({ currency: 'USD', amount }));
  return { dealId, amount: of, currency: 'USD', receipts };
}

function pay(special: Partial<PaymentInput>): Payment {
  const paid = makePayment(samplePayment(special));
  if (!paid.ok) throw new Error(paid.problems[0]?.message);
  return paid.value;
}

const lines = ({ ledger }: Payment) => ledger.map(({ kind, amount }) => `${kind} ${amount}`);

/** What is held after a payment, as the next one opens with it. */
function heldAfter(payment: Payment): HeldForReceipt[] {
  const last = new Map(
    payment.ledger.flatMap(({ references }) =>
      references.dealEarned === undefined ? [] : [[references.dealId ?? '', references]],
    ),
  );
  return [...last].map(([dealId, { dealEarned = '', dealHeld = '' }]) => ({
    ...line,
    dealId,
    earned: dealEarned,
    held: dealHeld,
  }));
}

function later(held: readonly HeldForReceipt[], special: Partial<PaymentInput>): Payment {
  const opening = { ...NOTHING_OWED, onReceipt: held };
  return pay({ period: periodOf('2024-02'), opening, ...special });
}

describe('[PAYM-32] pay when the customer pays', () => {
  test('is held by deal, and released in proportion to what was paid, to the cent', () => {
    const first = pay({
      earnings: [earning('1000.00')],
      onReceipt: [onReceipt({ d1: '333.33', d2: '666.67' })],
      customerPaid: [paidFor('d1', '9000'), paidFor('d2', '18000', '5000')],
    });
    // 666.67 × 5,000 ÷ 18,000 = 185.186…
    expect(lines(first)).toEqual(['earned 1000.00', 'held -333.33', 'held -666.67', 'released 185.19']);
    expect(first).toMatchObject({ earned: '1000.00', net: '185.19', closing: { held: '814.81' } });
    expect(first.ledger.at(-1)).toMatchObject({
      message: 'Released for deal d2 in Sales: the customer has paid 5,000.00 USD of 18,000.00 USD',
      formula: '666.67 × 5,000.00 ÷ 18,000.00',
      rule: 'PAYM-32',
      references: {
        ...{ runId: 'run-1', planId: 'plan', componentId: 'sales', periodKey: '2024-01', dealId: 'd2' },
        ...{ dealEarned: '666.67', dealHeld: '481.48' },
        ...{ customerPaid: '5000.00', dealAmount: '18000.00', dealCurrency: 'USD' },
      },
    });
    const second = later(heldAfter(first), {
      customerPaid: [paidFor('d1', '9000', '9000'), paidFor('d2', '18000', '5000', '4000')],
    });
    // 666.67 × 9,000 ÷ 18,000 = 333.335, less 185.19
    expect(lines(second)).toEqual(['released 333.33', 'released 148.15']);
    expect(second.closing.held).toBe('333.33');
    const third = later(heldAfter(second), { customerPaid: [paidFor('d2', '18000', '9000', '20000')] });
    expect(lines(third)).toEqual(['released 333.33']);
    expect(third.closing.held).toBe('0.00');
  });

  test('a refund is held again and taken from the payment; without money it is owed', () => {
    const held = [{ ...line, dealId: 'd1', earned: '800.00', held: '0.00' }];
    const refunded = [paidFor('d1', '10000', '10000', '-2500')];
    const paid = later(held, { earnings: [sampleEarning('500')], customerPaid: refunded });
    expect(lines(paid)).toEqual(['earned 500.00', 'held -200.00']);
    expect(paid.ledger[1]?.message).toBe(
      'Held again for deal d1 in Sales: the customer has paid 7,500.00 USD of 10,000.00 USD',
    );
    expect(later(held, { customerPaid: refunded }).closing).toEqual({
      ...{ draw: '0.00', carried: '200.00', held: '200.00' },
    });
  });

  test('a line never holds more than it pays, and pay without a deal does not wait', () => {
    const none = [paidFor('d1', '900'), paidFor('d2', '900'), paidFor('d3', '900')];
    const given = { onReceipt: [onReceipt({ d1: '600', d2: '300', d3: '-200' })], customerPaid: none };
    expect(pay({ ...given, earnings: [earning('700.00')] })).toMatchObject({
      net: '0.00',
      ledger: [{}, { amount: '-466.67' }, { amount: '-233.33' }],
    });
    // settled by deduction: 400 of the line are earlier credit
    expect(pay({ ...given, earnings: [earning('1300.00')] }).net).toBe('400.00');
    const override = sampleAdjustment({ kind: 'override', amount: '-700', line: { ...line, pays: '700' } });
    expect(lines(pay({ ...given, earnings: [earning('700.00')], adjustments: [override] }))).toEqual([
      ...['earned 700.00', 'adjusted-earnings -700.00'],
    ]);
  });

  test('other holds keep a part of what is left, and draws count what is released', () => {
    const paid = pay({
      earnings: [{ ...earning('1000.00'), deals: [{ dealId: 'd1', earned: '1000.00' }] }],
      onReceipt: [onReceipt({ d1: '1000' })],
      customerPaid: [paidFor('d1', '10000', '6000')],
      holds: [
        sampleHold({ id: 'deal', dealId: 'd1', percent: '50' }),
        sampleHold({ participantId: 'ann', percent: '10' }),
      ],
      draws: [sampleDraw({ amount: '500' })],
    });
    expect(lines(paid)).toEqual([
      ...['earned 1000.00', 'held -1000.00', 'released 600.00'],
      ...['held -300.00', 'held -30.00', 'draw-advanced 230.00'],
    ]);
    expect(paid).toMatchObject({ net: '500.00', closing: { held: '730.00', draw: '230.00' } });
  });

  test('a recalculation moves what is held by its difference, and never holds what was paid before', () => {
    const prior = {
      ...{ periodKey: '2024-01', planId: 'plan', componentId: 'sales', componentName: 'Sales' },
      ...{ originalRunId: 'run-1', recalculatedRunId: 'run-2', original: '1000.00', recalculated: '1200.00' },
      delta: '200.00',
    };
    const half = [paidFor('d1', '10000', '5000'), paidFor('d2', '10000')];
    const held = [{ ...line, dealId: 'd1', earned: '1000.00', held: '500.00' }];
    const grown = later(held, {
      priorPeriods: [prior],
      onReceipt: [onReceipt({ d1: '900', d2: '300' }, '200.00')],
      customerPaid: half,
    });
    expect(lines(grown)).toEqual([
      ...['prior-period 200.00', 'released 50.00', 'held -300.00', 'carried-out 50.00'],
    ]);
    expect(grown).toMatchObject({ net: '0.00', closing: { held: '750.00', carried: '50.00' } });
    // the deal is gone: what was paid of it is taken back, what was held is not
    const gone = { ...prior, recalculated: '0.00', delta: '-1000.00' };
    const left = later(held, {
      priorPeriods: [gone],
      onReceipt: [onReceipt({}, '-1000.00')],
      customerPaid: half,
    });
    expect(lines(left)).toEqual(['prior-period -1000.00', 'released 500.00', 'carried-out 500.00']);
    // the term is new: the 1,000.00 were paid when they were earned
    const since = later([], {
      priorPeriods: [prior],
      onReceipt: [onReceipt({ d1: '1200' }, '200.00')],
      customerPaid: half,
    });
    expect(lines(since)).toEqual(['prior-period 200.00', 'held -100.00']);
  });

  test('payments of a customer in another currency than the deal are rejected', () => {
    const euros = { ...paidFor('d1', '100'), receipts: [{ currency: 'EUR', amount: '100' }] };
    const paid = makePayment(samplePayment({ customerPaid: [euros] }));
    expect(paid.ok ? [] : paid.problems).toEqual([
      {
        rule: 'PAYM-32',
        path: 'customerPaid[d1]',
        message:
          'Deal d1 is in USD, but its customer paid in EUR. Correct the customer payments of the deal.',
      },
    ]);
  });

  const cents = fc.integer({ min: 1, max: 2_000_000 });
  test('any split of what is paid releases what is earned, never more, and each formula comes to its amount', () => {
    const course = fc.record({
      earned: cents,
      deal: cents,
      receipts: fc.array(fc.integer({ min: -900_000, max: 900_000 }), { maxLength: 6 }),
    });
    const money = (amount: number) => decimal(String(amount)).times(decimal('0.01')).toFixed(2);
    const property = fc.property(course, ({ earned, deal, receipts }) => {
      const customer = (count: number, all = false) => [
        paidFor('d1', money(deal), ...receipts.slice(0, count).map(money), ...(all ? ['60000000'] : [])),
      ];
      const payments = [
        pay({
          earnings: [earning(money(earned))],
          onReceipt: [onReceipt({ d1: money(earned) })],
          customerPaid: customer(0),
        }),
      ];
      let held = heldAfter(payments[0]!);
      for (let count = 1; count <= receipts.length + 1; count++) {
        const next = later(held, { customerPaid: customer(count, count > receipts.length) });
        payments.push(next);
        held = [...heldAfter(next), ...held].slice(0, 1);
        const out = decimal(money(earned)).minus(decimal(next.closing.held));
        expect(out.gte(decimal('0')) && out.lte(decimal(money(earned)))).toBe(true);
      }
      const moved = payments.flatMap(({ ledger }) => ledger).filter(({ rule }) => rule === 'PAYM-32');
      expect(sum(moved.map(({ amount }) => decimal(amount))).toFixed(2)).toBe('0.00');
      for (const { formula, amount } of moved) {
        const worked = readFormula(formula);
        if (worked === null || typeof worked === 'boolean') throw new Error(formula);
        const shown = roundMoney(worked, 'USD', 'HALF_UP').minus(decimal(amount)).abs();
        // a half cent of a refund rounds the other way
        expect(shown.lte(decimal('0.01')), formula).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});
