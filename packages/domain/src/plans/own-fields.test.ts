import { expect, test } from 'vitest';
import { isOwnName } from './own-fields.ts';

test.each([
  ['Channel', true],
  ['Größe in m²', true],
  ['Q1', true],
  ['x'.repeat(60), true],
  ['x'.repeat(61), false],
  ['', false],
  ['2024', false],
  ['__proto__', false],
  [' Channel', false],
  ['Channel ', false],
  ['a\tb', false],
  ['a\ud800', false],
])('[CREDIT-19] an own field called %j: %s', (name, expected) => {
  expect(isOwnName(name)).toBe(expected);
});
