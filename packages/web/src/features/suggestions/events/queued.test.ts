import { expect, test } from 'vitest';
import { maxQueued, queuedWith } from './queued.ts';

test('[ASSIST-STORE-02] the queue keeps the last 1000 events: the 1001st drops the oldest', () => {
  let queue: readonly number[] = [];
  for (let event = 1; event <= 1001; event++) queue = queuedWith(queue, event);
  expect(maxQueued).toBe(1000);
  expect([queue.length, queue[0], queue.at(-1)]).toEqual([1000, 2, 1001]);
});
