import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import type { Component } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../quotas/sample-quota.fixture.ts';
import { calculate, calculateEach, ENGINE_VERSION } from './calculate.ts';
import { MAX_PROBLEMS } from './measures/credit-all.ts';
import type { Calculation, CalculationInput } from './payout.ts';
import { sampleInput } from './scenarios/sample-input.fixture.ts';

function paid(wanted: Partial<CalculationInput>): Calculation {
  const result = calculate(sampleInput(wanted));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}
function error(wanted: Partial<CalculationInput>): readonly string[] {
  const result = calculate(sampleInput(wanted));
  return result.ok ? [] : result.problems.map(({ rule, path }) => `${rule} ${path}`);
}
const planOf = (...components: Partial<Component>[]) =>
  samplePlan({
    components: components.map((one, i) => sampleComponent({ id: `c${i}`, name: `C${i}`, ...one })),
  });

test('[PAY-1] a flat rate pays credit × rate; of a count, that much for each', () => {
  expect(paid({ deals: [sampleDeal('1', '1234.56')] }).total).toBe('123.46');
  const counting = planOf({
    measure: { unit: '$', of: 'deals' },
    rate: { kind: 'flat', ratePercent: '5000' },
  });
  const line = paid({ plan: counting, deals: [sampleDeal('1', '9'), sampleDeal('2', '7')] }).lines[0];
  expect(line).toMatchObject({
    amount: '100.00',
    credited: '2',
    message: 'C0 pays 100.00 USD: 2 credited at 50.00 each.',
  });
  expect(line?.steps.at(-1)).toMatchObject({ rule: 'PAY-1', formula: '2 × 50.00', result: '100.00' });
});

test("[PAY-2] an individual rate is the participant's own, and only credited participants need one", () => {
  const plan = planOf({ rate: { kind: 'individual' } });
  const participants = [sampleParticipant('ann', { commissionRatePercent: '1.5' }), sampleParticipant('ben')];
  expect(paid({ plan, participants, deals: [sampleDeal('1', '1000')] }).total).toBe('15.00');
  const deals = [sampleDeal('1', '1000', { participantId: 'ben' })];
  expect(error({ plan, participants, deals })).toEqual(['PAY-2 participants[ben].commissionRatePercent']);
});

test('[PAY-3] [PAY-13] [PAY-14] a line tells its tiers, is rounded once, and its deals sum to it', () => {
  const tiers = [
    { from: '0', to: '1000', ratePercent: '1.5' },
    { from: '1000', to: null, ratePercent: '2.25' },
  ];
  const plan = planOf({ rate: { kind: 'marginal', thresholds: 'amount', per: 'period', tiers } });
  const [line] = paid({ plan, deals: [sampleDeal('1', '700.10'), sampleDeal('2', '500.33')] }).lines;
  expect(line?.steps.map(({ rule, formula, result }) => `${rule}: ${formula} = ${result}`)).toEqual([
    'CREDIT-3: Σ of 2 credits = 1,200.43',
    'PAY-3: 1,000.00 × 1.5% = 15.00',
    'PAY-3: 200.43 × 2.25% = 4.509675',
    'PAY-3: 15.00 + 4.509675 = 19.509675',
    'PAY-13: 19.509675 = 19.51',
  ]);
  expect(line?.amount).toBe('19.51');
  expect(line?.credits.map((credit) => credit.earned)).toEqual(['10.50', '9.01']);
});

test('[PAY-4] [PAY-5] [PAY-6] a table in percent of quota may be applied to each deal', () => {
  const tiers = [
    { from: '0', to: '10', ratePercent: '1' },
    { from: '10', to: null, ratePercent: '2' },
  ];
  const plan = planOf({ rate: { kind: 'retroactive', thresholds: 'percent-of-quota', per: 'deal', tiers } });
  const quotas = [sampleQuota('10000')];
  const [line] = paid({ plan, quotas, deals: [sampleDeal('1', '999'), sampleDeal('2', '1000')] }).lines;
  expect(line?.credits.map((credit) => credit.earned)).toEqual(['9.99', '20.00']);
  expect(line?.rules).toEqual(['CREDIT-3', 'QUOTA-1', 'ATT-1', 'PAY-6', 'PAY-4', 'PAY-5']);
  expect(line?.nextTier).toBeNull();
});

