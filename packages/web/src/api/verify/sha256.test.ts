import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const expected = (input: Uint8Array | string) => createHash('sha256').update(input).digest('hex');

test('[ASSIST-STORE-05] the vectors of FIPS 180-4, and every length around the blocks', () => {
  expect(hex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Buffer.alloc(length, length);
    expect(hex(sha256(bytes))).toBe(expected(bytes));
  }
});

test('Node writes the same of any bytes and text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.string({ unit: 'grapheme' }), (bytes, text) => {
      expect(hex(sha256(bytes))).toBe(expected(bytes));
      expect(hex(sha256(text))).toBe(expected(text));
    }),
  );
});
