import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../workflows/json-value.ts';
import { schemaProblems } from './check-schema.ts';
import { changeOf, differencesTo } from './compatibility.ts';
import { contractRef, contractStatuses, contractTypes, mayMove, nextVersion } from './contract.ts';
import { readImport, toOdcs, toTypeScript } from './exchange.ts';
import { generateSample } from './generate-sample.ts';
import { inferSchema } from './infer-schema.ts';

const noFault = () => null;
const rules = (schema: unknown, fault: (pattern: string) => string | null = noFault) =>
  schemaProblems(schema, fault).map(({ rule, path }) => `${rule} ${path}`);
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const text = { type: 'string' };

/** A schema whose name each branch checks twice, `levels` times in a row: 2^levels checks of one value. */
function doubling(levels: number): JsonObject {
  const $defs: Record<string, JsonObject> = { a0: text };
  for (let at = 1; at <= levels; at += 1)
    $defs[`a${at}`] = { anyOf: [{ $ref: `#/$defs/a${at - 1}` }, { $ref: `#/$defs/a${at - 1}` }] };
  return { $defs, $ref: `#/$defs/a${levels}` };
}

function nested(depth: number): JsonObject {
  return depth === 0 ? text : { type: 'array', items: nested(depth - 1) };
}

describe('a schema', () => {
  it('[CONTRACT-09] [CONTRACT-10] has the stated types and statuses', () => {
    expect(contractTypes).toEqual(['input', 'output', 'internal']);
    expect(contractStatuses).toEqual(['active', 'draft', 'deprecated']);
  });

  it('[DC-1] is not too large, too deep or too expensive to check', () => {
    expect(rules({ description: 'x'.repeat(64_001) })).toEqual(['DC-1 ']);
    expect(rules(nested(40))).toEqual(['DC-1 ']);
    expect(rules({ anyOf: Array.from({ length: 2_001 }, () => true) })).toEqual(['DC-1 ']);
    expect(rules(doubling(10))).toEqual([]);
    expect(rules(doubling(30))).toEqual(['DC-1 ']);
    let deep: unknown = {};
    for (let at = 0; at < 5_000; at += 1) deep = { items: deep };
    expect(rules(deep)).toEqual(['DC-1 ']);
  });

  it('[DC-2] uses known keywords of 2020-12 only', () => {
    expect(rules([])).toEqual(['DC-2 ']);
    expect(rules({ $schema: 'http://json-schema.org/draft-07/schema#' })).toEqual(['DC-2 /$schema']);
    expect(rules({ properties: { a: { requierd: ['b'] }, b: 5 } })).toEqual([
      'DC-2 /properties/a/requierd',
      'DC-2 /properties/b',
    ]);
    expect(rules({ $dynamicRef: '#x' })).toEqual(['DC-2 /$dynamicRef']);
    expect(rules({ properties: { required: text, $ref: text } })).toEqual([]);
  });

  it('[DC-3] refers to itself only, and never endlessly', () => {
    expect(rules({ $ref: 'https://example.com/a.json' })).toEqual(['DC-3 /$ref']);
    expect(rules({ $ref: '#/$defs/none' })).toEqual(['DC-3 /$ref']);
    expect(rules({ allOf: [{ $ref: '#' }] })).toEqual(['DC-3 ']);
    const tree = object({
      left: { $ref: '#' },
      right: { $ref: '#' },
      more: { type: 'array', items: { $ref: '#' } },
    });
    expect(rules(tree)).toEqual([]);
    const twice = {
      anyOf: [object({ a: { $ref: '#' } }), object({ a: { $ref: '#' } }, { required: ['b'] })],
    };
    expect(rules(twice)).toEqual(['DC-3 ']);
    expect(rules({ patternProperties: { '^a': { $ref: '#' }, '^ab': { $ref: '#' } } })).toEqual(['DC-3 ']);
  });

  it('[DC-4] names the pattern that can’t be used', () => {
    const fault = (pattern: string) => (pattern.includes('(?=') ? 'no lookahead' : null);
    const schema = object({ a: { pattern: '(?=a)' } }, { patternProperties: { '(?=b)': text } });
    expect(rules(schema, fault)).toEqual(['DC-4 /patternProperties/(?=b)', 'DC-4 /properties/a/pattern']);
  });
});

