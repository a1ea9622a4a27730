import { expect, test } from 'vitest';
import { advance, replay } from './advance.ts';
import type { JournalEntry, RunEvent } from './journal.ts';
import { flow, prepared } from './sample-workflow.fixture.ts';

const at = (text: string) => Date.parse(text);

/** Delivers the events one after the other; only the journal is kept between them. */
function journalOf(plan: ReturnType<typeof prepared>, events: readonly RunEvent[]) {
  let journal: readonly JournalEntry[] = [];
  for (const event of events) {
    const { entries } = advance(plan, journal, event);
    journal = JSON.parse(JSON.stringify([...journal, ...entries])) as readonly JournalEntry[];
  }
  return journal;
}

test('[WF-80] now() is the moment of the event, and what it gave is read from the journal', () => {
  const stamp = { values: [{ name: 'at', value: '{"now": now(), "begun": run.startedAt, "id": uuid()}' }] };
  const plan = prepared(
    flow(
      {
        start: 'start',
        first: ['data_collection', stamp],
        pause: ['wait', { mode: 'duration', seconds: 3_600 }],
        second: ['data_collection', stamp],
        end: ['end', { result: '[nodes.first.at, nodes.second.at]' }],
      },
      ['start.out > first.in', 'first.out > pause.in', 'pause.out > second.in', 'second.out > end.in'],
    ),
  );
  const start = at('2026-03-31T22:30:00Z');
  const events: RunEvent[] = [
    { id: 'a', kind: 'start', run: 'run-1', input: {}, atMs: start },
    { id: 'b', kind: 'timer', timer: 'opened/pause@', atMs: start + 3_600_000 },
  ];
  const open = advance(plan, [], events[0] as RunEvent).waits[0]?.key ?? '';
  const journal = journalOf(plan, [events[0] as RunEvent, { ...events[1], timer: open } as RunEvent]);
  const ended = journal.find((entry) => entry.kind === 'ended');
  if (ended?.kind !== 'ended') throw new Error(JSON.stringify(journal.at(-1)));
  const [first, second] = ended.output as readonly { now: string; begun: string; id: string }[];
  expect(first).toMatchObject({ now: '2026-03-31T22:30:00.000Z', begun: '2026-03-31T22:30:00.000Z' });
  expect(second).toMatchObject({ now: '2026-03-31T23:30:00.000Z', begun: '2026-03-31T22:30:00.000Z' });
  expect(first?.id).not.toBe(second?.id);
  expect(replay(plan, journal).ended?.output).toEqual(ended.output);
  expect(replay(plan, journal).steps.get('first@')?.output).toEqual({ at: first });
});

test('[WF-80] a loop that goes on later runs over the list it began with', () => {
  const plan = prepared(
    flow(
      {
        start: 'start',
        each: ['loop', { over: '[datePart(now(), "minute"), uuid()]' }],
        pause: ['wait', { mode: 'duration', seconds: 60 }],
        end: ['end', { result: 'nodes.each' }],
      },
      ['start.out > each.in', 'each.each > pause.in', 'pause.out > each.next', 'each.done > end.in'],
    ),
  );
  const start = at('2026-03-31T22:30:00Z');
  let journal: readonly JournalEntry[] = [];
  let event: RunEvent | null = { id: '0', kind: 'start', run: 'run-1', input: {}, atMs: start };
  const turns = [];
  for (let count = 1; event !== null && count < 10; count += 1) {
    const { entries, waits }: ReturnType<typeof advance> = advance(plan, journal, event);
    journal = [...journal, ...entries];
    turns.push(...entries.flatMap((entry) => (entry.kind === 'computed' ? entry.steps : [])));
    const timer = waits.find(({ kind }) => kind === 'timer')?.key;
    event =
      timer === undefined ? null : { id: `${count}`, kind: 'timer', timer, atMs: start + count * 60_000 };
  }
  const ended = journal.find((entry) => entry.kind === 'ended');
  if (ended?.kind !== 'ended') throw new Error(JSON.stringify(journal.at(-1)));
  const [minute, id] = ended.output as readonly [number, string];
  expect(minute).toBe(30);
  expect(turns.flatMap((one) => ('turn' in one ? [one.item] : []))).toEqual([30, id]);
});
