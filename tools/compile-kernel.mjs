/**
 * Compiles the kernel's AssemblyScript (packages/domain/src/payouts/kernel/assembly) and writes the module as base64 next to
 * it, so that running Attain needs no compiler. `node tools/compile-kernel.mjs`; a repo check compares the bytes.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { root } from './install.mjs';

const kernel = join(root, 'packages/domain/src/payouts/kernel');
const FLAGS = [
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub'],
  ...[
    '--importMemory',
    '--noExportMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
  ],
  ...['--enable', 'threads', '--enable', 'simd'],
];

/**
 * The text of compiled-module.ts from the current sources.
 * @returns {Promise<string>}
 */
export async function compiledModule() {
  /** @type {Uint8Array | undefined} */
  let bytes;
  const { error, stderr } = await asc.main(['kernel.ts', ...FLAGS, '--outFile', 'kernel.wasm'], {
    // The sources end in .as, so that no other tool takes them for TypeScript.
    readFile: (name) => {
      const [, stem] = /^([a-z-]+)\.ts$/.exec(name) ?? [];
      return stem === undefined ? null : readFileSync(join(kernel, 'assembly', `${stem}.as`), 'utf8');
    },
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm') && typeof contents !== 'string') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || bytes === undefined)
    throw new Error(`The kernel does not compile.\n${stderr.toString()}`);
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  return `/** The kernel's WebAssembly module in base64, made by tools/compile-kernel.mjs from assembly/*.as; not edited by hand. */
export const KERNEL_MODULE =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(kernel, 'compiled-module.ts'), await compiledModule());
}
