import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, isDecimal, isNegative, isTypedDecimal, sumDecimals } from './decimal.ts';

const places = 12;
const exact = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const written = (scaled: bigint) => {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

test('two exact decimals of any length are ordered as their digits say', () => {
  fc.assert(
    fc.property(exact, exact, (a, b) => {
      expect(Math.sign(compareDecimals(written(a), written(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      expect(Math.sign(compareDecimals(written(a), written(a + 1n)))).toBe(-1);
    }),
  );
});

test('the same value written with more decimals is equal', () => {
  expect(compareDecimals('1.50', '1.5')).toBe(0);
  expect(compareDecimals('-0.00', '0')).toBe(0);
  expect(compareDecimals('900719925474099312.01', '900719925474099312.02')).toBeLessThan(0);
  expect(compareDecimals('-0.01', '0.01')).toBeLessThan(0);
});

test.each(['1e3', '+5', '−5', '١٢', '1,000.5.0', ' ', '1'.repeat(21)])(
  '%j is not typed as an exact decimal',
  (text) => {
    expect(isTypedDecimal(text)).toBe(false);
  },
);

test.each(['1e3', '', '1,000', '.5', 'NaN', '1.'])('%j is no exact decimal', (text) => {
  expect(isDecimal(text)).toBe(false);
});

test('negative zero is not below zero', () => {
  expect(isNegative('-0.00')).toBe(false);
  expect(isNegative('-0.01')).toBe(true);
});

test.each([
  ['131250.00', ['15000.00', '67500', '48750.00']],
  ['-0.05', ['0.2', '-0.25']],
  ['0', []],
  ['0.30', ['0.10', '0.2']],
  ['90071992547409930.1', ['90071992547409929', '1.1']],
])('the sum %s is exact', (sum, all) => {
  expect(sumDecimals(all)).toBe(sum);
});
