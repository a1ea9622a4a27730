import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../install.mjs';
import { filesBelow } from './tree.ts';

const files = ['packages', 'tools', 'e2e', 'bench', 'docs'].flatMap(filesBelow);
const folders = new Set(files.flatMap(foldersOf));
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'STYLE.md', 'SECURITY.md'],
  ...files.filter((file) => /(^|\/)(README|RULES|glossary)\.md$/.test(file)),
];

/** Named in pages only because it is forbidden. */
const BARREL = 'index.ts';

/** Places of this repository that a page names: in backticks, with a folder or a file extension. */
function placesIn(page: string): readonly string[] {
  const code = [...page.matchAll(/`([^`\s]+)`/g)].flatMap(([, one]) => alternatives(one ?? ''));
  return code.filter(
    (one) => /^[\w@.][\w./-]*(\/|\.(ts|tsx|mjs|as|yaml|md))$/.test(one) && !one.startsWith('.'),
  );
}

/** `{a,b}/c` is two places. */
function alternatives(text: string): readonly string[] {
  const [whole, before = '', inside = '', after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(text) ?? [];
  if (whole === undefined) return [text];
  return inside.split(',').flatMap((one) => alternatives(`${before}${one}${after}`));
}

function foldersOf(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`);
}

/** Pages shorten known prefixes: `domain/plans/plan.ts` is `packages/domain/src/plans/plan.ts`. */
function isThere(place: string, page: string): boolean {
  const long = place.replace(/^(domain|contract|server|web)\/(?!src\/)/, '$1/src/');
  const among = place.endsWith('/') ? folders : files;
  const beside = join(dirname(page), place);
  for (const one of among) if (one === beside || `/${one}`.endsWith(`/${long}`)) return true;
  return existsSync(join(root, place)) || place === BARREL;
}

describe('places named in pages', () => {
  test.each(documents)('%s names only existing places', (page) => {
    const gone = placesIn(readFileSync(join(root, page), 'utf8')).filter((place) => !isThere(place, page));
    expect(gone).toEqual([]);
  });

  test('a missing place is found', () => {
    expect(placesIn('In `domain/{plans,pay}/gone.ts`, not `a b` and `--out`.')).toEqual([
      'domain/plans/gone.ts',
      'domain/pay/gone.ts',
    ]);
    expect(isThere('domain/plans/gone.ts', 'README.md')).toBe(false);
    expect(isThere('domain/plans/plan.ts', 'README.md')).toBe(true);
  });
});
