import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode, root, toolEnvironment } from './install.mjs';

const web = join(root, 'packages', 'web');
const dist = join(web, 'dist');
const stampFile = join(dist, '.sources-hash');

// Sources of the built screens.
const sources = [
  'package-lock.json',
  'packages/web/package.json',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/vite-routes-plugin.ts',
  'packages/web/public',
  'packages/web/src',
  'packages/contract/src',
  'packages/domain/package.json',
  'packages/domain/src',
];

/**
 * Builds the screens into packages/web/dist unless they were built from the same sources. Returns true if it
 * built. The finished build takes the old one's place at once, so a running Attain never serves half of one.
 * Throws with a readable message if the build fails.
 */
export function ensureWebBuilt() {
  const hash = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return false;
  console.log('Building the screens (once, and after their sources changed) …');
  const fresh = `${dist}.${process.pid}`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = spawnSync(findNode(), [vite, 'build', '--outDir', fresh, '--logLevel', 'warn'], {
    cwd: web,
    // A build started by a test run ("test") must not contain React's development code.
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The screens could not be built:\n${built.stdout}${built.stderr}`);
  }
  writeFileSync(join(fresh, '.sources-hash'), hash);
  const old = `${dist}.old-${process.pid}`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  return true;
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of sources) addTo(hash, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path below the checkout
 */
function addTo(hash, path) {
  const file = join(root, path);
  if (!existsSync(file) || /\.test\.tsx?$/.test(path)) return;
  let names;
  try {
    names = readdirSync(file).sort();
  } catch {
    hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
    return;
  }
  for (const name of names) addTo(hash, `${path}/${name}`);
}

if (process.argv[1] === import.meta.filename) {
  console.log(ensureWebBuilt() ? 'The screens are built.' : 'The screens are up to date.');
}
