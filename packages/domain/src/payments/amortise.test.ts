import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, sum } from '../base/decimal.ts';
import { amortise, mayExpenseAtOnce, reamortise } from './amortise.ts';

const fiveYears = { cost: '10000', currency: 'USD', from: '2024-03-15', months: 60 };

function value<T>(
  result: { ok: true; value: T } | { ok: false; problems: readonly { message: string }[] },
): T {
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

test('[PAYM-18] five years from March: the first month, the last one, and a fifth a year on the whole', () => {
  const schedule = value(amortise(fiveYears));
  expect(schedule[0]).toEqual({ month: '2024-03', amount: '166.67', left: '9833.33' });
  expect(schedule.at(-1)).toEqual({ month: '2029-02', amount: '166.67', left: '0.00' });
  expect(mayExpenseAtOnce(fiveYears)).toBe(false);
  expect(mayExpenseAtOnce({ ...fiveYears, months: 12 })).toBe(true);
});

test('[PAYM-18] the months always sum to the cost, and differ by a cent at most', () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 10_000_000 }),
    fc.integer({ min: 1, max: 130 }),
    (cents, months) => {
      const cost = decimal(String(cents)).times('0.01').toFixed(2);
      const amounts = value(amortise({ ...fiveYears, cost, months })).map(({ amount }) => decimal(amount));
      expect(sum(amounts).toFixed(2)).toBe(cost);
      const spread = [...amounts].sort((a, b) => a.cmp(b));
      expect(spread.at(-1)!.minus(spread[0]!).lte('0.01')).toBe(true);
    },
  );
  fc.assert(property);
});

test('[PAYM-19] an extension in the second year keeps past months and spreads the rest', () => {
  const schedule = value(amortise({ ...fiveYears, from: '2024-01-01' }));
  const longer = value(
    reamortise(schedule, { at: '2025-01-10', addedCost: '5000', addedMonths: 12, currency: 'USD' }),
  );
  expect(longer).toHaveLength(72);
  expect(longer.slice(0, 12)).toEqual(schedule.slice(0, 12));
  expect(longer[12]).toMatchObject({ month: '2025-01' });
  expect(longer.at(-1)).toMatchObject({ month: '2029-12', left: '0.00' });
  expect(sum(longer.map(({ amount }) => decimal(amount))).toFixed(2)).toBe('15000.00');
});

test.each([
  [{ cost: '-1' }, 'cost'],
  [{ cost: '0.001' }, 'cost'],
  [{ cost: '1e5' }, 'cost'],
  [{ from: '2024-02-30' }, 'from'],
  [{ months: 0 }, 'months'],
  [{ months: 1.5 }, 'months'],
])('[PAYM-18] %j is refused', (wrong, path) => {
  const result = amortise({ ...fiveYears, ...wrong });
  expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toEqual([path]);
});
