import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { permissions } from '../../packages/domain/src/access/permissions.ts';
import { root } from '../install.mjs';
import { screenProblems, textsOfPage, wordProblems } from './plain-words.ts';
import { stringsIn, textsInTags } from './texts-in-code.ts';
import { filesBelow, isTest } from './tree.ts';

type Waiting = { contract: string[]; screens: string[] };

const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Contract files and screen folders that are not rewritten yet. The lists only get shorter. */
const { contract: oldContract, screens: oldScreens } = JSON.parse(
  read('tools/repo-checks/texts-waiting.json'),
) as Waiting;

const files = ['packages', 'tools', 'e2e', 'bench', 'docs'].flatMap(filesBelow);
const pages = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...files.filter((file) => file.endsWith('.md') && !isKept(file)),
];
const contract = files.filter((file) => /^packages\/contract\/src\/.*\.ts$/.test(file) && !isTest(file));
const catalogues = files.filter((file) => /^packages\/web\/src\/.*messages\.ts$/.test(file));
const screens = files.filter((file) =>
  /^packages\/web\/src\/(features|pages|shell|builder)\/.*\.tsx$/.test(file),
);

/** Decisions are never edited, and results are written by the benches. */
function isKept(file: string): boolean {
  return /^docs\/decisions\/00([01]\d|2[0-5])-/.test(file) || file.startsWith('bench/results/');
}

/** Releases keep their notes; only the part that is not released yet is checked. */
function newPartOf(file: string): string {
  return file === 'CHANGELOG.md' ? (read(file).split(/^## (?!Unreleased)/m)[0] as string) : read(file);
}

function isIn(places: readonly string[], file: string): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`));
}

describe('texts are written in plain words', () => {
  test.each(pages)('%s', (file) => {
    const problems = textsOfPage(newPartOf(file)).flatMap((text) =>
      wordProblems(text).map((problem) => `${problem}\n  ${text}`),
    );
    expect(problems).toEqual([]);
  });

  test('the API reference: summaries, descriptions and errors', () => {
    expect(contract.length).toBeGreaterThan(20);
    const problems = contract
      .filter((file) => !isIn(oldContract, file))
      .flatMap((file) =>
        stringsIn(file, read(file)).flatMap(({ text, line }) =>
          wordProblems(text).map((problem) => `${file}:${line} ${problem}\n  ${text}`),
        ),
      );
    expect(problems).toEqual([]);
  });

  test('the message catalogues: words, length, and no codes', () => {
    const problems = catalogues.flatMap((file) =>
      stringsIn(file, read(file)).flatMap(({ key, text, line }) =>
        [...wordProblems(text), ...screenProblems(key, text, permissions)].map(
          (problem) => `${file}:${line} ${problem}\n  ${text}`,
        ),
      ),
    );
    expect(problems).toEqual([]);
  });

  test('screens take their texts from a catalogue', () => {
    const problems = screens
      .filter((file) => !isIn(oldScreens, file))
      .flatMap((file) =>
        textsInTags(file, read(file)).map(({ text, line }) => `${file}:${line} move to messages.ts: ${text}`),
      );
    expect(screens.length).toBeGreaterThan(200);
    expect(problems).toEqual([]);
  });

  test('every place that waits to be rewritten exists', () => {
    const all = [...contract, ...screens];
    const gone = [...oldContract, ...oldScreens].filter((place) => !all.some((file) => isIn([place], file)));
    expect(gone).toEqual([]);
  });
});

describe('the check itself', () => {
  test.each([
    ['Whoever approves is named.', 'name the person'],
    ['The quota is set anew.', 'again'],
    ['It stands in the log.', 'is, appears'],
    ['A run goes on by itself.', 'automatically'],
    ['Done. What was paid is shown.', 'is the subject'],
    ['Whether it counts is decided later.', 'is the subject'],
  ])('finds "%s"', (text, problem) => {
    expect(wordProblems(text).join('\n')).toContain(problem);
  });

  test.each([
    'What changed?',
    'What it does not prove',
    'OTE stands for on-target earnings.',
    'Fix 3 issues to activate. Users who read payouts see the total.',
  ])('lets "%s" pass', (text) => {
    expect(wordProblems(text)).toEqual([]);
  });

  test('reads paragraphs, items and cells of a page, without code', () => {
    const page =
      '# A *title*\n\nOne\nparagraph, `anew`.\n- An [item](told.md)\n- Another\n\n| A | cell |\n```\nanew\n```\n';
    expect(textsOfPage(page)).toEqual(['A title', 'One paragraph, ….', 'An [item]', 'Another', 'A', 'cell']);
  });

  test('reads the texts of a catalogue with their keys, and counts a figure as a word', () => {
    const source = `export const messages = { done: { help: (n: number) => \`Approve \${n} payments\` }, no: 'x' };`;
    expect(stringsIn('messages.ts', source)).toEqual([{ key: 'help', text: 'Approve X payments', line: 1 }]);
  });

  test('holds texts of the screen to their length, without codes and permission keys', () => {
    const long = 'one two three four five six seven eight nine';
    expect(screenProblems('subtitle', `${long} ten eleven`, [])).toEqual([
      '11 words in a sentence, at most 10',
    ]);
    expect(screenProblems('rowHelp', `${long}. ${long}.`, [])).toEqual([]);
    expect(screenProblems('error', 'Breaks PAY-7 of UTF-8.', [])).toHaveLength(1);
    expect(screenProblems('hint', 'Rule numbers, like PAY-7', [])).toEqual([]);
    expect(screenProblems('error', 'You need read:plans.', ['read:plans'])).toHaveLength(1);
  });

  test('finds texts between tags, in attributes and in choices', () => {
    const source = `const a = <p className="a b" title="Named">Between {name} <b>{on ? "Yes" : m.no}</b> <Row label={\`Row \${n}\`} /></p>;`;
    expect(textsInTags('a.tsx', source).map(({ text }) => text)).toEqual([
      'Named',
      'Between',
      'Yes',
      'Row X',
    ]);
  });
});
