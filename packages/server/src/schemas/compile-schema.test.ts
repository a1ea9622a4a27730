import { differencesTo } from '@attain/domain/data-contracts/compatibility';
import { generateSample } from '@attain/domain/data-contracts/generate-sample';
import { inferSchema } from '@attain/domain/data-contracts/infer-schema';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allProblems, schemaCheck, schemaFaults } from './compile-schema.ts';

const word = fc.constantFrom('a', 'b', 'c', 'ab');
const number = fc.integer({ min: -3, max: 6 });
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0.5),
    number,
    word,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(word, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Schemas over the same few words and numbers, so that two of them often agree in part. */
const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => {
  const some = (shape: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
  const type = fc.constantFrom<JsonValue>('object', 'array', 'string', 'integer', 'number', [
    'string',
    'null',
  ]);
  const inner = fc.oneof(tie('schema'), fc.boolean()) as fc.Arbitrary<JsonValue>;
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      some({ type, minimum: number, maximum: number, multipleOf: fc.constantFrom(1, 2, 0.5) }),
      some({ type, minLength: fc.nat(2), maxLength: fc.nat(3), pattern: fc.constantFrom('a', 'b') }),
      fc.record({
        enum: fc.uniqueArray(fc.oneof(word, number, fc.constant(null)), { minLength: 1, maxLength: 3 }),
      }),
      some({
        type,
        properties: fc.dictionary(word, inner, { maxKeys: 2 }),
        required: fc.uniqueArray(word, { maxLength: 2 }),
        additionalProperties: inner,
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), inner, { minKeys: 1, maxKeys: 1 }),
      }),
      some({
        type,
        items: inner,
        prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
        minItems: fc.nat(2),
        uniqueItems: fc.boolean(),
      }),
      some({
        allOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
      }),
      some({ oneOf: fc.array(inner, { minLength: 1, maxLength: 2 }), exclusiveMinimum: number, not: inner }),
    ),
  };
}).schema;

describe('a schema on the server', () => {
  it('[DC-5] a change judged compatible invalidates no value, as ajv sees it', () => {
    let proved = 0;
    fc.assert(
      fc.property(schema, schema, fc.array(value, { minLength: 20, maxLength: 20 }), (from, to, values) => {
        const wider = { anyOf: [from, to] };
        for (const target of [to, wider, { ...from, title: 'T' }]) {
          if (differencesTo(from, target).length > 0) continue;
          proved += 1;
          const [was, is] = [schemaCheck(from), schemaCheck(target)];
          for (const one of values)
            if (was(one).length === 0) expect(is(one), JSON.stringify([from, target, one])).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
    expect(proved).toBeGreaterThan(50);
  });

  it('[DC-8] a schema inferred from values accepts each of them', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (values) => {
        const inferred = inferSchema(values);
        expect(schemaFaults(inferred)).toEqual([]);
        for (const one of values) expect(allProblems(inferred, one)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('[DC-4] patterns run in linear time, and what can’t is rejected where it is', () => {
    const check = schemaCheck({ type: 'string', pattern: '^(a+)+$' });
    const from = performance.now();
    expect(check(`${'a'.repeat(5_000)}!`)).toHaveLength(1);
    expect(performance.now() - from).toBeLessThan(2_000);
    expect(check('aaa')).toEqual([]);
    for (const pattern of ['(?=a)b', '(?<!a)b', '(a)\\1', '(unclosed'])
      expect(schemaFaults({ properties: { a: { pattern } } })).toMatchObject([
        { rule: 'DC-4', path: '/properties/a/pattern' },
      ]);
    // two patterns in one schema must not be taken for each other
    const both = schemaCheck({ properties: { a: { pattern: '^x$' }, b: { pattern: '^y$' } } });
    expect([both({ a: 'x', b: 'y' }), both({ a: 'y', b: 'x' }).length]).toEqual([[], 1]);
  });

  it('[DC-5] equal alternatives are no proof, and a check never throws', () => {
    expect(differencesTo({}, { oneOf: [true, true] })).not.toEqual([]);
    const odd = JSON.parse('[{"valueOf":1},{"valueOf":1}]') as JsonValue;
    expect(schemaCheck({ uniqueItems: true })(odd)).toHaveLength(1);
    // a seed of the property above found schemas for which ajv's optimizer makes code that throws
    const schemas: JsonObject[] = [{ oneOf: [{ prefixItems: [false] }], not: true }, {}];
    for (const anyOf of [schemas, [...schemas].reverse()])
      for (const one of [[], [1], 0, {}]) expect(schemaCheck({ anyOf })(one)).toEqual([]);
  });

  it('[DC-2] wrong values of keywords and unknown formats are named', () => {
    expect(schemaFaults({ type: 'text' })[0]).toMatchObject({ rule: 'DC-2', path: '/type' });
    expect(schemaFaults({ format: 'ssn' })[0]?.message).toContain('unknown format');
    expect(schemaFaults({ type: 'string', format: 'date', 'x-attain-data': { class: 'pay' } })).toEqual([]);
  });

  it('a sample made from a schema usually fits it', () => {
    const order = {
      type: 'object',
      required: ['id', 'lines'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        at: { type: 'string', format: 'date-time' },
        level: { enum: ['low', 'high'] },
        lines: { type: 'array', minItems: 2, items: { $ref: '#/$defs/line' } },
      },
      $defs: {
        line: { type: 'object', properties: { n: { type: 'integer', minimum: 3 } }, required: ['n'] },
      },
    };
    expect(allProblems(order, generateSample(order))).toEqual([]);
  });
});
