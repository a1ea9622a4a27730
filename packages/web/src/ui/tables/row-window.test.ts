import { expect, test } from 'vitest';
import { rowsAtFirst, rowsInView, scrollToRow, windowRows } from './row-window.ts';

const rowHeight = 36;
const indexes = ({ rows }: ReturnType<typeof windowRows>) => rows.map(({ index }) => index);
const heightOf = ({ rows, rest }: ReturnType<typeof windowRows>) =>
  rows.reduce((sum, { gap }) => sum + gap + rowHeight, rest);

test('a table that was never laid out draws its first rows, and keeps the room of all', () => {
  const drawn = windowRows({ inView: rowsAtFirst, rowCount: 100_000, rowHeight, keepRow: 0 });
  expect(indexes(drawn)).toEqual(Array.from({ length: 30 }, (_, index) => index));
  expect(heightOf(drawn)).toBe(100_000 * rowHeight);
});

test('scrolled, it draws what is in view and ten rows on each side, and the row of the keyboard', () => {
  const inView = rowsInView(36_000, 512, rowHeight);
  expect(inView).toEqual({ first: 1000, last: 1014 });
  for (const keepRow of [3, 1005, 99_999]) {
    const drawn = windowRows({ inView, rowCount: 100_000, rowHeight, keepRow });
    expect(indexes(drawn)).toContain(keepRow);
    expect(indexes(drawn).filter((row) => row !== keepRow || keepRow === 1005)).toEqual(
      Array.from({ length: 35 }, (_, at) => 990 + at),
    );
    expect(heightOf(drawn)).toBe(100_000 * rowHeight);
  }
});

test('few rows are all drawn, none is none, and rows that went away leave the last ones', () => {
  expect(indexes(windowRows({ inView: rowsAtFirst, rowCount: 3, rowHeight, keepRow: 0 }))).toEqual([0, 1, 2]);
  const none = windowRows({ inView: rowsAtFirst, rowCount: 0, rowHeight, keepRow: -1 });
  expect([none.rows, none.rest]).toEqual([[], 0]);
  const inView = rowsInView(36_000, 512, rowHeight);
  const shorter = windowRows({ inView, rowCount: 50, rowHeight, keepRow: -1 });
  expect(indexes(shorter)).toEqual(Array.from({ length: 11 }, (_, at) => 39 + at));
  expect(heightOf(shorter)).toBe(50 * rowHeight);
});

test('a row is scrolled to only where it is not in view, clear of head and foot', () => {
  const place = { top: 360, height: 512, rowHeight, covered: 68 };
  expect(scrollToRow(15, place)).toBe(360);
  expect(scrollToRow(4, place)).toBe(144);
  expect(scrollToRow(100, place)).toBe(101 * 36 - 444);
});
