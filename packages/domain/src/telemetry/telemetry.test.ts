import { describe, expect, it } from 'vitest';
import { burnRate, shortWindow } from '../base/burn-rate.ts';
import { advanceRun, replay } from '../workflows/advance.ts';
import type { JournalEntry, RunEvent } from '../workflows/journal.ts';
import { flow, prepared, startEvent } from '../workflows/sample-workflow.fixture.ts';

import { attemptId, runSpans } from './run-spans.ts';
import { spanTree } from './span-tree.ts';
import { readTraceParent, traceParentText } from './trace-parent.ts';

const READ = ['explain_pay', { calculation: '"c"', payee: '"p"', retries: 1, backoffSeconds: 2 }] as const;
const ASK = ['approval', { title: 'Agree?', queue: 'finance' }] as const;

type Event = Record<string, unknown> & { readonly kind: RunEvent['kind']; readonly atMs: number };
const done = (node: string, atMs: number, more: object = {}): Event => ({
  kind: 'effect-done',
  step: { node, iteration: '' },
  attempt: 1,
  output: 1,
  atMs,
  ...more,
});
const broken = (node: string, atMs: number, code: string): Event => ({
  kind: 'effect-failed',
  step: { node, iteration: '' },
  attempt: 1,
  error: { code, message: 'Down.' },
  retryable: true,
  outcomeUnknown: false,
  atMs,
});

/** The spans of a run to which these events happened. */
function trace(workflow: ReturnType<typeof flow>, events: readonly Event[], nowMs = 1_000_000) {
  const plan = prepared(workflow);
  const state = replay(plan, []);
  const journal: JournalEntry[] = [];
  for (const [at, event] of [startEvent({ list: [1, 2] }), ...events].entries()) {
    let read = advanceRun(plan, state, { id: `e${at}`, ...event } as RunEvent);
    journal.push(...read.entries);
    while (read.more) {
      read = advanceRun(plan, state, { id: `m${at}`, kind: 'continue', atMs: event.atMs });
      journal.push(...read.entries);
    }
  }
  const run = { id: 'run-1', parentId: null, title: 'Sample', trigger: 'manual', createdMs: 0 };
  return spanTree(runSpans(run, plan, journal), nowMs);
}
const shown = (spans: ReturnType<typeof trace>) =>
  spans.map(
    ({ title, turn, attempt, depth, fromMs, toMs, status }) =>
      `${' '.repeat(depth)}${turn === null ? title : `turn ${turn}`}#${attempt} ${fromMs}–${toMs} ${status}`,
  );

