import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { afterWorking, answerRoom, LARGE_ANSWER, largeAnswers, withAnswerRoom } from './answer-room.ts';
import { sendRequest } from './send-request.ts';

test('[WF-104] large answers are read a few at a time, and the next ones when what came of one is stored', async () => {
  const server = createServer((request, response) =>
    response.end(Buffer.alloc(Number(request.url?.slice(1)))),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  const read = (bytes: number) =>
    sendRequest({
      target: { url: new URL(`http://127.0.0.1:${port}/${bytes}`), named: true },
      method: 'GET',
      headers: {},
      body: null,
      signal,
    });
  const stored: (() => void)[] = [];
  const works = Array.from({ length: 7 }, () =>
    withAnswerRoom('a', async () => {
      const { bytes } = await read(9_000_000);
      await new Promise<void>((resolve) => stored.push(resolve));
      return bytes.length;
    }),
  );
  await expect.poll(() => [stored.length, largeAnswers.count('a')]).toEqual([4, 7]);
  // another workspace, small ones, and those of no run, do not wait
  expect((await withAnswerRoom('b', () => read(1_000_000))).bytes).toHaveLength(1_000_000);
  expect((await withAnswerRoom('a', () => read(LARGE_ANSWER))).bytes).toHaveLength(LARGE_ANSWER);
  expect((await read(1_000_000)).bytes).toHaveLength(1_000_000);
  expect(stored).toHaveLength(4);
  let isDone = false;
  const all = Promise.all(works).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    stored.pop()?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(await all).toEqual(Array(7).fill(9_000_000));
  await expect.poll(() => largeAnswers.count('a')).toBe(0);
  server.close();
});

test('[WF-104] the time of a work stops while it waits for room, and its calls share the room', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { signal } = new AbortController();
    const held = await Promise.all([1, 2, 3, 4].map(() => largeAnswers.take('c')));
    let isOver = false;
    let release = () => {};
    const hasRoom = Promise.withResolvers<void>();
    const work = withAnswerRoom('c', async () => {
      afterWorking(1_000, () => {
        isOver = true;
      });
      vi.advanceTimersByTime(400);
      const room = answerRoom();
      await Promise.all([room(signal), room(signal)]);
      hasRoom.resolve();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    expect(largeAnswers.count('c')).toBe(5);
    vi.advanceTimersByTime(5_000);
    held.pop()?.();
    await hasRoom.promise;
    vi.advanceTimersByTime(599);
    expect([isOver, largeAnswers.count('c')]).toEqual([false, 4]);
    vi.advanceTimersByTime(1);
    expect(isOver).toBe(true);
    release();
    await work;
    for (const free of held) free();
  } finally {
    vi.useRealTimers();
  }
});
