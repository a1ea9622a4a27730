import { expect, test } from 'vitest';
import { openFigures } from './dispute-figures.ts';

// 2026-11-30 is a Monday
const today = '2026-11-30';
const none = new Set<string>();
const opened = (openedOn: string, isAnswered = false) => ({ openedOn, isAnswered });

test('[DISP-11] a first answer is due after two working days, the outcome after five', () => {
  const pastDue = (...open: ReturnType<typeof opened>[]) => openFigures(open, today, none).pastDue;
  expect(pastDue(opened('2026-11-26'))).toBe(0);
  expect(pastDue(opened('2026-11-25'))).toBe(1);
  expect(pastDue(opened('2026-11-25', true), opened('2026-11-23', true))).toBe(0);
  expect(pastDue(opened('2026-11-20', true))).toBe(1);
  // a weekend counts nothing
  expect(pastDue(opened('2026-11-28'), opened('2026-11-29'))).toBe(0);
});

test('[BASE-13] holidays do not count towards the deadlines', () => {
  const pastDue = (off: string[], ...open: ReturnType<typeof opened>[]) =>
    openFigures(open, '2025-12-29', new Set(off)).pastDue;
  const waits = opened('2025-12-24');
  expect([pastDue([], waits), pastDue(['2025-12-25', '2025-12-26'], waits)]).toEqual([1, 0]);
  const answered = opened('2025-12-19', true);
  expect([pastDue([], answered), pastDue(['2025-12-26'], answered)]).toEqual([1, 0]);
});

test('[DISP-11] the median age is in days, between the middle two of an even number', () => {
  const age = (...days: string[]) =>
    openFigures(
      days.map((day) => opened(day)),
      today,
      none,
    ).medianAgeDays;
  expect(age()).toBeNull();
  expect(age('2026-11-30')).toBe(0);
  expect(age('2026-11-01', '2026-11-29', '2026-11-28')).toBe(2);
  expect(age('2026-11-29', '2026-11-26')).toBe(2.5);
});