describe('a change of schema', () => {
  const before = object({ a: text, n: { type: 'integer', minimum: 0 } }, { required: ['a'] });
  const closed = { ...before, additionalProperties: false };
  const changes: [why: string, after: JsonObject, input: string, output: string][] = [
    ['a title', { ...before, title: 'T' }, 'annotations', 'annotations'],
    ['another required property', { ...before, required: ['a', 'n'] }, 'breaking', 'compatible'],
    ['fewer required properties', { ...before, required: [] }, 'compatible', 'breaking'],
    [
      'a wider type',
      object({ a: { type: ['string', 'null'] }, n: { type: 'number', minimum: 0 } }, { required: ['a'] }),
      'compatible',
      'breaking',
    ],
    [
      'a higher minimum',
      object({ a: text, n: { type: 'integer', minimum: 1 } }, { required: ['a'] }),
      'breaking',
      'compatible',
    ],
    [
      'an enum',
      object({ a: { ...text, enum: ['x'] }, n: { type: 'integer', minimum: 0 } }, { required: ['a'] }),
      'breaking',
      'compatible',
    ],
    [
      'a pattern',
      object({ a: { ...text, pattern: 'x' }, n: { type: 'integer', minimum: 0 } }, { required: ['a'] }),
      'breaking',
      'compatible',
    ],
    ['a closed object', closed, 'breaking', 'compatible'],
    [
      'a new optional property of an open object',
      object({ ...(before.properties as JsonObject), c: text }, { required: ['a'] }),
      'breaking',
      'compatible',
    ],
    ['nothing comparable', { ...before, not: { required: ['z'] } }, 'breaking', 'compatible'],
  ];

  it.each(changes)('[DC-5] [DC-6] that has %s', (_, after, input, output) => {
    expect(changeOf('input', before, after).kind).toBe(input);
    expect(changeOf('output', before, after).kind).toBe(output);
    const both = input === 'annotations' ? 'annotations' : 'breaking';
    expect(changeOf('internal', before, after).kind).toBe(both);
  });

  it('[DC-5] is proved through references, recursion, allOf and alternatives', () => {
    const list = (item: JsonObject) => ({
      $defs: { list: object({ item, next: { $ref: '#/$defs/list' } }, { additionalProperties: false }) },
      $ref: '#/$defs/list',
    });
    expect(differencesTo(list({ type: 'integer' }), list({ type: 'number' }))).toEqual([]);
    expect(differencesTo(list({ type: 'number' }), list({ type: 'integer' }))).not.toEqual([]);
    const union = {
      oneOf: [
        object({ k: { const: 'a' } }, { required: ['k'] }),
        object({ k: { const: 'b' } }, { required: ['k'] }),
      ],
    };
    expect(differencesTo({ ...object({ k: { const: 'a' } }, { required: ['k'] }) }, union)).toEqual([]);
    expect(differencesTo(object({ k: { const: 'c' } }, { required: ['k'] }), union)).not.toEqual([]);
    const strict: JsonObject = { allOf: [{ type: 'string', pattern: 'a' }, { pattern: 'b' }] };
    expect(differencesTo({ type: 'string', pattern: 'a' }, strict)).not.toEqual([]);
    expect(differencesTo(strict, { type: 'string', pattern: 'a' })).toEqual([]);
    // what merges must never claim less than both allow
    const tuples = {
      allOf: [
        { prefixItems: [text], items: { type: 'integer' } },
        { prefixItems: [text, text], items: text },
      ],
    };
    expect(differencesTo(tuples, { items: { enum: ['none'] } })).not.toEqual([]);
  });

  it('[DC-6] gives the next version', () => {
    expect(
      [null, '1.2.3', '1.2.3', '1.2.3'].map((version, at) =>
        nextVersion(
          version,
          (['breaking', 'breaking', 'compatible', 'annotations'] as const)[at] ?? 'breaking',
        ),
      ),
    ).toEqual(['1.0.0', '2.0.0', '1.3.0', '1.2.4']);
    expect(contractRef('orders-eu@1.2.0')).toEqual({ id: 'orders-eu', version: '1.2.0' });
    expect([contractRef('orders'), contractRef('Orders@1.0.0'), contractRef('a@1.0')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('[DC-7] [BSTATE-02] moves as its status allows', () => {
    const allowed = contractStatuses.map((status) =>
      (['publish', 'deprecate', 'restore', 'remove'] as const).filter((move) => mayMove(status, move)),
    );
    expect(allowed).toEqual([['publish', 'deprecate'], ['publish', 'remove'], ['restore']]);
  });
});

describe('schemas from elsewhere', () => {
  it('[DC-8] are inferred from values', () => {
    const values: JsonObject[] = [
      { id: '123e4567-e89b-42d3-a456-426614174000', amount: 1, tags: ['a'] },
      { id: '123e4567-e89b-42d3-a456-426614174001', amount: 2.5, note: null },
    ];
    expect(inferSchema(values)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        amount: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        note: { type: 'null' },
      },
      required: ['amount', 'id'],
    });
    expect(inferSchema(Array.from({ length: 10 }, (_, at) => ['low', 'high'][at % 2] ?? ''))).toEqual({
      type: 'string',
      enum: ['high', 'low'],
    });
  });

  it('[DC-9] are read from OpenAPI and ODCS, with their references', () => {
    const openApi = {
      openapi: '3.1.0',
      components: {
        schemas: {
          Order: object({ customer: { $ref: '#/components/schemas/Customer' } }),
          Customer: object({ name: text }),
        },
      },
    };
    const { found } = readImport(JSON.stringify(openApi));
    expect(found.map(({ name }) => name)).toEqual(['Order', 'Customer']);
    expect(found.map(({ schema }) => rules(schema))).toEqual([[], []]);
    expect(found[0]?.schema).toMatchObject({
      $ref: '#/$defs/Order',
      $defs: { Customer: { type: 'object' } },
    });
    const schema = object(
      {
        day: { type: 'string', format: 'date' },
        lines: { type: 'array', items: object({ n: { type: 'integer' } }) },
      },
      { required: ['day'] },
    );
    const odcs = toOdcs({ id: 'a', name: 'A', version: '1.0.0', status: 'active', schema });
    expect(odcs).toMatchObject({ apiVersion: 'v3.1.0', kind: 'DataContract' });
    expect(readImport(JSON.stringify(odcs)).found).toEqual([{ name: 'A', schema }]);
    expect(readImport('name: yaml').problem?.message).toContain('not valid JSON');
    expect(readImport(JSON.stringify({ swagger: '2.0' })).problem?.message).toContain('3.1');
  });

  it('[CONTRACT-07] become a sample and a TypeScript type', () => {
    const schema = object(
      {
        id: { type: 'string', format: 'uuid' },
        level: { enum: ['low', 'high'] },
        parts: { type: 'array', items: { $ref: '#' } },
      },
      { required: ['id'] },
    );
    expect(generateSample(schema)).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      level: 'low',
    });
    expect(toTypeScript('Order line', schema)).toBe(
      'export type OrderLine = {\n  readonly id: string;\n  readonly level?: "low" | "high";\n  readonly parts?: readonly (OrderLine)[];\n};\n',
    );
  });
});
