import { describe, expect, test } from 'vitest';
import { makePayment } from './make-payment.ts';
import type { PaymentInput } from './payment.ts';
import {
  sampleAdjustment,
  sampleDraw,
  sampleEarning,
  sampleHold,
  samplePayment,
} from './sample-payment.fixture.ts';

function lines(special: Partial<PaymentInput>): [kind: string, amount: string][] {
  const paid = makePayment(samplePayment(special));
  if (!paid.ok) throw new Error(paid.problems[0]?.message);
  return paid.value.ledger.map(({ kind, amount }) => [kind, amount]);
}

const problems = (special: Partial<PaymentInput>) => {
  const paid = makePayment(samplePayment(special));
  return paid.ok ? [] : paid.problems.map(({ rule, path }) => `${rule} ${path}`);
};

describe('[PAYM-26] an adjustment', () => {
  test('has its place: earnings before holds and limits, the payment after closed periods', () => {
    const clawback = {
      id: 'c',
      amount: '300',
      floor: 'carry',
      reason: 'cancelled',
      formula: '300.00',
      original: {
        runId: 'old',
        componentId: 'sales',
        componentName: 'sales',
        periodKey: '2023-12',
        dealId: null,
      },
    } as const;
    const prior = {
      periodKey: '2023-12',
      planId: 'plan',
      componentId: 'sales',
      componentName: 'sales',
      originalRunId: 'old',
      recalculatedRunId: 'new',
      original: '620.00',
      recalculated: '500.00',
      delta: '-120.00',
    };
    const paid = makePayment(
      samplePayment({
        earnings: [sampleEarning('4000')],
        adjustments: [
          sampleAdjustment({ id: 'b', amount: '75', countsAs: 'payment', kind: 'reimbursement' }),
          sampleAdjustment({ id: 'a', amount: '500' }),
        ],
        holds: [sampleHold({ planId: 'plan', componentId: 'sales', percent: '20' })],
        clawbacks: [clawback],
        priorPeriods: [prior],
        limits: { minimum: null, maximum: '3000' },
      }),
    );
    if (!paid.ok) throw new Error(paid.problems[0]?.message);
    expect(paid.value.ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['earned', '4000.00'],
      ['adjusted-earnings', '500.00'],
      ['held', '-800.00'],
      ['clawback', '-300.00'],
      ['maximum', '-400.00'],
      ['prior-period', '-120.00'],
      ['adjusted-payment', '75.00'],
    ]);
    expect(paid.value).toMatchObject({ earned: '4000.00', net: '2955.00' });
    expect(paid.value.ledger.at(-1)).toMatchObject({
      message: 'Reimbursement: as agreed',
      rule: 'PAYM-26',
      references: { adjustmentId: 'b' },
    });
  });

  test('of earnings is held by a hold on the payee or on its deal, not by one on a component', () => {
    const adjustments = [sampleAdjustment({ amount: '500', dealId: 'd1' })];
    const whole = { adjustments, holds: [sampleHold({ participantId: 'ann', percent: '50' })] };
    expect(lines(whole)).toEqual([
      ['adjusted-earnings', '500.00'],
      ['held', '-250.00'],
    ]);
    expect(lines({ adjustments, holds: [sampleHold({ dealId: 'd1' })] })).toHaveLength(2);
    expect(lines({ adjustments, holds: [sampleHold({ dealId: 'd2' })] })).toHaveLength(1);
    expect(
      lines({ adjustments, holds: [sampleHold({ planId: 'plan', componentId: 'sales' })] }),
    ).toHaveLength(1);
    const below = [sampleAdjustment({ amount: '-500' })];
    expect(lines({ ...whole, adjustments: below })[0]).toEqual(['adjusted-earnings', '-500.00']);
    expect(lines({ ...whole, adjustments: below }).map(([kind]) => kind)).not.toContain('held');
  });

  test('of earnings counts against a draw on all earnings, not against one on a component', () => {
    const adjustments = [sampleAdjustment({ amount: '500' })];
    expect(lines({ adjustments, draws: [sampleDraw()] }).at(-1)).toEqual(['draw-advanced', '1500.00']);
    expect(lines({ adjustments, draws: [sampleDraw({ componentIds: ['sales'] })] }).at(-1)).toEqual([
      'draw-advanced',
      '2000.00',
    ]);
    const beside = [sampleAdjustment({ amount: '500', countsAs: 'payment' })];
    expect(lines({ adjustments: beside, draws: [sampleDraw()] })).toEqual([
      ['draw-advanced', '2000.00'],
      ['adjusted-payment', '500.00'],
    ]);
  });

  test('below zero that the payment cannot bear is carried to the next one', () => {
    const adjustments = [sampleAdjustment({ amount: '-500', countsAs: 'payment' })];
    expect(lines({ earnings: [sampleEarning('200')], adjustments }).at(-1)).toEqual([
      'carried-out',
      '300.00',
    ]);
  });

  test('of zero, with too many decimals or given twice is rejected', () => {
    expect(problems({ adjustments: [sampleAdjustment({ amount: '0.00' })] })).toEqual([
      'PAYM-16 adjustments[adjustment].amount',
    ]);
    expect(problems({ adjustments: [sampleAdjustment({ amount: '1.001' })] })).toEqual([
      'PAYM-16 adjustments[adjustment].amount',
    ]);
    expect(problems({ adjustments: [sampleAdjustment(), sampleAdjustment()] })).toEqual([
      'PAYM-16 adjustments',
    ]);
  });
});

