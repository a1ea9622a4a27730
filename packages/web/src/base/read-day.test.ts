import { expect, test } from 'vitest';
import { formatDay } from './format-date.ts';
import { readDay } from './read-day.ts';

test.each([
  ['2026-11-22', '2026-11-22'],
  ['2026/1/5', '2026-01-05'],
  ['11/22/2026', '2026-11-22'],
  ['1/5/2026', '2026-01-05'],
  ['22.11.2026', '2026-11-22'],
  ['Nov 22, 2026', '2026-11-22'],
  ['november 22 2026', '2026-11-22'],
  ['Sept 3rd, 2026', '2026-09-03'],
  ['22 Nov 2026', '2026-11-22'],
  [' 5 January 2026 ', '2026-01-05'],
  ['Feb 29, 2028', '2028-02-29'],
])('%s is the day %s', (typed, day) => expect(readDay(typed)).toBe(day));

test.each(['', 'soon', '22/11/2026', 'Feb 30, 2026', '2026-13-01', 'No 22, 2026', '11/22/26', '11/22'])(
  '%j is no day',
  (typed) => expect(readDay(typed)).toBeNull(),
);

test('what is shown can be typed', () => {
  for (const day of ['2026-01-31', '2026-05-01', '2028-02-29', '2026-12-09'])
    expect(readDay(formatDay(day))).toBe(day);
});
