import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { longWaitMs, readLongWaits, watchWait } from './waits.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('an answer that takes longer than ten seconds is reported until it arrives, a quick one never', async () => {
  let answer = (_text: string) => {};
  const slow = watchWait(new Promise<string>((resolve) => (answer = resolve)));
  const quick = watchWait(Promise.resolve('at once'));
  await quick;
  vi.advanceTimersByTime(longWaitMs - 1);
  expect(readLongWaits()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(readLongWaits()).toBe(1);
  answer('at last');
  expect(await slow).toBe('at last');
  expect(readLongWaits()).toBe(0);
});
