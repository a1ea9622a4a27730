import { expect, test } from 'vitest';
import { nextSort } from './table-sort.ts';

test('each click on a head turns the order: figures from the largest, texts from the first, then reversed, then none', () => {
  const deals = { id: 'deals', kind: 'figure' } as const;
  const plan = { id: 'plan' };
  expect(nextSort(deals, null)).toEqual({ column: 'deals', descending: true });
  expect(nextSort(deals, { column: 'deals', descending: true })).toEqual({
    column: 'deals',
    descending: false,
  });
  expect(nextSort(deals, { column: 'deals', descending: false })).toBeNull();
  expect(nextSort(plan, { column: 'deals', descending: false })).toEqual({
    column: 'plan',
    descending: false,
  });
  expect(nextSort(plan, { column: 'plan', descending: false })).toEqual({ column: 'plan', descending: true });
  expect(nextSort(plan, { column: 'plan', descending: true })).toBeNull();
});
