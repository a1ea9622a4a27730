import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Account, mustReach } from './account.ts';
import { isAlive } from './pid-file.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** The superuser of the embedded server: it migrates, and runs the engine. People never sign in with it. */
export const OWNER = 'owner';

/** Paths of one embedded database. The folder is created and renamed as a whole, so it is never incomplete. */
export interface Cluster {
  readonly folder: string;
  /** PostgreSQL's own data directory. */
  readonly data: string;
  readonly passwordFile: string;
  /** The port used last; only a hint, `postmaster.pid` is authoritative. */
  readonly portFile: string;
  readonly log: string;
}

/** The places below Attain's data folder. Reads nothing. */
export function clusterAt(folder: string): Cluster {
  return {
    folder,
    data: join(folder, 'cluster'),
    passwordFile: join(folder, 'owner-password'),
    portFile: join(folder, 'port'),
    log: join(folder, 'postgres.log'),
  };
}

/**
 * Creates the cluster if missing: in `<folder>.init-<pid>`, then one rename. The second process to rename discards its
 * own and uses the first, so concurrent starts are safe. Throws if PostgreSQL can't create it, or if an existing one
 * has another major version.
 */
export async function ensureCluster(cluster: Cluster, use: { binaries: PostgresBinaries; account: Account }) {
  if (existsSync(cluster.folder)) {
    mustMatch(cluster, use.binaries);
    mustReach(use.account, cluster.data);
    return;
  }
  mkdirSync(dirname(cluster.folder), { recursive: true, mode: 0o700 });
  removeAbandoned(cluster.folder);
  const draft = clusterAt(`${cluster.folder}.init-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await initialise(draft, use);
    renameSync(draft.folder, cluster.folder);
    syncFolder(dirname(cluster.folder));
  } catch (error) {
    rmSync(draft.folder, { recursive: true, force: true });
    if (!existsSync(cluster.data)) throw error;
  }
}

/** The owner's random password. */
export function passwordOf(cluster: Cluster): string {
  return readFileSync(cluster.passwordFile, 'utf8').trim();
}

async function initialise(draft: Cluster, use: { binaries: PostgresBinaries; account: Account }) {
  mkdirSync(draft.folder, { mode: 0o700 });
  writeFileSync(draft.passwordFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  const { owner } = use.account;
  if (owner) {
    chownSync(draft.folder, owner.uid, owner.gid);
    chownSync(draft.passwordFile, owner.uid, owner.gid);
  }
  mustReach(use.account, draft.folder);
  // PostgreSQL's own locale provider sorts the same on every machine; before 17 there was only the C library's.
  const provider = use.binaries.major >= 17 ? ['--locale-provider=builtin'] : [];
  await run(use, [
    `--pgdata=${draft.data}`,
    `--username=${OWNER}`,
    `--pwfile=${draft.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
    ...provider,
  ]);
}

function run(use: { binaries: PostgresBinaries; account: Account }, args: string[]): Promise<void> {
  const { file, args: all } = use.account.command(use.binaries.initdb, args);
  // Another account may be unable to read our current directory.
  const env = { ...process.env, ...use.binaries.env };
  const child = spawn(file, all, { ...use.account.spawn, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `PostgreSQL could not create its data folder (initdb exited with ${code}):\n${said.trim()}`,
          ),
        );
    });
  });
}

function mustMatch(cluster: Cluster, binaries: PostgresBinaries): void {
  const made = Number(readFileSync(join(cluster.data, 'PG_VERSION'), 'utf8').trim());
  if (made === binaries.major) return;
  throw new Error(
    `The database in ${cluster.data} was created by PostgreSQL ${made}, but this installation has ${binaries.major}. ` +
      'Back it up with the Attain version that created it and restore it here, or set DATABASE_URL to your own server.',
  );
}

/** Drafts whose maker died before the rename. */
function removeAbandoned(folder: string): void {
  const prefix = `${basename(folder)}.init-`;
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!isAlive(pid)) rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
