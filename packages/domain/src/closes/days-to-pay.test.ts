import { describe, expect, test } from 'vitest';
import { monthOf } from './close-steps.ts';
import { daysToPay } from './days-to-pay.ts';

type Span = readonly [from: string, to: string];

describe('the days that a close pays', () => {
  const september: Span = ['2026-09-01', '2026-09-30'];
  const quarter: Span = ['2026-07-01', '2026-09-30'];

  test.each<[string, Span[], Span]>([
    ['a week and its month', [['2026-09-20', '2026-09-26'], september], september],
    ['a month and its quarter', [september, quarter], september],
    ['a quarter alone', [quarter], quarter],
    [
      'two weeks, of which neither takes in both',
      [
        ['2026-09-13', '2026-09-19'],
        ['2026-09-20', '2026-09-26'],
      ],
      september,
    ],
  ])('[CLOSE-18] its payments take in all of its periods: %s', (_name, periods, [from, to]) => {
    const closing = periods.map((days) => ({ period: { key: '', from: days[0], to: days[1] } }));
    expect(daysToPay(monthOf('2026-09'), closing)).toMatchObject({ from, to });
  });
});
