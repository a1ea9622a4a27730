import { expect, test } from 'vitest';
import { readHolidays } from './holidays.ts';

test('[BASE-13] holidays are read from lines of a date and a name', () => {
  const read = [
    'Date,Name',
    '2025-12-25, Christmas Day',
    '',
    '2025-07-04,"Independence Day, observed"',
    '2025-12-26,Boxing Day, bank holiday',
  ].join('\r\n');
  expect(readHolidays(read)).toEqual({
    ok: true,
    value: [
      { date: '2025-12-25', name: 'Christmas Day' },
      { date: '2025-07-04', name: 'Independence Day, observed' },
      { date: '2025-12-26', name: 'Boxing Day, bank holiday' },
    ],
  });
  // as a spreadsheet copies them, and as it saves them where the comma is a decimal sign
  for (const sign of ['\t', ';'])
    expect(readHolidays(`2025-12-25${sign}Weihnachten, 1. Tag`)).toEqual({
      ok: true,
      value: [{ date: '2025-12-25', name: 'Weihnachten, 1. Tag' }],
    });
});

test('[BASE-13] each line that is no holiday is named with its problem', () => {
  const messages = (text: string) => {
    const read = readHolidays(text);
    return read.ok ? [] : read.problems.map(({ message }) => message);
  };
  expect(messages('2025-12-25,A\n\n12/26/2025,B\n2025-02-29,C\n2025-12-27\n2025-12-25,D')).toEqual([
    'Line 3: “12/26/2025” is not a date. Use year-month-day, like 2026-12-25.',
    'Line 4: “2025-02-29” is not a date. Use year-month-day, like 2026-12-25.',
    'Line 5: Add a name after 2025-12-27.',
    'Line 6: 2025-12-25 is on line 1 already.',
  ]);
  expect(messages(`2025-12-25,${'x'.repeat(101)}`)).toEqual([
    'Line 1: The name can have up to 100 characters.',
  ]);
  // a quotation mark that is not closed takes the lines after it, and lines may end with CR alone
  const broken =
    'Line 1: The name has a line break. Put each holiday on its own line, and close quotation marks.';
  expect(messages('"2026-12-25","Xmas\n2026-12-26,B')).toEqual([broken]);
  expect(messages('2026-12-25,Xmas\r2026-12-26,B')).toEqual([broken]);
  expect(messages('date,name\n')).toEqual([
    'Enter a date and a name on each line, like 2026-12-25, Christmas Day.',
  ]);
});
