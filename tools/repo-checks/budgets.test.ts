import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureWebBuilt } from '../build.mjs';
import { root } from '../install.mjs';

const dist = join(root, 'packages/web/dist');

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** Entries of a first visit: those of the screen and of the frame around it, with all imports. */
const login = ['index.html'];
const overview = [...login, '_frame', 'src/pages/overview-page.tsx'];
const canvas = [...login, '_frame', 'src/builder/builder-shell.tsx', 'src/builder/canvas-page.tsx'];

describe('JavaScript of a first visit, in bytes of gzip at its best', () => {
  let manifest: Record<string, Chunk>;
  beforeAll(() => {
    ensureWebBuilt();
    manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
    // a build on a busy machine exceeds the hook's timeout
  });

  test.each([
    ['the login page', login, 100_000],
    ['the compensation overview', overview, 220_000],
  ])('%s', (_name, entries, max) => {
    const files = filesOf(manifest, entries);
    expect(files.length).toBeGreaterThan(2);
    const sizes = files.map((file): [string, number] => [
      file,
      gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    ]);
    const sum = sizes.reduce((bytes, [, size]) => bytes + size, 0);
    const heaviest = sizes.sort(([, a], [, b]) => b - a).map(([file, size]) => `${size} ${file}`);
    expect(sum, `${sum} bytes:\n${heaviest.join('\n')}`).toBeLessThanOrEqual(max);
  });

  test('only users who open the agent builder load it', () => {
    const builder = chunkKeys(manifest, ['src/builder/builder-shell.tsx', 'src/builder/builder-page.tsx']);
    const others = chunkKeys(manifest, overview);
    expect(builder).toContain('src/builder/builder-shell.tsx');
    expect(builder).not.toContain('src/builder/canvas-page.tsx');
    expect(chunkKeys(manifest, canvas)).toContain('src/builder/canvas-page.tsx');
    expect(others.filter((key) => key.startsWith('src/builder/'))).toEqual([]);
  });

  test('charts, exports, Tell Me and speech load on demand', () => {
    const first = chunkKeys(manifest, overview);
    for (const late of ['chart-picture', 'table-file', 'tell-me-page', 'line-chart', 'pay-curve-chart'])
      expect(
        first.filter((key) => key.includes(late)),
        late,
      ).toEqual([]);
    expect(Object.keys(manifest).filter((key) => /^_line-chart-|tell-me-page/.test(key)).length).toBe(2);
    const speaks = chunkKeys(manifest, login).filter((key) =>
      textOf(manifest[key]?.file).includes('SpeechRecognition'),
    );
    expect(speaks).toEqual([]);
  });
});

function filesOf(manifest: Record<string, Chunk>, entries: readonly string[]): string[] {
  return chunkKeys(manifest, entries)
    .map((key) => manifest[key]?.file ?? '')
    .filter((file) => file.endsWith('.js'));
}

function textOf(file = ''): string {
  return file.endsWith('.js') ? readFileSync(join(dist, file), 'utf8') : '';
}

/** The entries and their static imports. */
function chunkKeys(manifest: Record<string, Chunk>, entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const open = [...entries];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    // A chunk that is not an entry has a hash in its key.
    const key =
      name === '_frame' ? (Object.keys(manifest).find((one) => /^_frame-/.test(one)) ?? name) : name;
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk "${key}"; name the entry that took its place.`);
    seen.add(key);
    open.push(...(chunk.imports ?? []));
  }
  return [...seen];
}
