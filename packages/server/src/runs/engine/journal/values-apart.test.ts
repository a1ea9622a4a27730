import type { JournalEntry } from '@attain/domain/workflows/journal';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { LARGE_VALUE } from '@attain/domain/workflows/steps/volume';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extendJournal, noLines, writeLines } from './journal-chain.ts';
import { hashesApart, type LineApart, putTogether, withSizes } from './values-apart.ts';

const at = { event: 'start', atMs: 1 };
const step = { node: 'call', iteration: '' };

/** Lines of every kind that holds values, around one value. */
const linesWith = (value: JsonValue): JournalEntry[] => [
  { ...at, kind: 'started', key: 'started', run: 'r', input: value, variables: { v: value }, by: null },
  { ...at, kind: 'computed', key: 'computed', steps: [{ ...step, output: value, ports: ['out'] }] },
  { ...at, kind: 'requested', key: 'requested', step, attempt: 1, config: { body: value } },
  {
    ...at,
    kind: 'result',
    key: 'result',
    step,
    attempt: 1,
    result: { output: { status: 200, body: value }, ports: ['out'] },
  },
  { ...at, kind: 'kept', key: 'kept', step, value, by: null },
  { ...at, kind: 'ended', key: 'ended', status: 'completed', output: value, error: null },
];

const read = (texts: readonly { readonly text: string }[]) =>
  texts.map(({ text }) => JSON.parse(text) as LineApart);

describe('[WF-47] a large value stands beside the journal', () => {
  test('once, whatever how many lines hold it, with how it begins in each', () => {
    const text = 'x'.repeat(LARGE_VALUE);
    const { lines } = writeLines(noLines, linesWith(text));
    const stored = read(lines);
    expect(hashesApart(stored)).toHaveLength(1);
    expect(lines.map((line) => line.text.length).filter((size) => size > 1_000)).toEqual([]);
    expect(stored[3]).toMatchObject({
      result: { output: { status: 200, body: expect.stringMatching(/^"x{199}$/) } },
      apart: [{ path: ['result', 'output', 'body'], letters: LARGE_VALUE + 2 }],
    });
  });

  test('whose size takes its place for who does not read it', () => {
    const [line] = read(writeLines(noLines, linesWith('x'.repeat(LARGE_VALUE)).slice(1)).lines);
    expect(JSON.stringify(withSizes(line as LineApart))).not.toContain('xxx');
  });

  test('and is missed when it is gone', () => {
    const [line] = read(writeLines(noLines, linesWith('x'.repeat(LARGE_VALUE)).slice(1)).lines);
    expect(() => putTogether(line as LineApart, new Map())).toThrow('is missing');
  });

  const value = fc.letrec<{ any: JsonValue }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>('x'.repeat(LARGE_VALUE), 'y'.repeat(40_000), 'z'.repeat(9_000), null, 7),
      fc.string(),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'path', 'apart', '__proto__', '7', '1'), tie('any')),
    ),
  })).any;

  test('any line comes back as it was, and its journal leads to the same hash read with the values or without', () => {
    fc.assert(
      fc.property(value, (any) => {
        const entries = JSON.parse(JSON.stringify(linesWith(any))) as JournalEntry[];
        const { lines, end } = writeLines(noLines, entries);
        const values = new Map(
          lines.flatMap((line) => line.values.map(({ hash, text }) => [hash, JSON.parse(text)] as const)),
        );
        const stored = read(lines);
        expect(extendJournal(noLines, stored)).toEqual(end);
        const whole = stored.map((line) => putTogether(line, values));
        expect(JSON.stringify(whole)).toBe(JSON.stringify(entries));
        expect(extendJournal(noLines, whole)).toEqual(end);
        for (const line of lines) expect(line.text.length).toBeLessThan(2 * LARGE_VALUE);
      }),
      { numRuns: 40 },
    );
  });
});
