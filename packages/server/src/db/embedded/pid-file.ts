import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'postmaster.pid';
const SETTLED_MS = 2_000;

/** A PostgreSQL server running on a cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** The folder of its Unix socket; undefined: it has none. */
  readonly socketFolder: string | undefined;
  /** False while it starts and has not written all of its address yet. */
  readonly isListening: boolean;
}

/** The server that runs on this PostgreSQL data directory, if one does. A `postmaster.pid` whose process is another's or gone is stale. */
export function findPostmaster(data: string): Postmaster | undefined {
  const lines = readIfThere(join(data, NAME))?.split('\n');
  const pid = Number(lines?.[0]);
  const port = Number(lines?.[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return undefined;
  if (!isAlive(pid) || !servesFrom(pid, data)) return undefined;
  // the eighth line is its state, written once its sockets are open
  return { pid, port, socketFolder: lines?.[4] || undefined, isListening: Boolean(lines?.[7]?.trim()) };
}

/**
 * Removes a `postmaster.pid` and the lock of a socket that would keep PostgreSQL from starting for no reason. A dead
 * process's files it clears itself; but it gives up when the id now belongs to another program, or when a power cut left
 * a file empty.
 */
export function clearLocks(data: string): void {
  for (const name of locksIn(data)) {
    const path = join(data, name);
    const text = readIfThere(path);
    if (text === undefined) continue;
    const pid = Number.parseInt(text, 10);
    const meaningless = Number.isInteger(pid) ? isAlive(pid) && !servesFrom(pid, data) : isSettled(path);
    if (meaningless) rmSync(path, { force: true });
  }
}

function locksIn(data: string): readonly string[] {
  return readdirSync(data).filter((name) => name === NAME || /^\.s\.PGSQL\.\d+\.lock$/.test(name));
}

/** True if a process with this ID exists (zombies excluded). */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    return false;
  }
}

/**
 * Process IDs are reused, especially in containers where they start at 1. PostgreSQL's current directory is its data
 * folder, which identifies it; if that is hidden, its command line does.
 */
function servesFrom(pid: number, data: string): boolean {
  if (pid === process.pid) return false;
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(data);
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return commandOf(pid).includes(data);
  }
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** True if the file is not being written. */
function isSettled(path: string): boolean {
  try {
    return Date.now() - statSync(path).mtimeMs > SETTLED_MS;
  } catch {
    return false;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
