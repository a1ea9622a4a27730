import { expect, test } from 'vitest';
import type { Mapping } from '../../api/shapes.ts';
import { columnsLeft, keptColumn, withColumn, withoutColumn } from './own-columns.ts';

const headers = ['Id', ' Channel ', 'Seats'];
const mapping: Mapping = { header: true, decimal: '.', date: 'iso', fields: { id: { columns: [0] } } };

test('an unmapped column can be kept under its header, renamed, and removed again', () => {
  expect(columnsLeft(headers, mapping)).toEqual([1, 2]);
  const kept = keptColumn(headers, 1);
  expect(kept).toEqual({ name: 'Channel', column: 1, type: 'text' });
  const both = withColumn(withColumn(mapping, kept), keptColumn(headers, 2));
  const renamed = withColumn(both, { ...kept, name: 'Way', type: 'number' });
  expect(renamed.ownFields).toEqual([
    { name: 'Way', column: 1, type: 'number' },
    { name: 'Seats', column: 2, type: 'text' },
  ]);
  expect(columnsLeft(headers, renamed)).toEqual([1, 2]);
  expect(withoutColumn(withoutColumn(renamed, 1), 2)).toEqual(mapping);
});

test('a long header is cut to 60 characters', () => {
  expect(keptColumn(['x'.repeat(70)], 0).name).toHaveLength(60);
});
