import { expect, test } from 'vitest';
import { attainmentFigure, attainmentText } from './format-attainment.ts';

test.each([
  ['97.41666666', '97.42%', '97.42%'],
  ['112.7233', '112.72%', '112.72%'],
  ['75', '75%', '75.00%'],
  ['104.5', '104.5%', '104.50%'],
  ['1234.5', '1,234.5%', '1,234.50%'],
  ['-3.005', '-3.01%', '-3.01%'],
])('attainment %s is written as it rounds: %s, in a column %s', (percent, words, figure) => {
  expect(attainmentText(percent)).toBe(words);
  expect(attainmentFigure(percent)).toBe(figure);
});

test('a bound that is not reached is never shown as reached', () => {
  expect(attainmentText('99.99999999')).toBe('99.99%');
  expect(attainmentFigure('119.9951')).toBe('119.99%');
});

test('no attainment is no zero', () => {
  expect([attainmentText(null), attainmentFigure(null)]).toEqual(['—', '—']);
});
