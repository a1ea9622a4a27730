import { describe, expect, test } from 'vitest';
import { type Advance, advance, replay } from './advance.ts';
import type { JournalEntry, RunEvent } from './journal.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import type { PreparedWorkflow } from './prepare-workflow.ts';
import { journalForRetry } from './retry-run.ts';
import { flow, prepared, startEvent } from './sample-workflow.fixture.ts';
import { CANCEL_GRACE_MS, openWork } from './steps/open-work.ts';
import { shortPace } from './steps/pace.ts';
import { signalTargets } from './steps/signal-targets.ts';

type Happening = RunEvent extends infer E
  ? E extends RunEvent
    ? Omit<E, 'id'> & { readonly id?: string }
    : never
  : never;

/** A run whose journal is all that is kept between events. */
class Played {
  readonly plan: PreparedWorkflow;
  journal: readonly JournalEntry[] = [];
  last!: Advance;
  #count = 0;

  constructor(plan: PreparedWorkflow, input: JsonValue = {}) {
    this.plan = plan;
    this.play(startEvent(input));
  }

  play(happening: Happening): Advance {
    this.#count += 1;
    this.last = advance(this.plan, this.journal, { id: `event-${this.#count}`, ...happening } as RunEvent);
    this.journal = JSON.parse(
      JSON.stringify([...this.journal, ...this.last.entries]),
    ) as readonly JournalEntry[];
    return this.last;
  }

  done(node: string, output: JsonValue, attempt = 1, iteration = ''): Advance {
    return this.play({ kind: 'effect-done', atMs: 1_000, step: { node, iteration }, attempt, output });
  }

  failed(
    node: string,
    attempt: number,
    rest: { retryable?: boolean; outcomeUnknown?: boolean; retryAfterMs?: number } = {},
  ): Advance {
    const error = { code: 'DOWN', message: 'The target is down.' };
    const outcome = { retryable: true, outcomeUnknown: false, ...rest };
    return this.play({
      kind: 'effect-failed',
      atMs: 1_000,
      step: { node, iteration: '' },
      attempt,
      error,
      ...outcome,
    });
  }

  answer(node: string, value: JsonValue, iteration: string | null = ''): Advance {
    return this.play({ kind: 'answer', atMs: 2_000, step: { node, iteration }, value, by: 'bob' });
  }

  timer(key: string, atMs = Number.MAX_SAFE_INTEGER): Advance {
    return this.play({ kind: 'timer', atMs, timer: key });
  }

  get kinds(): readonly string[] {
    return this.journal.map(({ kind }) => kind);
  }

  get timers(): readonly string[] {
    return openWork(this.plan, replay(this.plan, this.journal)).waits.map(({ key }) => key);
  }
}

const run = (nodes: Parameters<typeof flow>[0], links: readonly string[], input: JsonValue = {}) =>
  new Played(prepared(flow(nodes, links)), input);
const CALL: readonly [string, JsonObject] = ['api_call', { url: 'https://crm.example/x' }];
const SEND: readonly [string, JsonObject] = ['api_call', { ...CALL[1], method: 'POST' }];
const READ: readonly [string, JsonObject] = ['explain_pay', { calculation: 'input.id', payee: '"p"' }];

