import { expect, test } from 'vitest';
import { backtestText } from './backtest-text.ts';
import { messages } from './messages.ts';

const past = {
  origins: 6,
  averageError: 0.082,
  bias: 0.021,
  relativeError: 0.61,
  comparedWith: 'last-year',
} as const;

test('[FC-3] past errors are said after whether the naive value would have been closer', () => {
  expect(backtestText(past, 'quarterly')).toBe(
    'Closer than last year’s value: off 0.61 times as much. The last 6 quarters were off by 8% on average, 2% too low in total.',
  );
  expect(backtestText({ ...past, relativeError: 1.2, bias: -0.03 }, 'yearly')).toBe(
    'Last year’s value would have been closer: this was off 1.20 times as much. The last 6 forecasts of a year were off by 8% on average, 3% too high in total.',
  );
  expect(
    backtestText(
      { ...past, origins: 1, relativeError: 1, bias: 0.001, comparedWith: 'last-value' },
      'monthly',
    ),
  ).toBe('The last month was off by 8% on average.');
  expect(backtestText({ ...past, averageError: null, bias: null, relativeError: null }, 'monthly')).toBe('');
});

test('[FC-1] [FC-4] a range and seasons name the periods that are missing', () => {
  expect(messages.predictive.noInterval(2, 'quarter')).toBe('A range needs 2 more quarters.');
  expect(messages.settings.noSeasons('1 quarter')).toBe('Seasons need two full years: 1 quarter more.');
});
