import { parsePlanTest } from '@attain/domain/findings/parse-plan-test';
import { runPlanTests } from '@attain/domain/findings/run-plan-tests';
import { calculate } from '@attain/domain/payouts/calculate';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import { expect, test } from 'vitest';
import { caseFromPayee } from './case-from-payee.ts';
import { tidyCase } from './tidy-case.ts';

const plan: Plan = {
  name: 'Plan',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'refuse',
  components: [
    {
      id: 'sales',
      name: 'Sales',
      status: 'Active',
      measure: { unit: '$', of: 'amount' },
      filter: [],
      weight: 100,
      rate: { kind: 'flat', ratePercent: '4' },
      cap: null,
      accelerator: null,
      gate: null,
    },
  ],
};
const deal = (id: string, amount: string, own: object = {}) => ({
  id,
  amount,
  date: '2024-02-15',
  unit: '$',
  currency: 'USD',
  participantId: 'ann',
  splits: [],
  kind: 'sale',
  product: null,
  territory: null,
  customer: null,
  ...own,
});
const input = {
  plan,
  period: { key: '2024-Q1', from: '2024-01-01', to: '2024-03-31' },
  payeeIds: ['ann'],
  participants: [
    {
      id: 'ann',
      name: 'Ann',
      hiredOn: null,
      leftOn: null,
      targetVariableAnnual: null,
      commissionRatePercent: null,
    },
  ],
  quotas: [],
  exchangeRates: [{ from: 'EUR', to: 'USD', date: '2024-01-02', rate: '1.1', source: 'x' }],
  deals: [
    deal('1', '1000'),
    deal('2', '500', { currency: 'EUR' }),
    deal('3', '800', {
      participantId: 'bob',
      splits: [
        { participantId: 'ann', sharePercent: '25' },
        { participantId: 'bob', sharePercent: '75' },
      ],
    }),
    deal('4', '9999', { participantId: 'bob' }),
  ],
} as unknown as CalculationInput;

test('[TEST-1] [TEST-3] a case taken from a payee is well formed, and pays what the payee is paid', () => {
  const participants = [...input.participants, { ...input.participants[0], id: 'bob', name: 'Bob' }];
  const paid = calculate({ ...input, participants: participants as CalculationInput['participants'] });
  expect(paid.ok ? [] : paid.problems).toEqual([]);
  const lines = paid.ok ? paid.value.lines.map((one) => ({ ...one, before: one.amount })) : [];
  const made = caseFromPayee(input, lines);
  expect(made).toMatchObject({ ok: true, test: { name: 'Ann, 2024-Q1', period: '2024-Q1' } });
  const parsed = parsePlanTest(made.ok ? tidyCase(made.test) : null);
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  // 4 % of 1,000 + 550 + a quarter of 800
  expect(parsed.ok && runPlanTests(plan, [parsed.value])).toMatchObject([
    { passed: true, total: '70.00', differences: [] },
  ]);
});

test('[TEST-1] more deals than a case holds are refused in words', () => {
  const deals = Array.from({ length: 201 }, (_, at) => deal(String(at), '1'));
  expect(caseFromPayee({ ...input, deals } as unknown as CalculationInput, [])).toEqual({
    ok: false,
    message: 'Ann has 201 deals in 2024-Q1; a test holds 200. Choose another payee or a shorter period.',
  });
});

test('[TEST-1] what was left empty is not sent', () => {
  const tidy = tidyCase({
    name: ' Case ',
    period: '2024-Q1',
    payee: { targetVariableAnnual: '' },
    exchangeRates: [{ from: 'EUR', to: 'USD', date: '2024-01-01', rate: '', source: 'test' }],
    quotas: [{ amount: '' }, { amount: '9', currency: undefined }],
    deals: [{ amount: '5', date: '', kind: 'sale' }],
    expect: { amounts: [{ componentId: 'a', amount: '' }], total: '7', rejected: [] },
  });
  expect(tidy).toEqual({
    name: 'Case',
    period: '2024-Q1',
    payee: {},
    exchangeRates: [],
    quotas: [{ amount: '9' }],
    deals: [{ amount: '5', kind: 'sale' }],
    expect: { total: '7' },
  });
});
