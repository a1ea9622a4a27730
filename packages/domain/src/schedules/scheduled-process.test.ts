import { expect, test } from 'vitest';
import { circleOf } from './scheduled-process.ts';

test('[SCH-4] a circle of dependencies is found with its way, and shared dependencies are none', () => {
  const others = new Map([
    ['b', ['c', 'd']],
    ['c', ['d']],
    ['d', [] as string[]],
    ['e', ['a']],
  ]);
  expect(circleOf('a', ['b', 'c', 'd'], others)).toBeNull();
  expect(circleOf('a', ['a'], others)).toEqual(['a', 'a']);
  expect(circleOf('a', ['b', 'e'], others)).toEqual(['a', 'e', 'a']);
  expect(circleOf('d', ['e'], new Map([...others, ['a', ['b']]]))).toEqual(['d', 'e', 'a', 'b', 'c', 'd']);
});
