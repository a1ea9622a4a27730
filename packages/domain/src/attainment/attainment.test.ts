import { expect, test } from 'vitest';
import { decimal, plain } from '../base/decimal.ts';
import {
  attainmentOf,
  attainmentPercent,
  attainmentWords,
  linePercent,
  missingTo,
  reaches,
} from './attainment.ts';
import { weightedAverage } from './weighted-average.ts';

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

test.each([
  ['100', '99999.99', '100000', null, '99.9999'],
  ['100', '100000', '100000', null, '100'],
  ['99.996', '99996', '100000', null, '99.996'],
  // measured over a window, whose credit is not that of the period
  ['100', '20000', '100000', { credited: '99999.99' }, '99.9999'],
  ['100', '20000', '100000', { credited: '100000' }, '100'],
  ['100', '20000', '100000', null, '100'],
  ['100', '99999.99', null, null, '100'],
  [null, '1', '0', null, null],
])(
  '[ATT-5] a line with %s%% of %s for %s shows no quota as reached that was not',
  (percent, credited, quota, window, shown) => {
    expect(linePercent({ attainmentPercent: percent, credited, quota, window })).toBe(shown);
  },
);

test('[ATT-6] a weighted average is exact, limits each attainment as stated, and is undefined if one is', () => {
  const at = (
    percent: string,
    max: string | null,
    ...all: readonly (readonly [string, string, string])[]
  ) => {
    const parts = all.map(([credited, quota, weight]) => {
      return { attained: of(credited, quota), weightPercent: decimal(weight) };
    });
    const average = weightedAverage(parts, max === null ? null : decimal(max));
    return average === null ? null : reaches(average, decimal(percent));
  };
  // 30 % × 1/3 + 30 % × 2/3 + 40 % × 3/2 = 90 %, which no sum of decimals is
  const thirds = [
    ['1', '3', '30'],
    ['2', '3', '30'],
    ['3', '2', '40'],
  ] as const;
  expect(at('90', null, ...thirds)).toBe(true);
  expect(at('90.0000000000000001', null, ...thirds)).toBe(false);
  expect(at('90', '150', ...thirds)).toBe(true);
  expect(at('90', '149.9999999999', ...thirds)).toBe(false);
  expect(at('90', null, ['-1', '10', '50'], ['19', '10', '50'])).toBe(true);
  expect(at('90', null, ['1', '1', '50'], ['1', '0', '50'])).toBeNull();
});