describe('[WF-22] computed nodes share one line', () => {
  test('a run of nothing but computing is started, computed and ended', () => {
    const played = run(
      {
        start: ['start', { fields: [{ name: 'amount', type: 'number', required: true }] }],
        calc: ['calculator', { formula: 'input.amount * 0.05', digits: 2 }],
        text: ['formatter', { template: 'Pay {{ nodes.calc }} of {{ run.input.amount }}' }],
        end: 'end',
      },
      ['start.out > calc.in', 'calc.out > text.in', 'text.out > end.in'],
      { amount: '250.50' },
    );
    expect(played.kinds).toEqual(['started', 'computed', 'ended']);
    expect(played.last).toMatchObject({ status: 'completed', output: 'Pay 12.53 of 250.50', more: false });
  });

  test('[WF-10] a quotient is rounded once, at the end, and the next step uses all digits', () => {
    const played = run(
      {
        start: 'start',
        share: ['calculator', { formula: '2 / 3', digits: 4 }],
        third: ['calculator', { formula: '1 / 3' }],
        whole: ['calculator', { formula: 'nodes.third * 3', digits: 20 }],
        end: ['end', { result: '[nodes.share, nodes.whole]' }],
      },
      ['start.out > share.in', 'share.out > third.in', 'third.out > whole.in', 'whole.out > end.in'],
    );
    expect(played.last).toMatchObject({ status: 'completed', output: [0.6667, 1] });
  });

  test.each([
    ['a zero character', '"\\u0000"'],
    ['half a character', '{"\\ud83d": 1}'],
    ['more lists than are kept', `[1]${'.map(x, [x])'.repeat(100)}`],
  ])('[WF-9] a step that makes %s fails, and not the run of whoever started it', (_, value) => {
    const played = run(
      { start: 'start', step: ['data_collection', { values: [{ name: 'made', value }] }], end: 'end' },
      ['start.out > step.in', 'step.error > end.in'],
    );
    expect(played.last).toMatchObject({ status: 'completed', output: { code: 'EXPRESSION' } });
  });

  test.each([
    ['10', 'small'],
    ['2000', 'large'],
  ])('a decision about %s takes one way; the other is never begun', (amount, way) => {
    const played = run(
      {
        start: 'start',
        big: ['decision', { condition: 'input.amount > 1000' }],
        large: ['formatter', { template: 'large' }],
        small: ['formatter', { template: 'small' }],
        merge: 'merge',
        result: ['output', { name: 'size' }],
      },
      [
        'start.out > big.in',
        'big.yes > large.in',
        'big.no > small.in',
        'large.out > merge.in',
        'small.out > merge.in',
        'merge.out > result.in',
      ],
      { amount },
    );
    expect(played.last.output).toEqual({ size: way });
  });

  test('[WF-36] a branch takes all ways that hold, or the first, or Otherwise', () => {
    const branch = (take: string, input: JsonValue) =>
      run(
        {
          start: 'start',
          branch: [
            'branch',
            {
              take,
              ways: [
                { name: 'a', when: 'input.n > 1' },
                { name: 'b', when: 'input.n > 2' },
              ],
            },
          ],
          a: ['formatter', { template: 'A' }],
          b: ['formatter', { template: 'B' }],
          c: ['formatter', { template: 'C' }],
          merge: 'merge',
          end: 'end',
        },
        [
          'start.out > branch.in',
          'branch.a > a.in',
          'branch.b > b.in',
          'branch.otherwise > c.in',
          'a.out > merge.in',
          'b.out > merge.in',
          'c.out > merge.in',
          'merge.out > end.in',
        ],
        input,
      ).last.output;
    expect(branch('all', { n: 3 })).toEqual({ a: 'A', b: 'B' });
    expect(branch('first', { n: 3 })).toBe('A');
    expect(branch('all', { n: 1 })).toBe('C');
  });

  test('validator, validation, parser and data collection work as described', () => {
    const played = run(
      {
        start: 'start',
        csv: ['parser', { format: 'csv' }],
        check: ['validation', { rules: [{ check: 'size(input) == 2', message: 'Two rows.' }] }],
        row: ['data_collection', { values: [{ name: 'total', value: 'sum(input.map(r, r.amount))' }] }],
        fields: ['validator', { fields: [{ name: 'total', type: 'number', required: true }] }],
        end: 'end',
      },
      [
        'start.out > csv.in',
        'csv.out > check.in',
        'check.valid > row.in',
        'row.out > fields.in',
        'fields.valid > end.in',
      ],
      'name,amount\n"a, or ""A""",1000.00\nb,0.10\n',
    );
    expect(played.last.output).toEqual({ total: 1000.1 });
  });

  test('an error leaves by the error port when that is connected, else the run fails with it', () => {
    const nodes = { start: 'start', calc: ['calculator', { formula: '1 / input.n' }], end: 'end' } as const;
    const links = ['start.out > calc.in', 'calc.out > end.in'];
    expect(run(nodes, [...links, 'calc.error > end.in'], { n: 0 }).last).toMatchObject({
      status: 'completed',
      output: { code: 'EXPRESSION' },
    });
    const failed = run(nodes, links, { n: 0 });
    expect(failed.last.status).toBe('failed');
    expect(failed.journal.at(-1)).toMatchObject({ error: { code: 'EXPRESSION', step: { node: 'calc' } } });
  });
});

