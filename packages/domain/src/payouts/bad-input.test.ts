import { describe, expect, test } from 'vitest';
import { parsePeriod } from '../base/period.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { parsePlan } from '../plans/parse-plan.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../quotas/sample-quota.fixture.ts';
import { calculate } from './calculate.ts';
import type { CalculationInput } from './payout.ts';
import { sampleInput } from './scenarios/sample-input.fixture.ts';

const deal = (amount: string) => sampleDeal('d1', amount);
const planWith = (change: Partial<Component>, plan: Partial<Plan> = {}) =>
  samplePlan({ components: [sampleComponent(change)], ...plan });
const target = planWith({ rate: { kind: 'target' } });
const line = (participantId: string, managerId: string) =>
  ({ participantId, managerId, from: '2020-01-01', to: null }) as const;

/** The rules that refuse an input, each with its place and a sentence that says how to mend it. */
function errors(wanted: Partial<CalculationInput>): string[] {
  const result = calculate(sampleInput(wanted));
  if (result.ok) throw new Error(`It pays ${result.value.total}.`);
  for (const { message, path } of result.problems)
    expect([message.length > 15, path !== '']).toEqual([true, true]);
  return [...new Set(result.problems.map(({ rule }) => rule))].sort();
}

describe('text that is not a number is rejected wherever a number belongs', () => {
  const wrong = [
    'NaN',
    'Infinity',
    '-Infinity',
    '1e15',
    '1,000',
    '',
    ' 5',
    '5 ',
    '0x10',
    '１００',
    '--1',
    '.',
    '1.',
  ];
  test.each(wrong.map((text) => [text]))('[BASE-1] %j', (text) => {
    expect(errors({ deals: [deal(text)] })).toEqual(['CREDIT-9']);
    expect(errors({ plan: target, quotas: [sampleQuota(text)] })).toEqual(['QUOTA-4']);
    const people = (change: object) => ({ participants: [sampleParticipant('ann', change)] });
    expect(errors(people({ targetVariableAnnual: text }))).toEqual(['QUOTA-6']);
    expect(errors(people({ commissionRatePercent: text }))).toEqual(['QUOTA-6']);
    expect(errors({ plan: planWith({ rate: { kind: 'flat', ratePercent: text } }) })).toEqual(['PLAN-5']);
    const rates = [{ from: 'EUR', to: 'USD', date: '2024-01-01', rate: text, source: 'x' }];
    expect(errors({ exchangeRates: rates, deals: [{ ...deal('1'), currency: 'EUR' }] })).not.toEqual([]);
  });
});

describe('very large and very small amounts are paid to the cent', () => {
  test('[BASE-1] [PAY-13] 10^15 and a cent at 10^-8 percent; and as much is taken back', () => {
    const plan = planWith({ rate: { kind: 'flat', ratePercent: '0.00000001' } });
    const paid = (...amounts: string[]) => {
      const deals = amounts.map((amount, i) => sampleDeal(`d${i}`, amount));
      const result = calculate(sampleInput({ plan, deals }));
      return result.ok ? result.value.total : result.problems;
    };
    expect(paid('1000000000000000.01')).toBe('100000.00');
    expect(paid('999999999999999.99', '50000000.01')).toBe('100000.01');
    expect(paid('1000000000000000.01', '-1000000000000000.01')).toBe('0.00');
  });

  test('[PLAN-5] [PAY-3] a thousand tiers are paid exactly; one more is refused', () => {
    const tiers = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        from: String(i),
        to: i === count - 1 ? null : String(i + 1),
        ratePercent: String(i + 1),
      }));
    const plan = (count: number) =>
      planWith({ rate: { kind: 'marginal', thresholds: 'amount', per: 'period', tiers: tiers(count) } });
    const result = calculate(sampleInput({ plan: plan(1_000), deals: [deal('1000')] }));
    // 1 % + 2 % + … + 1000 % of one each
    expect(result).toMatchObject({ ok: true, value: { total: '5005.00' } });
    expect(parsePlan(plan(1_001))).toMatchObject({ ok: false, problems: [{ rule: 'PLAN-1' }] });
  });
});

