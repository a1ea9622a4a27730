import { expect, test } from 'vitest';
import { clampedLevel } from './clamped-level.ts';
import { wordsOf } from './view-words.ts';

test('[ASSIST-STATE-03] the slider clamps to its range, and to the limit of the mode', () => {
  expect([-1, 0, 2, 3, 4].map((level) => clampedLevel(level, 3))).toEqual([0, 0, 2, 3, 3]);
  expect([1, 2, 3].map((level) => clampedLevel(level, 2))).toEqual([1, 2, 2]);
  expect(clampedLevel(1, 0)).toBe(0);
});

test('the words of an industry come before those of the persona', () => {
  const manager = { target: 'Quota Assignment', limit: 'Payout Ceiling' };
  expect(wordsOf(manager, { target: 'ARR Target', multiplier: 'Growth Multiplier' })).toEqual([
    'ARR Target',
    'Growth Multiplier',
    'Payout Ceiling',
  ]);
});