describe('[WF-26] effects', () => {
  const links = ['start.out > call.in', 'call.out > end.in'];

  test('are requested with their configuration filled in and one key for all attempts, and end once', () => {
    const played = run(
      {
        start: 'start',
        call: ['api_call', { url: 'https://x.example/{{ input.id }}', body: 'input' }],
        end: 'end',
      },
      links,
      { id: 7 },
    );
    const [effect] = played.last.effects;
    expect(effect).toMatchObject({
      type: 'api_call',
      attempt: 1,
      input: { id: 7 },
      idempotencyKey: 'run-1/call@',
      timeoutAtMs: 30_000,
    });
    expect(effect?.config).toMatchObject({
      url: 'https://x.example/7',
      body: { id: 7 },
      method: 'GET',
      retries: 3,
    });
    expect(played.last).toMatchObject({ status: 'running', waits: [{ why: 'timeout' }] });
    expect(played.done('call', { ok: true })).toMatchObject({
      status: 'completed',
      output: { ok: true },
      closed: ['timeout/call@#1', 'run-1/call@'],
    });
    expect(played.done('call', { ok: false }).entries).toMatchObject([
      { kind: 'ignored', reason: 'run-has-ended' },
    ]);
    expect(played.last.output).toEqual({ ok: true });
  });

  test('are tried again with a growing, repeatable delay, and fail after the last retry', () => {
    const played = run({ start: 'start', call: READ, end: 'end' }, links, { id: 7 });
    const delays: number[] = [];
    for (const attempt of [1, 2, 3]) {
      const [wait] = played.failed('call', attempt).waits;
      expect(wait).toMatchObject({ kind: 'timer', why: 'retry', key: `retry/call@#${attempt}` });
      if (wait?.kind === 'timer') delays.push(wait.dueAtMs - 1_000);
      expect(played.last.status).toBe('waiting');
      expect(played.timer(`retry/call@#${attempt}`).effects).toMatchObject([
        { attempt: attempt + 1, idempotencyKey: 'run-1/call@' },
      ]);
    }
    for (const [at, delay] of delays.entries()) {
      expect(delay).toBeGreaterThanOrEqual(500 * 2 ** at);
      expect(delay).toBeLessThanOrEqual(1_000 * 2 ** at);
    }
    expect(played.failed('call', 4)).toMatchObject({ status: 'failed' });
  });

  test('a permanent failure is not retried', () => {
    expect(
      run({ start: 'start', call: READ, end: 'end' }, links, { id: 7 }).failed('call', 1, {
        retryable: false,
      }).status,
    ).toBe('failed');
  });

  test('an unknown outcome of a step that must not repeat asks a person', () => {
    const pay: readonly [string, JsonObject] = [
      'payment',
      { application: 'bank', payee: '"p"', amount: '"10.00"', currency: 'USD' },
    ];
    const asked = () => {
      const played = run({ start: 'start', call: pay, end: 'end' }, links);
      expect(played.failed('call', 1, { outcomeUnknown: true })).toMatchObject({
        status: 'waiting',
        waits: [{ kind: 'outcome', key: 'outcome/call@#1' }],
      });
      return played;
    };
    expect(asked().answer('call', { decision: 'succeeded', output: { id: 'x' } })).toMatchObject({
      status: 'completed',
      output: { id: 'x' },
    });
    expect(asked().answer('call', { decision: 'failed' }).status).toBe('failed');
    expect(asked().answer('call', { decision: 'retry' }).effects).toMatchObject([
      { attempt: 2, idempotencyKey: 'run-1/call@' },
    ]);
    expect(asked().answer('call', { decision: 'maybe' }).entries).toMatchObject([
      { kind: 'ignored', reason: 'not-an-answer' },
    ]);
    expect(asked().done('call', { id: 'late' })).toMatchObject({
      status: 'completed',
      output: { id: 'late' },
    });
  });

  test('[WF-26] waits as long as the target asks, at most a day, and never less than the backoff', () => {
    const retryAt = (retryAfterMs: number) => {
      const played = run({ start: 'start', call: READ, end: 'end' }, links, { id: 7 });
      const { entries } = played.failed('call', 1, { retryAfterMs });
      return (entries[0] as { retryAtMs?: number } | undefined)?.retryAtMs ?? 0;
    };
    expect(retryAt(3_600_000) - retryAt(0)).toBeGreaterThan(3_500_000);
    expect(retryAt(90 * 3_600_000)).toBe(retryAt(24 * 3_600_000));
    expect(retryAt(1)).toBe(retryAt(0));
  });

  test('a time-out counts as a failed attempt; its late success is still the truth', () => {
    const played = run({ start: 'start', call: READ, end: 'end' }, links, { id: 7 });
    expect(played.timer('timeout/call@#1', 29_999).entries).toEqual([]);
    expect(played.timer('timeout/call@#1', 30_000).entries).toMatchObject([
      { kind: 'attempt-failed', error: { code: 'TIMEOUT' } },
    ]);
    played.timer(played.timers[0] ?? '');
    expect(played.done('call', { ok: true }, 1)).toMatchObject({ status: 'completed' });
  });

  test('validate_payouts leaves by what it found', () => {
    const check: readonly [string, JsonObject] = ['validate_payouts', { calculation: '"c"' }];
    const played = run({ start: 'start', call: check, end: 'end', bad: 'end' }, [
      'start.out > call.in',
      'call.valid > end.in',
      'call.invalid > bad.in',
    ]);
    played.done('call', { valid: false });
    expect(played.journal.find(({ kind }) => kind === 'result')).toMatchObject({
      result: { ports: ['invalid'] },
    });
  });
});

