import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Agent, agentIdOf, NEW_AGENT } from './agent.ts';
import { agentStatusOf } from './agent-status.ts';
import { checkAgent } from './check-agent.ts';
import { defaultParametersOf, parameterSchemaOf, runInputOf } from './parameters.ts';
import { readAgent } from './read-agent.ts';
import { triggerDefinitions, withTrigger } from './trigger.ts';

const order = Object.keys(NEW_AGENT);
const named: Agent = { ...NEW_AGENT, name: 'Payout Validator' };
const parameter = { description: '', required: false, defaultValue: null };
const places = (form: Agent) => {
  const read = checkAgent(form);
  return read.ok ? [] : read.problems.map(({ rule, path }) => `${rule} ${path}`);
};

describe('the id of an agent', () => {
  test.each([
    ['Payout Validator', 'payout-validator'],
    ['A  b!', 'a--b-'],
    ['Über 9', '-ber-9'],
  ])('[AGENT-1] [AFORM-22] [AFORM-23] of “%s” is “%s”', (name, id) => {
    expect(agentIdOf(name)).toBe(id);
    expect(checkAgent({ ...named, name })).toMatchObject({ ok: true, value: { agentId: id } });
  });

  it('[AGENT-1] has one character for every character of the name, and is its own id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary-ascii' }), (name) => {
        const id = agentIdOf(name);
        expect(id).toHaveLength(name.length);
        expect(id).toMatch(/^[a-z0-9-]+$/);
        expect(agentIdOf(id)).toBe(id);
      }),
    );
  });

  it('[AGENT-1] a given id is kept, and rejected with other characters', () => {
    expect(checkAgent({ ...named, agentId: ' pv-2 ' })).toMatchObject({
      ok: true,
      value: { agentId: 'pv-2' },
    });
    expect(places({ ...named, agentId: 'P V' })).toEqual(['AGENT-1 agentId']);
  });
});

describe('the agent form', () => {
  it('[AFORM-26] [AFORM-27] [AFORM-29] [AFORM-31] [AFORM-35] [AFORM-47] [AFORM-48] [AFORM-49] begins with the stated defaults', () => {
    expect(NEW_AGENT).toMatchObject({
      trustThreshold: 0.85,
      version: '1.0.0',
      type: 'Custom',
      riskLevel: 'low',
      environment: 'dev',
      isActive: true,
      isCustomizable: true,
      isTemplate: false,
    });
  });

  test.each([
    ['[AGENT-2] [AFORM-02] a blank name', { name: ' ' }, ['AGENT-2 name']],
    ['[AGENT-3] [AFORM-24] a threshold below', { trustThreshold: -0.01 }, ['AGENT-3 trustThreshold']],
    ['[AGENT-3] [AFORM-24] a threshold above', { trustThreshold: 1.01 }, ['AGENT-3 trustThreshold']],
    ['[AGENT-3] no number', { trustThreshold: Number.NaN }, ['AGENT-3 trustThreshold']],
    ['[AGENT-4] a version in words', { version: 'two' }, ['AGENT-4 version']],
    [
      '[AGENT-5] a capability twice, unnamed',
      { capabilities: ['a', ''].map((name) => ({ id: 'c', name, description: '', enabled: true })) },
      ['AGENT-5 capabilities[1].id', 'AGENT-5 capabilities[1].name'],
    ],
    [
      '[AGENT-6] parameters that say nothing',
      {
        parameters: [
          { ...parameter, id: '1', name: 'limit', type: 'number' as const, defaultValue: 'ten' },
          { ...parameter, id: '1', name: 'limit', type: 'select' as const },
          { ...parameter, id: '3', name: '__proto__', type: 'string' as const },
        ],
      },
      [
        'AGENT-6 parameters[1].id',
        'AGENT-6 parameters[1].name',
        'AGENT-6 parameters[0].defaultValue',
        'AGENT-6 parameters[1].options',
        'AGENT-6 parameters[2].name',
      ],
    ],
  ])('%s is told with its place', (_title, wrong, expected) => {
    expect(places({ ...named, ...wrong })).toEqual(expected);
  });

  test.each([0, 0.85, 1])('[AGENT-3] [AFORM-24] a threshold of %d is one', (trustThreshold) => {
    expect(places({ ...named, trustThreshold })).toEqual([]);
  });
});

