import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coveredByEvent, readChanged } from './read-changed.ts';
import { setStreamState } from './stream-state.ts';

const key = ['suggestions'];
let cache: QueryClient;
let reads = 0;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  cache = new QueryClient();
  const observer = new QueryObserver(cache, {
    queryKey: [...key, 'list'],
    queryFn: async () => {
      reads += 1;
      return reads;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  reads = 0;
});
afterEach(() => {
  stop();
  setStreamState('connecting');
  vi.useRealTimers();
});

test('without a stream, what an action changed is read at once', async () => {
  readChanged(cache, [key]);
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(1);
});

test('with a stream, it is read by the event of the action only', async () => {
  setStreamState('open');
  readChanged(cache, [key]);
  coveredByEvent([{ queryKey: ['plans'] }, { queryKey: key }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(0);
});

test.each([
  ['no event', []],
  ['an event of something else', [{ queryKey: ['plans'] }]],
  ['an event of a part', [{ queryKey: [...key, 'list'] }]],
  ['an event of the object alone', [{ queryKey: key, exact: true }]],
])('%s does not stop the read', async (_name, stale) => {
  setStreamState('open');
  readChanged(cache, [key]);
  coveredByEvent(stale);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(1);
});
