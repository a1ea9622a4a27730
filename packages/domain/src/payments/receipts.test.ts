import { describe, expect, test } from 'vitest';
import { makePayment } from './make-payment.ts';
import { openingAfter } from './opening-after.fixture.ts';
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

/** A line with its deals: what each earned, of which amount. */
function onReceipt(
  deals: Readonly<Record<string, string | readonly [earned: string, of: string]>>,
  special: Partial<LineOnReceipt> = {},
): LineOnReceipt {
  const all = Object.entries(deals).map(([dealId, one]) => {
    const [earned, dealAmount] = typeof one === 'string' ? [one, '10000'] : one;
    return { dealId, earned, dealAmount, dealCurrency: 'USD', reverses: null };
  });
  return { ...line, when: 'now', pays: '0', deals: all, ...special };
}

function paidFor(dealId: string, ...amounts: string[]): CustomerPaid {
  return { dealId, receipts: amounts.map((amount) => ({ currency: 'USD', amount })) };
}

function waiting(dealId: string, earned: string, held: string): HeldForReceipt {
  const deal = { dealId, dealAmount: '10000', dealCurrency: 'USD', reverses: null };
  return { ...line, ...deal, earned, held, clawedBack: '0' };
}

function pay(special: Partial<PaymentInput>): Payment {
  const paid = makePayment(samplePayment(special));
  if (!paid.ok) throw new Error(paid.problems[0]?.message);
  return paid.value;
}

const lines = ({ ledger }: Payment) => ledger.map(({ kind, amount }) => `${kind} ${amount}`);

/** What is held after a payment, as the next one opens with it. */
function heldAfter(payment: Payment): readonly HeldForReceipt[] {
  return openingAfter(NOTHING_OWED, payment).onReceipt ?? [];
}

function later(held: readonly HeldForReceipt[], special: Partial<PaymentInput>): Payment {
  const opening = { ...NOTHING_OWED, onReceipt: held };
  return pay({ period: periodOf('2024-02'), opening, ...special });
}

