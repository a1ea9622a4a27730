import { pendingRun, type RunState } from '@attain/domain/workflows/steps/run-state';
import { describe, expect, it } from 'vitest';
import { liveStates } from './live-states.ts';

const long = { entryCount: 100 };
const stateOf = (volume = 1): RunState => ({ ...pendingRun(), volume });

describe('states of runs between events', () => {
  it('count only for the journal they were kept for, and for one event', () => {
    const live = liveStates();
    const state = stateOf();
    live.keep({ id: 'a', journalHead: 'one', ...long }, state);
    expect(live.take({ id: 'a', journalHead: 'one' })).toBe(state);
    expect(live.take({ id: 'a', journalHead: 'one' })).toBeNull();
    live.keep({ id: 'a', journalHead: 'undone', ...long }, state);
    expect(live.take({ id: 'a', journalHead: 'one' })).toBeNull();
    expect(live.has('a')).toBe(false);
  });

  it('are not kept of short journals and of ended runs', () => {
    const live = liveStates();
    live.keep({ id: 'short', journalHead: 'x', entryCount: 10 }, stateOf());
    const ended = { kind: 'ended', key: 'ended', event: 'e', atMs: 0, status: 'completed' } as const;
    live.keep(
      { id: 'over', journalHead: 'x', ...long },
      { ...stateOf(), ended: { ...ended, output: 1, error: null } },
    );
    expect([live.has('short'), live.has('over')]).toEqual([false, false]);
  });

  it('give way to newer ones beyond the limit of memory', () => {
    const live = liveStates();
    for (const id of ['a', 'b', 'c']) live.keep({ id, journalHead: id, ...long }, stateOf(25_000_000));
    expect(['a', 'b', 'c'].filter(live.has)).toEqual(['b', 'c']);
    live.keep({ id: 'huge', journalHead: 'x', ...long }, stateOf(65_000_000));
    expect(live.has('huge')).toBe(false);
  });
});
