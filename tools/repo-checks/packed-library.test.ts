import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../e2e/browser.ts';
import { root } from '../install.mjs';
import { packDomain } from '../pack-domain.mjs';
import { serveLibrary } from './served-library.fixture.ts';

const project = mkdtempSync(join(tmpdir(), 'attain-library-'));
const installed = join(project, 'node_modules/@attain/domain');

/** A project folder with the packed library and its dependency, installed as by npm. */
beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packDomain(project), '--strip-components', '1', '-C', installed]);
  for (const name of ['big.js', 're2js'])
    cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  for (const file of ['ten-lines.mjs', 'ten-lines.json'])
    cpSync(join(root, 'packages/domain', file), join(project, file));
  writeFileSync(join(project, 'in-columns.mjs'), IN_COLUMNS);
  writeFileSync(join(project, 'in-both.mjs'), IN_BOTH);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The same plan as a ledger in columns, paid by the compiled kernel: WebAssembly over shared memory. */
const IN_COLUMNS = `import { compiledEngine } from '@attain/domain/payouts/kernel/compiled-engine';
import { sharedMemory } from '@attain/domain/payouts/kernel/compiled-kernel';
import { ledgerLayout, writeFixedParts } from '@attain/domain/payouts/kernel/ledger-layout';
import { evenRanges, payLedger } from '@attain/domain/payouts/kernel/pay-ledger';

const fixed = (number) => ({ fixed: number, perQuota: 0n });
const ofQuota = (number) => ({ fixed: 0n, perQuota: number });
const pieces = [
  { from: fixed(0n), base: fixed(0n), slope: 5n },
  { from: ofQuota(1n), base: ofQuota(-3n), slope: 8n },
];
const program = { scale: 1n, divisor: fixed(100n), timesTarget: false, pieces };
const shape = { rows: 1, payees: 1, programs: [program], periodOfDay: [0], threads: 1 };
const layout = ledgerLayout(shape);
const shared = sharedMemory(layout.bytes);
const memory = shared.buffer;
writeFixedParts(memory, layout, shape);
new Float64Array(memory, layout.at.quota, 1)[0] = 100_000_00;
new Float64Array(memory, layout.at.cap, 1)[0] = Infinity;
new Int32Array(memory, layout.at.amount, 1)[0] = 104_000_10;
const engine = compiledEngine(shared, layout, { thread: 0, mode: 'HALF_UP' });
payLedger(engine, { memory, layout, thread: 0 }, evenRanges(1, 1));
console.log('In columns', new Float64Array(memory, layout.at.payout, 1)[0]);
`;

/** Output of both programs, in Node, a page or a worker. */
const IN_BOTH = `const words = [];
console.log = (...more) => words.push(more);
await import('./ten-lines.mjs');
await import('./in-columns.mjs');
export const said = JSON.stringify(words);
if (globalThis.document === undefined) globalThis.postMessage?.(said);
`;

/** The strictest compiler options for a project that uses it; big.js has no types. */
const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: 'ES2023',
    module: 'NodeNext',
    types: [],
    lib: ['ES2023', 'DOM'],
    resolveJsonModule: true,
    noEmit: true,
  },
  files: ['ten-lines.mts', 'every-module.mts'],
};

function node(...args: string[]): string {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', env });
}

describe('the library as anybody installs it', () => {
  test('is plain JavaScript that asks for big.js and re2js and nothing else: no Node, no browser', () => {
    const asked = globSync('src/**/*.js', { cwd: installed }).flatMap((file) =>
      [
        ...readFileSync(join(installed, file), 'utf8').matchAll(
          /^(?:import|export)\b[^;]*?\bfrom '([^'\n]+)';$/gm,
        ),
      ].map(([, name]) => name),
    );
    const packages = new Set(asked.filter((name) => !name?.startsWith('.')));
    expect([...packages].toSorted()).toEqual(['big.js', 're2js']);
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['big.js', 're2js']);
  });

  test('has types that resolve by themselves: the ten lines and every module, past the strictest compiler', () => {
    const names = globSync('src/**/*.d.ts', { cwd: installed }).map((file) => file.slice(4, -5));
    const imported = names.map((name, i) => `import type * as m${i} from '@attain/domain/${name}';`);
    const used = `export type Every = [${names.map((_, i) => `keyof typeof m${i}`).join(', ')}];`;
    cpSync(join(project, 'ten-lines.mjs'), join(project, 'ten-lines.mts'));
    writeFileSync(join(project, 'every-module.mts'), [...imported, used].join('\n'));
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(STRICT));
    expect(names.length).toBeGreaterThan(100);
    // Throws with the compiler's output if there is an error.
    node(join(root, 'node_modules/typescript-native/bin/tsc'), '-p', project);
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

  test('and in a browser, on a page and in its worker, where every module of it loads', async () => {
    const printed = node(
      '--input-type=module',
      '-e',
      `process.stdout.write((await import('./in-both.mjs')).said)`,
    );
    expect(printed).toContain('Sales pays 5,320.01 USD');
    expect(printed).toContain('["In columns",532001]');
    const [browser, served] = await Promise.all([launchBrowser(), serveLibrary(project)]);
    try {
      const page = await browser.newPage();
      await page.goto(served.url);
      const names = JSON.stringify(served.modules);
      const loaded = `Promise.all(${names}.map((name) => import(name))).then((all) => all.length)`;
      expect(await page.evaluate(loaded)).toBe(served.modules.length);
      expect(await page.evaluate(`import('/in-both.mjs').then(({ said }) => said)`)).toBe(printed);
      const fromWorker = `new Promise((said, failed) => {
        const worker = new Worker('/named/in-both.mjs', { type: 'module' });
        worker.onmessage = ({ data }) => said(data);
        worker.onerror = ({ message }) => failed(new Error(message));
      })`;
      expect(await page.evaluate(fromWorker)).toBe(printed);
    } finally {
      await Promise.all([browser.close(), served.close()]);
    }
  });
});
