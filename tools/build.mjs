import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { findNode, root, toolEnvironment } from './install.mjs';

const shared = [
  'package-lock.json',
  'packages/contract/src',
  'packages/domain/package.json',
  'packages/domain/src',
];
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const webSources = ['package.json', 'index.html', 'vite.config.ts', 'vite-routes-plugin.ts', 'public', 'src'];
const serverSources = ['package.json', 'vite.config.ts', 'src'];
/** How long unused builds of the server are kept: a running Attain still loads parts of the one it was started from. */
const KEPT_DAYS = 30;

/**
 * Builds the screens into packages/web/dist unless they were built from the same sources. Returns true if it
 * built. The finished build takes the old one's place at once, so a running Attain never serves half of one.
 * Throws with a readable message if the build fails.
 */
export function ensureWebBuilt() {
  const dist = join(root, 'packages', 'web', 'dist');
  const stampFile = join(dist, '.sources-hash');
  const hash = hashOf('web', webSources);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return false;
  const fresh = `${dist}.${process.pid}`;
  build('web', 'the screens', fresh);
  writeFileSync(join(fresh, '.sources-hash'), hash);
  const old = `${dist}.old-${process.pid}`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  return true;
}

/**
 * The file that a process of the server starts with: of the build, made first if its sources are new, from which it starts in a third of the
 * time. A checkout that can't be written, or that has no build tool, runs the sources. Throws with a readable message if the build fails.
 * @param {'main' | 'cli'} name
 */
export function serverFile(name) {
  try {
    return join(ensureServerBuilt(), `${name}.js`);
  } catch (error) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (existsSync(vite) && !['EACCES', 'EROFS', 'EPERM'].includes(code)) throw error;
    console.error(
      `Attain starts from its sources, which takes longer, because they could not be built: ${message}`,
    );
    return join(root, 'packages', 'server', 'src', `${name}.ts`);
  }
}

/** Builds the server unless it was built from the same sources. Returns the folder of the build. */
export function ensureServerBuilt() {
  return ensureInDist(hashOf('server', serverSources).slice(0, 16), 'the server');
}

/** Builds the processes that tests start and kill, which start from a build in a fifth of the time. Returns the folder. */
export function ensureChildrenBuilt() {
  const config = 'vite.children.config.ts';
  const hash = hashOf('server', [...serverSources, config], /\.test\.ts$/);
  return ensureInDist(`children-${hash.slice(0, 16)}`, 'the processes of tests', config);
}

/**
 * @param {string} name of the build: builds of other sources have other names
 * @param {string} title
 * @param {string} [config]
 */
function ensureInDist(name, title, config) {
  const all = join(root, 'packages', 'server', 'dist');
  const folder = join(all, name);
  if (existsSync(folder)) {
    markUsed(folder);
    return folder;
  }
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(all, { recursive: true });
  build('server', title, fresh, config);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // another process has built the same
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  removeUnused(all);
  return folder;
}

/** @param {string} folder */
function markUsed(folder) {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // read only: then builds aren't removed either
  }
}

/** @param {string} all */
function removeUnused(all) {
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const name of readdirSync(all)) {
    const one = join(all, name);
    // gone: another process has removed it
    const { mtimeMs } = statSync(one, { throwIfNoEntry: false }) ?? { mtimeMs: oldest };
    if (mtimeMs < oldest) rmSync(one, { recursive: true, force: true });
  }
}

/**
 * @param {string} name the folder below packages
 * @param {string} title
 * @param {string} folder where the build goes
 * @param {string} [config]
 */
function build(name, title, folder, config = 'vite.config.ts') {
  console.error(`Building ${title} (once, and after their sources changed) …`);
  const built = spawnSync(
    findNode(),
    [vite, 'build', '--config', config, '--outDir', folder, '--logLevel', 'warn'],
    {
      cwd: join(root, 'packages', name),
      // A build started by a test run ("test") must not contain React's development code.
      env: { ...toolEnvironment(), NODE_ENV: 'production' },
      encoding: 'utf8',
    },
  );
  if (built.status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`Attain could not build ${title}:\n${built.stdout}${built.stderr}`);
}

/**
 * @param {string} name the folder below packages
 * @param {string[]} sources what is built of it, besides what all share
 * @param {RegExp} [without] files that are not built
 */
function hashOf(name, sources, without = /\.(test|fixture)\.tsx?$/) {
  const hash = createHash('sha256');
  for (const source of [...shared, ...sources.map((one) => `packages/${name}/${one}`)])
    for (const path of filesIn(source, without))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
  return hash.digest('hex');
}

/**
 * The files that a build depends on, sorted.
 * @param {string} path of a folder or a file below the checkout
 * @param {RegExp} without files that are not built
 * @returns {string[]}
 */
function filesIn(path, without) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  const files = found.isDirectory()
    ? readdirSync(join(root, path), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    : [path];
  return files.filter((file) => !without.test(file)).sort();
}
