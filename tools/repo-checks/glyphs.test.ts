import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';
import { filesBelow, isTest } from './tree.ts';

/** Keys of a Mac, shown on a Mac alone, whose system font has them. */
const MAC_KEYS = '⌘⇧⌥';
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;

/** First and last code points that the font of the screens has a file for. */
function rangesOf(css: string): [number, number][] {
  return [...css.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);
}

test('screens write only characters that their font has, so that none is drawn as a box', () => {
  const ranges = rangesOf(
    readFileSync(join(root, 'node_modules/@fontsource-variable/geist/index.css'), 'utf8'),
  );
  const isDrawn = (char: string) => {
    const code = char.codePointAt(0) ?? 0;
    return ranges.some(([from, to]) => from <= code && code <= to);
  };
  const files = filesBelow('packages/web/src').filter((file) => /\.tsx?$/.test(file) && !isTest(file));
  const boxes = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8').replace(COMMENTS, '');
    return [...new Set(code)]
      .filter((char) => !isDrawn(char) && !MAC_KEYS.includes(char))
      .map((char) => `${file} ${char}`);
  });
  expect(files.length).toBeGreaterThan(500);
  expect(isDrawn('→')).toBe(false);
  expect(boxes).toEqual([]);
});
