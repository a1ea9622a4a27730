import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { root } from '../install.mjs';
import { filesBelow, isTest } from './tree.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Requirement and its area, by docs/requirements.csv. */
const areas = new Map(
  read('docs/requirements.csv')
    .split('\n')
    .slice(1)
    .flatMap((row) => (row === '' ? [] : [row.split(',', 2) as [string, string]])),
);

/** How many requirements of an area tests prove. The numbers only rise; `shell`, `auth` and `assistant` are complete. */
const PROVEN: Record<string, number> = {
  shell: 149,
  auth: 43,
  builder: 375,
  compensation: 75,
  assistant: 343,
  gallery: 46,
  'platform-data': 94,
};

const id = '[A-Z][A-Za-z_]*(?:-[A-Za-z_]+)*-\\d+[a-z]?';
const inBrackets = new RegExp(`\\[${id}(?:, ?${id})*\\]`, 'g');

// Journeys over a list keep the ids of their titles in it.
const tests = [...filesBelow('packages'), ...filesBelow('tools'), ...filesBelow('e2e')].filter(
  (file) => (isTest(file) && !file.endsWith('requirements.test.ts')) || file === 'e2e/addresses.ts',
);
const inTitles = new Map(tests.flatMap((file) => idsIn(read(file)).map((id) => [id, file] as const)));
const rules = new Set(
  filesBelow('packages')
    .filter((file) => file.endsWith('/RULES.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/^- \*\*([A-Z]+-?\d+[a-z]?)\*\*/gm)].map(([, id]) => id as string),
    ),
);

/** The ids in brackets that titles of a test file carry: `[AUTH-01]`, `[DATA-agent_registry-01, PAY-7]`. Only texts count, no comments. */
function idsIn(source: string): string[] {
  const brackets = textsIn(source).flatMap((text) => text.match(inBrackets) ?? []);
  return brackets.flatMap((one) => one.slice(1, -1).split(/, ?/));
}

/** The strings and templates of a file that has ids; another one has none to read. */
function textsIn(source: string): string[] {
  if (source.search(inBrackets) < 0) return [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX));
  return texts;
}

describe('requirements in test titles', () => {
  test('every id is a requirement or a rule', () => {
    const unknown = [...inTitles].filter(([id]) => !areas.has(id) && !rules.has(id));
    expect(unknown.map(([id, file]) => `${id} in ${file}`)).toEqual([]);
  });

  test.each(rowsByArea())('%s: tests prove %i of %i requirements', (area, proven, all) => {
    expect(proven).toBeGreaterThanOrEqual(PROVEN[area] ?? Number.NaN);
    expect(all).toBeGreaterThanOrEqual(proven);
  });

  test.each(['shell', 'auth', 'assistant'])('every requirement of %s is proven', (area) => {
    const open = [...areas].filter(([id, one]) => one === area && !inTitles.has(id));
    expect(open.map(([id]) => id)).toEqual([]);
  });

  test('every form of id is read, and comments are not', () => {
    const source =
      "// [AUTH-09]\ntest('[AUTH-01] a [DATA-agent_registry-02, PAY-7]', () => list[0]);\n/* [AUTH-03] */";
    expect(idsIn(source)).toEqual(['AUTH-01', 'DATA-agent_registry-02', 'PAY-7']);
  });

  test('an address with stars is no comment', () => {
    const route = "await page.route('**/api/*/override', answer);\n";
    expect(idsIn(`${route}test('[AUTH-01] one', run);\n${route}`)).toEqual(['AUTH-01']);
    expect(idsIn('test(`a // [AUTH-01] /*`, run); // [AUTH-03]')).toEqual(['AUTH-01']);
  });
});

function rowsByArea(): [area: string, proven: number, all: number][] {
  return [...new Set(areas.values())].map((area) => {
    const ids = [...areas].filter(([, one]) => one === area).map(([id]) => id);
    return [area, ids.filter((id) => inTitles.has(id)).length, ids.length];
  });
}
