import { describe, expect, test } from 'vitest';
import { plain } from '../base/decimal.ts';
import { quotient } from '../base/ratio.ts';
import { sampleComponent } from '../plans/sample-plan.fixture.ts';
import { checkParticipants, checkQuotaDays, isEmployedIn } from './payees.ts';
import { quotaFor } from './quota.ts';
import { SAMPLE_PERIOD, samplePart, sampleParticipant, sampleQuota } from './sample-quota.fixture.ts';
import { targetFor } from './target.ts';

const sales = sampleComponent();
const terms = { ...samplePart(), period: SAMPLE_PERIOD, currency: 'USD' };
const found = (...quotas: ReturnType<typeof sampleQuota>[]) => {
  const read = quotaFor(quotas, sales, terms);
  return read.ok
    ? read.value === null
      ? null
      : plain(read.value.amount)
    : read.problems.map(({ rule }) => rule);
};
const month = (n: number) => ({ from: `2024-0${n}-01`, to: `2024-0${n}-28` });

test("[QUOTA-1] a component's own quota goes before its unit's", () => {
  expect(found(sampleQuota('100'), sampleQuota('70', { componentId: 'sales' }))).toBe('70');
  expect(found(sampleQuota('100'), sampleQuota('70', { componentId: 'other' }))).toBe('100');
  expect(found(sampleQuota('100', { unit: 'Score' }))).toBeNull();
  expect(found()).toBeNull();
});

test('[QUOTA-1] where deals are counted the unit of the quota is Count', () => {
  const counting = sampleComponent({ measure: { unit: '$', of: 'deals' } });
  const read = quotaFor([sampleQuota('100000'), sampleQuota('12', { unit: 'Count' })], counting, terms);
  expect(read.ok && read.value && plain(read.value.amount)).toBe('12');
});

test('[QUOTA-2] quotas inside the period are summed, those outside do not count', () => {
  const months = [1, 2, 3].map((n) => sampleQuota('33.3', month(n)));
  expect(found(...months, sampleQuota('9', { from: '2024-04-01', to: '2024-04-30' }))).toBe('99.9');
});

test('[QUOTA-2] a quota for the first or the last day alone lies inside', () => {
  const day = (date: string) => sampleQuota('1', { from: date, to: date });
  expect(found(day('2023-12-31'), day('2024-01-01'), day('2024-03-31'), day('2024-04-01'))).toBe('2');
});

test('[QUOTA-3] a quota that reaches beyond the period is refused', () => {
  expect(found(sampleQuota('400', { to: '2024-12-31' }))).toEqual(['QUOTA-3']);
  expect(found(sampleQuota('400', { from: '2023-12-31' }))).toEqual(['QUOTA-3']);
});

describe('[QUOTA-4] quotas that cannot be meant', () => {
  test.each([
    ['a day in common', [sampleQuota('1', { to: '2024-01-31' }), sampleQuota('1', { from: '2024-01-31' })]],
    ['overlap', [sampleQuota('1'), sampleQuota('1')]],
    ['below zero', [sampleQuota('-1')]],
    ['not a number', [sampleQuota('1,000')]],
    ['of another unit', [sampleQuota('1', { componentId: 'sales', unit: 'Score' })]],
  ])('%s', (_, quotas) => expect(found(...quotas)).toEqual(['QUOTA-4']));
  test('days that do not exist or are the wrong way round', () => {
    expect(checkQuotaDays([sampleQuota('1', { from: '2024-02-30' })])).toMatchObject([{ rule: 'QUOTA-4' }]);
    expect(checkQuotaDays([sampleQuota('1', { from: '2024-04-01' })])).toMatchObject([{ rule: 'QUOTA-4' }]);
    expect(checkQuotaDays([sampleQuota('1')])).toEqual([]);
  });
});

test('[QUOTA-5] target variable pay is the annual amount by whole months', () => {
  const target = (from: string, to: string) => {
    const read = targetFor([{ key: 'x', from, to }], { ...samplePart(), currency: 'USD', component: sales });
    return read.ok ? read.value && plain(quotient(read.value.amount)) : read.problems.map(({ rule }) => rule);
  };
  expect(target('2024-01-01', '2024-03-31')).toBe('15000');
  expect(target('2024-01-01', '2024-12-31')).toBe('60000');
  expect(target('2024-02-01', '2024-02-29')).toBe('5000');
  expect(target('2024-01-15', '2024-03-31')).toEqual(['QUOTA-5']);
  const without = samplePart({ participant: sampleParticipant('ann', { targetVariableAnnual: null }) });
  expect(targetFor([SAMPLE_PERIOD], { ...without, currency: 'USD', component: sales })).toEqual({
    ok: true,
    value: null,
  });
});

test('[QUOTA-6] participants have their own ids, real days and amounts of zero or more', () => {
  expect(checkParticipants([sampleParticipant('a'), sampleParticipant('b')])).toEqual([]);
  const bad = { hiredOn: '2024-02-30', targetVariableAnnual: '-1', commissionRatePercent: '5%' };
  expect(
    checkParticipants([sampleParticipant('a'), sampleParticipant('a', bad)]).map(({ path }) => path),
  ).toEqual([
    'participants[a]',
    'participants[a].hiredOn',
    'participants[a].targetVariableAnnual',
    'participants[a].commissionRatePercent',
  ]);
});

test('[QUOTA-7] one day of employment in the period is enough', () => {
  const employed = (hiredOn: string | null, leftOn: string | null) =>
    isEmployedIn(sampleParticipant('a', { hiredOn, leftOn }), SAMPLE_PERIOD);
  expect([employed(null, null), employed('2024-03-31', null), employed(null, '2024-01-01')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([employed('2024-04-01', null), employed(null, '2023-12-31')]).toEqual([false, false]);
});
