import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Advance, advanceRun, replay } from './advance.ts';
import { checkWorkflow } from './check-workflow.ts';
import type { JournalEntry, RunEvent, StepRef } from './journal.ts';
import { type PreparedWorkflow, preparedNode } from './prepare-workflow.ts';
import { randomWorkflow } from './random-workflow.fixture.ts';
import { canMoveRun, isTerminal, type RunStatus } from './run-moves.ts';
import { prepared, startEvent } from './sample-workflow.fixture.ts';
import { openWork } from './steps/open-work.ts';
import { type RunState, stepKey } from './steps/run-state.ts';

const RUNS = { numRuns: 150 };
const MAX_EVENTS = 400;

const EVERYTHING =
  'already-answered attempt-failed cancel-asked cancelled completed computed ended escalated failed kept never-asked not-an-answer opened other-attempt outcome requested result run-has-ended run-is-cancelling run-is-undoing signal started task timer undo-began'.split(
    ' ',
  );

/** A die that fast-check throws and can shrink. */
type Dice = (sides: number) => number;

/** A world around a run: it answers late, twice, wrongly and in any order, and now and then it crashes. */
class World {
  readonly plan: PreparedWorkflow;
  readonly journal: JournalEntry[] = [];
  readonly keys: Map<string, Set<string>> = new Map();
  readonly moves: (readonly [RunStatus, RunStatus])[] = [];
  readonly #dice: Dice;
  readonly #sent: RunEvent[] = [];
  #state: RunState;
  #count = 0;
  #nowMs = 0;

  constructor(plan: PreparedWorkflow, dice: Dice) {
    this.plan = plan;
    this.#dice = dice;
    this.#state = replay(plan, []);
  }

  /** Starts the run and lets the world act until it has ended, or nothing more can happen to it. */
  live(mayCancel: boolean): RunStatus {
    if (this.#dice(5) === 0) this.#early();
    let last = this.#hand(startEvent());
    for (let count = 0; count < MAX_EVENTS && !isTerminal(last.status); count += 1) {
      this.#nowMs += 1 + this.#dice(5_000);
      const happens = this.#dice(10);
      if (happens === 0) this.#crash();
      if (happens <= 2 && this.#sent.length > 0) last = this.#hand(this.#again());
      else if (happens === 3 && mayCancel)
        last = this.#hand(this.#event({ kind: 'cancel', by: 'ada', reason: '' }));
      else last = this.#next(last);
    }
    for (let count = 0; count < 3; count += 1) this.#hand({ ...this.#pick(this.#sent), id: `late-${count}` });
    return this.#state.status;
  }

  get state(): RunState {
    return this.#state;
  }

  #next(last: Advance): Advance {
    if (last.more) return this.#hand(this.#event({ kind: 'continue' }));
    const { effects, waits } = openWork(this.plan, this.#state);
    const timers = waits.filter((wait) => wait.kind === 'timer');
    const asked = waits.filter((wait) => wait.kind !== 'timer');
    const choices = [
      ...effects.map((effect) => () => this.#perform(effect.step, effect.attempt, effect.idempotencyKey)),
      ...asked.map((wait) => () => this.#answer(wait.step as StepRef)),
      ...timers.map((wait) => () => {
        this.#nowMs = Math.max(this.#nowMs, wait.dueAtMs);
        return this.#hand(this.#event({ kind: 'timer', timer: wait.key }));
      }),
    ];
    const choice = choices[this.#dice(choices.length)];
    if (choice === undefined) throw new Error(`A run that is ${last.status} waits for nothing.`);
    return choice();
  }

  /** The same event once more: under its id, or told anew by somebody who did not know. */
  #again(): RunEvent {
    const sent = this.#pick(this.#sent);
    return this.#dice(3) === 0 ? sent : { ...sent, id: `again-${this.#sent.length}` };
  }

  #perform(step: StepRef, attempt: number, key: string): Advance {
    this.keys.set(stepKey(step), (this.keys.get(stepKey(step)) ?? new Set()).add(key));
    const fate = this.#dice(6);
    if (fate > 1) return this.#hand(this.#event({ kind: 'effect-done', step, attempt, output: fate }));
    const error = { code: 'DOWN', message: 'Down.' };
    const failed = {
      kind: 'effect-failed',
      step,
      attempt,
      error,
      retryable: this.#dice(4) > 0,
      outcomeUnknown: fate === 0,
    } as const;
    return this.#hand(this.#event(failed));
  }

  #answer(step: StepRef): Advance {
    const decision =
      ['approved', 'rejected', 'succeeded', 'failed', 'retry', 'nonsense'][this.#dice(6)] ?? '';
    const iteration = this.#dice(3) === 0 ? null : step.iteration;
    return this.#hand(
      this.#event({ kind: 'answer', step: { node: step.node, iteration }, value: { decision }, by: 'bob' }),
    );
  }

  #early(): void {
    const node = this.#pick([...this.plan.nodes.keys()]);
    this.#hand(
      this.#event({
        kind: 'answer',
        step: { node, iteration: null },
        value: { decision: 'approved' },
        by: 'eve',
      }),
    );
  }

  #event(body: Record<string, unknown>): RunEvent {
    this.#count += 1;
    return { id: `event-${this.#count}`, atMs: this.#nowMs, ...body } as RunEvent;
  }

  #hand(event: RunEvent): Advance {
    this.#sent.push(event);
    const before = this.#state.status;
    const read = advanceRun(this.plan, this.#state, event);
    this.journal.push(...read.entries);
    this.moves.push([before, read.status]);
    return read;
  }

  /** All that is left of a process that died is the journal, as JSON. */
  #crash(): void {
    const stored = JSON.parse(JSON.stringify(this.journal)) as readonly JournalEntry[];
    const again = replay(this.plan, stored);
    expect(snapshot(this.plan, again)).toEqual(snapshot(this.plan, this.#state));
    this.#state = again;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#dice(from.length)] as T;
  }
}

