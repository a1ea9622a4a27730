import { describe, expect, test } from 'vitest';
import { advance } from './advance.ts';
import type { JournalEntry, RunEvent } from './journal.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { flow, prepared, startEvent } from './sample-workflow.fixture.ts';
import { LARGE_VALUE, MAX_VOLUME, volumeAdded, volumeOf } from './steps/volume.ts';
import type { Workflow } from './workflow.ts';

/** Computes until nothing can be done without the world: how often it paused for breath, and where it stands. */
function computed(workflow: Workflow, input: JsonValue = null) {
  const plan = prepared(workflow);
  const journal: JournalEntry[] = [];
  let event: RunEvent = startEvent(input);
  for (let breaths = 0; ; breaths += 1) {
    const step = advance(plan, journal, event);
    journal.push(...step.entries);
    if (!step.more) return { breaths, journal, last: step };
    event = { id: `continue/${breaths}`, atMs: 1, kind: 'continue' };
  }
}

const nested = (outer: JsonObject, inner: JsonObject, body: readonly [string, JsonObject]) =>
  flow({ begin: 'start', outer: ['loop', outer], inner: ['loop', inner], body, finish: 'end' }, [
    'begin.out > outer.in',
    'outer.each > inner.in',
    'inner.each > body.in',
    'body.out > inner.next',
    'inner.done > outer.next',
    'outer.done > finish.in',
  ]);

describe('limits of a run', () => {
  test('[WF-28] a loop whose condition always holds stops at its limit', () => {
    const { last } = computed(
      flow(
        {
          begin: 'start',
          again: ['loop', { while: 'true', limit: 50 }],
          body: ['calculator', { formula: '1' }],
          finish: 'end',
        },
        ['begin.out > again.in', 'again.each > body.in', 'body.out > again.next', 'again.done > finish.in'],
      ),
    );
    expect(last.status).toBe('failed');
    expect(last.entries.at(-1)).toMatchObject({ kind: 'ended', error: { code: 'LOOP_LIMIT' } });
  });

  test('[WF-28] outputs that grow without end stop the run before they fill the memory', () => {
    const turns = 1_000;
    const { last, journal } = computed(
      nested({ while: 'true', limit: turns }, { over: 'nodes.begin', limit: turns }, [
        'formatter',
        { template: '{{ input }}{{ input }}{{ input }}' },
      ]),
      Array.from({ length: 10 }, () => 'x'.repeat(100_000)),
    );
    expect(last.entries.at(-1)).toMatchObject({
      kind: 'ended',
      status: 'failed',
      error: { code: 'RUN_TOO_LARGE', message: expect.stringContaining('50000000') },
    });
    const written = JSON.stringify(journal).length;
    expect(written).toBeGreaterThan(MAX_VOLUME / 2);
    expect(written).toBeLessThan(MAX_VOLUME * 2);
  });

  test.each<[string, JsonValue]>([
    ['a text', 'ten chars.'],
    ['a list', [1, 'two', [null, true]]],
    ['a record', { a: 1, b: { c: 'deep', d: [] } }],
  ])('the volume of %s is about what it takes as JSON', (_name, value) => {
    const exact = JSON.stringify(value).length;
    expect(volumeOf(value)).toBeGreaterThanOrEqual(exact * 0.8);
    expect(volumeOf(value)).toBeLessThanOrEqual(exact * 2);
  });

  test('[WF-28] a large value that many steps hand on counts once', () => {
    const large = Array.from({ length: 10 }, () => 'x'.repeat(100_000));
    const names = Array.from({ length: 60 }, (_, at) => `hand${at}`);
    const { last } = computed(
      flow(
        {
          begin: 'start',
          ...Object.fromEntries(names.map((name) => [name, ['merge', { wait: 'any' }]])),
          finish: 'end',
        },
        ['begin', ...names].map((name, at) => `${name}.out > ${names[at] ?? 'finish'}.in`),
      ),
      large,
    );
    expect(last.entries.at(-1)).toMatchObject({ kind: 'ended', status: 'completed' });
  });

  test('a value counts by content, not by reference', () => {
    const value = { list: [1, null, { text: 'x'.repeat(LARGE_VALUE) }] };
    expect(volumeAdded(value, () => structuredClone(value))).toBe(0);
    expect(volumeAdded(value, () => ({ ...value, more: 1 }))).toBeGreaterThan(LARGE_VALUE);
    expect(
      volumeAdded(value, () => ({ list: [1, null, { text: 'y'.repeat(LARGE_VALUE) }] })),
    ).toBeGreaterThan(LARGE_VALUE);
    expect(volumeAdded('small', () => 'small')).toBe(7);
  });

  test('no more of a value is looked at than there is room for', () => {
    const shared = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
    const huge = Array.from({ length: 100_000 }, () => shared);
    expect(volumeOf(huge, 5_000)).toBeLessThan(10_000);
  });
});
