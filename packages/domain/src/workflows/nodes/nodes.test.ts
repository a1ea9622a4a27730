import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json-value.ts';
import { LIBRARY_CATEGORIES, PALETTE_GROUPS } from './node-type.ts';
import { inputsOf, NODE_TYPES, nodeType, outputsOf } from './node-types.ts';
import { readConfig } from './read-config.ts';
import { settingFaults } from './setting-faults.ts';
import { hasStatus } from './statuses.ts';

const typesOf = (group: string) => NODE_TYPES.filter((one) => one.group === group).map(({ type }) => type);

describe('[WF-4] the palette', () => {
  test('[CANVAS-08] has the stated groups, and every type is in one', () => {
    expect(PALETTE_GROUPS).toEqual([
      'Technical Nodes',
      'Workflow Steps',
      'External Systems',
      'Human Intervention',
      'Integrations',
      'Tools',
    ]);
    for (const group of PALETTE_GROUPS) expect(typesOf(group)).not.toEqual([]);
    expect(new Set(NODE_TYPES.map(({ type }) => type)).size).toBe(NODE_TYPES.length);
  });

  test.each([
    ['[CANVAS-09]', 'Technical Nodes', 'input llm decision output', ''],
    [
      '[CANVAS-10]',
      'Workflow Steps',
      'start human_review approval data_collection validation wait notification branch merge end',
      'fail loop sub_workflow',
    ],
    [
      '[CANVAS-11]',
      'External Systems',
      'database_read database_write api_call file_upload email sms',
      'respond',
    ],
    [
      '[CANVAS-12]',
      'Human Intervention',
      'manual_input review_task approval_request escalation interview document_review',
      '',
    ],
    [
      '[CANVAS-13] [CANVAS-14]',
      'Integrations',
      'payment crm chat ticket document',
      'storage import_deals calculate_pay explain_pay simulate_plan validate_payouts create_suggestion open_dispute resolve_dispute read_workspace',
    ],
    ['[CANVAS-15]', 'Tools', 'calculator validator formatter parser', 'code'],
  ])('%s %s has the stated types in their order, then ours', (_, group, stated, ours) => {
    expect(typesOf(group)).toEqual(`${stated} ${ours}`.trim().split(' '));
  });

  test('[NODES-15] every library category is used, and no other', () => {
    expect(LIBRARY_CATEGORIES).toEqual([
      'AI & ML',
      'Data Processing',
      'Data Sources',
      'Human Tasks',
      'Communications',
      'Control Flow',
      'Integrations',
      'Tools',
    ]);
    expect(new Set(NODE_TYPES.map(({ category }) => category))).toEqual(new Set(LIBRARY_CATEGORIES));
  });

  test('[CONF-BUILD-17] every type has its place in the palette and in the library', () => {
    for (const { group, category } of NODE_TYPES) {
      expect(PALETTE_GROUPS).toContain(group);
      expect(LIBRARY_CATEGORIES).toContain(category);
    }
  });

  test('[CONF-BUILD-18] types with like names do different work: a gate and a task to a person, a step and a tool', () => {
    const required = (type: string) => nodeType(type)?.config.required ?? [];
    expect(required('approval')).not.toContain('assignee');
    expect(required('approval_request')).toContain('assignee');
    const placed = (type: string) => [nodeType(type)?.group, nodeType(type)?.outputs.map(({ name }) => name)];
    expect(placed('human_review')[0]).toBe('Workflow Steps');
    expect(placed('review_task')[0]).toBe('Human Intervention');
    expect(placed('human_review')[1]).not.toEqual(placed('review_task')[1]);
    expect(placed('validation')[0]).toBe('Workflow Steps');
    expect(placed('validator')[0]).toBe('Tools');
    expect(required('validation')).not.toEqual(required('validator'));
  });

  test('[NODES-10] [NODES-11] [NODES-12] [NODES-13] external steps have 30 s, 3 retries and a log level', () => {
    for (const one of NODE_TYPES.filter(({ reliability }) => reliability !== null)) {
      expect(one.reliability).toMatchObject({ timeoutSeconds: 30, retries: 3 });
      expect(one.config.properties.logLevel?.enum).toEqual(['INFO', 'DEBUG', 'WARN', 'ERROR']);
      expect(readConfig(one, {}).config).toMatchObject({
        timeoutSeconds: 30,
        retries: 3,
        backoffSeconds: 1,
        logLevel: 'INFO',
      });
      expect(['stable', 'beta', 'deprecated']).toContain(one.status);
    }
  });

  test.each([
    [['Host'], 'Attain sets host itself. Remove it.'],
    [['X-Team', 'x-team'], 'There is already a header called "x-team".'],
    [['Accept-Language', 'X-Team'], undefined],
  ])('[WF-5] the headers %j of a call are its own', (names, message) => {
    const headers = names.map((name) => ({ name, value: '1' }));
    expect(settingFaults('api_call', { headers })[0]?.message).toBe(message);
  });

  test('[WF-26] [WF-28] [WF-36] [WF-45] how a step runs is set in its panel, each setting with its words', () => {
    const shown = (type: string, field: string) =>
      NODE_TYPES.find((one) => one.type === type)?.config.properties[field];
    for (const one of NODE_TYPES.filter(({ reliability }) => reliability !== null)) {
      for (const field of ['timeoutSeconds', 'retries', 'backoffSeconds'])
        expect([one.type, field, shown(one.type, field)?.title ?? '']).not.toEqual([one.type, field, '']);
      expect([one.type, one.outputs.some(({ name }) => name === 'error')]).toEqual([
        one.type,
        one.working === 'effect',
      ]);
    }
    expect(shown('loop', 'limit')).toMatchObject({ title: expect.any(String), minimum: 1 });
    expect(shown('merge', 'wait')?.enum).toEqual(['all', 'any']);
    expect(shown('sub_workflow', 'workflow')).toMatchObject({ format: 'workflow', minLength: 1 });
  });

  test('computed steps change nothing; a natural repetition never moves money', () => {
    for (const { working, sideEffect, idempotency, reliability } of NODE_TYPES) {
      if (working === 'computed' || working === 'loop')
        expect([sideEffect, reliability]).toEqual(['pure', null]);
      if (sideEffect === 'money') expect(idempotency).not.toBe('natural');
    }
  });

  test('ports have names of their own, and a branch has one for each of its ways', () => {
    for (const { type } of NODE_TYPES) {
      const names = [...inputsOf({ type }), ...outputsOf({ type, config: {} })].map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(
      outputsOf({ type: 'branch', config: { ways: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] } }).map(
        ({ name }) => name,
      ),
    ).toEqual(['a', 'b', 'otherwise']);
    expect(outputsOf({ type: 'gone', config: {} })).toEqual([]);
  });
});

