import { describe, expect, test } from 'vitest';
import { formatAgo, formatDay, formatDuration, localDay } from './format-date.ts';
import { currencyMark, formatCredit, formatMoney } from './format-money.ts';
import { counted, formatBytes, formatCount, formatDecimal, formatPercent } from './format-number.ts';

const usd = { currency: 'USD' };

test('a day is that of the reader’s own clock', () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

describe('money', () => {
  test.each([
    ['1284906.4', '$1,284,906.40'],
    ['-43812', '($43,812.00)'],
    ['0', '$0.00'],
    ['-0.001', '$0.00'],
    ['9007199254740993.12', '$9,007,199,254,740,993.12'],
  ])('%s is written %s', (amount, text) => expect(formatMoney(amount, usd)).toBe(text));

  test('missing is an em dash, never a zero', () => {
    expect(formatMoney(null, usd)).toBe('—');
    expect(formatMoney(undefined, usd)).toBe('—');
  });

  test('with the currency in the head the cell keeps its brackets', () => {
    expect(formatMoney('-1320.47', { currency: 'USD', currencyIn: 'head' })).toBe('(1,320.47)');
    expect(formatMoney('1320.47', { currency: 'USD', currencyIn: 'head' })).toBe('1,320.47');
    expect(currencyMark('EUR')).toBe('€');
  });

  test('the currency decides the decimals, unless every given one is wanted', () => {
    expect(formatMoney('1500.5', { currency: 'JPY' })).toBe('¥1,501');
    expect(formatMoney('80487704.1832', { currency: 'USD', decimals: 'exact' })).toBe('$80,487,704.1832');
  });

  test('a change carries its sign', () => {
    expect(formatMoney('412.3', { currency: 'USD', signed: true })).toBe('+$412.30');
    expect(formatMoney('-412.3', { currency: 'USD', signed: true })).toBe('($412.30)');
    expect(formatMoney('0', { currency: 'USD', signed: true })).toBe('$0.00');
  });

  test('what is no amount is shown as it came', () => expect(formatMoney('12,50', usd)).toBe('12,50'));
});

test('percents line up, or show every decimal given', () => {
  expect(formatPercent('0.0975')).toBe('9.75%');
  expect(formatPercent('1')).toBe('100.00%');
  expect(formatPercent('0.08125', 'exact')).toBe('8.125%');
  expect(formatPercent('0.78', 0)).toBe('78%');
  expect(formatPercent(null)).toBe('—');
});

test('counts, decimals and sizes', () => {
  expect(formatCount(100_000)).toBe('100,000');
  expect([counted(1, 'row'), counted(0, 'row'), counted(1200, 'row'), counted(null, 'row')]).toEqual([
    ...['1 row', '0 rows', '1,200 rows', '— rows'],
  ]);
  expect(counted(2, 'person', 'people')).toBe('2 people');
  expect(formatDecimal('12345.6700')).toBe('12,345.67');
  expect(formatBytes(0)).toBe('0 bytes');
  expect(formatBytes(4_200_000)).toBe('4.2 MB');
});

test('a calendar day stays the same day in every zone', () => {
  expect(formatDay('2026-02-01')).toBe('Feb 1, 2026');
  expect(formatDay(null)).toBe('—');
  expect(formatDay('soon')).toBe('soon');
});

test('lengths of time in words people use', () => {
  expect(formatDuration(850)).toBe('850 ms');
  expect(formatDuration(4_200)).toBe('4.2 s');
  expect(formatDuration(119_700)).toBe('2 min 0 s');
  expect(formatAgo(0, 180_000)).toBe('3 minutes ago');
  expect(formatAgo(172_800_000, 0)).toBe('in 2 days');
});

test('credit and quota are written in the unit they are counted in', () => {
  const written = (unit: '$' | 'Count' | 'Score' | '%', figure: string | null) =>
    formatCredit(figure, { unit, currency: 'USD' });
  expect([written('$', '20000'), written('$', '-17.5'), written('$', null)]).toEqual([
    ...['$20,000.00', '($17.50)', '—'],
  ]);
  expect([written('Count', '1200'), written('Score', '86.6'), written('%', '99.5')]).toEqual([
    ...['1,200', '86.6', '99.5%'],
  ]);
});
