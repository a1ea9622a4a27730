import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../install.mjs';
import { filesBelow, isTest } from './tree.ts';

const NUMBER = '[A-Z][A-Z]*-[0-9]+[a-z]?';

/** Series that the specification also uses, in two digits. Rules in them have one digit. */
const SHARED_SERIES = /^(PLAN|SIM)-[0-9]{2}$/;

const MAX_WORDS = 40;

const files = filesBelow('packages');
const books = files.filter((file) => file.endsWith('/RULES.md'));
const written = new Map(books.flatMap((book) => numbersIn(book).map((number) => [number, book] as const)));
const series = new Set([...written.keys()].map((number) => number.replace(/-.*/, '')));
const tests = [...files.filter(isTest), ...filesBelow('e2e').filter(isTest)];
const carried = new Set(tests.flatMap((file) => read(file).match(new RegExp(NUMBER, 'g')) ?? []));

describe('rules have numbers, and tests carry them', () => {
  test('there are rules, including those of the agent builder', () => {
    const builders = ['agents', 'workflows', 'connections'].map(
      (noun) => `packages/domain/src/${noun}/RULES.md`,
    );
    expect(builders.filter((book) => ![...written.values()].includes(book))).toEqual([]);
  });

  test(`a clause has at most ${MAX_WORDS} words`, () => {
    const long = books.flatMap((book) =>
      clausesIn(book)
        .map((clause) => ({ clause, words: clause.match(/\S*\w\S*/g)?.length ?? 0 }))
        .filter(({ words }) => words > MAX_WORDS)
        .map(({ clause, words }) => `${book}: ${words} words: ${clause}`),
    );
    expect(long).toEqual([]);
  });

  test('numbers are unique', () => {
    const all = books.flatMap(numbersIn);
    expect(all.filter((number, at) => all.indexOf(number) !== at)).toEqual([]);
  });

  test('[BSTATE-05] a test proves every rule and carries its number', () => {
    expect([...written].filter(([number]) => !carried.has(number)).map((one) => one.join(' in '))).toEqual(
      [],
    );
  });

  test('a test tries every invariant of durable runs, and there are no others', () => {
    const book = read('packages/server/src/runs/RULES.md');
    const held = [...book.matchAll(/^- \*\*(I[0-9]+)\*\*/gm)].map(([, number]) => number as string);
    const tried = new Set(
      tests.flatMap((file) => [...read(file).matchAll(/\[(I[0-9]+)\]/g)].map(([, number]) => number)),
    );
    expect(held).toHaveLength(18);
    expect([...tried].sort()).toEqual([...held].sort());
  });

  test('every number in a test is a rule', () => {
    expect(
      [...carried]
        .filter((number) => !SHARED_SERIES.test(number))
        .filter((number) => series.has(number.replace(/-.*/, '')) && !written.has(number)),
    ).toEqual([]);
  });

  test('[BSTATE-06] every rule number in the code has a rule', () => {
    const sources = files.filter((file) => /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && !isTest(file));
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/rule: '([^']+)'/g)].map(([, number]) => `${number} in ${file}`),
    );
    expect(named.filter((one) => !written.has(one.split(' ')[0] as string))).toEqual([]);
  });
});

/** A rule is stated where its number begins a list item or a heading. */
function numbersIn(book: string): string[] {
  const start = new RegExp(`^(?:\\|\\s*|[-*]\\s+|#+\\s*)[*\`[]*(${NUMBER})\\b`, 'gm');
  return [...read(book).matchAll(start)].map(([, number]) => number as string);
}

/** The list items of a page, each without the items below it. */
function clausesIn(book: string): string[] {
  const items = read(book).matchAll(/^ *- (?!_)(.*(?:\n +(?!- )\S.*)*)/gm);
  return [...items].map(([, clause = '']) => clause.replaceAll(/\s+/g, ' '));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
