import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refresher } from './refresher.ts';

test('changes that come while an answer is on its way are read once more after it, and only once', async () => {
  const cache = new QueryClient();
  const open: ((answer: number) => void)[] = [];
  const observer = new QueryObserver(cache, {
    queryKey: ['runs'],
    queryFn: () => new Promise<number>((answer) => open.push(answer)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  open.shift()?.(1);
  await settled();
  const { read } = refresher(cache);
  const all = [
    read([{ queryKey: ['runs'] }]),
    read([{ queryKey: ['runs'] }]),
    read([{ queryKey: ['runs'] }]),
  ];
  await settled();
  expect(open).toHaveLength(1);
  open.shift()?.(2);
  await settled();
  expect(open).toHaveLength(1);
  open.shift()?.(3);
  await Promise.all(all);
  expect(observer.getCurrentResult().data).toBe(3);
  expect(open).toHaveLength(0);
  stop();
});

test.each([
  ['read', (cache: QueryClient) => refresher(cache).read([{ queryKey: ['runs'] }])],
  ['everything', (cache: QueryClient) => refresher(cache).everything()],
  ['loadedBefore', (cache: QueryClient) => refresher(cache).loadedBefore()],
] as const)('%s does not take for new what was asked for before, and came after', async (_name, follow) => {
  const cache = new QueryClient();
  const open: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((answer) => open.push(answer));
  const observer = new QueryObserver(cache, { queryKey: ['runs', 'r'], queryFn, staleTime: Infinity });
  const stop = observer.subscribe(() => undefined);
  const unseen = cache.prefetchQuery({ queryKey: ['runs', 'unseen'], queryFn });
  const received = follow(cache);
  await settled();
  for (const answer of open.splice(0)) answer('from before');
  await settled();
  expect(open).toHaveLength(1);
  open.shift()?.('from after');
  await Promise.all([received, unseen]);
  expect(observer.getCurrentResult().data).toBe('from after');
  expect(cache.getQueryState(['runs', 'unseen'])?.isInvalidated).toBe(true);
  stop();
});

/** Lets everything that waits for nothing from outside happen. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setTimeout(next, 0));
}
