import { describe, expect, test } from 'vitest';
import { type ClawbackCase, type ClawbackPolicy, clawbackAmount } from './clawbacks.ts';

const policy: ClawbackPolicy = { kind: 'pro-rata', termMonths: 12, windowDays: null };
const sold: ClawbackCase = {
  earned: '1200.00',
  alreadyTaken: '0',
  lineLeft: '5000.00',
  earnedOn: '2024-01-15',
  decidedOn: '2024-05-15',
  currency: 'USD',
};

describe('[PAYM-10] clawback amounts', () => {
  test.each<[string, Partial<ClawbackPolicy>, Partial<ClawbackCase>, string]>([
    ['all of it', { kind: 'full' }, {}, '1200.00'],
    ['eight months of twelve are left', {}, {}, '800.00'],
    ['a day before the month is full it does not count', {}, { decidedOn: '2024-05-14' }, '900.00'],
    ['on the day itself all months are left', {}, { decidedOn: '2024-01-15' }, '1200.00'],
    ['thirds are rounded once', { termMonths: 7 }, { earned: '100.00' }, '42.86'],
    ['no more than is left of it', {}, { alreadyTaken: '700.00' }, '500.00'],
    ['no more than is left of the line', { kind: 'full' }, { lineLeft: '450.50' }, '450.50'],
    ['the less of what is left of deal and line', {}, { alreadyTaken: '700', lineLeft: '600' }, '500.00'],
    ['on the last day of the window', { windowDays: 121 }, {}, '800.00'],
  ])('%s', (_, terms, at, amount) => {
    const result = clawbackAmount({ ...policy, ...terms }, { ...sold, ...at });
    expect(result.ok ? result.value.amount : result.problems).toBe(amount);
  });

  test('the arithmetic is shown', () => {
    const result = clawbackAmount(policy, { ...sold, alreadyTaken: '700' });
    expect(result.ok && result.value.formula).toBe('1,200.00 × 8 ÷ 12 months, at most the 500.00 left');
  });

  test('the earlier clawback is named: of the deal, or of its line', () => {
    const message = (at: Partial<ClawbackCase>) => {
      const result = clawbackAmount({ ...policy, kind: 'full' }, { ...sold, ...at });
      return result.ok ? [] : result.problems.map((problem) => problem.message);
    };
    const nothing = 'Nothing is left to take back: 1,200.00, and';
    expect(message({ alreadyTaken: '1200' })).toEqual([`${nothing} 1,200.00 was taken back before.`]);
    expect(message({ lineLeft: '0' })).toEqual([`${nothing} of what its line has paid 0.00 is left.`]);
  });

  test.each<[string, Partial<ClawbackPolicy>, Partial<ClawbackCase>, string]>([
    ['a day after the window', { windowDays: 120 }, {}, 'decidedOn'],
    ['after the term', {}, { decidedOn: '2025-01-15' }, 'amount'],
    ['everything was taken back before', { kind: 'full' }, { alreadyTaken: '1200' }, 'amount'],
    ['the whole line was taken back before', { kind: 'full' }, { lineLeft: '0.00' }, 'amount'],
    ['the line paid less than nothing', {}, { lineLeft: '-10.00' }, 'amount'],
    ['nothing was earned', {}, { earned: '-5.00' }, 'earned'],
    ['before it was earned', {}, { decidedOn: '2024-01-14' }, 'decidedOn'],
    ['pro rata without a term', { termMonths: null }, {}, 'termMonths'],
    ['a day that does not exist', {}, { earnedOn: '2024-02-30' }, 'earnedOn'],
    ['no number', {}, { earned: 'NaN' }, 'earned'],
  ])('refused: %s', (_, terms, at, path) => {
    const result = clawbackAmount({ ...policy, ...terms }, { ...sold, ...at });
    expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toEqual([path]);
  });
});
