import { describe, expect, test } from 'vitest';
import { drawDue } from './draw-due.ts';
import { makePayment } from './make-payment.ts';
import type { PaymentInput } from './payment.ts';
import { periodOf, sampleDraw, sampleEarning, sampleHold, samplePayment } from './sample-payment.fixture.ts';

const deals = [
  { dealId: 'd7', earned: '600.00' },
  { dealId: 'd8', earned: '-100.00' },
];

function linesOf(special: Partial<PaymentInput>) {
  const made = makePayment(samplePayment({ earnings: [sampleEarning('500.00', { deals })], ...special }));
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return made.value.ledger
    .filter(({ kind }) => kind !== 'earned')
    .map(({ kind, amount }) => `${kind} ${amount}`);
}

describe('[PAYM-2] earnings a hold keeps back', () => {
  test.each<[string, Parameters<typeof sampleHold>[0], string[]]>([
    ['a deal', { dealId: 'd7' }, ['held -600.00', 'carried-out 100.00']],
    ['a deal that was a debit', { dealId: 'd8' }, []],
    ['a deal of somebody else', { dealId: 'd9' }, []],
    ['half of the payee', { participantId: 'ann', percent: '50' }, ['held -250.00']],
    ['somebody else', { participantId: 'ben' }, []],
    ['the component', { planId: 'plan', componentId: 'sales' }, ['held -500.00']],
    ['another component', { planId: 'plan', componentId: 'bonus' }, []],
    ['the same component of another plan', { planId: 'other', componentId: 'sales' }, []],
    ['the period', { periodKey: '2024-01' }, ['held -500.00']],
    ['another period', { periodKey: '2024-02' }, []],
    ['all it names must match', { participantId: 'ann', periodKey: '2024-02' }, []],
  ])('%s', (_, hold, lines) => {
    expect(linesOf({ holds: [sampleHold(hold)] })).toEqual(lines);
  });

  test('two holds on the same deal keep it once', () => {
    const holds = [
      sampleHold({ id: 'a', dealId: 'd7', percent: '50' }),
      sampleHold({ id: 'b', dealId: 'd7' }),
    ];
    expect(linesOf({ holds })).toEqual(['held -300.00', 'held -300.00', 'carried-out 100.00']);
  });
});

test('[PAYM-2] [PAYM-3] the ledger states the event of a hold and of its release in words', () => {
  const opening = {
    carried: '0',
    draws: [],
    held: ['cash', 'live', 'term'].map((holdId) => ({ holdId, componentId: 'sales', amount: '10.00' })),
  };
  const holds = [
    sampleHold({ id: 'cash', dealId: 'd7', releaseEvent: 'cash-received', reason: 'not paid yet' }),
    sampleHold({ id: 'live', periodKey: '2024-01', percent: '10', releaseEvent: 'go-live' }),
    sampleHold({ id: 'term', participantId: 'ann', releaseEvent: 'day', releaseOn: '2024-01-31' }),
    sampleHold({ id: 'year', participantId: 'ann', releaseEvent: 'day', releaseOn: '2025-01-01' }),
  ];
  const releases = [
    { id: 'r', holdId: 'live', percent: '50', reason: 'in test', event: 'go-live' as const },
    { id: 's', holdId: 'cash', percent: '50', reason: 'first half' },
  ];
  const made = makePayment(
    samplePayment({ earnings: [sampleEarning('900.00', { deals })], opening, holds, releases }),
  );
  expect(made.ok && made.value.ledger.map(({ message, amount }) => `${message} ${amount}`).slice(1)).toEqual([
    'Held back from deal d7 in sales until the cash is received: not paid yet -600.00',
    'Held back from sales until the customer goes live: cash not in yet -30.00',
    'Held back from sales until 2025-01-01: cash not in yet -270.00',
    'Released from hold, the customer went live: in test 5.00',
    'Released from hold: first half 5.00',
    'Released from hold: it was held until 2024-01-31 10.00',
  ]);
});

