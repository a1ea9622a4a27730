import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Advance, advance, advanceRun, replay } from './advance.ts';
import type { JournalEntry, RunEvent } from './journal.ts';
import type { PreparedWorkflow } from './prepare-workflow.ts';
import { randomWorkflow } from './random-workflow.fixture.ts';
import { journalForRetry, stepToRetry } from './retry-run.ts';
import { flow, prepared, startEvent } from './sample-workflow.fixture.ts';
import { openWork } from './steps/open-work.ts';
import { stepKey } from './steps/run-state.ts';

/** Lets a run go on in a world where all goes well but the effects that `fails` names; gives its journal and what was performed. */
function play(
  plan: PreparedWorkflow,
  journal: readonly JournalEntry[],
  first: RunEvent,
  fails: (key: string) => boolean,
) {
  const state = replay(plan, journal);
  const written = [...journal];
  const performed: string[] = [];
  let count = 0;
  const hand = (event: Record<string, unknown>): Advance => {
    count += 1;
    const read = advanceRun(plan, state, { id: `${first.id}-${count}`, atMs: count, ...event } as RunEvent);
    written.push(...read.entries);
    return read;
  };
  for (let last = hand({ ...first }); state.ended === null; ) {
    if (last.more) last = hand({ kind: 'continue' });
    const { effects, waits } = openWork(plan, state);
    const [effect] = effects;
    const wait = waits.find(({ kind }) => kind !== 'timer') ?? waits[0];
    if (effect !== undefined) {
      const key = stepKey(effect.step);
      performed.push(key);
      const { step, attempt } = effect;
      const error = { code: 'DOWN', message: 'Down.' };
      last = fails(key)
        ? hand({ kind: 'effect-failed', step, attempt, error, retryable: false, outcomeUnknown: false })
        : hand({ kind: 'effect-done', step, attempt, output: 1 });
    } else if (wait?.kind === 'timer') last = hand({ kind: 'timer', timer: wait.key, atMs: wait.dueAtMs });
    else if (wait !== undefined)
      last = hand({ kind: 'answer', step: wait.step, value: { decision: 'approved' }, by: 'bob' });
    else throw new Error('nothing to wait for');
  }
  return { journal: written, performed, status: state.status };
}

const READ = ['explain_pay', { calculation: '"c"', payee: '"p"' }] as const;
const RETRY = { run: 'run-2', atMs: 77, event: 'retry' };
const onward: RunEvent = { id: 'onward', atMs: 0, kind: 'continue' };

describe('[WF-29] a run tried again from a node', () => {
  const plan = prepared(
    flow({ start: 'start', a: READ, b: READ, c: READ, end: 'end' }, [
      'start.out > a.in',
      'a.out > b.in',
      'b.out > c.in',
      'c.out > end.in',
    ]),
  );
  const failed = play(plan, [], startEvent(), (key) => key === 'b@');

  test('keeps what was finished before it and does the rest', () => {
    expect(failed).toMatchObject({ status: 'failed', performed: ['a@', 'b@'] });
    const seed = journalForRetry(plan, failed.journal, { ...RETRY, from: 'b' });
    const again = play(plan, seed.ok ? seed.value : [], onward, () => false);
    expect(again).toMatchObject({ status: 'completed', performed: ['b@', 'c@'] });
    expect(again.journal[0]).toMatchObject({ kind: 'started', run: 'run-2', atMs: 77 });
  });

  test('does finished steps again when asked from there', () => {
    const seed = journalForRetry(plan, failed.journal, { ...RETRY, from: 'a' });
    expect(play(plan, seed.ok ? seed.value : [], onward, () => false).performed).toEqual(['a@', 'b@', 'c@']);
  });

  test('continues a cancelled one from a step that had not ended', () => {
    const begun = failed.journal.findIndex((one) => one.kind === 'requested' && one.step.node === 'b') + 1;
    const after = (...events: RunEvent[]) => {
      const journal = failed.journal.slice(0, begun);
      for (const event of events) journal.push(...advance(plan, journal, event).entries);
      return journal;
    };
    const cancel: RunEvent = { id: 'stop', atMs: 9, kind: 'cancel', by: 'ann', reason: '' };
    const grace: RunEvent = { id: 'grace', atMs: 60_000, kind: 'timer', timer: 'grace' };
    const step = { node: 'b', iteration: '' };
    const done: RunEvent = { id: 'done', atMs: 10, kind: 'effect-done', step, attempt: 1, output: 1 };
    for (const [journal, performed] of [
      [after(cancel, grace), ['b@', 'c@']],
      [after(cancel, done), ['c@']],
    ] as const) {
      const from = stepToRetry(replay(plan, journal));
      const seed = from.ok ? journalForRetry(plan, journal, { ...RETRY, from: from.value }) : from;
      expect(play(plan, seed.ok ? seed.value : [], onward, () => false).performed).toEqual(performed);
    }
    const all = play(plan, [], startEvent(), () => false);
    expect(stepToRetry(replay(plan, all.journal)).ok).toBe(false);
    expect(stepToRetry(replay(plan, failed.journal))).toEqual({ ok: true, value: 'b' });
  });

  test('is rejected during the run, and for an unknown step', () => {
    expect(journalForRetry(plan, failed.journal.slice(0, 2), { ...RETRY, from: 'b' })).toMatchObject({
      ok: false,
      problems: [{ rule: 'WF-29', path: 'run' }],
    });
    expect(journalForRetry(plan, failed.journal, { ...RETRY, from: 'x' })).toMatchObject({
      ok: false,
      problems: [{ path: 'from' }],
    });
  });

  test('ends for any workflow and node, repeats no finished step, and writes no line twice', () => {
    fc.assert(
      fc.property(randomWorkflow, fc.nat(), fc.nat(5), (workflow, place, broken) => {
        const any = prepared(workflow);
        const first = play(any, [], startEvent(), (key) => key.startsWith(`n${broken}@`));
        const from = workflow.nodes[place % workflow.nodes.length]?.id ?? '';
        const seed = journalForRetry(any, first.journal, { ...RETRY, from });
        if (!seed.ok) throw new Error(seed.problems[0]?.message);
        const standing = seed.value.flatMap((entry) =>
          entry.kind === 'result' ? [stepKey(entry.step)] : [],
        );
        const again = play(any, seed.value, onward, () => false);
        expect(again.status).toBe('completed');
        expect(again.performed.filter((key) => standing.includes(key))).toEqual([]);
        const keys = again.journal.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 150 },
    );
  });
});
