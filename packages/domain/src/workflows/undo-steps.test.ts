import { describe, expect, test } from 'vitest';
import { type Advance, advance, replay } from './advance.ts';
import { applyChange, inverse } from './canvas/change.ts';
import { copyNodes, pasteClip } from './canvas/clip.ts';
import { chooseUndo, type Edit, removeNodes } from './canvas/edits.ts';
import { checkWorkflow } from './check-workflow.ts';
import type { JournalEntry, RunEvent } from './journal.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { prepareWorkflow } from './prepare-workflow.ts';
import { journalForRetry } from './retry-run.ts';
import { flow, startEvent } from './sample-workflow.fixture.ts';
import { earlierSteps, stepAlone } from './step-alone.ts';
import { openWork } from './steps/open-work.ts';
import { undoChoices } from './undo-steps.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';
import { graphOf } from './workflow-graph.ts';

const url = 'https://bank.example/x';
const send = (config: JsonObject = {}): readonly [string, JsonObject] => [
  'api_call',
  { url, method: 'POST', retries: 0, ...config },
];

/** Reserve, then charge, then a step that may fail; the first two have undo steps. */
function order(
  change: (node: WorkflowNode) => WorkflowNode = (node) => node,
  links: string[] = [],
): Workflow {
  const drawn = flow(
    {
      start: 'start',
      reserve: send(),
      charge: send(),
      ship: send(),
      end: 'end',
      release: send({ url: `${url}?id={{ input.id }}&of={{ nodes.reserve.id }}` }),
      refund: send({ body: 'nodes.charge.id', retries: 1 }),
    },
    [
      'start.out > reserve.in',
      'reserve.out > charge.in',
      'charge.out > ship.in',
      'ship.out > end.in',
      ...links,
    ],
  );
  const undo: Readonly<Record<string, string>> = { reserve: 'release', charge: 'refund' };
  const nodes = drawn.nodes.map((node) => {
    const undoWith = undo[node.id];
    return change(undoWith === undefined ? node : { ...node, undoWith });
  });
  return { ...drawn, nodes };
}

class Played {
  readonly plan;
  journal: readonly JournalEntry[] = [];
  last!: Advance;
  #count = 0;

  constructor(workflow: Workflow, isDraft = false, input: JsonValue = {}) {
    const plan = prepareWorkflow(workflow, undefined, isDraft);
    if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
    this.plan = plan.value;
    this.#hand({ ...startEvent(), input } as RunEvent);
  }

  done(node: string, attempt = 1, iteration = ''): Advance {
    return this.play({ kind: 'effect-done', step: { node, iteration }, attempt, output: { id: node } });
  }

  failed(
    node: string,
    facts: { attempt?: number; retryable?: boolean; outcomeUnknown?: boolean } = {},
  ): Advance {
    const { attempt = 1, retryable = false, outcomeUnknown = false } = facts;
    const error = { code: 'DOWN', message: `${node} is down.` };
    const step = { node, iteration: '' };
    return this.play({ kind: 'effect-failed', step, attempt, error, retryable, outcomeUnknown });
  }

  play(body: Record<string, unknown>): Advance {
    this.#count += 1;
    return this.#hand({
      id: `event-${this.#count}`,
      atMs: this.#count * 1_000,
      ...body,
    } as unknown as RunEvent);
  }

  cancel(): Advance {
    return this.play({ kind: 'cancel', by: 'ada', reason: '' });
  }

  get state() {
    return replay(this.plan, this.journal);
  }

  #hand(event: RunEvent): Advance {
    this.last = advance(this.plan, this.journal, event);
    this.journal = [...this.journal, ...this.last.entries];
    return this.last;
  }
}

const asked = ({ effects }: Advance) => effects.map(({ step }) => step.node);

