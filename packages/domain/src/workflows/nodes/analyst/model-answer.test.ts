import { describe, expect, test } from 'vitest';
import { foreignFigures } from './foreign-figures.ts';
import { tokenCost } from './token-cost.ts';

test.each([
  [{ promptTokens: 120, completionTokens: 30 }, '2.50', '10', '0.0006'],
  [{ promptTokens: 1, completionTokens: 0 }, '0.1', '0', '0.0000001'],
  [{ promptTokens: 5, completionTokens: 5 }, '1', null, null],
])('[AN-13] %j at %s and %s cost %s, exactly', (count, promptPerMillion, completionPerMillion, cost) => {
  expect(tokenCost(count, { promptPerMillion, completionPerMillion })).toBe(cost);
});

describe('[AN-14] a figure that is not in the input', () => {
  test.each([
    ['It came to 1,250 in 2024.', ['total 1250.00', 'year 2024'], []],
    ['It came to 1 250.50.', ['1250.5'], []],
    ['It grew by 25% to 1,300.', ['1250'], ['25', '1,300']],
    ['1. First 2. second', [], []],
    ['900 and 900.00', [], ['900', '900.00']],
  ])('of %j made from %j: %j', (text, sources, foreign) => {
    expect(foreignFigures(text, sources)).toEqual(foreign);
  });
});
