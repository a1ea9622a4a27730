import { describe, expect, test } from 'vitest';
import type { Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { parsePlanTest } from './parse-plan-test.ts';
import type { PlanTest } from './plan-test.ts';
import { runPlanTests, testProblems } from './run-plan-tests.ts';

const plan: Plan = samplePlan({
  components: [
    sampleComponent({
      rate: {
        kind: 'marginal',
        thresholds: 'amount',
        per: 'period',
        tiers: [
          { from: '0', to: '1000', ratePercent: '1.5' },
          { from: '1000', to: null, ratePercent: '2.25' },
        ],
      },
    }),
  ],
});

function read(json: unknown): PlanTest {
  const parsed = parsePlanTest(json);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}
const golden = (wanted: object = {}) => ({
  name: 'Two tiers',
  period: '2024-Q1',
  deals: [{ amount: '700.10' }, { amount: '500.33' }],
  expect: { amounts: [{ componentId: 'sales', amount: '19.51' }], total: '19.51' },
  ...wanted,
});

describe('[TEST-1] an invalid case is rejected with every problem', () => {
  test.each([
    [{ ...golden(), name: ' ' }, 'name'],
    [{ ...golden(), period: 2024 }, 'period'],
    [golden({ deals: [{ amount: 700.1 }] }), 'deals[0].amount'],
    [golden({ deals: [{ amount: '1', colour: 'red' }] }), 'deals[0].colour'],
    [golden({ expect: {} }), 'expect'],
    [golden({ expect: { total: '1', rejected: ['ATT-2'] } }), 'expect'],
    [golden({ expect: { amounts: [{ componentId: 'sales', amount: 19.51 }] } }), 'expect.amounts[0].amount'],
  ])('%#', (json, path) => {
    const parsed = parsePlanTest(json);
    expect(parsed.ok ? [] : parsed.problems).toMatchObject([{ rule: 'TEST-1', path }]);
  });
});

test('[TEST-2] missing records get their defaults, and the plan itself pays the payee', () => {
  const foreign = golden({
    deals: [{ amount: '1000', currency: 'EUR', date: '2024-02-01', sharePercent: '60' }],
    exchangeRates: [{ from: 'EUR', to: 'USD', date: '2024-01-01', rate: '1.1' }],
    expect: { total: '9.90' },
  });
  expect(runPlanTests(plan, [read(golden()), read(foreign)]).map(({ passed }) => passed)).toEqual([
    true,
    true,
  ]);
  const targeted = samplePlan({ components: [sampleComponent({ rate: { kind: 'target' } })] });
  const quota = golden({
    payee: { targetVariableAnnual: '60000' },
    quotas: [{ amount: '1000' }],
    deals: [{ amount: '1100' }],
    expect: { amounts: [{ componentId: 'sales', amount: '16500' }] },
  });
  expect(runPlanTests(targeted, [read(quota)])).toMatchObject([{ passed: true, total: '16500.00' }]);
});

test('[TEST-3] [TEST-5] another amount fails, with the difference and the arithmetic that led to it', () => {
  const [result] = runPlanTests(plan, [
    read(golden({ expect: { amounts: [{ componentId: 'sales', amount: '19.50' }] } })),
  ]);
  expect(result).toMatchObject({ passed: false, amounts: { sales: '19.51' } });
  const [difference] = result?.differences ?? [];
  expect(difference).toMatchObject({ of: 'sales', expected: '19.50', actual: '19.51', delta: '0.01' });
  expect(difference?.steps.map(({ rule }) => rule)).toContain('PAY-3');
});

test('[TEST-4] a component that is not there, and a refusal that does not come, fail with the reason', () => {
  const cases = [
    golden({ expect: { amounts: [{ componentId: 'gone', amount: '1.00' }] } }),
    golden({ expect: { rejected: ['CREDIT-6'] } }),
    golden({ deals: [{ amount: '1', currency: 'CHF' }], expect: { rejected: ['CREDIT-6'] } }),
    golden({ deals: [{ amount: '1', currency: 'CHF' }], expect: { rejected: ['ATT-2'] } }),
    golden({ deals: [{ amount: '1', currency: 'CHF' }] }),
    golden({ period: '2024-Q9' }),
  ];
  const results = runPlanTests(plan, cases.map(read));
  expect(results.map(({ passed }) => passed)).toEqual([false, false, true, false, false, false]);
  expect(results[0]?.differences[0]?.message).toContain('no active component "gone"');
  expect(results[1]?.differences[0]?.message).toContain('pays 19.51');
  expect(results[4]?.differences[0]?.message).toContain('There is no exchange rate from CHF to USD');
  expect(results[5]?.problems[0]?.rule).toBe('BASE-6');
});

test('[TEST-6] failing cases are problems that block a plan; passing ones are not', () => {
  expect(testProblems(runPlanTests(plan, [read(golden())]))).toEqual([]);
  const failing = read(golden({ expect: { total: '20.00' } }));
  expect(testProblems(runPlanTests(plan, [failing]))).toMatchObject([
    { rule: 'TEST-6', path: 'tests[Two tiers]' },
  ]);
});