describe('[PAY-7] [PAY-8] [PAY-9] target-based pay', () => {
  const target = (reading: 'incremental' | 'first-dollar', amount: string) => {
    const plan = {
      ...planOf({ rate: { kind: 'target' }, accelerator: '>120% @ 1.2x' }),
      acceleratorReading: reading,
    };
    return paid({ plan, quotas: [sampleQuota('100000')], deals: [sampleDeal('1', amount)] }).lines[0];
  };
  test.each([
    ['80000', '12000.00', '12000.00'],
    ['120000', '18000.00', '18000.00'],
    ['120000.01', '18000.00', '21600.00'],
    ['150000', '23400.00', '27000.00'],
    ['-150000', '-23400.00', '-27000.00'],
  ])('%s against 100,000 pays %s or, first-dollar, %s', (amount, incremental, firstDollar) => {
    expect(target('incremental', amount)?.amount).toBe(incremental);
    expect(target('first-dollar', amount)?.amount).toBe(firstDollar);
  });
  test('the sentence, the target and the percent are shown', () => {
    expect(target('incremental', '150000')).toMatchObject({
      attainmentPercent: '150',
      quota: '100000',
      target: '15000.00',
      message:
        'C0 pays 23,400.00 USD: 150% of quota is worth 156% of the 15,000.00 target, as what lies above 120% counts 1.2 times.',
    });
  });
});

test('[PAY-10] a closed gate makes the line zero and says what opens it', () => {
  const gated = {
    weight: 60,
    rate: { kind: 'target' },
    gate: { componentId: 'c1', atLeastPercent: '90' },
  } as const;
  const plan = planOf(gated, {
    weight: 40,
    measure: { unit: 'Score', of: 'amount' },
    rate: { kind: 'target' },
  });
  const quotas = [sampleQuota('1000'), sampleQuota('100', { unit: 'Score' })];
  const deals = [sampleDeal('1', '1000'), sampleDeal('2', '80', { unit: 'Score', currency: null })];
  const [line] = paid({ plan, quotas, deals }).lines;
  expect(line?.amount).toBe('0.00');
  expect(line?.message).toBe('C0 pays nothing: its gate needs 90% on C1, which stands at 80%.');
  expect(line?.nextTier).toEqual({
    message: 'Another 10 on C1 opens the gate at 90%; the line would then pay 9,000.00 USD.',
    needed: '10',
    wouldPay: '9000.00',
  });
  expect(error({ plan, quotas: [sampleQuota('1000')], deals })).toEqual(['ATT-2 quotas[ann, c1]']);
});

test('[PAY-11] [PAY-12] cap and weight in every order are the same money', () => {
  const orders = [
    ['gate', 'cap', 'weight'],
    ['weight', 'cap', 'gate'],
    ['cap', 'weight', 'gate'],
    ['weight', 'gate', 'cap'],
  ] as const;
  for (const order of orders) {
    const plan = { ...planOf({ weight: 60, rate: { kind: 'target' }, cap: '2x' }, { weight: 40 }), order };
    const [line] = paid({ plan, quotas: [sampleQuota('1000')], deals: [sampleDeal('1', '2500')] }).lines;
    expect(line?.amount).toBe('18000.00');
    expect(line?.message).toContain('limited by the cap of 2x the target');
    expect(
      line?.steps.map(({ rule }) => rule).filter((rule) => rule === 'PAY-11' || rule === 'PAY-12'),
    ).toEqual(order.filter((step) => step !== 'gate').map((step) => (step === 'cap' ? 'PAY-11' : 'PAY-12')));
  }
});

