import { describe, expect, test } from 'vitest';
import { EMPTY_WORKFLOW, type Workflow } from '../workflows/workflow.ts';
import { obligationText, readObligation } from './obligations.ts';
import {
  mayMovePolicy,
  type PolicyHours,
  type PolicyRule,
  policyStatuses,
  priorityNumbers,
  priorityOf,
} from './policy.ts';
import { holdsAt, limitProblems, limitsInWords, noLimits } from './policy-limits.ts';
import { conditionsInWords, effectInWords, targetInWords } from './policy-words.ts';
import { MAX_PROBES, probesOf } from './probes.ts';
import { STATED_CALLS_PER_HOUR, statedPolicies } from './stated-policies.ts';
import { cedarOf, ruleProblems } from './to-cedar.ts';
import { handlesMoney, labelsAt } from './workflow-facts.ts';

const rule = (more: Partial<PolicyRule> = {}): PolicyRule => ({
  effect: 'deny',
  actions: ['call'],
  conditions: [],
  exceptRoles: [],
  limit: 100,
  windowSeconds: 3600,
  ...more,
});

describe('a form as a document', () => {
  test('[GOV-3] names its actions, conditions and exceptions', () => {
    const made = cedarOf(
      rule({
        actions: ['run', 'edit'],
        conditions: [
          { field: 'risk', is: false, value: 'low' },
          { field: 'money', is: true, value: 'yes' },
        ],
        exceptRoles: ['finance'],
      }),
    );
    expect(made).toBe(
      'forbid (principal, action in [Action::"run", Action::"edit"], resource)\n' +
        'when { context.risk != "low" && context.handlesMoney }\nunless { principal in [Role::"finance"] };\n',
    );
  });

  test('[GOV-3] quotes every value', () => {
    const hostile = 'eu" || true || "';
    const made = cedarOf(rule({ conditions: [{ field: 'region', is: true, value: hostile }] }));
    expect(made).toContain('resource.region == "eu\\u{22} \\u{7c}\\u{7c} true \\u{7c}\\u{7c} \\u{22}"');
    expect(cedarOf(rule({ conditions: [{ field: 'label', is: true, value: 'a\\b\n' }] }))).toContain(
      '"a\\u{5c}b\\u{a}"',
    );
  });

  test('[GOV-3] has actions that its effect and facts have', () => {
    const paths = (one: Partial<PolicyRule>) => ruleProblems(rule(one)).map(({ path }) => path);
    expect(paths({})).toEqual([]);
    expect(paths({ actions: [] })).toEqual(['rule.actions']);
    expect(paths({ effect: 'limit', actions: ['run'] })).toEqual(['rule.actions']);
    expect(paths({ effect: 'limit', limit: 1001, windowSeconds: 0 })).toEqual([
      'rule.limit',
      'rule.windowSeconds',
    ]);
    expect(paths({ effect: 'approve' })).toEqual(['rule.actions']);
    const region = [{ field: 'region', is: true, value: ' ' }] as const;
    expect(paths({ actions: ['run', 'call'], conditions: region })).toEqual([
      'rule.conditions.0.value',
      'rule.conditions.0.field',
    ]);
  });

  test('[GOV-2] obligations are read back as they are written', () => {
    for (const text of ['audit', 'limit:100:3600', 'approve:manager:1'])
      expect(obligationText(readObligation(text) ?? { kind: 'audit' })).toBe(text);
    for (const text of [
      '',
      'pay',
      'limit:0:1',
      'limit:1001:1',
      'limit:1:86401',
      'limit:1:1:1',
      'approve:x:1',
    ])
      expect(readObligation(text)).toBeNull();
  });
});