/** Everything of a state but what it only keeps to be quick. */
function snapshot(plan: PreparedWorkflow, state: RunState) {
  const steps = [...state.steps].map(([key, step]) => [key, { ...step, items: null }] as const);
  const places = [...state.ready.keys(), '|', ...state.open.keys()];
  return { ...state, steps, ready: places, open: openWork(plan, state) };
}

const lives = fc
  .tuple(randomWorkflow, fc.infiniteStream(fc.nat(1_000_000)), fc.boolean())
  .map(([workflow, stream, mayCancel]) => {
    const dice: Dice = (sides) => (sides === 0 ? 0 : (stream.next().value ?? 0) % sides);
    return { workflow, mayCancel, dice };
  });

function lived(check: (world: World, status: RunStatus) => void): void {
  const property = fc.property(lives, ({ workflow, mayCancel, dice }) => {
    const world = new World(prepared(workflow), dice);
    check(world, world.live(mayCancel));
  });
  fc.assert(property, RUNS);
}

/** Where each step first shows in the journal, and where it ended. */
function spans(journal: readonly JournalEntry[]): ReadonlyMap<string, { begins: number; ends: number }> {
  const found = new Map<string, { begins: number; ends: number }>();
  let at = 0;
  const touch = (ref: StepRef, ends: boolean) => {
    at += 1;
    const span = found.get(stepKey(ref)) ?? { begins: at, ends: Number.POSITIVE_INFINITY };
    found.set(stepKey(ref), ends ? { ...span, ends: at } : span);
  };
  for (const entry of journal) {
    if (entry.kind === 'computed') for (const one of entry.steps) touch(one, !('turn' in one));
    if (entry.kind === 'requested' || entry.kind === 'opened') touch(entry.step, false);
    if (entry.kind === 'result') touch(entry.step, true);
  }
  return found;
}

