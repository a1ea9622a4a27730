import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** How many requirements of an area tests prove. The numbers only rise; `shell` and `auth` are complete. */
const PROVEN: Record<string, number> = {
  shell: 149,
  auth: 43,
  builder: 202,
  compensation: 75,
  assistant: 309,
  gallery: 44,
  'platform-data': 28,
};

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

/** The ids in brackets that titles of a test file carry: `[AUTH-01]`, `[DATA-agent_registry-01, PAY-7]`. Comments don't count. */
function idsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm, '');
  const id = '[A-Z][A-Za-z_]*(?:-[A-Za-z_]+)*-\\d+[a-z]?';
  const brackets = code.match(new RegExp(`\\[${id}(?:, ?${id})*\\]`, 'g')) ?? [];
  return brackets.flatMap((one) => one.slice(1, -1).split(/, ?/));
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

  test.each(['shell', 'auth'])('every requirement of %s is proven', (area) => {
    const open = [...areas].filter(([id, one]) => one === area && !inTitles.has(id));
    expect(open.map(([id]) => id)).toEqual([]);
  });

  test('every form of id is read, and comments are not', () => {
    const source =
      "// [AUTH-09]\ntest('[AUTH-01] a [DATA-agent_registry-02, PAY-7]', () => list[0]);\n/* [AUTH-03] */";
    expect(idsIn(source)).toEqual(['AUTH-01', 'DATA-agent_registry-02', 'PAY-7']);
  });
});

function rowsByArea(): [area: string, proven: number, all: number][] {
  return [...new Set(areas.values())].map((area) => {
    const ids = [...areas].filter(([, one]) => one === area).map(([id]) => id);
    return [area, ids.filter((id) => inTitles.has(id)).length, ids.length];
  });
}
