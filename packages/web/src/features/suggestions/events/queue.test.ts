import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueue } from './queue.ts';

type Item = { readonly id: string; readonly type: string };

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
beforeEach(() => warn.mockClear());
afterEach(() => vi.restoreAllMocks());

function browser() {
  const state = {
    text: null as string | null,
    full: false,
    online: false,
    owner: 'ada in one' as string | null,
    problem: null as Error | null,
    sent: [] as (readonly string[])[],
  };
  const queue = () =>
    makeQueue<Item>({
      read: () => state.text,
      write: (text) => {
        if (!state.full) state.text = text;
        return !state.full;
      },
      owner: () => state.owner,
      isOnline: () => state.online,
      batchSize: 2,
      send: async (batch) => {
        if (state.problem) throw state.problem;
        state.sent.push(batch.map(({ id, type }) => `${id} ${type}`));
      },
      isRejected: ({ message }: never) => message === '400',
    });
  return { state, queue };
}

const item = (id: string, type = 'why') => ({ id, type });

test('[ASSIST-STORE-01] [ASSIST-ERR-20] without a network events wait over a reload; a failure or a full storage is only logged, and nothing is lost', async () => {
  const { state, queue } = browser();
  for (const id of ['a', 'b', 'c']) queue().add(item(id));
  expect(await queue().flush()).toBe(0);
  state.online = true;
  state.problem = new Error('503');
  expect(await queue().flush()).toBe(0);
  expect(warn).toHaveBeenCalledTimes(1);
  state.problem = null;
  expect(await queue().flush()).toBe(3);
  expect(state.sent).toEqual([['a why', 'b why'], ['c why']]);
  expect(state.text).toBeNull();
  state.full = true;
  const open = queue();
  open.add(item('d'));
  expect(warn).toHaveBeenCalledTimes(2);
  expect([state.text, await open.flush(), state.sent.at(-1)]).toEqual([null, 1, ['d why']]);
});

test('a new vote takes the place of the earlier; what the server refuses does not stop the rest', async () => {
  const { state, queue } = browser();
  const votes = queue();
  votes.add(item('cap', 'thumbs_up'));
  votes.add(item('cap', 'thumbs_down'));
  expect(votes.find('cap')).toEqual(item('cap', 'thumbs_down'));
  state.online = true;
  state.problem = new Error('400');
  expect([await votes.flush(), votes.find('cap')]).toEqual([0, null]);
  state.problem = null;
  votes.add(item('weights', 'thumbs_up'));
  expect([await votes.flush(), state.sent]).toEqual([1, [['weights thumbs_up']]]);
});

test('what one user left is never sent as another', async () => {
  const { state, queue } = browser();
  queue().add(item('a'));
  Object.assign(state, { owner: 'ben in one', online: true });
  expect([await queue().flush(), queue().find('a')]).toEqual([0, null]);
  state.owner = null;
  queue().add(item('b'));
  expect(await queue().flush()).toBe(0);
  state.owner = 'ada in one';
  expect([await queue().flush(), state.sent]).toEqual([1, [['a why']]]);
  state.text = '[{"id":"old"}]';
  expect(await queue().flush()).toBe(0);
});
