import { expect, test } from 'vitest';
import { exceededLimit, type ImportLimits, type ImportSize, importLimitProblems } from './import-limits.ts';

const limits: ImportLimits = { rows: 100, amount: '5000.00' };
const size = (rows: number, amount: string | null = null, currency: string | null = 'USD'): ImportSize => ({
  rows,
  totals: amount === null ? [] : [{ currency, amount }],
});
const of = (one: ImportSize, earlier: readonly ImportSize[] = [], within = limits) =>
  exceededLimit(within, { size: one, earlier, currency: 'USD' });

test('[APR-13] an import exceeds a limit by its records or its money, and the limit itself is still allowed', () => {
  expect(
    [size(100), size(101), size(1, '5000'), size(1, '5000.01'), size(1, '-5000.01')].map((one) => of(one)),
  ).toEqual([null, 'rows', null, 'amount', 'amount']);
  expect(of(size(1_000_000, '1000000000'), [], { rows: null, amount: null })).toBeNull();
  expect(of(size(1), [], { rows: 0, amount: null })).toBe('rows');
});

test('[APR-13] what was imported that day counts as well, so that splitting a file changes nothing', () => {
  expect(of(size(40), [size(60)])).toBeNull();
  expect(of(size(41), [size(30), size(30)])).toBe('rows');
  expect(of(size(1, '1'), [size(1, '2500'), size(1, '2500')])).toBe('amount');
  // a file that changes nothing stores nothing
  expect(of(size(0, '9000'), [size(100)])).toBeNull();
});

test('[APR-13] money in another currency always exceeds a limit of money; units that are no money never do', () => {
  expect(of(size(1, '0.01', 'EUR'))).toBe('amount');
  expect(of(size(1, '0.01', 'EUR'), [], { rows: 100, amount: null })).toBeNull();
  expect(of(size(1, '90000', null))).toBeNull();
});

test('[APR-13] limits are whole records and amounts of 0 or more', () => {
  expect(importLimitProblems({ rows: 0, amount: '0' })).toEqual([]);
  expect(importLimitProblems({ rows: -1, amount: '-1' }).map(({ path }) => path)).toEqual([
    'importLimits.rows',
    'importLimits.amount',
  ]);
  expect(importLimitProblems({ rows: 1.5, amount: 'much' })).toHaveLength(2);
});
