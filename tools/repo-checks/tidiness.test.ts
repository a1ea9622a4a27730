import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../install.mjs';
import { filesBelow, isTest } from './tree.ts';

const MAX_LINES = 500;
const FORBIDDEN = /^(utils?|helpers?|common|misc|managers?|handlers?|data|info|process|do|shared|index)$/;

const files = ['packages', 'tools', 'e2e', 'bench'].flatMap(filesBelow);
const sources = files.filter((file) => /\.(tsx?|mjs|cjs)$/.test(file));
const own = sources.filter((file) => !isTest(file));

describe('files, names and comments', () => {
  test('sources are found', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  test(`no source file is longer than ${MAX_LINES} lines`, () => {
    const long = own.map((file) => `${file}: ${read(file).trimEnd().split('\n').length}`);
    expect(long.filter((line) => Number(line.split(': ')[1]) > MAX_LINES)).toEqual([]);
  });

  test('names are kebab-case and specific', () => {
    const parts = sources.flatMap((file) => [dirname(file), file].map((path) => [path, stem(path)] as const));
    const odd = parts.filter(([, name]) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || FORBIDDEN.test(name));
    expect([...new Set(odd.map(([path]) => path))]).toEqual([]);
  });

  test('no file re-exports another', () => {
    const inPackages = own.filter((file) => file.startsWith('packages/'));
    expect(inPackages.filter((file) => /^export (type )?(\*|\{[^}]*\}) from /m.test(read(file)))).toEqual([]);
  });

  test('the domain reads neither clock nor randomness', () => {
    const impure = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\./;
    const domain = own.filter((file) => file.startsWith('packages/domain/src/'));
    expect(domain.length).toBeGreaterThan(5);
    expect(domain.filter((file) => impure.test(withoutComments(read(file))))).toEqual([]);
  });

  test('tests are deterministic: random cases take their seed from property-seeds.ts', () => {
    const chance = /\bMath\.random\b|\bDate\.now\(\) %|\bfc\.check\(|\bseed: \d/;
    const tests = sources.filter((file) => isTest(file) && file !== 'tools/repo-checks/tidiness.test.ts');
    expect(tests.length).toBeGreaterThan(100);
    expect(tests.filter((file) => chance.test(read(file)))).toEqual([]);
  });

  test('no TODO, and no check is disabled', () => {
    const marks = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)|\bas any\b/;
    const guilty = sources.filter(
      (file) => file !== 'tools/repo-checks/tidiness.test.ts' && marks.test(read(file)),
    );
    expect(guilty).toEqual([]);
    const unexplained = /biome-ignore[^:\n]*(:\s*)?(<explanation>)?\s*$/m;
    expect(
      sources.filter((file) => file !== 'tools/repo-checks/tidiness.test.ts' && unexplained.test(read(file))),
    ).toEqual([]);
  });

  test('the README names the two commands, and they exist', () => {
    const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>;
    const readme = read('README.md');
    for (const name of ['start', 'test']) {
      expect(readme).toContain(`npm ${name}`);
      expect(scripts[name]).toBeDefined();
    }
    for (const [, name] of readme.matchAll(/npm run ([a-z:-]+)/g))
      expect(Object.keys(scripts)).toContain(name);
    expect(readme.split('\n').length).toBeLessThanOrEqual(121);
  });
});

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function stem(path: string): string {
  return basename(path).replace(/^\$/, '').split('.')[0] as string;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}
