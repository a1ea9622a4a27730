import { describe, expect, test } from 'vitest';
import { checkWorkflow } from './check-workflow.ts';
import type { JsonObject } from './json-value.ts';
import { rightsNeeded } from './nodes/rights-needed.ts';
import { prepareWorkflow } from './prepare-workflow.ts';
import { flow } from './sample-workflow.fixture.ts';
import { simulateRun } from './simulate-run.ts';
import { stepAlone } from './step-alone.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

const base = flow(
  {
    start: 'start',
    call: ['api_call', { method: 'POST', url: 'https://example.com/' }],
    big: ['decision', { condition: 'nodes.call.body.amount > 100' }],
    approve: ['approval', { title: 'Pay?', queue: 'finance' }],
    each: ['loop', { over: 'input', limit: 10 }],
    body: ['formatter', { template: '{{loop.item}}' }],
    mail: ['email', { to: 'a@b.example', subject: 'x', body: 'y' }],
    yes: ['end', {}],
    no: ['end', { result: '"small"' }],
  },
  [
    'start.out > call.in',
    'call.out > big.in',
    'big.yes > approve.in',
    'big.no > no.in',
    'approve.approved > each.in',
    'approve.rejected > no.in',
    'each.each > body.in',
    'body.out > each.next',
    'each.done > mail.in',
    'mail.out > yes.in',
  ],
);

const change = (changes: Readonly<Record<string, Partial<WorkflowNode>>>, workflow = base): Workflow => ({
  ...workflow,
  nodes: workflow.nodes.map((node) => ({ ...node, ...changes[node.id] })),
});

/** Runs with a world that answers every call with `sent` and no task. */
function run(workflow: Workflow, isDraft: boolean, input: JsonObject = {}) {
  const prepared = prepareWorkflow(workflow, undefined, isDraft);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  return simulateRun(
    prepared.value,
    { input, atMs: 0 },
    { perform: () => ({ output: 'sent', delayMs: 0 }), answer: () => null },
  );
}
const performed = (one: ReturnType<typeof run>) => one.effects.map(({ step }) => step.node);
const pin = (output: JsonObject, port?: string) => ({
  pinned: { output, ...(port === undefined ? {} : { port }) },
});

describe('[WF-88] a disabled step', () => {
  test('passes on what came in, performs nothing, asks for no right and may be unfinished', () => {
    const workflow = change({
      call: { disabled: true, config: { method: 'POST', url: '' } },
      big: { config: { condition: 'input.amount > 100' } },
    });
    const small = run(workflow, false, { amount: 5 });
    expect([small.state.status, small.state.ended?.output, performed(small)]).toEqual([
      'completed',
      'small',
      [],
    ]);
    const calls = workflow.nodes.filter(({ type }) => type === 'api_call');
    expect(rightsNeeded(calls)).toEqual([]);
  });

  test.each(['start', 'big', 'approve', 'each', 'yes'])('cannot be %s', (id) => {
    expect(checkWorkflow(change({ [id]: { disabled: true } }))).toContainEqual(
      expect.objectContaining({ rule: 'WF-88', node: id }),
    );
  });
});

describe('[WF-89] pinned data', () => {
  const workflow = change({
    call: pin({ status: 200, body: { amount: 500 } }),
    approve: pin({ decision: 'rejected', comment: 'No' }),
  });

  test('takes the place of the step in runs of the draft, by the decision it holds', () => {
    const draft = run(workflow, true);
    expect([draft.state.status, draft.state.ended?.output, performed(draft)]).toEqual([
      'completed',
      'small',
      [],
    ]);
  });

  test('means nothing to runs of versions', () => {
    expect(performed(run(workflow, false))).toEqual(['call']);
  });

  test('leaves by the output it names, and only by one the step has', () => {
    const forced = change({ approve: pin({}, 'approved'), each: pin({}) }, workflow);
    expect(performed(run(forced, true))).toEqual(['mail']);
    expect(checkWorkflow(change({ call: pin({}, 'each') }))).toMatchObject([{ rule: 'WF-89', node: 'call' }]);
    expect(checkWorkflow(change({ start: pin({}) }))).toMatchObject([{ rule: 'WF-89', node: 'start' }]);
  });
});

describe('[WF-90] a step alone', () => {
  test('runs with the outputs given for earlier steps, and nothing after it', () => {
    const part = stepAlone(base, 'mail', {
      call: { body: { amount: 500 } },
      approve: { decision: 'approved' },
      each: ['a'],
    });
    if (!part.ok) throw new Error(JSON.stringify(part.problems));
    expect(checkWorkflow(part.value)).toEqual([]);
    const alone = run(part.value, true);
    expect([performed(alone), alone.state.ended?.output]).toEqual([['mail'], 'sent']);
    expect(alone.effects[0]?.input).toEqual(['a']);
  });

  test('is not reached if earlier steps lead elsewhere', () => {
    const part = stepAlone(base, 'approve', { call: { body: { amount: 1 } } });
    if (!part.ok) throw new Error(JSON.stringify(part.problems));
    expect(run(part.value, true).state.steps.get('approve@')?.status).toBe('skipped');
  });

  test.each(['start', 'body', 'each', 'yes', 'nowhere'])('cannot be %s', (id) => {
    expect(stepAlone(base, id, {})).toMatchObject({ ok: false, problems: [{ rule: 'WF-90' }] });
  });
});