describe('[WF-21] [WF-27] waits and people', () => {
  const links = ['start.out > ask.in', 'ask.approved > end.in'];
  const gate: readonly [string, JsonObject] = [
    'approval',
    {
      title: 'Pay {{ input.amount }}?',
      queue: 'finance',
      escalateTo: 'cfo',
      form: [{ name: 'note', type: 'text', required: true }],
      expiresAfterMinutes: 120,
    },
  ];

  test('a task states its request, escalates once after its SLA, and ends with one answer', () => {
    const played = run({ start: 'start', ask: gate, end: 'end' }, links, { amount: '5' });
    expect(played.last.status).toBe('waiting');
    expect(played.last.waits).toMatchObject([
      {
        kind: 'task',
        key: 'task/ask@',
        task: {
          title: 'Pay 5?',
          queue: 'finance',
          assignee: null,
          decisions: ['approved', 'rejected'],
          slaAtMs: 3_600_000,
        },
      },
      { why: 'escalation', dueAtMs: 3_600_000 },
      { why: 'expiry', dueAtMs: 7_200_000 },
    ]);
    expect(played.timer('escalation/ask@', 3_600_000).entries).toMatchObject([
      { kind: 'escalated', to: 'cfo' },
    ]);
    expect(played.timer('escalation/ask@', 3_700_000).entries).toEqual([]);
    expect(played.answer('ask', { decision: 'approved' }).entries).toMatchObject([
      { kind: 'ignored', reason: 'not-an-answer' },
    ]);
    expect(played.answer('ask', { decision: 'approved', values: { note: 'ok' } })).toMatchObject({
      status: 'completed',
      closed: ['task/ask@', 'expiry/ask@'],
    });
    expect(played.journal.find(({ kind }) => kind === 'result')).toMatchObject({
      result: { by: 'bob', ports: ['approved'] },
    });
    expect(played.answer('ask', { decision: 'rejected', values: { note: 'no' } }).entries).toMatchObject([
      { kind: 'ignored', reason: 'run-has-ended' },
    ]);
  });

  test('a rejection without a path ends the run; an unhandled expiry fails it', () => {
    const rejected = run({ start: 'start', ask: gate, end: 'end' }, links, { amount: '5' });
    expect(rejected.answer('ask', { decision: 'rejected', values: { note: 'no' } })).toMatchObject({
      status: 'completed',
      output: null,
    });
    const expired = run({ start: 'start', ask: gate, end: 'end' }, links, { amount: '5' });
    expect(expired.timer('expiry/ask@', 7_200_000).status).toBe('failed');
    const caught = run({ start: 'start', ask: gate, end: 'end' }, [...links, 'ask.expired > end.in'], {
      amount: '5',
    });
    expect(caught.timer('expiry/ask@', 7_200_000).status).toBe('completed');
  });

  test('a timer holds for months and fires once', () => {
    const year = 365 * 24 * 3_600;
    const played = run(
      { start: 'start', wait: ['wait', { seconds: year }], end: 'end' },
      ['start.out > wait.in', 'wait.out > end.in'],
      'x',
    );
    expect(played.last).toMatchObject({
      status: 'waiting',
      effects: [],
      waits: [{ why: 'wait', dueAtMs: year * 1_000 }],
    });
    expect(played.timer('wait/wait@', 5).entries).toEqual([]);
    expect(played.timer('wait/wait@', year * 1_000)).toMatchObject({ status: 'completed', output: 'x' });
    expect(played.timer('wait/wait@').entries).toEqual([]);
  });

  test('a wait until a moment takes only moments with a zone', () => {
    const until = (moment: string) =>
      run(
        { start: 'start', wait: ['wait', { mode: 'until', until: 'input' }], end: 'end' },
        ['start.out > wait.in', 'wait.out > end.in'],
        moment,
      ).last;
    expect(until('1970-01-01T01:00:00+01:00').waits).toMatchObject([{ dueAtMs: 0 }]);
    expect(until('1970-01-01T01:00:00').status).toBe('failed');
  });

  const signalled = () => {
    const workflow = flow(
      {
        start: 'start',
        call: READ,
        wait: ['wait', { mode: 'signal', signal: 'paid', seconds: 60 }],
        end: 'end',
      },
      ['start.out > call.in', 'call.out > wait.in', 'wait.out > end.in', 'wait.timeout > end.in'],
    );
    const played = new Played(prepared(workflow), { id: 1 });
    const state = replay(played.plan, played.journal);
    expect(signalTargets(played.plan, state, 'paid')).toEqual(['wait']);
    expect(signalTargets(played.plan, state, 'other')).toEqual([]);
    return played;
  };

  test('[WF-27] a signal reaches every branch that waits for it, and of Waits that follow each other the first that is left', () => {
    const wait: [string, JsonObject] = ['wait', { mode: 'signal', signal: 'go' }];
    const plan = prepared(
      flow({ start: 'start', left: wait, right: wait, after: wait, end: 'end' }, [
        ...['start.out > left.in', 'start.out > right.in', 'left.out > after.in'],
        ...['right.out > end.in', 'after.out > end.in'],
      ]),
    );
    const played = new Played(plan, {});
    const targets = () => signalTargets(plan, replay(plan, played.journal), 'go');
    expect(targets()).toEqual(['left', 'right']);
    for (const node of targets()) played.answer(node, null);
    expect(targets()).toEqual(['after']);
    expect(played.answer('after', null).status).toBe('completed');
  });

  test('an early signal is kept, a second one is reported, and the wait takes the first at once', () => {
    const played = signalled();
    expect(played.answer('wait', 1, null).entries).toMatchObject([{ kind: 'kept' }]);
    expect(played.answer('wait', 2, null).entries).toMatchObject([
      { kind: 'ignored', reason: 'already-kept' },
    ]);
    expect(played.done('call', {})).toMatchObject({ status: 'completed', output: 1, waits: [] });
    expect(played.answer('wait', 3, null).entries).toMatchObject([
      { kind: 'ignored', reason: 'run-has-ended' },
    ]);
  });

  test('a signal in time wins over the time-out, and the other way round', () => {
    const intime = signalled();
    expect(intime.done('call', 'x').waits).toMatchObject([
      { kind: 'signal', name: 'paid' },
      { why: 'wait', dueAtMs: 61_000 },
    ]);
    expect(intime.answer('wait', 7, null)).toMatchObject({
      status: 'completed',
      output: 7,
      closed: ['signal/wait@', 'wait/wait@'],
    });
    const late = signalled();
    late.done('call', 'x');
    expect(late.timer('wait/wait@', 61_000)).toMatchObject({ status: 'completed', output: 'x' });
    expect(late.answer('wait', 7, null).entries).toMatchObject([{ reason: 'run-has-ended' }]);
  });

  test('an unexpected signal is reported', () => {
    expect(signalled().answer('end', 1).entries).toMatchObject([{ reason: 'never-asked' }]);
  });
});

