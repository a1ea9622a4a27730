import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalWorkflow, MAX_PROBLEMS, parseWorkflow } from './parse-workflow.ts';
import { randomWorkflow } from './random-workflow.fixture.ts';
import { flow } from './sample-workflow.fixture.ts';
import { WORKFLOW_LIMITS } from './workflow.ts';
import { workflowSchema } from './workflow-schema.ts';

const good = flow({ start: 'start', end: 'end' }, ['start.out > end.in'], {
  variables: [{ name: 'limit', description: '', default: { deep: [1, '2', null] } }],
  notes: [{ id: 'n', text: '<script>alert(1)</script>', position: { x: 0, y: 0 } }],
});
const node = { id: 'a', type: 'start', title: '', position: { x: 0, y: 0 }, config: {} };
const ajv = new Ajv2020({ strict: true, strictTypes: false });
const validates = ajv.compile(workflowSchema);

function error(json: unknown): readonly string[] {
  const read = parseWorkflow(json);
  return read.ok ? [] : read.problems.map(({ rule, path }) => `${rule} ${path}`);
}

describe('[WF-1] a workflow document', () => {
  test('reads back unchanged, with defaults for missing fields', () => {
    expect(parseWorkflow(JSON.parse(JSON.stringify(good)))).toEqual({ ok: true, value: good });
    const { position, id, type } = node;
    const read = parseWorkflow({ name: 'Short', nodes: [{ id, type, position }], edges: [] });
    expect(read).toMatchObject({
      ok: true,
      value: { nodes: [node], variables: [], notes: [], settings: { deadlineMinutes: null } },
    });
  });

  test.each([
    ['nothing', null, ''],
    ['a list', [], ''],
    ['no name', { ...good, name: undefined }, 'name'],
    ['an unknown field', { ...good, owner: 'me' }, 'owner'],
    ['a node without an id', { ...good, nodes: [{ ...node, id: undefined }] }, 'nodes[0].id'],
    ['an id with a blank', { ...good, nodes: [{ ...node, id: 'a b' }] }, 'nodes[0].id'],
    [
      'a position below zero',
      { ...good, nodes: [{ ...node, position: { x: -1, y: 0 } }] },
      'nodes[0].position.x',
    ],
    ['a config that is a list', { ...good, nodes: [{ ...node, config: [] }] }, 'nodes[0].config'],
    ['a title that is too long', { ...good, nodes: [{ ...node, title: 'x'.repeat(201) }] }, 'nodes[0].title'],
    [
      'a connection without a port',
      { ...good, edges: [{ id: 'e', from: { node: 'a' }, to: { node: 'b', port: 'in' } }] },
      'edges[0].from.port',
    ],
    ['half a minute', { ...good, settings: { deadlineMinutes: 0.5 } }, 'settings.deadlineMinutes'],
    ['a variable without a value', { ...good, variables: [{ name: 'x' }] }, 'variables[0].default'],
  ])('is refused with %s, by the published schema as well', (_, json, path) => {
    expect(error(json)).toContain(`WF-1 ${path}`);
    expect(validates(JSON.parse(JSON.stringify(json)))).toBe(false);
  });

  test('that any workflow is written as is read by both', () => {
    fc.assert(
      fc.property(randomWorkflow, (workflow) => {
        const json: unknown = JSON.parse(JSON.stringify(workflow));
        expect(parseWorkflow(json)).toEqual({ ok: true, value: workflow });
        expect(validates(json), JSON.stringify(validates.errors)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('of any JSON is read or refused, in bounded words', () => {
    const holding = fc.record({
      name: fc.jsonValue(),
      nodes: fc.jsonValue(),
      edges: fc.array(fc.jsonValue()),
    });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), holding), (json) => {
        const read = parseWorkflow(json);
        expect(read.ok).toBe(validates(json) && read.ok);
        if (!read.ok) expect(JSON.stringify(read.problems).length).toBeLessThan(100_000);
      }),
    );
  });
});

test('[WF-6] an id is there once', () => {
  expect(error({ ...good, nodes: [node, node] })).toEqual(['WF-6 nodes[1].id']);
  expect(error({ ...good, edges: [...good.edges, ...good.edges] })).toEqual(['WF-6 edges[1].id']);
});

describe('[WF-2] a document beyond the limits is refused at once, with one reason', () => {
  const many = <T>(count: number, made: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => made(at));
  let deep: unknown = {};
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];

  test.each([
    ['100,000 nodes', { ...good, nodes: many(100_000, (at) => ({ ...node, id: `n${at}` })) }, 'nodes'],
    ['100,000 connections', { ...good, edges: many(100_000, (at) => at) }, 'edges'],
    [
      'a million values',
      { ...good, nodes: [{ ...node, config: { list: many(1_000_000, (at) => at) } }] },
      '',
    ],
    ['100,000 levels', { ...good, nodes: [{ ...node, config: { deep } }] }, ''],
    [
      '100,000 fields',
      { ...good, nodes: [{ ...node, config: Object.fromEntries(many(100_000, (at) => [`k${at}`, 1])) }] },
      '',
    ],
    ['a text of 30 million letters', { ...good, name: 'x'.repeat(30_000_000) }, ''],
    ['a field name of 10,000 letters', { ...good, ['x'.repeat(10_000)]: 1 }, ''],
  ])('%s', (_, json, path) => {
    const read = parseWorkflow(json);
    expect(read.ok ? [] : read.problems.map(({ rule, path: at }) => `${rule} ${at}`)).toEqual([
      `WF-2 ${path}`,
    ]);
  });

  test('and wrong in every place, it reports the first hundred', () => {
    const wrong = { ...good, nodes: many(WORKFLOW_LIMITS.nodes, () => ({ id: 1, type: 2, extra: 3 })) };
    expect(error(wrong)).toHaveLength(MAX_PROBLEMS);
  });
});

test('[WF-3] prototype names are refused, and change nothing', () => {
  const text = JSON.stringify({ ...good, nodes: [{ ...node, config: { PROTO: { polluted: true } } }] });
  expect(error(JSON.parse(text.replace('PROTO', '__proto__')))).toEqual(['WF-3 ']);
  expect(error(JSON.parse(text.replace('"name"', '"__proto__":{"polluted":true},"name"')))).toEqual([
    'WF-3 ',
  ]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('[WF-1] the canonical form does not depend on the order things are kept in', () => {
  const mixed = { ...good, nodes: [...good.nodes].reverse() };
  expect(canonicalWorkflow(mixed)).toEqual(canonicalWorkflow(good));
  expect(parseWorkflow(canonicalWorkflow(good))).toMatchObject({ ok: true });
  expect(canonicalWorkflow({ ...good, name: 'Other' })).not.toEqual(canonicalWorkflow(good));
});
