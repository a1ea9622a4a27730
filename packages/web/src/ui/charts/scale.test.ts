import { expect, test } from 'vitest';
import { bandScale, linearScale, pathThrough, rounded } from './scale.ts';

test('ticks are round values within the scale', () => {
  expect(linearScale([0, 1], [0, 100]).ticks(4)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(linearScale([0, 0.3], [0, 1]).ticks(3)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(linearScale([-1200, 5300], [0, 1]).ticks(4)).toEqual([0, 2000, 4000]);
  expect(linearScale([0.7, 0.8], [0, 1]).ticks(5)).toEqual([0.7, 0.72, 0.74, 0.76, 0.78, 0.8]);
  expect(linearScale([5, 5], [0, 1]).ticks(4)).toEqual([5]);
});

test('values are extended to round ones', () => {
  expect(rounded([0, 9731], 4)).toEqual([0, 10_000]);
  expect(rounded([-130, 470], 4)).toEqual([-200, 600]);
  expect(rounded([0, 0.34], 4)).toEqual([0, 0.4]);
  expect(rounded([0, 0], 4)).toEqual([0, 0]);
});

test('a scale and its inverse meet, also downwards; an empty scale shows its middle', () => {
  const y = linearScale([0, 400], [300, 100]);
  expect([y(0), y(100), y(400), y.invert(250)]).toEqual([300, 250, 100, 100]);
  expect(linearScale([3, 3], [0, 80])(3)).toBe(40);
});

test('bands are equal, with the same space around each', () => {
  const x = bandScale(['a', 'b', 'a'], [0, 90], 0.25);
  expect(x.step).toBe(40);
  expect(x.width).toBe(30);
  expect([x.start('a'), x.start('b')]).toEqual([10, 50]);
});

test('a path goes through its points; without points there is none', () => {
  expect(
    pathThrough([
      [0, 1 / 3],
      [10, 2],
    ]),
  ).toBe('M0,0.333L10,2');
  expect(pathThrough([])).toBeUndefined();
});
