import { expect, test } from 'vitest';
import { decimal, plain } from '../base/decimal.ts';
import { attainmentOf, attainmentPercent, attainmentWords, missingTo, reaches } from './attainment.ts';

const of = (credited: string, quota: string) => attainmentOf(decimal(credited), decimal(quota));
const shown = (credited: string, quota: string) => {
  const attainment = of(credited, quota);
  return attainment === null ? null : attainmentPercent(attainment);
};

test('[ATT-1] attainment is credit ÷ quota, shown in percent with at most four decimals', () => {
  expect(shown('150000', '100000')).toBe('150');
  expect(shown('22584.6955', '28000')).toBe('80.6596');
  expect(shown('1', '3')).toBe('33.3333');
  expect(shown('-50', '100')).toBe('-50');
});

test('[ATT-2] without a quota, or with one of zero, attainment is undefined', () => {
  expect(attainmentOf(decimal('5'), null)).toBeNull();
  expect(of('5', '0')).toBeNull();
});

test('[ATT-3] a threshold is decided on the exact numbers', () => {
  const nearly = of('99.99999999', '100');
  expect(nearly && attainmentPercent(nearly)).toBe('100');
  expect(nearly && reaches(nearly, decimal('100'))).toBe(false);
  const third = of('1', '3');
  expect(third && reaches(third, decimal('33.33333333333333333333'))).toBe(true);
  expect(plain(missingTo(decimal('90'), decimal('80'), decimal('100')))).toBe('10');
});

test.each([
  ['99999.99', '100000', '99.9999%'],
  ['100000.01', '100000', '100.0001%'],
  ['100000', '100000', '100%'],
  ['79999.9999', '100000', '79.9999%'],
  ['-99999.99', '100000', '−99.9999%'],
  ['1', '3', '33.3333%'],
  ['2', '3', '66.6667%'],
  ['1234567', '100000', '1,234.567%'],
  ['0', '100', '0%'],
])('[ATT-5] %s of %s reads %s', (credited, quota, words) => {
  const attained = of(credited, quota);
  expect(attained && attainmentWords(attained)).toBe(words);
});
