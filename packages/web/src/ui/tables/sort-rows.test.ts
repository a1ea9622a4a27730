import { expect, test } from 'vitest';
import { sortRows } from './sort-rows.ts';
import type { CellValue, TableColumn } from './table-column.ts';

type Row = { id: number; value: CellValue };
const column = (kind: 'text' | 'figure'): TableColumn<Row> => ({
  id: 'value',
  head: 'Value',
  kind,
  value: (row) => row.value,
});
const sorted = (values: CellValue[], kind: 'text' | 'figure', descending = false) =>
  sortRows(
    values.map((value, id) => ({ id, value })),
    column(kind),
    descending,
  ).map((row) => row.value);

test('figures are ordered exactly, beyond what a float can tell apart', () => {
  const [low, high] = ['900719925474099312.01', '900719925474099312.02'];
  expect(sorted([high, low, '-3', '10', '9'], 'figure')).toEqual(['-3', '9', '10', low, high]);
});

test('text is ordered as people read it', () => {
  expect(sorted(['Rep 10', 'rep 9', 'Ärmel', 'Rep 1'], 'text')).toEqual([
    'Ärmel',
    'Rep 1',
    'rep 9',
    'Rep 10',
  ]);
});

test('missing values come last in both directions', () => {
  expect(sorted([null, '2', undefined, '1'], 'figure')).toEqual(['1', '2', null, undefined]);
  expect(sorted([null, '2', undefined, '1'], 'figure', true)).toEqual(['2', '1', null, undefined]);
});

test('equal rows keep their order in both directions', () => {
  const rows = [1, 2, 3].map((id) => ({ id, value: '5.0' }));
  expect(sortRows(rows, column('figure'), false).map((row) => row.id)).toEqual([1, 2, 3]);
  expect(sortRows(rows, column('figure'), true).map((row) => row.id)).toEqual([1, 2, 3]);
});
