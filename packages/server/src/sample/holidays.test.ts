import { weekday } from '@attain/domain/base/day';
import { expect, test } from 'vitest';
import { holidaysIn } from './holidays.ts';

test('[BASE-13] the sample has the holidays of three years, one a day, those of the US on working days', () => {
  for (const country of ['US', 'Germany', 'Norway'] as const) {
    const days = holidaysIn(country).map(({ date }) => date);
    expect(new Set(days).size).toBe(days.length);
    if (country === 'US') expect(days.filter((day) => weekday(day) > 5)).toEqual([]);
    // the close of December counts the days after it
    for (const year of [2025, 2026, 2027]) expect(days).toContain(`${year}-01-01`);
  }
});