describe('[WF-5] configurations', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
  const compiled = new Map(NODE_TYPES.map((one) => [one.type, ajv.compile(one.config)]));
  const faults = (type: string, config: JsonObject) => {
    const known = nodeType(type);
    if (known === undefined) throw new Error(type);
    return readConfig(known, config).problems.map(({ rule, path }) => `${rule} ${path}`);
  };

  test('are published as JSON Schema that a validator of others reads the same way', () => {
    const type = fc.constantFrom(...NODE_TYPES);
    const config = type.chain((one) => {
      const keys = Object.keys(one.config.properties);
      const some = fc.oneof(
        fc.constantFrom('x', '1', '', 'GET', 'all', 'json'),
        fc.integer(),
        fc.boolean(),
        fc.jsonValue(),
        fc.constant([{ name: 'a', value: '1', type: 'text', when: 'true' }]),
      );
      return fc.tuple(
        fc.constant(one),
        fc.dictionary(fc.constantFrom(...keys, 'other'), some, { maxKeys: 6 }),
      );
    });
    fc.assert(
      fc.property(config, ([one, given]) => {
        const { config: read, problems } = readConfig(one, given as JsonObject);
        // what needs or excludes another setting is beyond any schema
        const beyond = settingFaults(one.type, read).map(({ message }) => message);
        const shaped = problems.every(({ rule, message }) => rule !== 'WF-5' || beyond.includes(message));
        expect(shaped).toBe(compiled.get(one.type)?.(JSON.parse(JSON.stringify(given))));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['calculator', {}, 'WF-5 config.formula'],
    ['calculator', { formula: '' }, 'WF-5 config.formula'],
    ['calculator', { formula: '1 +' }, 'WF-8 config.formula'],
    ['formatter', { template: '{{ 1 + }}' }, 'WF-8 config.template'],
    [
      'data_collection',
      {
        values: [
          { name: 'ok', value: '1' },
          { name: '1x', value: '1' },
        ],
      },
      'WF-5 config.values[1].name',
    ],
    ['data_collection', { values: [{ name: 'ok', value: '(' }] }, 'WF-8 config.values[0].value'],
    ['api_call', { url: 'https://x', retries: 99 }, 'WF-5 config.retries'],
    ['api_call', { url: 'https://x', method: 'TRACE' }, 'WF-5 config.method'],
    ['storage', { application: 'x', action: 'delete' }, 'WF-5 config.key'],
    ['storage', { application: 'x', action: 'write', key: 'a' }, 'WF-5 config.body'],
    ['wait', { mode: 'signal' }, 'WF-5 config.signal'],
    ['loop', { over: '[1]', while: 'true' }, 'WF-5 config.over'],
    ['branch', { ways: [] }, 'WF-5 config.ways'],
    ['branch', { ways: [{ name: 'otherwise' }] }, 'WF-5 config.ways[0].name'],
    ['manual_input', { form: [{ name: 'a', type: 'choice' }] }, 'WF-5 config.form[0].options'],
    [
      'manual_input',
      {
        form: [
          { name: 'a', type: 'text' },
          { name: 'a', type: 'text' },
        ],
      },
      'WF-5 config.form[1].name',
    ],
  ])('%s with %j is told where it is wrong', (type, config, fault) => {
    expect(faults(type, config as JsonObject)).toContain(fault);
  });

  test('of a database take values only as parameters, never as text', () => {
    expect(nodeType('database_read')?.config.properties.query?.format).toBe('sql');
    expect(faults('database_read', { database: 'attain', query: 'select {{ input }}' })).toEqual([]);
  });
});

describe('[WF-94] [WF-95] [WF-96] settings of an API Call', () => {
  const type = nodeType('api_call');
  const faults = (config: JsonObject) =>
    type === undefined
      ? []
      : readConfig(type, { url: 'https://a.example', ...config }).problems.map(({ path }) => path);

  test.each<[JsonObject, readonly string[]]>([
    [{}, []],
    [{ paging: 'cursor', nextPage: 'body.next', items: 'body.rows' }, []],
    [{ paging: 'cursor' }, ['config.nextPage']],
    [{ method: 'POST', paging: 'next-link' }, ['config.paging']],
    [{ responseFormat: 'file', paging: 'next-link' }, ['config.paging']],
    [{ paging: 'next-link', items: 'body..rows' }, ['config.items']],
    [{ paging: 'next-link', items: 'nodes.other.rows' }, ['config.items']],
    [
      { method: 'POST', bodyFormat: 'form', headers: [{ name: 'Content-Type', value: '"x"' }] },
      ['config.headers'],
    ],
    [{ method: 'POST', bodyFormat: 'text', headers: [{ name: 'Content-Type', value: '"x"' }] }, []],
    [{ retryStatuses: '429, 5xx', successStatuses: '' }, []],
    [{ retryStatuses: '6xx' }, ['config.retryStatuses']],
    [{ retryStatuses: '5x' }, ['config.retryStatuses']],
  ])('%j has problems at %j', (config, paths) => expect(faults(config)).toEqual(paths));

  test('[WF-95] a list of statuses has statuses and classes', () => {
    const listed = (list: string) => [200, 404, 429, 503].filter((status) => hasStatus(list, status));
    expect(listed('404, 5xx')).toEqual([404, 503]);
    expect(listed(' 4xx ')).toEqual([404, 429]);
    expect(listed('')).toEqual([]);
  });
});
