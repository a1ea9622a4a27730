import { expect, test } from 'vitest';
import { advance, replay } from '../advance.ts';
import type { JournalEntry, RunEvent } from '../journal.ts';
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
