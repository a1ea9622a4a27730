import { expect, test } from 'vitest';
import { decimal, parseDecimal, plain, sum } from './decimal.ts';

test.each(['0', '12', '-0.5', '1250.00', '00012', '99999999999999999999.99999999999999999999'])(
  '[BASE-1] %s is a plain decimal',
  (text) => expect(parseDecimal(text, 'amount').ok).toBe(true),
);

test.each([
  ['', 'blank'],
  ['   ', 'blank'],
  ['1e5', 'exponent'],
  ['-1E-3', 'exponent'],
  ['1,5', 'comma'],
  ['1.234,50', 'comma'],
  [' 12', 'spaces'],
  ['12\n', 'spaces'],
  ['NaN', 'not a decimal'],
  ['Infinity', 'not a decimal'],
  ['0x10', 'not a decimal'],
  ['+1', 'not a decimal'],
  ['.5', 'not a decimal'],
  ['5.', 'not a decimal'],
  ['١٢', 'not a decimal'],
  ['123456789012345678901', 'more than 20 digits'],
  [12.5, 'binary number'],
  [null, 'in quotes'],
])('[BASE-1] %j is refused with the reason', (text, reason) => {
  const read = parseDecimal(text, 'deals[1].amount');
  expect(read.ok ? [] : read.problems).toMatchObject([{ rule: 'BASE-1', path: 'deals[1].amount' }]);
  expect(read.ok ? '' : read.problems[0]?.message).toContain(reason);
});

test('[BASE-1] sums are exact where binary numbers are not', () => {
  expect(plain(sum(['0.1', '0.2'].map(decimal)))).toBe('0.3');
  expect(plain(sum([]))).toBe('0');
  expect(plain(decimal('-0.00'))).toBe('0');
});
