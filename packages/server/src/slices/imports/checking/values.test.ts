import { decimal } from '@attain/domain/base/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateReader } from './dates.ts';
import { DuplicateFinder } from './duplicates.ts';
import { numberReader, percentReader } from './numbers.ts';
import type { ReadText } from './read-text.ts';
import { readerOf } from './readers.ts';
import { RunningSum } from './running-sum.ts';
import { readSplits } from './splits.ts';

const limits = { minDate: '1990-01-01', maxDate: '2026-06-30', daySerials: false };

/** The canonical text, or the reason in brackets. */
function read(reader: ReadText, text: string): string {
  let reason = '';
  const value = reader(text, (why) => {
    reason = why;
    return '';
  });
  return reason === '' ? value : `[${reason}]`;
}

describe('numbers', () => {
  test.each([
    ['20565.6206', '20565.6206'],
    ['.0120', '0.0120'],
    ['-1,234.56', '-1234.56'],
    ['(1,234.56)', '-1234.56'],
    ['12.00-', '-12.00'],
    ['$ 1,000', '1000'],
    ['1 234 567.8', '1234567.8'],
    ["1'234.5", '1234.5'],
    ['+5', '5'],
    ['007', '7'],
    ['1000000000000000', '1000000000000000'],
    ['999999999999999.12345678', '999999999999999.12345678'],
  ])('decimal point: %s is %s', (text, value) => expect(read(numberReader('.'), text)).toBe(value));

  test.each([
    ['1.234,56', '1234.56'],
    ['1234,5', '1234.5'],
    ['-0,5', '-0.5'],
    ['1.234', '1234'],
    ['12,50 €', '12.50'],
  ])('decimal comma: %s is %s', (text, value) => expect(read(numberReader(','), text)).toBe(value));

  test.each(['1.234,56', '12,5', '1,5'])('%s under a decimal point is told as a decimal comma', (text) =>
    expect(read(numberReader('.'), text)).toMatch(/decimal comma, but the file is read with a decimal point/),
  );
  test.each(['', '-', 'n/a', '1,23,456.0', '1..2', '1.2.3', '12.', '--5', '1e5x'])(
    '%s is not a number',
    (text) => expect(read(numberReader('.'), text)).toMatch(/^\[This is not a number/),
  );
  test('what has lost digits, or is too large, is refused', () => {
    expect(read(numberReader('.'), '1.23E+08')).toMatch(/scientific notation/);
    expect(read(numberReader('.'), '1000000000000001')).toMatch(/larger than 10\^15/);
  });

  test('a fraction becomes percent exactly; a percent sign always means percent', () => {
    expect(read(percentReader('.', 'fraction'), '.0120')).toBe('1.20');
    expect(read(percentReader('.', 'fraction'), '1')).toBe('100');
    expect(read(percentReader('.', 'fraction'), '0.12345')).toBe('12.345');
    expect(read(percentReader('.', 'fraction'), '1.2%')).toBe('1.2');
    expect(read(percentReader('.', 'percent'), '1.2 %')).toBe('1.2');
    expect(read(percentReader('.', 'fraction'), '15')).toMatch(/1500% is not between 0% and 100%/);
    for (const mix of ['60/40', '60 : 40', '52.5%/47.5%'])
      expect(read(percentReader('.', 'percent'), mix)).toMatch(/two numbers instead of one/);
  });
});

describe('dates', () => {
  test.each([
    ['iso', '2024-02-29', '2024-02-29'],
    ['iso', '2022-05-30 00:00:00.000', '2022-05-30'],
    ['iso', '2024-03-01T23:59:59Z', '2024-03-01'],
    ['iso', '2024/3/1', '2024-03-01'],
    ['iso', '20240301', '2024-03-01'],
    ['dmy', '31.12.2023', '2023-12-31'],
    ['dmy', '1/2/2024', '2024-02-01'],
    ['mdy', '1/2/2024 12:00 AM', '2024-01-02'],
  ] as const)('%s: %s is %s', (order, text, day) => expect(read(dateReader(order, limits), text)).toBe(day));

  test.each([
    ['iso', '01/02/2024', /unclear which number is the day/],
    ['iso', '31/12/2025', /31 can only be the day, so this date is day first/],
    ['iso', '12/31/2025', /31 can only be the day, so this date is month first/],
    ['iso', '31/31/2025', /does not exist/],
    ['iso', '2023-02-29', /does not exist/],
    ['dmy', '01/31/2024', /Month 31 does not exist: the file is read day first/],
    ['mdy', '31.01.2024', /Month 31 does not exist: the file is read month first/],
    ['dmy', '1/2/24', /two digits/],
    ['iso', '1989-12-31', /not between 1990-01-01 and 2026-06-30/],
    ['iso', '2026-07-01', /not between/],
    ['iso', '45322', /spreadsheet’s day number/],
    ['iso', 'soon', /not a date/],
  ] as const)('%s: %s is refused', (order, text, reason) =>
    expect(read(dateReader(order, limits), text)).toMatch(reason),
  );

  test('in a spreadsheet a bare day number is a date of the 1900 system', () => {
    expect(read(dateReader('iso', { ...limits, daySerials: true }), '45322')).toBe('2024-01-31');
  });
});

describe('words', () => {
  const style = { ...limits, decimal: '.', date: 'iso', as: 'percent' } as const;
  test('splits sum to exactly 100 and name nobody twice', () => {
    expect(read(readSplits, '276:60;289:40')).toBe(
      '[{"participantId":"276","sharePercent":"60"},{"participantId":"289","sharePercent":"40"}]',
    );
    expect(read(readSplits, 'a=33.333|b=66.667 %')).toContain('"66.667"');
    expect(read(readSplits, '276:60;289:30')).toMatch(/total 90% instead of 100%/);
    expect(read(readSplits, '276:60;276:40')).toMatch(/two shares/);
    expect(read(readSplits, '276:160;289:-60')).toMatch(/not a share/);
  });
  test('currencies, units, periods, caps and accelerators', () => {
    expect(read(readerOf('currency', style), 'eur')).toBe('EUR');
    expect(read(readerOf('currency', style), 'Euro')).toMatch(/not a currency code/);
    expect(read(readerOf('unit', style), 'Points')).toBe('Score');
    expect(read(readerOf('unit', style), 'constructor')).toMatch(/not a unit/);
    expect(read(readerOf('period', style), 'Q1 2024')).toBe('2024-Q1');
    for (const week of ['2024-W03', '2024w3', 'W3 2024', '2024/W03'])
      expect(read(readerOf('period', style), week)).toBe('2024-W03');
    expect(read(readerOf('period', style), '2020-W53')).toBe('2020-W53');
    expect(read(readerOf('period', style), '2024-P13')).toBe('2024-P13');
    expect(read(readerOf('period', style), '2024-P14')).toMatch(/not a period/);
    expect(read(readerOf('period', style), '2024-W54')).toMatch(/Week does not exist in 2024/);
    expect(read(readerOf('period', style), 'W')).toMatch(/not a period/);
    expect(read(readerOf('span', style), 'week')).toBe('week');
    expect(read(readerOf('cap', style), '2 times')).toMatch(/at character/);
    expect(read(readerOf('accelerator', style), '>120% @ 1.2x')).toBe('>120% @ 1.2x');
    expect(read(readerOf('weight', style), '101')).toMatch(/whole percentage/);
  });
});

test('a running sum is exact for any mixture of sizes and decimals', () => {
  const amount = fc
    .tuple(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n })),
    )
    .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 50 }), (amounts) => {
      const sum = new RunningSum();
      for (const text of amounts) sum.add(text);
      expect(sum.text()).toBe(amounts.reduce((total, text) => total.plus(text), decimal('0')).toFixed());
    }),
  );
});

test('a duplicate finder knows the first line of every key, through all its growth', () => {
  const finder = new DuplicateFinder();
  for (let i = 1; i <= 50_000; i++) expect(finder.firstLineOf(`SO${i}`, i)).toBe(0);
  for (let i = 1; i <= 50_000; i += 997) expect(finder.firstLineOf(`SO${i}`, 60_000 + i)).toBe(i);
});
