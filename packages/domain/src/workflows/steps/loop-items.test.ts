import { describe, expect, test } from 'vitest';
import { advance, replay } from '../advance.ts';
import type { JournalEntry, RunEvent } from '../journal.ts';
import type { JsonObject } from '../json-value.ts';
import { flow, prepared, startEvent } from '../sample-workflow.fixture.ts';

const looping = (over: string) =>
  prepared(
    flow(
      {
        start: 'start',
        each: ['loop', { over, limit: 10 }],
        call: ['api_call', { method: 'POST', url: 'https://example.com/', body: 'loop.item' }],
        end: 'end',
      },
      ['start.out > each.in', 'each.each > call.in', 'call.out > each.next', 'each.done > end.in'],
    ),
  );
const done = (turn: number): RunEvent => ({
  id: `done-${turn}`,
  atMs: 1,
  kind: 'effect-done',
  step: { node: 'call', iteration: `each:${turn}` },
  attempt: 1,
  output: turn,
});
const begun = looping('input.items');
const start = startEvent({ items: ['a', 'b', 'c'], other: ['x', 'y', 'z'] });
const { entries: journal } = advance(begun, [], start);

/** The lines without the lists of loops, as earlier releases wrote them. */
const withoutLists = (lines: readonly JournalEntry[]): JournalEntry[] =>
  lines.map((line) =>
    line.kind === 'computed'
      ? {
          ...line,
          steps: line.steps.map((step) => {
            if (!('turn' in step)) return step;
            const { items: _, ...turn } = step;
            return turn;
          }),
        }
      : line,
  );

test('[WF-23] a loop keeps the list that its journal holds, whatever its expression gives now', () => {
  const now = looping('input.other');
  expect(advance(now, journal, done(0)).effects).toMatchObject([{ config: { body: 'b' } }]);
  expect(replay(now, journal).steps.get('each@')?.items).toEqual(['a', 'b', 'c']);
});

test('[WF-23] a journal of an earlier release goes on with the list computed again', () => {
  const lines = withoutLists(journal);
  expect(lines).not.toEqual(journal);
  const next = advance(begun, lines, done(0));
  expect(next.effects).toMatchObject([{ config: { body: 'b' } }]);
  const last = advance(begun, [...lines, ...next.entries], done(1));
  const end = advance(begun, [...lines, ...next.entries, ...last.entries], done(2));
  expect([end.status, end.output]).toEqual(['completed', [0, 1, 2]]);
});

describe('[WF-102] a loop over a list', () => {
  const parallel = (config: object) =>
    prepared(
      flow(
        {
          start: 'start',
          each: ['loop', { over: 'input', ...config }],
          call: [
            'api_call',
            { method: 'POST', url: 'https://example.com/', body: '[loop.index, loop.item, loop.last]' },
          ],
          end: 'end',
        },
        ['start.out > each.in', 'each.each > call.in', 'call.out > each.next', 'each.done > end.in'],
      ),
    );
  const bodies = (made: ReturnType<typeof advance>) => made.effects.map(({ config }) => config.body);

  test('runs turns at the same time up to its limit, and keeps the order of the list', () => {
    const flowOf = parallel({ atOnce: 2 });
    const lines: JournalEntry[] = [];
    const play = (event: RunEvent) => {
      const made = advance(flowOf, lines, event);
      lines.push(...made.entries);
      return made;
    };
    expect(bodies(play(startEvent(['a', 'b', 'c', 'd'])))).toEqual([
      [0, 'a', null],
      [1, 'b', null],
    ]);
    expect(bodies(play(done(1)))).toEqual([[2, 'c', 1]]);
    expect(bodies(play(done(2)))).toEqual([[3, 'd', 2]]);
    expect(play(done(3)).status).toBe('running');
    const last = play(done(0));
    expect([last.status, last.output]).toEqual(['completed', [0, 1, 2, 3]]);
  });

  test('takes its items in batches, and counts those against its limit', () => {
    const begin = startEvent(['a', 'b', 'c']);
    expect(bodies(advance(parallel({ batch: 2, atOnce: 2, limit: 2 }), [], begin))).toEqual([
      [0, ['a', 'b'], null],
      [1, ['c'], null],
    ]);
    expect(advance(parallel({ batch: 2, limit: 1 }), [], begin).entries.at(-1)).toMatchObject({
      error: { code: 'LOOP_LIMIT', message: 'The list has 3 items, in batches of 2; the limit is 1.' },
    });
  });

  test('is refused with a condition', () => {
    for (const config of [{ atOnce: 2 }, { batch: 2 }])
      expect(() => parallel({ over: undefined, while: 'false', ...config })).toThrow('WF-5');
  });
});

