import { describe, expect, it } from 'vitest';
import type { Resources } from '../suites/run-case.ts';
import { EMPTY_WORKFLOW, type Workflow } from '../workflows/workflow.ts';
import { approvalGates, automatedGates, candidateName, judgeGates } from './release-gates.ts';
import { scanWorkflow } from './scan-workflow.ts';

const used: Resources = { virtualMs: 100, steps: 10, calls: 2, expressionSteps: 50, journalCharacters: 900 };
const good = {
  suites: [{ name: 'Pay', hasPassed: true }],
  cases: [{ name: 'A month', now: used, before: used }],
  findings: [],
};
const statuses = (given: Parameters<typeof judgeGates>[0]) => judgeGates(given).map(({ status }) => status);

describe('gates of releases', () => {
  it('[REL-13] [VERS-23] are unit tests, security scan and performance tests, and read stored results', () => {
    expect(judgeGates(good)).toEqual([
      { gate: 'unit-tests', status: 'passed', text: '1 suite passed.' },
      { gate: 'security-scan', status: 'passed', text: 'Nothing found.' },
      {
        gate: 'performance-tests',
        status: 'passed',
        text: '1 case needs at most 10 % more than in production.',
      },
    ]);
    expect(automatedGates).toEqual(['unit-tests', 'security-scan', 'performance-tests']);
    expect(approvalGates).toEqual(['qa-approval', 'security-review', 'change-advisory']);
    expect(candidateName('1.4.0', 1)).toBe('1.4.0-rc.1');
  });

  it('[REL-13] [VERS-23] fail for what was never tested, failed or grew', () => {
    expect(statuses({ suites: [], cases: [], findings: [] })).toEqual(['failed', 'passed', 'failed']);
    const unpassed = { ...good, suites: [{ name: 'Pay', hasPassed: false }] };
    expect(judgeGates(unpassed)[0]).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('“Pay”'),
    });
    const slower = { ...good, cases: [{ name: 'A month', now: { ...used, steps: 12 }, before: used }] };
    expect(judgeGates(slower)[2]).toMatchObject({
      status: 'failed',
      text: '“A month” needs 12 steps, in production 10.',
    });
    const within = { ...good, cases: [{ name: 'A month', now: { ...used, steps: 11 }, before: used }] };
    expect(statuses(within)[2]).toBe('passed');
    const first = { ...good, cases: [{ name: 'A month', now: used, before: null }] };
    expect(statuses(first)[2]).toBe('passed');
    const found = {
      ...good,
      findings: [{ rule: 'secret', node: 'a', message: '“A” holds a secret.' } as const],
    };
    expect(judgeGates(found)[1]).toMatchObject({ status: 'failed', text: '“A” holds a secret.' });
  });
});

const position = { x: 0, y: 0 };
const node = (id: string, type: string, config: Record<string, string> = {}) => ({
  ...{ id, type, title: '', position, config },
});
const chain = (...nodes: ReturnType<typeof node>[]): Workflow => ({
  ...EMPTY_WORKFLOW,
  nodes,
  edges: nodes.slice(1).map(({ id }, at) => ({
    id: `e${at}`,
    from: { node: nodes[at]?.id ?? '', port: 'out' },
    to: { node: id, port: 'in' },
  })),
});
const closed = { hasWebhook: false };
const rulesOf = (workflow: Workflow, facts = closed) => scanWorkflow(workflow, facts).map(({ rule }) => rule);

describe('the security scan', () => {
  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    `sk_live_${'4'.repeat(20)}`,
    `ghp_${'a'.repeat(36)}`,
    '-----BEGIN RSA PRIVATE KEY-----',
    `Bearer ${'x'.repeat(24)}`,
  ])('[REL-14] finds the secret %s, wherever it is', (secret) => {
    expect(
      rulesOf(chain(node('a', 'start'), node('b', 'api_call', { body: `{"key":"${secret}"}` }))),
    ).toEqual(['secret']);
  });

  it('[REL-14] finds calls without encryption, but not names of secrets or local addresses', () => {
    const calls = (url: string) => rulesOf(chain(node('a', 'start'), node('b', 'api_call', { url })));
    expect(calls('http://pay.example.com')).toEqual(['plain-http']);
    expect(calls('https://pay.example.com')).toEqual([]);
    expect(calls('http://127.0.0.1:4010/x')).toEqual([]);
    expect(
      rulesOf(chain(node('a', 'start'), node('b', 'end', { note: 'Bearer tokens are not kept' }))),
    ).toEqual([]);
  });

  it('[REL-14] finds payments that a way reaches without a decision', () => {
    const approved = chain(node('a', 'start'), node('b', 'approval'), node('c', 'payment'));
    expect(rulesOf(approved)).toEqual([]);
    expect(rulesOf(chain(node('a', 'start'), node('c', 'payment'), node('b', 'approval')))).toEqual([
      'payment',
    ]);
    const around = {
      ...approved,
      edges: [
        ...approved.edges,
        { id: 'x', from: { node: 'a', port: 'out' }, to: { node: 'c', port: 'in' } },
      ],
    };
    expect(rulesOf(around)).toEqual(['payment']);
    const undoing = ({ nodes, ...rest }: Workflow) => ({
      ...rest,
      nodes: [
        ...nodes.map((one) => (one.id === 'x' ? { ...one, undoWith: 'undo' } : one)),
        node('undo', 'payment'),
      ],
    });
    expect(rulesOf(undoing(chain(node('a', 'start'), node('x', 'api_call'))))).toEqual(['payment']);
    const decided = chain(node('a', 'start'), node('b', 'approval'), node('x', 'api_call'));
    expect(rulesOf(undoing(decided))).toEqual([]);
  });

  it('[REL-14] finds webhooks whose input no contract checks', () => {
    const open = { hasWebhook: true };
    expect(rulesOf(chain(node('a', 'start')), open)).toEqual(['open-input']);
    expect(rulesOf(chain(node('a', 'start', { contract: 'input@1.0.0' })), open)).toEqual([]);
    expect(rulesOf(chain(node('a', 'start')))).toEqual([]);
  });
});