describe('[WF-20] ends', () => {
  test('[WF-36] parallel branches run side by side; All waits for both, Any for the first', () => {
    const branches = (wait: string) =>
      run(
        { start: 'start', a: READ, b: READ, merge: ['merge', { wait }], c: READ, end: 'end' },
        [
          'start.out > a.in',
          'start.out > b.in',
          'a.out > merge.in',
          'b.out > merge.in',
          'merge.out > c.in',
          'c.out > end.in',
        ],
        { id: 1 },
      );
    const all = branches('all');
    expect(all.last.effects.map(({ step }) => step.node)).toEqual(['a', 'b']);
    expect(all.done('b', { id: 2 }).effects).toEqual([]);
    expect(all.failed('a', 1, { retryable: false }).status).toBe('failed');
    const any = branches('any');
    expect(any.done('b', { id: 2 }).effects).toMatchObject([{ step: { node: 'c' }, input: { id: 2 } }]);
    expect(any.done('a', { id: 3 }).effects).toEqual([]);
    expect(any.done('c', 'done')).toMatchObject({ status: 'completed', output: 'done' });
  });

  test('a cancelled run starts nothing, lets what is under way finish, and ends cancelled', () => {
    const played = run(
      { start: 'start', a: READ, b: ['wait', { seconds: 9 }], next: READ, end: 'end' },
      ['start.out > a.in', 'start.out > b.in', 'a.out > next.in', 'next.out > end.in', 'b.out > end.in'],
      { id: 1 },
    );
    expect(played.play({ kind: 'cancel', atMs: 500, by: 'ada', reason: 'wrong file' })).toMatchObject({
      status: 'cancelling',
      effects: [],
      closed: ['wait/b@'],
      waits: [{ why: 'grace', dueAtMs: 500 + CANCEL_GRACE_MS }],
    });
    expect(played.play({ kind: 'cancel', atMs: 501, by: 'bob', reason: '' }).entries).toMatchObject([
      { reason: 'run-is-cancelling' },
    ]);
    expect(played.done('a', { ok: 1 })).toMatchObject({ status: 'cancelled', effects: [] });
    expect(played.kinds.slice(-2)).toEqual(['result', 'ended']);
  });

  test('a cancelled run does not wait longer than its grace', () => {
    const played = run({ start: 'start', call: SEND, end: 'end' }, [
      'start.out > call.in',
      'call.out > end.in',
    ]);
    played.play({ kind: 'cancel', atMs: 0, by: 'ada', reason: '' });
    expect(played.timer('grace')).toMatchObject({
      status: 'cancelled',
      closed: ['grace', 'timeout/call@#1', 'run-1/call@'],
    });
    expect(played.kinds.slice(-2)).toEqual(['result', 'ended']);
    expect(stepOf(played, 'call')).toMatchObject({ status: 'cancelled', error: { code: 'OUTCOME_UNKNOWN' } });
  });

  const stepOf = ({ plan, journal }: Played, node: string) => replay(plan, journal).steps.get(`${node}@`);

  test.each([
    ['a call that was sent', SEND, true, 'OUTCOME_UNKNOWN'],
    ['a call that was not sent', SEND, false, 'RUN_CANCELLED'],
    ['a reading', READ, true, 'RUN_CANCELLED'],
  ] as const)('[WF-20] the outcome of %s when its run is cancelled', (_, node, outcomeUnknown, code) => {
    const played = run(
      { start: 'start', call: node, next: READ, end: 'end' },
      ['start.out > call.in', 'call.error > next.in', 'call.out > end.in', 'next.out > end.in'],
      { id: 1 },
    );
    played.play({ kind: 'cancel', atMs: 0, by: 'ada', reason: '' });
    const error = { code: 'RUN_CANCELLED', message: '' };
    const aborted = {
      kind: 'effect-failed',
      atMs: 1,
      attempt: 1,
      retryable: true,
      outcomeUnknown,
      error,
    } as const;
    const ended = played.play({ ...aborted, step: { node: 'call', iteration: '' } });
    expect(ended).toMatchObject({ status: 'cancelled', effects: [] });
    expect(stepOf(played, 'call')).toMatchObject({ status: 'cancelled', error: { code } });
    expect(replay(played.plan, played.journal)).toMatchObject({ failure: null });
    // it is repeated with the run
    const again = journalForRetry(played.plan, played.journal, {
      from: 'call',
      run: 'run-2',
      atMs: 2,
      event: 'again',
    });
    expect(again.ok && again.value.map(({ kind }) => kind)).toEqual(['started', 'computed']);
  });

  test('[WF-20] a step whose outcome a person was to confirm stays unknown when its run is cancelled', () => {
    const played = run({ start: 'start', call: SEND, end: 'end' }, [
      'start.out > call.in',
      'call.out > end.in',
    ]);
    played.timer('timeout/call@#1', 600_000);
    expect(played.last.status).toBe('waiting');
    expect(played.play({ kind: 'cancel', atMs: 600_001, by: 'ada', reason: '' })).toMatchObject({
      status: 'cancelled',
      closed: ['outcome/call@#1'],
    });
    expect(stepOf(played, 'call')).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } });
  });

  test('a run past its deadline fails', () => {
    const workflow = flow(
      { start: 'start', wait: ['wait', { seconds: 999 }], end: 'end' },
      ['start.out > wait.in', 'wait.out > end.in'],
      { settings: { deadlineMinutes: 5 } },
    );
    const played = new Played(prepared(workflow));
    expect(played.timer('deadline', 300_000)).toMatchObject({ status: 'failed' });
    expect(played.journal.at(-1)).toMatchObject({ error: { code: 'DEADLINE' } });
  });

  test('a run that was never started can be cancelled, and the same event twice is one event', () => {
    const plan = prepared(flow({ start: 'start', end: 'end' }, ['start.out > end.in']));
    const cancel = { id: 'c', atMs: 0, kind: 'cancel', by: 'ada', reason: '' } as const;
    const cancelled = advance(plan, [], cancel);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(advance(plan, cancelled.entries, cancel).entries).toEqual([]);
    expect(advance(plan, cancelled.entries, startEvent()).entries).toMatchObject([
      { reason: 'run-has-ended' },
    ]);
    const started = advance(plan, [], startEvent());
    expect(advance(plan, started.entries, startEvent()).entries).toEqual([]);
  });
});