describe('invalid input is rejected with its rule, or the plan decides', () => {
  test('[ATT-2] [QUOTA-4] a quota of zero is undefined attainment, one below zero is no quota', () => {
    expect(errors({ plan: target, quotas: [sampleQuota('0')], deals: [deal('1')] })).toEqual(['ATT-2']);
    expect(errors({ plan: target, quotas: [sampleQuota('-1')], deals: [deal('1')] })).toEqual(['QUOTA-4']);
    const plan = { ...target, undefinedAttainment: 'pay-zero' } as const;
    const paid = calculate(sampleInput({ plan, quotas: [sampleQuota('0')], deals: [deal('1')] }));
    expect(paid).toMatchObject({ ok: true, value: { total: '0.00' } });
  });

  test('[CREDIT-15] a hierarchy with a loop is named, of two participants or one', () => {
    const credit = { of: 'team', levels: null, factorPercents: [] } as const;
    const plan = planWith({ credit });
    const participants = ['ann', 'bob', 'cid'].map((id) => sampleParticipant(id));
    const loop = [line('ann', 'bob'), line('bob', 'cid'), line('cid', 'ann')];
    expect(errors({ plan, participants, reportingLines: loop })).toEqual(['CREDIT-15']);
    expect(errors({ plan, participants, reportingLines: [line('ann', 'ann')] })).toEqual(['CREDIT-15']);
  });

  test('[QUOTA-9] [QUOTA-12] assignments, leaves and ramps that overlap', () => {
    const from = { participantId: 'ann', from: '2024-01-01', to: '2024-02-10' };
    const then = { participantId: 'ann', from: '2024-02-10', to: '2024-03-31' };
    expect(errors({ enrolments: [from, then] })).toEqual(['QUOTA-9']);
    const percents = { quotaPercent: '50', targetPercent: '50' };
    const ramps = [from, then].map((span) => ({ ...span, ...percents }));
    expect(errors({ plan: target, quotas: [sampleQuota('1')], ramps })).toEqual(['QUOTA-12']);
  });

  test('[MEASURE-7] a period before the plan begins pays no one, and says so', () => {
    const plan = planWith({ effective: { from: '2025-01-01', to: null } });
    expect(errors({ plan, deals: [deal('1')] })).toEqual(['MEASURE-7']);
  });

  test('[BASE-6] a period that is none', () => {
    for (const key of [
      '2024-Q5',
      '2024-13',
      '1776',
      'NaN',
      '2024-02-30..2024-03-01',
      '2024-03-01..2024-02-01',
    ])
      expect(parsePeriod(key), key).toMatchObject({ ok: false });
    const backwards = { key: 'x', from: '2024-03-31', to: '2024-01-01' };
    expect(errors({ period: backwards })).toEqual(['BASE-6']);
  });

  test('[MEASURE-3] deals that are complete from a day that is none', () => {
    for (const completeFrom of ['0x10', '2024-02-30', ''])
      expect(errors({ completeFrom })).toEqual(['MEASURE-3']);
  });

  test('[PLAN-8] [TERM-26] a plan that looks at a component that is no longer there, or no longer active', () => {
    const gate = { componentId: 'gone', atLeastPercent: '50' };
    expect(errors({ plan: planWith({ gate }) })).toEqual(['PLAN-8']);
    const multiplier = {
      componentId: 'gone',
      curve: { shape: 'linear', beyond: 'hold', points: [{ atPercent: '0', valuePercent: '100' }] },
    } as const;
    const order = ['gate', 'multiplier', 'cap', 'weight'] as const;
    expect(errors({ plan: planWith({ multiplier }, { order }) })).toEqual(['TERM-26']);
    const idle = sampleComponent({ id: 'gone', name: 'Gone', status: 'Inactive', weight: 0 });
    expect(errors({ plan: samplePlan({ components: [sampleComponent({ gate }), idle] }) })).toEqual([
      'PLAN-8',
    ]);
  });

  test('[PLAN-1] a hundred thousand components are refused at once, by the reader and by the calculation', () => {
    const plan = samplePlan({ components: Array(100_000).fill(sampleComponent()) });
    expect(parsePlan(plan)).toMatchObject({ ok: false, problems: [{ rule: 'PLAN-1', path: 'components' }] });
    expect(errors({ plan, deals: [deal('1')] })).toEqual(['PLAN-1']);
  });
});