describe('whatever the workflow, and whatever the world does to its run', () => {
  test('[WF-20] [I1] it ends in exactly one way and never leaves it', () => {
    lived(({ journal, moves }, status) => {
      expect(isTerminal(status)).toBe(true);
      expect(journal.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
      const after = journal.slice(journal.findIndex(({ kind }) => kind === 'ended') + 1);
      expect(after.filter(({ kind }) => kind !== 'ignored')).toEqual([]);
      for (const [from, to] of moves) {
        const legal =
          from === to || canMoveRun(from, to) || (from === 'pending' && canMoveRun('running', to));
        expect(legal, `${from} to ${to}`).toBe(true);
      }
    });
  });

  test('[WF-22] [I2] no line is written twice, and every step ends at most once', () => {
    lived(({ journal }) => {
      const keys = journal.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      const ended = journal.flatMap((entry) => {
        if (entry.kind === 'result') return [stepKey(entry.step)];
        return entry.kind === 'computed' ? entry.steps.filter((one) => !('turn' in one)).map(stepKey) : [];
      });
      expect(new Set(ended).size).toBe(ended.length);
    });
  });

  test('[WF-22] [I3] no step begins before those that lead to it are over', () => {
    lived(({ journal, plan }) => {
      const found = spans(journal);
      for (const [key, { begins }] of found) {
        const [id = '', iteration = ''] = key.split('@');
        const { node, config } = preparedNode(plan, id);
        if (node.type === 'merge' && config.wait === 'any') continue;
        for (const edge of plan.workflow.edges.filter(({ to }) => to.node === id && to.port === 'in')) {
          const before = found.get(stepKey({ node: edge.from.node, iteration }));
          if (before !== undefined) expect(before.ends).toBeLessThan(begins);
        }
      }
    });
  });

  test('[WF-26] [I5] every attempt of a step carries the same key, and no other step has it', () => {
    lived(({ keys }) => {
      const all = [...keys.values()].flatMap((one) => [...one]);
      expect(all).toHaveLength(keys.size);
      expect(new Set(all).size).toBe(all.length);
    });
  });

  test('[WF-27] [I8] an event leaves at most one outcome, and one that changes nothing says why', () => {
    lived(({ journal }) => {
      const answers = journal.filter((entry) => entry.kind === 'ignored' || entry.kind === 'kept');
      expect(new Set(answers.map(({ key }) => key)).size).toBe(answers.length);
      for (const entry of answers) if (entry.kind === 'ignored') expect(entry.reason).toMatch(/^[a-z-]+$/);
    });
  });

  test('[WF-20] [I12] a cancelled run begins no step but undo steps', () => {
    lived(({ journal, plan }, status) => {
      const asked = journal.findIndex(({ kind }) => kind === 'cancel-asked');
      if (asked < 0) return;
      const started = journal
        .slice(asked)
        .filter(({ kind }) => ['requested', 'opened', 'computed'].includes(kind))
        .filter((entry) => !('step' in entry && entry.step && plan.undoes.has(entry.step.node)));
      expect(started).toEqual([]);
      expect(status).toBe('cancelled');
    });
  });

  test('[WF-118] what succeeded is undone in reverse order before a run fails or is cancelled, each once; else nothing is', () => {
    lived(({ journal, plan }, status) => {
      const results = journal.filter((entry) => entry.kind === 'result');
      const done = results.filter(
        ({ step, result }) => 'output' in result && undoOf(plan, step) !== undefined,
      );
      const undone = results.filter(({ step }) => plan.undoes.has(step.node));
      const wanted = isTerminal(status) && status !== 'completed' ? done.toReversed() : [];
      expect(undone.map(({ step }) => stepKey(step))).toEqual(
        wanted.map(({ step }) => stepKey({ ...step, node: undoOf(plan, step) ?? '' })),
      );
    });
  });

  const undoOf = (plan: PreparedWorkflow, { node }: StepRef) => plan.nodes.get(node)?.node.undoWith;

  test('[WF-23] the journal makes the same run again, however often and wherever it is cut', () => {
    lived(({ journal, plan, state }) => {
      expect(snapshot(plan, replay(plan, journal))).toEqual(snapshot(plan, state));
      const half = journal.slice(0, Math.ceil(journal.length / 2));
      expect(snapshot(plan, replay(plan, half))).toEqual(snapshot(plan, replay(plan, structuredClone(half))));
    });
  });

  test('[WF-20] the world does everything it can do to them', () => {
    const seen = new Set<string>();
    const property = fc.property(lives, ({ workflow, mayCancel, dice }) => {
      if (EVERYTHING.every((one) => seen.has(one))) return;
      const world = new World(prepared(workflow), dice);
      seen.add(world.live(mayCancel));
      for (const entry of world.journal) {
        seen.add(entry.kind === 'ignored' ? entry.reason : entry.kind);
        if (entry.kind === 'opened') seen.add(entry.wait.for);
      }
    });
    fc.assert(property, { numRuns: 3_000 });
    expect([...seen].sort()).toEqual(expect.arrayContaining(EVERYTHING));
  });

  test('[WF-18] the random workflows are valid, and some have every type of node', () => {
    const types = new Set<string>();
    fc.assert(
      fc.property(randomWorkflow, (workflow) => {
        expect(checkWorkflow(workflow)).toEqual([]);
        for (const { type } of workflow.nodes) types.add(type);
      }),
      RUNS,
    );
    for (const type of ['loop', 'merge', 'decision', 'payment', 'approval', 'wait', 'explain_pay'])
      expect(types).toContain(type);
  });
});
