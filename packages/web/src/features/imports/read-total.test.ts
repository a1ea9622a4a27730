import { expect, test } from 'vitest';
import { readTotal } from './read-total.ts';

test('[CLOSE-23] a typed total is read by the decimal sign of its file', () => {
  const point = ['1234.56', '1,234.56', '-1,234,567', '1 234', ''].map((typed) => readTotal(typed, '.'));
  expect(point).toEqual(['1234.56', '1234.56', '-1234567', '1234', null]);
  const comma = ['1234,56', '1.234,56', '-1.234.567', '1 234', ''].map((typed) => readTotal(typed, ','));
  expect(comma).toEqual(point);
  // of the other sign: read if it can only be that, and otherwise never another amount
  expect(readTotal('1234.56', ',')).toBe('1234.56');
  expect(readTotal('1234,56', '.')).toBe('1234,56');
});