test("[PAY-11] the cap of a commission is a multiple of that component's share of the target", () => {
  const plan = planOf({ weight: 40, cap: '0.5x' }, { weight: 60 });
  expect(paid({ plan, deals: [sampleDeal('1', '100000')] }).lines[0]?.amount).toBe('3000.00');
});

test('[ATT-2] [PAY-10] a gate on an undefined attainment stays closed where the plan pays zero then', () => {
  const gate = { componentId: 'c1', atLeastPercent: '90' };
  const plan = { ...planOf({ weight: 60, gate }, { weight: 40 }), undefinedAttainment: 'pay-zero' as const };
  const [line] = paid({ plan, deals: [sampleDeal('1', '1000')] }).lines;
  expect(line).toMatchObject({ amount: '0.00', nextTier: null });
  expect(line?.message).toBe(
    'C0 pays nothing: its gate needs 90% on C1, which has no quota to be measured by.',
  );
});

test('[CREDIT-3] both the first and the last day of the period belong to it, and no other', () => {
  const days = ['2023-12-31', '2024-01-01', '2024-03-31', '2024-04-01'];
  const deals = days.map((date) => sampleDeal(date, '10', { date }));
  expect(paid({ deals }).lines[0]?.credits.map((credit) => credit.date)).toEqual([
    '2024-01-01',
    '2024-03-31',
  ]);
});

test('[PAY-3] [PAY-13] a sale and its return leave a line whose arithmetic still ends in its amount', () => {
  const tiers = [{ from: '0', to: null, ratePercent: '5' }];
  const rate = { kind: 'marginal', thresholds: 'amount', per: 'period', tiers } as const;
  const plan = samplePlan({ components: [sampleComponent({ rate, weight: 100 })] });
  const deals = [sampleDeal('a', '10.00'), sampleDeal('b', '-10.00')];
  const result = calculate(sampleInput({ plan, deals }));
  const last = result.ok ? result.value.lines[0]?.steps.at(-1) : null;
  expect(last).toMatchObject({ rule: 'PAY-3', result: '0.00' });
});

test('[PAY-15] returns that exceed sales take back what the same sales would have earned', () => {
  const [line] = paid({ deals: [sampleDeal('1', '-1000.05')] }).lines;
  expect(line).toMatchObject({ amount: '-100.01', credited: '-1000.05' });
  expect(line?.message).toBe('Sales takes back 100.01 USD: −1,000.05 credited at 10%.');
  expect(line?.rules).toEqual(['CREDIT-8', 'CREDIT-3', 'PAY-1', 'PAY-15', 'PAY-13']);
});

test('[PAY-16] [CREDIT-10] lines by participant id and plan order, credits by date and deal id', () => {
  const participants = ['b', 'a', 'B'].map((id) => sampleParticipant(id));
  const at = (id: string, date: string) => sampleDeal(id, '10', { date, participantId: 'a' });
  const deals = [at('9', '2024-01-02'), at('10', '2024-01-02'), at('x', '2024-01-01')];
  const plan = planOf({ weight: 50, id: 'z', name: 'Z' }, { weight: 50, id: 'a', name: 'A' });
  const calculation = paid({ plan, participants, deals });
  expect(calculation.lines.map((line) => `${line.participantId} ${line.componentId}`)).toEqual([
    'B z',
    'B a',
    'a z',
    'a a',
    'b z',
    'b a',
  ]);
  expect(calculation.lines[2]?.credits.map((credit) => credit.dealId)).toEqual(['x', '10', '9']);
  expect(calculation.engineVersion).toBe(ENGINE_VERSION);
});

