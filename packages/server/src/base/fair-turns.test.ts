import { expect, test } from 'vitest';
import { fairTurns } from './fair-turns.ts';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Works that end when they are told to, and the order they began in. */
function works() {
  const began: string[] = [];
  const open = new Map<string, () => void>();
  return {
    began,
    work: (name: string) => () => {
      began.push(name);
      return new Promise<string>((resolve) => open.set(name, () => resolve(name)));
    },
    end: async (name: string) => {
      open.get(name)?.();
      await tick();
    },
  };
}

test('one key has no more than its share, and those that wait are served in rotation', async () => {
  const { began, work, end } = works();
  const turns = fairTurns({ atOnce: 3, atOnceEach: 2 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) =>
    turns.run(name.slice(0, 1), work(name)),
  );
  await tick();
  expect(began).toEqual(['a1', 'a2', 'b1']);
  expect(turns.count('a')).toBe(4);
  await end('a1');
  await end('a2');
  await end('b1');
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1']);
  await end('a3');
  expect(began.at(-1)).toBe('a4');
  for (const name of ['a4', 'b2', 'c1']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(turns.count('a')).toBe(0);
});

test('work that fails gives its turn back', async () => {
  const turns = fairTurns({ atOnce: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
  expect(await turns.run('b', async () => 'done')).toBe('done');
});

test('beyond the limit of those waiting the others are refused', async () => {
  const { work, end } = works();
  const turns = fairTurns({ atOnce: 1, maxWaiting: 2, maxWaitingEach: 1, full: () => new Error('full') });
  const first = turns.run('a', work('a1'));
  const second = turns.run('a', work('a2'));
  await expect(turns.run('a', work('a3'))).rejects.toThrow('full');
  const third = turns.run('b', work('b1'));
  await expect(turns.run('c', work('c1'))).rejects.toThrow('full');
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  expect(await Promise.all([first, second, third])).toEqual(['a1', 'a2', 'b1']);
});

test('one that stops waiting leaves its place to others', async () => {
  const { began, work, end } = works();
  const turns = fairTurns({ atOnce: 1, maxWaiting: 1 });
  const first = turns.run('a', work('a1'));
  const stopping = new AbortController();
  const second = turns.run('a', work('a2'), stopping.signal);
  stopping.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  const third = turns.run('b', work('b1'));
  await end('a1');
  await end('b1');
  await Promise.all([first, third]);
  expect(began).toEqual(['a1', 'b1']);
});