describe('a trace', () => {
  it('[TEL-1] [TEL-4] has each attempt with its own times; the pause between them is waited', () => {
    const workflow = flow({ start: 'start', a: READ, end: 'end' }, ['start.out > a.in', 'a.out > end.in']);
    const spans = trace(workflow, [
      broken('a', 900, 'TIMEOUT'),
      { kind: 'timer', timer: 'retry/a@#1', atMs: 2_900 },
      done('a', 3_400, { attempt: 2 }),
    ]);
    expect(shown(spans)).toEqual([
      'Sample#1 0–3400 success',
      ' start#1 0–0 success',
      ' a#1 0–900 timeout',
      ' a#2 2900–3400 success',
      ' end#1 3400–3400 success',
    ]);
    expect(spans[0]).toMatchObject({ workedMs: 1_400, waitedMs: 2_000 });
    expect(spans[2]?.id).toBe(attemptId('run-1', { node: 'a', iteration: '' }, 1));
  });

  it('[TEL-4] nests turns in their loop, and steps in their turn', () => {
    const workflow = flow({ start: 'start', each: ['loop', { over: 'input.list' }], a: READ, end: 'end' }, [
      'start.out > each.in',
      'each.each > a.in',
      'a.out > each.next',
      'each.done > end.in',
    ]);
    const turn = (at: number) => ({ step: { node: 'a', iteration: `each:${at}` } });
    const spans = trace(workflow, [done('a', 100, turn(0)), done('a', 250, turn(1))]);
    expect(shown(spans)).toEqual([
      'Sample#1 0–250 success',
      ' start#1 0–0 success',
      ' each#1 0–250 success',
      '  turn 0#1 0–100 success',
      '   a#1 0–100 success',
      '  turn 1#1 100–250 success',
      '   a#1 100–250 success',
      ' end#1 250–250 success',
    ]);
    expect(spans[3]).toMatchObject({ workedMs: 100, waitedMs: 0, kind: 'turn', iteration: 'each:0' });
  });

  it('[TEL-4] counts the time a person takes as waited, and what works meanwhile as worked', () => {
    const workflow = flow({ start: 'start', ask: ASK, a: READ, join: 'merge', yes: 'end', no: 'end' }, [
      'start.out > ask.in',
      'start.out > a.in',
      'ask.approved > join.in',
      'a.out > join.in',
      'join.out > yes.in',
      'ask.rejected > no.in',
    ]);
    const answer = { kind: 'answer', step: { node: 'ask', iteration: '' }, by: 'bob' } as const;
    const spans = trace(workflow, [
      done('a', 400),
      { ...answer, value: { decision: 'approved' }, atMs: 60_000 },
    ]);
    expect(spans[0]).toMatchObject({ workedMs: 400, waitedMs: 59_600, status: 'success' });
    expect(spans.find(({ node }) => node === 'ask')).toMatchObject({
      workedMs: 0,
      waitedMs: 60_000,
      waits: [{ fromMs: 0, toMs: 60_000, for: 'task' }],
    });
  });

  it('[OBS-10] [TEL-2] [TEL-3] is an error once canceled, and what was open ends with it', () => {
    const workflow = flow({ start: 'start', ask: ASK, yes: 'end', no: 'end' }, [
      'start.out > ask.in',
      'ask.approved > yes.in',
      'ask.rejected > no.in',
    ]);
    const open = trace(workflow, [], 500);
    expect(open[0]).toMatchObject({ toMs: null, status: null, workedMs: 0, waitedMs: 500 });
    const spans = trace(workflow, [{ kind: 'cancel', by: 'ada', reason: '', atMs: 700 }]);
    expect(shown(spans)).toEqual(['Sample#1 0–700 error', ' start#1 0–0 success', ' ask#1 0–700 error']);
    expect(spans[0]?.error?.code).toBe('CANCELLED');
  });
});

it('[TEL-10] a burn rate is the lower one of a long and a short window, and unknown without runs', () => {
  const hour = { runs: 1_000, failed: 200 };
  expect(burnRate(99, { long: hour, short: { runs: 100, failed: 50 } })).toBeCloseTo(20, 9);
  expect(burnRate(99, { long: hour, short: { runs: 100, failed: 0 } })).toBe(0);
  expect(burnRate(99, { long: hour, short: { runs: 0, failed: 0 } })).toBe(0);
  expect(burnRate(99.9, { long: { runs: 1_000, failed: 6 }, short: hour })).toBeCloseTo(6, 9);
  expect(burnRate(99, { long: { runs: 0, failed: 0 }, short: { runs: 0, failed: 0 } })).toBeNull();
  expect([1, 60, 360].map(shortWindow)).toEqual([1, 5, 30]);
});

it('[TEL-13] a traceparent is read as its standard says, and written the same', () => {
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const valid = `00-${trace}-${span}-01`;
  expect(readTraceParent(valid)).toEqual({ traceId: trace, spanId: span, flags: 1 });
  expect(traceParentText({ traceId: trace, spanId: span, flags: 1 })).toBe(valid);
  expect(readTraceParent(`cc-${trace}-${span}-09-what-comes`)).toEqual({
    traceId: trace,
    spanId: span,
    flags: 9,
  });
  const wrong = [
    '',
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${span}-1`,
    `${valid}, ${valid}`,
  ];
  for (const header of wrong) expect(readTraceParent(header), header).toBeNull();
});
