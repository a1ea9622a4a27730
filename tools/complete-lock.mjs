// `node tools/complete-lock.mjs`: adds the packages of other systems that npm omitted to package-lock.json.
//
// npm writes down only those optional packages (a compiled program for each system and processor) that it could reach
// when the lock file was written, and `npm ci` rejects a lock file without some of them. Their names say which system and
// processor they are for, and their parents which version; that is all npm needs to skip or to install them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const file = join(root, 'package-lock.json');

/** @typedef {{ version?: string, optionalDependencies?: Record<string, string>, dev?: boolean }} Locked */

/**
 * Optional packages that are required and missing in the lock file.
 * @param {Record<string, Locked>} packages
 * @returns {{ name: string, version: string, parent: string }[]}
 */
export function missingOptional(packages) {
  const present = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !present.has(name))
      .map(([name, version]) => ({ name, version, parent })),
  );
}

if (process.argv[1]?.endsWith('complete-lock.mjs')) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingOptional(lock.packages);
  for (const { name, version, parent } of missing) {
    if (!/^\d/.test(version))
      throw new Error(`${parent} asks for ${name} ${version}: not one exact version.`);
    const dev = lock.packages[parent].dev ? { dev: true } : {};
    lock.packages[`node_modules/${name}`] = { version, ...systemOf(name), ...dev, optional: true };
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')); // as npm does
  lock.packages = Object.fromEntries(sorted);
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages for other systems added to package-lock.json`);
}

/** @param {string} name such as `@biomejs/cli-linux-x64-musl` */
function systemOf(name) {
  const words = name.replace(/^.*\//, '').split('-');
  const os = words.find((word) =>
    ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].includes(word),
  );
  const cpu = words.find((word) =>
    ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'].includes(word),
  );
  if (!cpu || (!os && cpu !== 'wasm32')) throw new Error(`For which system is ${name}?`);
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : '';
  return { cpu: [cpu], ...(os ? { os: [os] } : {}), ...(libc && os === 'linux' ? { libc: [libc] } : {}) };
}
