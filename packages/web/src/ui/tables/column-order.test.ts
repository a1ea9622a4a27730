import { expect, test } from 'vitest';
import { columnsInOrder, littleRoomPx } from './column-order.ts';

const column = (id: string, early = false) => ({ id, head: id, value: () => id, early });
const columns = [column('name'), column('id'), column('plan'), column('pay', true), column('day', true)];

test('where there is little room, what one comes for follows the name; nothing is lost', () => {
  const ids = columnsInOrder(columns, littleRoomPx - 1).map(({ id }) => id);
  expect(ids).toEqual(['name', 'pay', 'day', 'id', 'plan']);
});

test('elsewhere, and before the width is known, columns stand as they are given', () => {
  expect(columnsInOrder(columns, littleRoomPx)).toBe(columns);
  expect(columnsInOrder(columns, 0)).toBe(columns);
  const plain = columns.slice(0, 3);
  expect(columnsInOrder(plain, 300)).toBe(plain);
  expect(columnsInOrder([], 300)).toEqual([]);
});
