import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../install.mjs';
import { filesBelow, isTest } from './tree.ts';

type Rows = { literal: string[]; others: string[]; waiting: Record<string, string> };

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const rows: Rows = JSON.parse(read('tools/repo-checks/shell-requirements.json'));
// Journeys over a list keep the ids of their titles in it.
const tests = [...filesBelow('packages'), ...filesBelow('tools'), ...filesBelow('e2e')].filter(
  (file) => (isTest(file) && !file.endsWith('requirements.test.ts')) || file === 'e2e/addresses.ts',
);
const worn = new Set(
  tests.flatMap((file) => read(file).match(/(?<=\[)[A-Z]+(?:-[A-Z]+)?-\d{2}(?=\])/g) ?? []),
);

describe('what the specification says of the shell and of sign-in is held by tests', () => {
  test('every literal row is worn by a test', () => {
    expect(rows.literal.length).toBeGreaterThan(140);
    expect(rows.literal.filter((id) => !worn.has(id))).toEqual([]);
  });

  test('every other row is worn too, or waits with a reason', () => {
    expect(rows.others.filter((id) => !worn.has(id))).toEqual([]);
    expect(Object.values(rows.waiting).every((why) => /^.{20,}\.$/.test(why))).toBe(true);
  });

  test('no row waits that a test wears by now', () => {
    expect(Object.keys(rows.waiting).filter((id) => worn.has(id))).toEqual([]);
  });

  test('no row is listed twice', () => {
    const all = [...rows.literal, ...rows.others, ...Object.keys(rows.waiting)];
    expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([]);
  });
});
