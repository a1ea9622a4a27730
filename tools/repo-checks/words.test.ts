import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';
import { filesBelow } from './tree.ts';

/** Replaced words and their replacements; none may return in a name. */
const REPLACED = new Map([
  ...[
    ['say', 'message'],
    ['says', 'text'],
    ['mend', 'fix'],
    ['mended', 'fixed'],
    ['told', 'notified'],
    ['tells', 'notifies'],
  ],
  ...[
    ['house', 'context'],
    ['refusal', 'error'],
    ['refusals', 'errors'],
    ['refused', 'rejected'],
    ['refuse', 'reject'],
  ],
  ...[
    ['sound', 'valid'],
    ['unsound', 'invalid'],
    ['soundness', 'checks'],
    ['performer', 'activity'],
    ['performers', 'activities'],
  ],
  ...[
    ['heard', 'received'],
    ['wished', 'requested'],
    ['wish', 'request'],
    ['nought', 'zero'],
    ['unfit', 'invalid'],
  ],
  ...[
    ['most', 'max'],
    ['least', 'min'],
    ['whoever', 'the role concerned'],
    ['stands', 'the measured thing'],
  ],
] as [string, string][]);

/** Valid names: "at most", "at least". */
const ALLOWED = /^(eachAtMost|.*[aA]t(Most|Least).*|AT_(MOST|LEAST).*)$/;

const files = ['packages', 'tools', 'e2e', 'bench']
  .flatMap(filesBelow)
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith('packages/server/migrations/'));

test('no name has a replaced word', () => {
  const found = files.flatMap((file) =>
    [...namesIn(file)].flatMap((name) => {
      const word = ALLOWED.test(name) ? undefined : wordsOf(name).find((one) => REPLACED.has(one));
      return word === undefined ? [] : [`${file}: ${name} (${word}: use "${REPLACED.get(word)}")`];
    }),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

const SUSPECT = new RegExp([...REPLACED.keys()].join('|'), 'i');

/** Names in a file. Files without a replaced word outside comments are not parsed. */
function namesIn(file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8');
  if (!SUSPECT.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, ''))) return new Set();
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
