import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../install.mjs';
import { packDomain } from '../pack-domain.mjs';

const project = mkdtempSync(join(tmpdir(), 'attain-library-'));
const installed = join(project, 'node_modules/@attain/domain');

/** A folder of somebody else, with the packed library and its one package installed as npm would lay them. */
beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packDomain(project), '--strip-components', '1', '-C', installed]);
  cpSync(join(root, 'node_modules/big.js'), join(project, 'node_modules/big.js'), { recursive: true });
  for (const file of ['ten-lines.mjs', 'ten-lines.json'])
    cpSync(join(root, 'packages/domain', file), join(project, file));
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

function node(...args: string[]): string {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', env });
}

describe('the library as anybody installs it', () => {
  test('is plain JavaScript that asks for big.js and nothing else: no Node, no browser', () => {
    const asked = globSync('src/**/*.js', { cwd: installed }).flatMap((file) =>
      [
        ...readFileSync(join(installed, file), 'utf8').matchAll(
          /^(?:import|export)\b[^;]*?\bfrom '([^'\n]+)';$/gm,
        ),
      ].map(([, name]) => name),
    );
    expect([...new Set(asked.filter((name) => !name?.startsWith('.')))]).toEqual(['big.js']);
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['big.js']);
  });

  test('the ten lines of its page run from the package, in a program and in a worker, and say the same', () => {
    const said = node('ten-lines.mjs');
    expect(readFileSync(join(installed, 'README.md'), 'utf8')).toContain(`\`\`\`\n${said}\`\`\``);
    writeFileSync(
      join(project, 'in-a-worker.mjs'),
      `import { Worker } from 'node:worker_threads';\nnew Worker(new URL('ten-lines.mjs', import.meta.url));\n`,
    );
    expect(node('in-a-worker.mjs')).toBe(said);
  });
});