describe('[WF-118] undo steps', () => {
  test('run in reverse order when a later step fails, with what their steps returned', () => {
    const run = new Played(order());
    run.done('reserve');
    run.done('charge');
    expect(asked(run.failed('ship'))).toEqual(['refund']);
    expect(run.last.effects[0]).toMatchObject({ input: { id: 'charge' }, config: { body: 'charge' } });
    expect(run.last.status).toBe('running');
    expect(asked(run.done('refund'))).toEqual(['release']);
    expect(run.last.effects[0]?.config.url).toBe(`${url}?id=reserve&of=reserve`);
    expect(run.done('release')).toMatchObject({ status: 'failed', effects: [] });
    expect(run.state.ended?.error).toMatchObject({ message: 'ship is down.', step: { node: 'ship' } });
  });

  test('run after a cancellation, once the step in progress has ended', () => {
    const run = new Played(order());
    run.done('reserve');
    expect(asked(run.cancel())).toEqual([]);
    expect(asked(run.done('charge'))).toEqual(['refund']);
    expect(run.last).toMatchObject({ status: 'cancelling', closed: expect.arrayContaining(['grace']) });
    run.done('refund');
    expect(run.done('release')).toMatchObject({ status: 'cancelled' });
  });

  test('run at the deadline; a run that undoes can\u2019t be cancelled', () => {
    const run = new Played({ ...order(), settings: { deadlineMinutes: 1 } });
    run.done('reserve');
    run.play({ kind: 'timer', timer: 'deadline', atMs: 60_000 });
    expect(run.cancel().entries).toMatchObject([{ kind: 'ignored', reason: 'run-is-undoing' }]);
    // the charge was in progress: it is aborted, and gets its grace
    expect(openWork(run.plan, run.state).waits.map(({ key }) => key)).toContain('grace');
    expect(asked(run.play({ kind: 'timer', timer: 'grace', atMs: 90_000 }))).toEqual(['release']);
    expect(run.state.steps.get('charge@')?.error).toEqual({
      code: 'OUTCOME_UNKNOWN',
      message:
        'The run failed while this step was in progress. It may have taken effect. Check the target system.',
    });
    expect(run.done('release')).toMatchObject({ status: 'failed' });
    expect(run.state.ended?.error?.code).toBe('DEADLINE');
  });

  test('do not run when the run completes, or for steps that failed', () => {
    const whole = new Played(order());
    for (const node of ['reserve', 'charge']) whole.done(node);
    expect(whole.done('ship')).toMatchObject({ status: 'completed', effects: [] });
    const first = new Played(order());
    expect(first.failed('reserve')).toMatchObject({ status: 'failed', effects: [] });
    expect(first.journal.map(({ kind }) => kind)).not.toContain('undo-began');
  });

  test('are retried; one that fails for good stops no other, and the run says which', () => {
    const run = new Played(order());
    run.done('reserve');
    run.done('charge');
    run.failed('ship');
    expect(run.failed('refund', { retryable: true })).toMatchObject({ status: 'waiting', effects: [] });
    expect(asked(run.play({ kind: 'timer', timer: 'retry/refund@#1', atMs: 1e9 }))).toEqual(['refund']);
    expect(asked(run.failed('refund', { attempt: 2, retryable: true }))).toEqual(['release']);
    expect(run.failed('release', { outcomeUnknown: true })).toMatchObject({ status: 'failed' });
    const { steps, ended } = run.state;
    expect(steps.get('refund@')).toMatchObject({ status: 'error', error: { code: 'DOWN' } });
    const message = 'release is down. It may have taken effect. Check the target system.';
    expect(steps.get('release@')).toMatchObject({
      status: 'cancelled',
      error: { code: 'OUTCOME_UNKNOWN', message },
    });
    expect(ended?.error?.step).toMatchObject({ node: 'ship' });
  });

  test('a retry does what was undone again, with new keys', () => {
    const run = new Played(order());
    for (const node of ['reserve', 'charge']) run.done(node);
    run.failed('ship');
    for (const node of ['refund', 'release']) run.done(node);
    const again = journalForRetry(run.plan, run.journal, {
      from: 'ship',
      run: 'run-2',
      atMs: 0,
      event: 'again',
    });
    const journal = again.ok ? again.value : [];
    const next = advance(run.plan, journal, { id: 'go', atMs: 1, kind: 'continue' });
    expect(next.effects).toMatchObject([{ step: { node: 'reserve' }, idempotencyKey: 'run-2/reserve@' }]);
  });

  test('don\u2019t hide a charge that a person was to confirm, or one between two attempts', () => {
    const links = ['start.out > charge.in', 'start.out > ship.in', 'charge.out > end.in'];
    const withUndo = (config: JsonObject): Workflow => {
      const steps = { start: 'start', charge: send(config), ship: send(), end: 'end', refund: send() };
      const drawn = flow(steps, links);
      const nodes = drawn.nodes.map((node) =>
        node.id === 'charge' ? { ...node, undoWith: 'refund' } : node,
      );
      return { ...drawn, nodes };
    };
    const unknown = { outcomeUnknown: true, retryable: true };
    for (const [config, status] of [
      [{}, 'waiting'],
      [{ retries: 2, repeatable: 'honours-idempotency-key' }, 'retrying'],
    ] as const)
      for (const stop of ['fail', 'cancel', 'deadline'] as const) {
        const run = new Played({ ...withUndo(config), settings: { deadlineMinutes: 1 } });
        run.failed('charge', unknown);
        expect(run.state.steps.get('charge@')?.status).toBe(status);
        if (stop === 'fail') run.failed('ship');
        else if (stop === 'deadline') run.play({ kind: 'timer', timer: 'deadline', atMs: 60_000 });
        else run.cancel();
        if (stop !== 'fail') run.failed('ship');
        expect(run.state.steps.get('charge@')).toMatchObject({
          status: 'cancelled',
          error: { code: 'OUTCOME_UNKNOWN' },
        });
        expect(run.last).toMatchObject({ status: stop === 'cancel' ? 'cancelled' : 'failed', effects: [] });
      }
    const known = new Played(withUndo({ retries: 2 }));
    known.failed('charge', { retryable: true });
    known.failed('ship');
    expect(known.state.steps.get('charge@')).toMatchObject({ status: 'cancelled', error: { code: 'DOWN' } });
  });

  test('a retry doesn\u2019t repeat a step whose undo step failed', () => {
    const run = new Played(order());
    for (const node of ['reserve', 'charge']) run.done(node);
    run.failed('ship');
    run.failed('refund');
    run.failed('release', { outcomeUnknown: true });
    expect(run.state.ended?.status).toBe('failed');
    const fresh = { from: 'ship', run: 'run-2', atMs: 0, event: 'again' };
    const again = journalForRetry(run.plan, run.journal, fresh);
    const journal = again.ok ? again.value : [];
    const next = advance(run.plan, journal, { id: 'go', atMs: 1, kind: 'continue' });
    expect(asked(next)).toEqual(['ship']);
  });

  test('a retry that would repeat a step whose undo step failed is rejected', () => {
    const run = new Played(order());
    for (const node of ['reserve', 'charge']) run.done(node);
    run.failed('ship');
    run.failed('refund');
    run.done('release');
    // what was released has to be reserved again, and the charge comes after it
    for (const from of ['ship', 'charge'])
      expect(
        journalForRetry(run.plan, run.journal, { from, run: 'run-2', atMs: 0, event: 'again' }),
      ).toMatchObject({
        ok: false,
        problems: [{ rule: 'WF-29', path: 'from', message: expect.stringContaining('did not undo') }],
      });
  });

  test('see the item of their turn after it is over', () => {
    for (const [batch, items] of [
      [1, ['a', 'b']],
      [2, [['a', 'b'], ['c']]],
    ] as const) {
      const drawn = flow(
        {
          start: 'start',
          each: ['loop', { over: 'input', batch }],
          charge: send(),
          ship: send(),
          end: 'end',
          refund: send({ body: '{"of": loop.item, "at": loop.index}' }),
        },
        [
          'start.out > each.in',
          'each.each > charge.in',
          'charge.out > each.next',
          'each.done > ship.in',
          'ship.out > end.in',
        ],
      );
      const nodes = drawn.nodes.map((node) =>
        node.id === 'charge' ? { ...node, undoWith: 'refund' } : node,
      );
      const run = new Played({ ...drawn, nodes }, false, items.flat());
      run.done('charge', 1, 'each:0');
      run.done('charge', 1, 'each:1');
      run.failed('ship');
      expect(run.last.effects[0]?.config.body).toEqual({ of: items[1], at: 1 });
      run.done('refund', 1, 'each:1');
      expect(run.last.effects[0]?.config.body).toEqual({ of: items[0], at: 0 });
    }
  });

  test('[WF-89] with pinned data do nothing in runs of the draft', () => {
    const pinned = order((node) => (node.id === 'refund' ? { ...node, pinned: { output: 'pin' } } : node));
    for (const [isDraft, effects] of [
      [true, ['release']],
      [false, ['refund']],
    ] as const) {
      const run = new Played(pinned, isDraft);
      for (const node of ['reserve', 'charge']) run.done(node);
      expect(asked(run.failed('ship'))).toEqual(effects);
      if (!isDraft) continue;
      expect(run.state.steps.get('refund@')).toMatchObject({
        status: 'success',
        output: 'pin',
        arrived: [{ from: 'charge', value: { id: 'charge' } }],
      });
      expect(run.done('release').status).toBe('failed');
    }
  });

  test('[WF-90] run alone after the steps before them, and are not in the way of other steps', () => {
    const first = order();
    const performed = (id: string, workflow = first) => {
      const part = stepAlone(workflow, id, { reserve: { id: 'r-1' } });
      if (!part.ok) return part.problems[0]?.message;
      const run = new Played(part.value, true);
      const seen: unknown[] = [];
      for (let { effects } = run.last; effects.length > 0; { effects } = run.last) {
        seen.push(...effects.map(({ step, input }) => [step.node, input]));
        run.done(effects[0]?.step.node ?? '');
      }
      return [run.last.status, ...seen];
    };
    expect(performed('charge')).toEqual(['completed', ['charge', { id: 'r-1' }]]);
    expect(performed('ship')).toMatchObject(['completed', ['charge', {}], ['ship', { id: 'charge' }]]);
    expect(performed('release')).toEqual(['completed', ['release', { id: 'r-1' }]]);
    expect(performed('refund')).toMatchObject(['completed', ['charge', {}], ['refund', { id: 'charge' }]]);
    expect([...earlierSteps(graphOf(first), 'refund')].toSorted()).toEqual(['charge', 'reserve', 'start']);
  });

  test('[WF-24] are one of the ways out for a step that is never reached', () => {
    const links = ['start.out > end.in'];
    const drawn = flow(
      { start: 'start', end: 'end', refund: send(), sum: ['calculator', { formula: '1' }] },
      links,
    );
    expect(checkWorkflow(drawn).map(({ message }) => message)).toEqual([
      '"refund" is never reached. Connect it, remove it, or choose it as an undo step.',
      '"sum" is never reached. Connect it or remove it.',
    ]);
  });

  test('are chosen, copied with their step, and forgotten with the step that is deleted', () => {
    const drawn = order();
    const charge = drawn.nodes.find(({ id }) => id === 'charge') as WorkflowNode;
    const apply = (workflow: Workflow, { changes }: Edit) => changes.reduce(applyChange, workflow);
    const back = (workflow: Workflow, { changes }: Edit) =>
      changes.toReversed().reduce((now, change) => applyChange(now, inverse(change)), workflow);
    const undoOf = ({ nodes }: Workflow, id: string) => nodes.find((node) => node.id === id)?.undoWith;
    expect(undoChoices(drawn, charge).map(({ id }) => id)).toEqual(['refund']);
    const without = apply(drawn, chooseUndo(drawn, 'reserve', null));
    expect(undoOf(without, 'reserve')).toBeUndefined();
    expect(undoChoices(without, charge).map(({ id }) => id)).toEqual(['release', 'refund']);
    const gone = removeNodes(drawn, new Set(['refund']));
    expect(undoOf(apply(drawn, gone), 'charge')).toBeUndefined();
    expect(back(apply(drawn, gone), gone)).toEqual(drawn);
    const both = pasteClip(drawn, copyNodes(drawn, new Set(['charge', 'refund'])));
    const [copy, undo] = apply(drawn, both.edit).nodes.filter(({ id }) => both.pasted.has(id));
    expect(copy?.undoWith).toBe(undo?.id);
    const alone = pasteClip(drawn, copyNodes(drawn, new Set(['charge'])));
    expect(apply(drawn, alone.edit).nodes.find(({ id }) => alone.pasted.has(id))).not.toHaveProperty(
      'undoWith',
    );
  });

  test.each([
    ['a connection', order(undefined, ['refund.out > end.in']), 'An undo step has no connections.'],
    [
      'a missing step',
      order((node) => (node.id === 'charge' ? { ...node, undoWith: 'gone' } : node)),
      'There is no step "gone"',
    ],
    [
      'two steps',
      order((node) => (node.id === 'charge' ? { ...node, undoWith: 'release' } : node)),
      'Give each step its own undo step.',
    ],
    [
      'itself',
      order((node) => (node.id === 'charge' ? { ...node, undoWith: 'charge' } : node)),
      'can\u2019t undo itself',
    ],
    [
      'a computed step',
      order((node) => (node.id === 'start' ? { ...node, undoWith: 'refund' } : node)),
      'needs no undo step',
    ],
    [
      'a later step',
      order((node) =>
        node.id === 'release' ? { ...node, config: { ...node.config, url: '{{ nodes.charge.id }}' } } : node,
      ),
      'does not always run before',
    ],
  ])('%s is rejected', (_, workflow, message) => {
    expect(checkWorkflow(workflow).map((one) => one.message)).toEqual(
      expect.arrayContaining([expect.stringContaining(message)]),
    );
  });
});
