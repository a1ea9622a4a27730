import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../install.mjs';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Case {
  readonly file: string;
  readonly title: string;
  /** The row of a table of cases; undefined: the test is one case. */
  readonly row: string | undefined;
}

/** The tests that a page of cases names, each in the file that its section names. */
function casesIn(page: string): Case[] {
  return page.split(/^## /m).flatMap((section) => {
    const file = /Tests: `([^`]+)`/.exec(section)?.[1];
    const rows = section.split('\n').filter((line) => /^\| (?!Case |---)/.test(line));
    return rows.map((line) => {
      const [, title = '', row] = /`([^`]+)`(?: "(.+)")? *\|$/.exec(line) ?? [];
      if (file === undefined || title === '') throw new Error(`No test is named: ${line}`);
      return { file, title, row };
    });
  });
}

/** The titles of a file without their requirement ids, and the first values of its tables of cases. */
function namedIn(source: string) {
  const text = String.raw`(['"\`])(.+?)\1`;
  const titles = [...source.matchAll(new RegExp(String.raw`(?:test\(|\]\)\(|\)\()\s*${text}`, 'g'))];
  const rows = [...source.matchAll(new RegExp(String.raw`[[(,]\s*${text}`, 'g'))];
  return {
    titles: new Set(titles.map((one) => (one[2] ?? '').replace(/^(\[[^\]]+\] )+/, ''))),
    rows: new Set(rows.map((one) => one[2])),
  };
}

const isThere = ({ title, row }: Case, source: string): boolean => {
  const named = namedIn(source);
  return named.titles.has(title) && (row === undefined || named.rows.has(row));
};

describe('cases of identity', () => {
  const cases = casesIn(read('docs/identity-cases.md'));

  test('are named by the tests they state', () => {
    const gone = cases.filter((one) => !isThere(one, read(one.file)));
    expect(gone).toEqual([]);
    expect(cases.length).toBeGreaterThan(70);
  });

  test('a test that is not there is found', () => {
    const page =
      '## A\nTests: `a.test.ts`\n| Case | Result | Test |\n| --- | --- | --- |\n| x | y | `%s fails` "z" |\n';
    const [one] = casesIn(page) as [Case];
    expect(one).toEqual({ file: 'a.test.ts', title: '%s fails', row: 'z' });
    expect(isThere(one, "test.each([['z', 1]])('%s fails', () => {});")).toBe(true);
    expect(isThere(one, "test.each([['y', 1]])('%s fails', () => {});")).toBe(false);
    expect(isThere(one, "// '%s fails' 'z'")).toBe(false);
    expect(() => casesIn('## A\nTests: `a.test.ts`\n| x | y | none |\n')).toThrow('No test is named');
  });
});
