import {
  canonicalText,
  jcs,
  NotCanonical,
  parseCanonical,
  readCanonical,
} from '@attain/domain/proofs/canonical';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vectorFiles, vectorsArePresent, vectorText } from '../base/vectors.fixture.ts';
import { canonicalBytes, hashOf, sha256Hex } from './canonical.ts';

const present = vectorsArePresent('json-canonicalization');

describe('[AUD-1] one value has one canonical form', () => {
  test.skipIf(!present)(
    'the six RFC 8785 files of cyberphone/json-canonicalization come out byte for byte',
    () => {
      const inputs = vectorFiles('json-canonicalization/input');
      expect(inputs).toHaveLength(6);
      for (const input of inputs) {
        const text = jcs(JSON.parse(vectorText(input)));
        const hex = vectorText(input.replace('/input/', '/outhex/').replace('.json', '.txt')).replaceAll(
          /\s/g,
          '',
        );
        expect(text, input).toBe(vectorText(input.replace('/input/', '/output/')));
        expect(Buffer.from(text).toString('hex'), input).toBe(hex);
      }
    },
  );

  test('the order in which members were written does not matter, a different value does', () => {
    expect(hashOf({ a: '1.10', b: [1, null] })).toBe(hashOf({ b: [1, null], a: '1.10' }));
    expect(hashOf({ a: '1.10' })).not.toBe(hashOf({ a: '1.1' }));
    expect(hashOf({ a: 1 })).toBe(sha256Hex('{"a":1}'));
    expect(Buffer.from(canonicalBytes({ é: '€' })).toString('hex')).toBe('7b22c3a9223a22e282ac227d');
  });

  test('another implementation of the RFC writes the same', () => {
    const json = fc.jsonValue({ depthSize: 'medium' });
    fc.assert(
      fc.property(json, (value) => {
        expect(jcs(value)).toBe(canonicalize(value));
      }),
      { numRuns: 2_000 },
    );
    expect(jcs({ 9: 1, 10: 2, '€': 3, '😀': 4, ﬃ: 5 })).toBe('{"10":2,"9":1,"€":3,"😀":4,"ﬃ":5}');
  });

  test('what is written reads back as itself, and writes the same again', () => {
    const json = fc.jsonValue({ noUnicodeString: false, depthSize: 'medium' });
    fc.assert(
      fc.property(json, (value) => {
        let text: string;
        try {
          text = jcs(value);
        } catch (error) {
          expect(error).toBeInstanceOf(NotCanonical);
          return;
        }
        expect(jcs(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('100,000 random numbers come out as ECMAScript writes them', () => {
    const view = new DataView(new ArrayBuffer(8));
    for (const bits of fc.sample(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), 100_000)) {
      view.setBigUint64(0, bits);
      const number = view.getFloat64(0);
      if (!Number.isFinite(number)) expect(() => jcs(number)).toThrow(NotCanonical);
      else if (jcs(number) !== String(number === 0 ? 0 : number)) expect(jcs(number)).toBe(String(number));
    }
  });
});

describe('[AUD-2] what JSON would drop, bend or round is refused before hashing', () => {
  class Money {
    amount = '1.10';
  }
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const holes = [1, 2, 3];
  delete holes[1];
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['undefined', undefined, ''],
    ['undefined member', { a: { b: undefined } }, 'a.b'],
    ['undefined in a list', { a: [1, undefined] }, 'a[1]'],
    ['function', { a: () => 1 }, 'a'],
    ['symbol member', { [Symbol('a')]: 1 }, 'Symbol(a)'],
    ['bigint', { a: 1n }, 'a'],
    ['NaN', { a: Number.NaN }, 'a'],
    ['infinite', [Number.POSITIVE_INFINITY], '[0]'],
    ['Map', { a: new Map([['b', 1]]) }, 'a'],
    ['Set', new Set([1]), ''],
    ['Date', { at: new Date(0) }, 'at'],
    ['class', new Money(), ''],
    ['boxed', { a: Object('x') }, 'a'],
    ['bytes', { a: new Uint8Array(2) }, 'a'],
    ['getter', Object.defineProperty({}, 'a', { get: () => 1, enumerable: true }), 'a'],
    ['hidden', Object.defineProperty({}, 'a', { value: 1 }), 'a'],
    ['holes', { a: holes }, 'a'],
    ['named member of a list', Object.assign([1], { b: 1 }), ''],
    ['lone surrogate', { a: 'x\ud800' }, 'a'],
    ['lone surrogate in a key', { '\udfff': 1 }, '\udfff'],
    ['money as a float', { amount: 1.1 }, 'amount'],
    ['64-bit number', { id: 2 ** 53 }, 'id'],
  ];
  test.each(cases)('%s', (_name, value, path) => {
    expect(() => canonicalText(value)).toThrow(NotCanonical);
    try {
      canonicalText(value);
    } catch (error) {
      expect((error as NotCanonical).path).toBe(path);
    }
  });

  test('a value that contains itself, or is nested without end', () => {
    expect(() => canonicalText(circle)).toThrow(/deeper than 200/);
  });

  test.each([
    ['a space', '{"a": 1}'],
    ['unsorted keys', '{"b":1,"a":1}'],
    ['a double key', '{"a":1,"a":2}'],
    ['a float', '{"a":1.10}'],
    ['too many digits', '{"a":12345678901234567890}'],
    ['an escape that is not needed', '{"a":"\\u0041"}'],
    ['no JSON', '{a:1}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['numbers as names, by size', '{"9":2,"10":1}'],
    ['endless lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ])('text with %s is not canonical', (_name, text) => {
    expect(() => parseCanonical(text)).toThrow(NotCanonical);
  });

  test.each([
    '{"10":1,"9":{"10":[],"9":0}}',
    String.raw`{"a":"\\ud800"}`,
    String.raw`["\u0000",{"":"\n"},"é€😀"]`,
  ])('%s is canonical, and written again as it is', (text) => {
    const { value, write } = readCanonical(text);
    expect([write(value), canonicalText(value)]).toEqual([text, text]);
  });

  test('canonical text is read', () => {
    expect(parseCanonical('{"__proto__":{"a":1},"b":[null,true,"€"]}')).toEqual(
      JSON.parse('{"__proto__":{"a":1},"b":[null,true,"€"]}'),
    );
  });
});
