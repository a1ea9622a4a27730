import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('other work runs between two steps', async () => {
  const order: string[] = [];
  function* work() {
    order.push('first');
    yield;
    order.push('second');
    return 'result';
  }
  setImmediate(() => order.push('other'));
  expect(await inTurns(work())).toBe('result');
  expect(order).toEqual(['first', 'other', 'second']);
});