test('[PAY-20] with any problem no one is paid, and all problems are reported once', () => {
  const problems = error({
    plan: planOf({ weight: 90, cap: '9x' }),
    participants: [sampleParticipant('ann'), sampleParticipant('ann')],
    quotas: [sampleQuota('1', { from: 'x' })],
    deals: [
      sampleDeal('1', 'x'),
      sampleDeal('2', '1', { currency: 'CHF' }),
      sampleDeal('2', '1'),
      sampleDeal('3', '1', { date: 'x' }),
    ],
    payeeIds: ['zoe'],
  });
  expect(problems).toEqual([
    'PLAN-4 plan.components',
    'QUOTA-6 participants[ann]',
    'QUOTA-6 payeeIds[zoe]',
    'QUOTA-4 quotas[ann, $, x].from',
    'CREDIT-9 deals[1].amount',
    'CREDIT-6 deals[2].currency',
    'CREDIT-9 deals[2]',
    'CREDIT-9 deals[3].date',
  ]);
});

test('[PAY-20] after ten thousand problems reading stops and says so', () => {
  const deals = Array.from({ length: MAX_PROBLEMS + 50 }, (_, i) => sampleDeal(`d${i}`, 'x'));
  const problems = error({ deals });
  expect(problems.length).toBe(MAX_PROBLEMS + 1);
  expect(problems.at(-1)).toBe('PAY-20 ');
});

test('[QUOTA-7] participants not employed in the period get a line only for deals that credit them', () => {
  const participants = [
    sampleParticipant('ann', { leftOn: '2023-12-31' }),
    sampleParticipant('ben', { hiredOn: '2024-04-01' }),
  ];
  expect(paid({ participants }).lines).toEqual([]);
  expect(paid({ participants, deals: [sampleDeal('1', '-50')] }).total).toBe('-5.00');
});

test('[CREDIT-3] uncounted deals and unused rates cause no error', () => {
  const bikes = { filter: [{ field: 'product', in: ['Bikes'] }] } as const;
  const deals = [
    sampleDeal('1', '100', { product: 'Bikes' }),
    sampleDeal('2', '5', { currency: 'CHF', participantId: 'zoe' }),
  ];
  expect(paid({ plan: planOf(bikes), deals }).total).toBe('10.00');
  const counting = planOf({
    measure: { unit: '$', of: 'deals' },
    rate: { kind: 'flat', ratePercent: '100' },
  });
  expect(paid({ plan: counting, deals: [sampleDeal('1', '100', { currency: 'CHF' })] }).total).toBe('1.00');
});

test('[QUOTA-6] only payees are paid; deals may credit any participant', () => {
  const participants = [sampleParticipant('ann'), sampleParticipant('ben')];
  const deals = [
    sampleDeal('1', '100', {
      splits: ['ann', 'ben'].map((participantId) => ({ participantId, sharePercent: '50' })),
    }),
  ];
  const calculation = paid({ participants, payeeIds: ['ben'], deals });
  expect(calculation.lines.map((line) => [line.participantId, line.amount])).toEqual([['ben', '5.00']]);
});

test('[QUOTA-3] a quota that cannot be used stops only pay that depends on it', () => {
  const quotas = [sampleQuota('1000', { to: '2024-12-31' })];
  const deals = [sampleDeal('1', '100')];
  expect(paid({ quotas, deals }).lines[0]).toMatchObject({
    quota: null,
    attainmentPercent: null,
    amount: '10.00',
  });
  expect(error({ plan: planOf({ rate: { kind: 'target' } }), quotas, deals })).toEqual([
    'QUOTA-3 quotas[ann, $, 2024-01-01]',
  ]);
});

test('a calculation can be watched, and abandoned between two portions', () => {
  const participants = ['a', 'b', 'c'].map((id) => sampleParticipant(id));
  const deals = Array.from({ length: 5000 }, (_, i) => sampleDeal(`d${i}`, '1', { participantId: 'a' }));
  const reports = [...calculateEach(sampleInput({ participants, deals }))];
  expect(reports.map(({ stage, done, of, lines }) => `${stage} ${done}/${of} ${lines.length}`)).toEqual([
    'crediting 2000/5000 0',
    'crediting 4000/5000 0',
    'paying 1/3 1',
    'paying 2/3 1',
    'paying 3/3 1',
  ]);
});