describe('[PAYM-32] pay when the customer pays', () => {
  test('is held by deal, and released in proportion to what was paid, to the cent', () => {
    const first = pay({
      earnings: [earning('1000.00')],
      onReceipt: [onReceipt({ d1: ['333.33', '9000'], d2: ['666.67', '18000'] })],
      customerPaid: [paidFor('d1'), paidFor('d2', '5000')],
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
      customerPaid: [paidFor('d1', '9000'), paidFor('d2', '5000', '4000')],
    });
    // 666.67 × 9,000 ÷ 18,000 = 333.335, less 185.19
    expect(lines(second)).toEqual(['released 333.33', 'released 148.15']);
    expect(second.closing.held).toBe('333.33');
    const third = later(heldAfter(second), {
      customerPaid: [paidFor('d1', '9000'), paidFor('d2', '9000', '20000')],
    });
    expect(lines(third)).toEqual(['released 333.33']);
    expect(third.closing.held).toBe('0.00');
  });

  test('a refund is held again and taken from the payment; without money it is owed', () => {
    const held = [waiting('d1', '800.00', '0.00')];
    const refunded = [paidFor('d1', '10000', '-2500')];
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
    const none = [paidFor('d1'), paidFor('d2'), paidFor('d3')];
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
      customerPaid: [paidFor('d1', '6000')],
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

  const prior = {
    ...{ periodKey: '2024-01', planId: 'plan', componentId: 'sales', componentName: 'Sales' },
    ...{ originalRunId: 'run-1', recalculatedRunId: 'run-2', original: '1000.00', recalculated: '1200.00' },
    delta: '200.00',
  };
  const again = (deals: Parameters<typeof onReceipt>[0], pays: string) =>
    onReceipt(deals, { when: 'recalculated', pays });

  test('a recalculated line holds what its newest version says, also if it or the term is new or gone', () => {
    const half = [paidFor('d1', '5000'), paidFor('d2')];
    const held = [waiting('d1', '1000.00', '500.00')];
    const grown = later(held, {
      priorPeriods: [prior],
      onReceipt: [again({ d1: '900', d2: '300' }, '1200.00')],
      customerPaid: half,
    });
    expect(lines(grown)).toEqual([
      ...['prior-period 200.00', 'held -300.00', 'released 50.00', 'carried-out 50.00'],
    ]);
    expect(grown).toMatchObject({ net: '0.00', closing: { held: '750.00', carried: '50.00' } });
    expect(grown.ledger[1]?.message).toMatch(/^Held back for deal d2/);
    // the deal is gone: what was paid of it is taken back, what was held is not
    const gone = { ...prior, recalculated: '0.00', delta: '-1000.00' };
    const left = later(held, { priorPeriods: [gone], onReceipt: [again({}, '0')], customerPaid: half });
    expect(lines(left)).toEqual(['prior-period -1000.00', 'released 500.00', 'carried-out 500.00']);
    const since = later([], {
      priorPeriods: [prior],
      onReceipt: [again({ d1: '1200' }, '1200')],
      customerPaid: half,
    });
    expect(lines(since)).toEqual(['prior-period 200.00', 'held -600.00', 'carried-out 400.00']);
  });

  test('a change of no money is kept, so that a later refund takes what was paid, no more', () => {
    const held = [waiting('d1', '1000.00', '0.00')];
    const all = [paidFor('d1', '10000')];
    const refund = [paidFor('d1', '10000', '-5000')];
    const moved = later(held, {
      priorPeriods: [{ ...prior, recalculated: '0.00', delta: '-1000.00' }],
      onReceipt: [again({}, '0')],
      customerPaid: all,
    });
    expect(lines(moved)).toEqual(['prior-period -1000.00', 'released 0.00', 'carried-out 1000.00']);
    expect(lines(later(heldAfter(moved), { customerPaid: refund }))).toEqual([]);
    const risen = later(held, {
      priorPeriods: [prior],
      onReceipt: [again({ d1: '1200' }, '1200')],
      customerPaid: all,
    });
    expect(lines(risen)).toEqual(['prior-period 200.00', 'released 0.00']);
    expect(lines(later(heldAfter(risen), { customerPaid: refund }))[0]).toBe('held -600.00');
  });

  test('another payee’s recalculation leaves releases within limits, and releases go through other holds', () => {
    const held = [waiting('d1', '1000.00', '1000.00')];
    const customerPaid = [paidFor('d1', '10000')];
    const limits = { minimum: null, maximum: '800' };
    const same = [again({ d1: '1000' }, '1000')];
    expect(later(held, { customerPaid, limits, onReceipt: same }).net).toBe('800.00');
    const hold = [sampleHold({ participantId: 'ann', percent: '100' })];
    expect(later(held, { customerPaid, holds: hold })).toMatchObject({
      ...{ net: '0.00', closing: { held: '1000.00' } },
    });
  });

  test('a return waits as long as its deal, and lowers what the customer has to pay', () => {
    const held = [waiting('d1', '1200.00', '1200.00')];
    const given = (amount: string, of: string, ...paid: string[]) => {
      const back = { dealId: 'r1', earned: amount, dealAmount: of, dealCurrency: 'USD', reverses: 'd1' };
      const now = { ...line, periodKey: '2024-02', days: '2024-02-01..2024-02-29', runId: 'run-2' };
      return later(held, {
        earnings: [sampleEarning(amount, now)],
        onReceipt: [onReceipt({}, { ...now, deals: [back] })],
        customerPaid: [paidFor('d1', ...paid)],
      });
    };
    expect(given('-400.00', '-3000')).toMatchObject({
      net: '0.00',
      closing: { held: '800.00', carried: '0.00' },
    });
    expect(given('-400.00', '-3000', '7000')).toMatchObject({ net: '800.00', closing: { held: '0.00' } });
    expect(given('-1200.00', '-10000')).toMatchObject({
      net: '0.00',
      closing: { held: '0.00', carried: '0.00' },
    });
  });

  test('an override lowers what its line holds, and a refund does not take what was clawed back', () => {
    const override = sampleAdjustment({ kind: 'override', amount: '-1000', line: { ...line, pays: '1000' } });
    const off = later([waiting('d1', '1000.00', '1000.00')], {
      adjustments: [override],
      onReceipt: [onReceipt({ d1: '1000' }, { when: 'overridden', pays: '1000' })],
      customerPaid: [],
    });
    expect(off).toMatchObject({ net: '0.00', closing: { held: '0.00', carried: '0.00' } });
    const clawback = {
      ...{ id: 'c', amount: '1000', floor: 'carry' as const, reason: 'churn', formula: '1,000.00' },
      original: { ...line, dealId: 'd1' },
    };
    const taken = later([waiting('d1', '1000.00', '0.00')], {
      clawbacks: [clawback],
      customerPaid: [paidFor('d1', '10000')],
    });
    expect(lines(taken)).toEqual(['clawback -1000.00', 'held 0.00', 'carried-out 1000.00']);
    expect(lines(later(heldAfter(taken), { customerPaid: [] }))).toEqual([]);
  });

  test('a deal of zero counts as paid whatever its customer was paid back', () => {
    const paid = pay({
      earnings: [earning('100.00')],
      onReceipt: [onReceipt({ d1: ['100', '0'] })],
      customerPaid: [paidFor('d1', '-5')],
    });
    expect(paid.net).toBe('100.00');
  });

  test('payments of a customer in another currency than the deal are rejected', () => {
    const euros = { ...paidFor('d1'), receipts: [{ currency: 'EUR', amount: '100' }] };
    const paid = makePayment(samplePayment({ onReceipt: [onReceipt({ d1: '1' })], customerPaid: [euros] }));
    expect(paid.ok ? [] : paid.problems).toEqual([
      {
        rule: 'PAYM-32',
        path: 'customerPaid[d1]',
        message:
          'Deal d1 is in USD, but its customer paid in EUR. Correct the customer payments of the deal.',
      },
    ]);
  });
});