describe('[WF-28] loops', () => {
  const each = (config: JsonObject, body: readonly [string, JsonObject]) =>
    ({ start: 'start', loop: ['loop', config], body, end: 'end' }) as const;
  const links = ['start.out > loop.in', 'loop.each > body.in', 'body.out > loop.next', 'loop.done > end.in'];

  test('over a list, collecting what comes back; nodes inside see their own turn', () => {
    const played = run(
      each({ over: 'input' }, ['calculator', { formula: 'loop.item * 10 + loop.index' }]),
      links,
      [1, 2, 3],
    );
    expect(played.last.output).toEqual([10, 21, 32]);
    expect(run(each({ over: 'input' }, ['calculator', { formula: '1' }]), links, []).last.output).toEqual([]);
  });

  test('while a condition holds, and never beyond the limit', () => {
    const until = each({ while: 'loop.last == null || loop.last < 5' }, [
      'calculator',
      { formula: 'loop.index * 2' },
    ]);
    expect(run(until, links).last.output).toEqual([0, 2, 4, 6]);
    const endless = run(each({ while: 'true', limit: 7 }, ['calculator', { formula: '1' }]), links);
    expect(endless.last.status).toBe('failed');
    expect(endless.journal.at(-1)).toMatchObject({ error: { code: 'LOOP_LIMIT' } });
    expect(
      run(each({ over: 'input', limit: 2 }, ['calculator', { formula: '1' }]), links, [1, 2, 3]).last.status,
    ).toBe('failed');
  });

  test('effects inside are one a turn, with keys of their own', () => {
    const played = run(
      each({ over: '["a", "b"]' }, ['explain_pay', { calculation: '"c"', payee: 'loop.item' }]),
      links,
    );
    expect(played.last.effects).toMatchObject([
      { step: { iteration: 'loop:0' }, idempotencyKey: 'run-1/body@loop:0', config: { payee: 'a' } },
    ]);
    expect(played.done('body', 1, 1, 'loop:0').effects).toMatchObject([
      { step: { iteration: 'loop:1' }, config: { payee: 'b' } },
    ]);
    expect(played.done('body', 2, 1, 'loop:0').entries).toMatchObject([{ reason: 'already-answered' }]);
    expect(played.done('body', 3, 1, 'loop:1').output).toEqual([1, 3]);
  });

  test('in loops, with decisions inside', () => {
    const played = run(
      {
        start: 'start',
        outer: ['loop', { over: 'input' }],
        inner: ['loop', { over: 'input' }],
        odd: ['decision', { condition: 'input % 2 == 1' }],
        twice: ['calculator', { formula: 'input * 2' }],
        end: 'end',
      },
      [
        'start.out > outer.in',
        'outer.each > inner.in',
        'inner.each > odd.in',
        'odd.yes > twice.in',
        'odd.no > inner.next',
        'twice.out > inner.next',
        'inner.done > outer.next',
        'outer.done > end.in',
      ],
      [[1, 2], [], [3]],
    );
    expect(played.last.output).toEqual([[2, 2], [], [6]]);
  });

  test('a long loop pauses, continues, and gives the same result', () => {
    const items = Array.from({ length: 3_000 }, (_, i) => i);
    const played = run(
      each({ over: 'input', limit: 10_000 }, ['calculator', { formula: 'loop.item' }]),
      links,
      items,
    );
    let pauses = 0;
    while (played.last.more) {
      pauses += 1;
      expect(played.last.status).toBe('running');
      played.play({ kind: 'continue', atMs: 1 });
    }
    expect(pauses).toBe(3);
    expect(played.last.output).toEqual(items);
  });

  const heavy = 'run.input.all(x, run.input.exists(y, y >= x))';
  const goOn = (limit: number) => {
    const played = run(
      each({ while: 'true', limit: 10_000 }, ['decision', { condition: heavy }]),
      [...links.slice(0, 2), 'body.yes > loop.next', ...links.slice(3)],
      Array.from({ length: 100 }, (_, i) => i),
    );
    let pauses = 0;
    for (; played.last.more && pauses < limit; pauses += 1)
      played.play({ kind: 'continue', atMs: 1, worked: played.last.worked });
    return { played, pauses };
  };

  test('[WF-28] few steps that compute much pause for breath as well', () => {
    const { played } = goOn(3);
    expect(played.last).toMatchObject({ more: true, status: 'running' });
    expect(played.last.worked).toBeGreaterThan(750_000);
    expect(played.last.worked).toBeLessThan(1_500_000);
    expect(played.last.entries.flatMap((entry) => ('steps' in entry ? entry.steps : [])).length).toBeLessThan(
      60,
    );
  });

  test('[WF-28] where others wait a step that costs too much is given up unbegun, and is the same when it is done later', () => {
    const values = Array.from({ length: 5 }, (_, at) => ({ name: `v${at}`, value: heavy }));
    const plan = prepared(
      flow({ begin: ['start', {}], body: ['data_collection', { values }], end: ['end', {}] }, [
        'begin.out > body.in',
        'body.out > end.in',
      ]),
    );
    const input = Array.from({ length: 100 }, (_, i) => i);
    const start = startEvent(input) as RunEvent;
    const whole = advance(plan, [], start);
    const short = advance(plan, [], start, shortPace);
    expect(short).toMatchObject({ more: true, status: 'running' });
    expect(short.worked).toBeLessThan(shortPace.work);
    expect(short.entries.flatMap((entry) => ('steps' in entry ? entry.steps : []))).toHaveLength(1);
    const onward = { id: 'onward', kind: 'continue', atMs: 1, worked: short.worked } as const;
    const rest = advance(plan, short.entries, onward);
    expect(rest).toMatchObject({
      more: false,
      status: 'completed',
      output: whole.output,
      worked: whole.worked,
    });
  });

  test('[WF-28] a run that computes without an end is ended with the reason', () => {
    const { played } = goOn(0);
    played.play({ kind: 'continue', atMs: 1, worked: 99_999_999 });
    expect(played.last.entries.at(-1)).toMatchObject({
      kind: 'ended',
      status: 'failed',
      error: { code: 'TOO_MUCH_WORK', message: expect.stringContaining('fewer items') },
    });
  });
});