describe('[PAYM-3] pay of a release', () => {
  const opening = {
    carried: '0',
    draws: [],
    held: [{ holdId: 'hold', componentId: 'sales', amount: '80.01' }],
  };
  const release = (percent: string) => ({ id: `r${percent}`, holdId: 'hold', percent, reason: 'cash is in' });
  const holds = [sampleHold({ dealId: 'd7' })];

  test('all of it ends the hold', () => {
    expect(linesOf({ opening, holds, releases: [release('100')] })).toEqual(['released 80.01']);
  });
  test('a part leaves the hold holding, new earnings too', () => {
    expect(linesOf({ opening, holds, releases: [release('50')] })).toEqual([
      'held -600.00',
      'released 40.01',
      'carried-out 59.99',
    ]);
  });
  test('two parts one after the other, each of what is still held', () => {
    expect(linesOf({ opening, releases: [release('25'), release('50')] })).toEqual([
      'released 20.00',
      'released 30.01',
    ]);
  });
  test('nothing is released where nothing is held', () => {
    expect(linesOf({ releases: [release('100')] })).toEqual([]);
  });
});

describe('[PAYM-4] guarantee of a draw', () => {
  test.each([
    ['2024-01', {}, '2000.00'],
    ['2024-Q1', {}, '6000.00'],
    ['2024', { from: '2024-11-16' }, '3000.00'],
    ['2024-02', { from: '2024-02-29' }, '68.97'],
    ['2024-02', { to: '2024-01-31' }, '0.00'],
    ['2024-01', { from: '2024-02-01' }, '0.00'],
    ['2024-01-31..2024-02-01', {}, '133.48'],
    ['2024-Q1', { per: 'period' as const }, '2000.00'],
    ['2024-Q1', { per: 'period' as const, to: '2024-02-29' }, '1318.68'],
  ])('in %s with %j: %s', (period, special, due) => {
    expect(drawDue(sampleDraw(special), periodOf(period), 'USD').toFixed(2)).toBe(due);
  });
});

test('[PAYM-11] a clawback that stops at zero waives the rest, and says so', () => {
  const line = { runId: 'r0', componentId: 'sales', componentName: 'Sales', periodKey: '2023-12' };
  const original = { ...line, dealId: 'd1' };
  const clawback = {
    id: 'c',
    amount: '700.00',
    floor: 'zero' as const,
    reason: 'churn',
    formula: '700.00',
    original,
  };
  const made = makePayment(samplePayment({ earnings: [sampleEarning('500.00')], clawbacks: [clawback] }));
  expect(made.ok && made.value.ledger.at(-1)).toMatchObject({
    amount: '-500.00',
    message: 'Taken back for deal d1: churn. The payment stops at zero, 200.00 is given up',
    references: { originalRunId: 'r0', componentId: 'sales', dealId: 'd1', clawbackId: 'c' },
  });
  expect(linesOf({ clawbacks: [{ ...clawback, floor: 'carry' }] })).toEqual([
    'clawback -700.00',
    'carried-out 200.00',
  ]);
});

test('[PAYM-10] without a deal, the words and the link name component and period', () => {
  const original = {
    runId: 'r0',
    componentId: 'mbo',
    componentName: 'Objectives',
    periodKey: '2023-12',
    dealId: null,
  };
  const of = { amount: '200.00', floor: 'carry' as const, reason: 'scored wrongly', formula: '200.00' };
  const made = makePayment(
    samplePayment({ earnings: [sampleEarning('500.00')], clawbacks: [{ id: 'c', ...of, original }] }),
  );
  const taken = made.ok ? made.value.ledger.at(-1) : undefined;
  expect(taken).toMatchObject({
    amount: '-200.00',
    message: 'Taken back for Objectives of 2023-12: scored wrongly',
  });
  expect(taken?.references).toEqual({
    originalRunId: 'r0',
    componentId: 'mbo',
    periodKey: '2023-12',
    clawbackId: 'c',
  });
});

test('[PAYM-12] a payment is raised to the least and lowered to the most, and left alone between', () => {
  expect(linesOf({ limits: { minimum: '500.01', maximum: null } })).toEqual(['minimum 0.01']);
  expect(linesOf({ limits: { minimum: null, maximum: '499.99' } })).toEqual(['maximum -0.01']);
  expect(linesOf({ limits: { minimum: '500', maximum: '500' } })).toEqual([]);
});