describe('trigger conditions', () => {
  it('[AGENT-7] [AFORM-36] [AFORM-37] [AFORM-38] are trimmed, not empty and there once', () => {
    const said = ['  x ', '', '   ', 'x', 'y'];
    expect(said.reduce<readonly string[]>(withTrigger, [])).toEqual(['x', 'y']);
    const stored = checkAgent({ ...named, triggerConditions: said });
    expect(stored).toMatchObject({ ok: true, value: { triggerConditions: ['x', 'y'] } });
  });

  it('[AGENT-7] [AFORM-50] [AFORM-51] [AFORM-52] [CONF-BUILD-10] are stored as events', () => {
    expect(triggerDefinitions(['deal closed', ' '])).toEqual([
      { id: 'trigger-1', condition: 'deal closed', type: 'event' },
    ]);
  });
});

describe('inputs of an agent run', () => {
  const parameters = [
    { ...parameter, id: '1', name: 'period', type: 'string' as const, required: true },
    { ...parameter, id: '2', name: 'limit', type: 'number' as const, defaultValue: 10 },
    { ...parameter, id: '3', name: 'mode', type: 'select' as const, options: ['soft', 'hard'] },
  ];
  const agent = { parameters, defaultParameters: { limit: 20 } };

  it('[AGENT-8] are the defaults, overridden by the user', () => {
    expect(runInputOf(agent, { period: '2026-Q1', note: 'mine' })).toEqual({
      ok: true,
      value: { limit: 20, period: '2026-Q1', note: 'mine' },
    });
  });

  it('[AGENT-8] lacks nothing that is required and holds nothing that does not fit', () => {
    const read = runInputOf(agent, { limit: 'many', mode: 'loud' });
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual([
      'input.period',
      'input.limit',
      'input.mode',
    ]);
  });

  it('[AFORM-44] [AFORM-45] say their defaults and their schema', () => {
    expect(defaultParametersOf(parameters)).toEqual({ limit: 10 });
    expect(parameterSchemaOf(parameters)).toEqual({
      type: 'object',
      properties: {
        period: { type: 'string' },
        limit: { type: 'number' },
        mode: { type: 'string', enum: ['soft', 'hard'] },
      },
      required: ['period'],
    });
  });
});

test.each([
  [null, 'idle'],
  ['pending', 'running'],
  ['running', 'running'],
  ['waiting', 'running'],
  ['cancelling', 'running'],
  ['completed', 'completed'],
  ['failed', 'idle'],
  ['cancelled', 'idle'],
] as const)('[AGENT-9] [GAL-29] [CONF-GAL-05] after a run that is %s an agent is %s', (latest, status) => {
  expect(agentStatusOf(latest)).toBe(status);
});

describe('an agent from a file', () => {
  it('[AGENT-11] [AFORM-41] has the fields of the form, and no workspace', () => {
    const file = { name: 'Read', tenantId: 'far', revision: 9, capabilities: [{ id: 'c', name: 'C' }] };
    expect(readAgent(file)).toEqual({
      ok: true,
      value: {
        ...NEW_AGENT,
        name: 'Read',
        capabilities: [{ id: 'c', name: 'C', description: '', enabled: true }],
      },
    });
  });

  it('[AGENT-11] reads back unchanged', () => {
    expect(readAgent(JSON.parse(JSON.stringify(named)))).toEqual({ ok: true, value: named });
  });

  it('[AGENT-11] is refused with every wrong field', () => {
    const read = readAgent({ type: 'Robot', trustThreshold: 2, parameters: [{ id: '' }], isActive: 'yes' });
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual(
      [
        'name',
        'type',
        'trustThreshold',
        'isActive',
        'parameters[0].id',
        'parameters[0].name',
        'parameters[0].type',
      ].sort((a, b) => order.indexOf(a.split(/[.[]/)[0] ?? '') - order.indexOf(b.split(/[.[]/)[0] ?? '')),
    );
    expect(readAgent([]).ok).toBe(false);
  });
});