test('[WF-101] a step that failed continues with the error as its output, unless its error port leads somewhere', () => {
  const caught = (
    links: readonly string[],
    continueOnError: boolean,
    details: JsonObject = { status: 500 },
  ) => {
    const drawn = flow(
      {
        start: 'start',
        call: ['api_call', { url: 'https://example.com/', retries: 0 }],
        end: 'end',
        other: 'end',
      },
      ['start.out > call.in', 'call.out > end.in', ...links],
    );
    const nodes = drawn.nodes
      .filter(({ id }) => id !== 'other' || links.length > 0)
      .map((node) => (node.id === 'call' ? { ...node, continueOnError } : node));
    const flowOf = prepared({ ...drawn, nodes });
    const { entries } = advance(flowOf, [], startEvent());
    const error = { code: 'HTTP', message: 'Status 500', details };
    const failed = { retryable: false, outcomeUnknown: false, error, attempt: 1 };
    return advance(flowOf, entries, {
      id: 'f',
      atMs: 1,
      kind: 'effect-failed',
      step: { node: 'call', iteration: '' },
      ...failed,
    });
  };
  const error = { status: 500, code: 'HTTP', message: 'Status 500' };
  expect(caught([], true)).toMatchObject({ status: 'completed', output: { error } });
  expect(caught(['call.error > other.in'], true)).toMatchObject({ status: 'completed', output: error });
  expect(caught([], false).status).toBe('failed');
  // that output counts like any other
  const pages = Array<string>(600).fill('x'.repeat(100_000));
  expect(caught([], true, { pages }).entries.at(-1)).toMatchObject({ error: { code: 'RUN_TOO_LARGE' } });
  const loop = {
    ...begun.workflow,
    nodes: begun.workflow.nodes.map((node) => ({ ...node, continueOnError: node.id === 'each' })),
  };
  expect(() => prepared(loop)).toThrow('WF-101');
});

test('[WF-103] a task computes for whom it is, when it is due and when it expires', () => {
  const asking = (config: object) =>
    prepared(
      flow({ start: 'start', ask: ['review_task', config as never], end: 'end' }, [
        'start.out > ask.in',
        'ask.out > end.in',
      ]),
    );
  const computed = asking({
    assignee: '{{ input.boss }}',
    queue: ' {{ input.team }} ',
    escalateTo: 'boss of {{ input.boss }}',
    dueAt: 'dateAdd(now(), 2, "days")',
    expiresAt: 'input.until',
  });
  const input = { boss: 'grace', team: '', until: '1970-01-08T00:00:00Z' };
  const day = 86_400_000;
  expect(advance(computed, [], startEvent(input)).waits.find(({ kind }) => kind === 'task')).toMatchObject({
    task: {
      assignee: 'grace',
      queue: null,
      escalateTo: 'boss of grace',
      slaAtMs: 2 * day,
      expiresAtMs: 7 * day,
    },
  });
  const pausing = (secondsFrom: string, mode: JsonObject = { mode: 'duration' }) =>
    prepared(
      flow({ start: 'start', rest: ['wait', { ...mode, secondsFrom }], end: 'end' }, [
        'start.out > rest.in',
        'rest.out > end.in',
      ]),
    );
  const modes: JsonObject[] = [{ mode: 'duration' }, { mode: 'signal', signal: 'go' }];
  for (const mode of modes) {
    const { waits } = advance(pausing('input.days * 86400', mode), [], startEvent({ days: 2 }));
    expect(waits.find(({ kind }) => kind === 'timer')).toMatchObject({ dueAtMs: 2 * day });
  }
  // a timer has whole milliseconds
  const { waits } = advance(pausing('0.0012345'), [], startEvent());
  expect(waits.find(({ kind }) => kind === 'timer')).toMatchObject({ dueAtMs: 2 });
  expect(advance(pausing('"2"'), [], startEvent()).entries.at(-1)).toMatchObject({
    error: { code: 'DURATION' },
  });
  const wrong = advance(asking({ queue: 'finance', dueAt: '"soon"' }), [], startEvent());
  expect(wrong.entries.at(-1)).toMatchObject({ kind: 'ended', status: 'failed', error: { code: 'MOMENT' } });
});
