import { expect, test } from 'vitest';
import { typedNumber } from './typed-number.ts';

test('commas group thousands; a number that they split otherwise is none', () => {
  expect([' 120,000.50 ', '1,234,567', '12000', '0.5'].map(typedNumber)).toEqual([
    ...['120000.50', '1234567', '12000', '0.5'],
  ]);
  const wrong = ['12,5', '1,5', '1,2345', '1.234,56', ',5', '5.', '-5', '1e3', '', 'ten'];
  expect(wrong.map(typedNumber)).toEqual(wrong.map(() => null));
});
