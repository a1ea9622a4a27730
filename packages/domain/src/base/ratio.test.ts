import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from './decimal.ts';
import { compareRatios, cutRatio, ratio, roundRatio } from './ratio.ts';

test.each([
  ['8185.905', '1', '8185.91', '8185.90'],
  ['-8185.905', '1', '-8185.91', '-8185.90'],
  ['1', '3', '0.33', '0.33'],
  ['2', '3', '0.67', '0.67'],
  ['1', '200', '0.01', '0.00'],
  ['3', '200', '0.02', '0.02'],
  ['-1', '200', '-0.01', '0.00'],
  // Just below and just above a tie, far behind the 60 decimals a quotient is kept with.
  [`0.00${'4'.padEnd(70, '9')}`, '1', '0.00', '0.00'],
  [`0.005${'0'.repeat(70)}3`, '3', '0.00', '0.00'],
  [`0.015${'0'.repeat(70)}3`, '3', '0.01', '0.01'],
])('[BASE-2] %s ÷ %s is %s half up and %s half even', (over, under, up, even) => {
  const value = ratio(decimal(over), decimal(under));
  expect(roundRatio(value, 2, 'HALF_UP').toFixed(2)).toBe(up);
  expect(roundRatio(value, 2, 'HALF_EVEN').toFixed(2)).toBe(even);
});

test('[BASE-2] a quotient rounds like the integer arithmetic of the same question', () => {
  const property = fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(1n, 10n ** 30n), (n, d) => {
    const cents = 100n * (n < 0n ? -n : n);
    const floor = cents / d;
    const rest = 2n * (cents % d);
    const up = floor + (rest >= d ? 1n : 0n);
    const even = floor + (rest > d || (rest === d && floor % 2n === 1n) ? 1n : 0n);
    const value = ratio(decimal(String(n)), decimal(String(d)));
    const sign = n < 0n ? -1n : 1n;
    expect(roundRatio(value, 2, 'HALF_UP').times(100).toFixed()).toBe(String(sign * up));
    expect(roundRatio(value, 2, 'HALF_EVEN').times(100).toFixed()).toBe(String(sign * even));
  });
  fc.assert(property, { numRuns: 300 });
});

test('[BASE-2] ratios are compared without dividing', () => {
  expect(compareRatios(ratio(decimal('1'), decimal('3')), ratio(decimal('2'), decimal('6')))).toBe(0);
  const nearly = ratio(decimal('33333333333333333333'), decimal('99999999999999999998'));
  expect(compareRatios(nearly, ratio(decimal('1'), decimal('3')))).toBe(1);
});

test('[BASE-2] a rounded or cut quotient continues with sixty decimals', () => {
  const third = ratio(decimal('1'), decimal('3'));
  expect(cutRatio(ratio(decimal('-2'), decimal('3')), 4).toFixed()).toBe('-0.6666');
  for (const short of [roundRatio(third, 2, 'HALF_UP'), cutRatio(third, 2)]) {
    expect(short.toFixed()).toBe('0.33');
    expect(short.div(decimal('7')).toFixed()).toHaveLength(62);
  }
});