test('[POLICY-15] [POLICY-16] [GOV-6] a policy moves between draft, active and inactive', () => {
  const moves = policyStatuses.flatMap((from) =>
    policyStatuses.filter((to) => mayMovePolicy(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(moves).toEqual(['active → inactive', 'inactive → active', 'draft → active']);
});

test('[CONF-DATA-06] priorities are stored as numbers', () => {
  expect(priorityNumbers).toEqual({ low: 0, medium: 50, high: 100 });
  expect([0, 49, 50, 99, 100].map(priorityOf)).toEqual(['low', 'low', 'medium', 'medium', 'high']);
});

test('[GOV-10] [POLICY-21] the five stated policies are valid forms', () => {
  expect(statedPolicies).toHaveLength(5);
  expect(statedPolicies.flatMap(({ rule: one }) => ruleProblems(one))).toEqual([]);
  expect(STATED_CALLS_PER_HOUR).toBe(100);
  expect(statedPolicies.map((one) => `${conditionsInWords(one.rule)} ${effectInWords(one.rule)}`)).toEqual([
    'When the risk is high. Require the approval of a manager.',
    'When the data includes personal data of the European Union and the connection is not in the European Union. Deny.',
    'Always. Limit each agent to 100 calls in an hour.',
    'When the agent handles pay. Record in the audit log.',
    'Always, except for Agent Developer, Administrator. Deny.',
  ]);
  expect(statedPolicies[0]?.appliesTo.map(targetInWords)).toEqual(['Staging', 'Production']);
});

describe('facts of a workflow', () => {
  const node = (id: string, type: string, config = {}) => ({
    id,
    type,
    title: '',
    position: { x: 0, y: 0 },
    config,
  });
  const edge = (from: string, to: string) => ({
    id: `${from}-${to}`,
    from: { node: from, port: 'out' },
    to: { node: to, port: 'in' },
  });
  const workflow = (read: ReturnType<typeof node>): Workflow => ({
    ...EMPTY_WORKFLOW,
    nodes: [node('begin', 'start'), node('before', 'api_call'), read, node('after', 'api_call')],
    edges: [edge('begin', 'before'), edge('before', 'read'), edge('read', 'after'), edge('after', 'before')],
  });
  const straight = (read: ReturnType<typeof node>): Workflow => {
    const looped = workflow(read);
    return { ...looped, edges: looped.edges.slice(0, 3) };
  };
  const region = { region: 'eu', isStartedByRun: false };

  test('[GOV-9] data is personal behind a step that reads records about people', () => {
    const reads = straight(node('read', 'database_read', { database: 'attain', query: 'deals' }));
    expect(labelsAt(reads, 'before', region)).toEqual([]);
    expect(labelsAt(reads, 'after', region)).toEqual(['personal:eu']);
    // an undo step gets what its step returned
    const undone = { ...node('after', 'api_call'), undoWith: 'undo' };
    const undoing = { ...reads, nodes: [...reads.nodes.slice(0, 3), undone, node('undo', 'api_call')] };
    expect(labelsAt(undoing, 'undo', region)).toEqual(['personal:eu']);
    // around a loop, what is read reaches the step before
    expect(labelsAt(workflow(node('read', 'read_workspace')), 'before', region)).toEqual(['personal:eu']);
    const outside = straight(node('read', 'database_read', { database: 'orders' }));
    expect(labelsAt(outside, 'after', region)).toEqual([]);
    expect(labelsAt(outside, 'after', { ...region, isStartedByRun: true })).toEqual(['personal:eu']);
  });

  test('[GOV-8] an agent that calculates, pays or decides about pay handles pay', () => {
    expect(handlesMoney(straight(node('read', 'calculate_pay')))).toBe(true);
    expect(handlesMoney(straight(node('read', 'payment')))).toBe(true);
    expect(handlesMoney(straight(node('read', 'database_write', { database: 'attain' })))).toBe(true);
    expect(handlesMoney(straight(node('read', 'database_write', { database: 'orders' })))).toBe(false);
    expect(handlesMoney(straight(node('read', 'chat')))).toBe(false);
  });
});

test('[GOV-4] probes know every value that documents mention, and no more facts than they need', () => {
  const document = cedarOf(rule({ conditions: [{ field: 'region', is: true, value: 'moon' }] }));
  const probes = probesOf([document], 'call') ?? [];
  const regions = probes.map(({ resource }) => (resource.type === 'Connection' ? resource.region : null));
  expect(regions).toContain('moon');
  expect(new Set(probes.map(({ principal }) => principal.roles.join())).size).toBe(1);
  const many = Array.from(
    { length: 40 },
    (_, at) => `context.agent == "a${at}" && resource.kind == "k${at}"`,
  );
  expect(probesOf(many, 'call')).toBeNull();
  expect(probes.length).toBeLessThan(MAX_PROBES);
});

describe('[GOV-16] limits of a policy', () => {
  const office: PolicyHours = {
    within: true,
    days: [1, 2, 3, 4, 5],
    from: '09:00',
    until: '17:00',
    timeZone: 'America/New_York',
  };
  const night: PolicyHours = { ...office, days: [5], from: '22:00', until: '06:00' };
  // 2026-11-27 is a Friday; New York is 5 hours behind UTC in winter, 4 in summer
  test.each([
    [office, '2026-11-27T14:00:00Z', true],
    [office, '2026-11-27T13:59:59Z', false],
    [office, '2026-11-27T22:00:00Z', false],
    [office, '2026-07-24T13:00:00Z', true],
    [office, '2026-11-28T15:00:00Z', false],
    [{ ...office, within: false }, '2026-11-28T15:00:00Z', true],
    [{ ...office, within: false }, '2026-11-27T14:00:00Z', false],
    [night, '2026-11-28T03:00:00Z', true],
    [night, '2026-11-28T10:59:00Z', true],
    [night, '2026-11-28T11:00:00Z', false],
    [night, '2026-11-27T10:59:00Z', false],
    [{ ...night, days: [7] }, '2026-11-30T10:59:00Z', true],
    [{ ...office, from: '00:00', until: '24:00' }, '2026-11-28T04:59:00Z', true],
  ])('hours %o at %s: %s', (hours, at, holds) => {
    expect(holdsAt(hours, Date.parse(at))).toBe(holds);
  });

  test('name days, a span and a known time zone, and a last day that has not passed', () => {
    const paths = (more: object, governed: object = {}, today: string | null = '2026-11-28') =>
      limitProblems({ ...noLimits, ...more }, { actions: ['run'], obligation: null, ...governed }, today).map(
        ({ path }) => path,
      );
    const addresses = { within: true, networks: ['10.0.0.0/8'] };
    expect(paths({ hours: office, addresses, expiresOn: '2026-11-28' })).toEqual([]);
    expect(paths({ hours: { ...office, days: [], until: '09:00', timeZone: 'Moon/Base' } })).toEqual([
      'limits.hours.days',
      'limits.hours.until',
      'limits.hours.timeZone',
    ]);
    expect(paths({ addresses }, { actions: ['run', 'call'] })).toEqual(['limits.addresses']);
    // a deployment asks for its approval later, when no client does
    const actions = ['run', 'deploy'];
    const approve = { kind: 'approve', role: 'manager', count: 1 };
    expect(paths({ addresses }, { actions, obligation: approve })).toEqual(['limits.addresses']);
    expect(paths({ addresses }, { actions })).toEqual([]);
    expect(paths({ addresses }, { obligation: approve })).toEqual([]);
    expect(paths({ expiresOn: '2026-11-27' })).toEqual(['limits.expiresOn']);
    expect(paths({ expiresOn: '2026-11-27' }, {}, null)).toEqual([]);
  });

  test('are said as a sentence', () => {
    expect(limitsInWords(noLimits)).toBe('Always, from everywhere.');
    const addresses = { within: false, networks: ['10.0.0.0/8'] };
    expect(limitsInWords({ environment: 'prod', hours: night, addresses, expiresOn: '2026-12-31' })).toBe(
      'In Production; on Fri 22:00–06:00 (America/New_York); from outside 10.0.0.0/8; until Dec 31, 2026 (UTC).',
    );
  });
});
