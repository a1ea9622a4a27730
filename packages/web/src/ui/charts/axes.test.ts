import { expect, test } from 'vitest';
import { axisTicks } from './axes.tsx';
import { linearScale } from './scale.ts';

test('an axis of counts shows whole numbers only', () => {
  const one = linearScale([0, 1], [0, 100]);
  expect(axisTicks(one, false)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(axisTicks(one, true)).toEqual([0, 1]);
  expect(axisTicks(linearScale([0, 3], [0, 100]), true)).toEqual([0, 1, 2, 3]);
});