describe('[PAYM-28] an override', () => {
  const line = {
    runId: 'run-1',
    planId: 'plan',
    componentId: 'sales',
    componentName: 'Core commission',
    periodKey: '2024-01',
    days: '2024-01-01..2024-01-31',
    pays: '900',
  };
  const to = (amount: string, special: object = {}) =>
    sampleAdjustment({ id: 'o', kind: 'override', amount, line: { ...line, ...special } });
  const earning = sampleEarning('900', { days: line.days });

  test('is a line of earnings with both amounts, and a hold keeps its percent of the new one', () => {
    const hold = sampleHold({ planId: 'plan', componentId: 'sales', percent: '20' });
    const raised = { earnings: [earning], adjustments: [to('150')], holds: [hold] };
    expect(lines(raised)).toEqual([
      ['earned', '900.00'],
      ['adjusted-earnings', '150.00'],
      ['held', '-210.00'],
    ]);
    expect(lines({ ...raised, adjustments: [to('-400')] }).at(-1)).toEqual(['held', '-100.00']);
    const paid = makePayment(samplePayment(raised));
    expect(paid.ok && paid.value.ledger[1]).toMatchObject({
      message: 'Override: Core commission of 2024-01 pays 1,050.00 instead of 900.00: as agreed',
      formula: '1,050.00 − 900.00',
      rule: 'PAYM-28',
      references: { adjustmentId: 'o', runId: 'run-1', planId: 'plan', componentId: 'sales' },
    });
  });

  test('counts against a draw on its component, and alone where its line was paid before', () => {
    const draws = [sampleDraw({ componentIds: ['sales'] })];
    expect(lines({ earnings: [earning], adjustments: [to('150')], draws }).at(-1)).toEqual([
      'draw-advanced',
      '950.00',
    ]);
    const closed = to('150', { periodKey: '2023-12', days: '2023-12-01..2023-12-31' });
    const hold = sampleHold({ planId: 'plan', componentId: 'sales', percent: '20' });
    expect(lines({ earnings: [earning], adjustments: [closed], holds: [hold] })).toEqual([
      ['earned', '900.00'],
      ['adjusted-earnings', '150.00'],
      ['held', '-180.00'],
      ['held', '-30.00'],
    ]);
  });
});
