import { chmodSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostmaster, isAlive } from '../packages/server/src/db/embedded/pid-file.ts';

const PREFIX = 'attain-tests-';
/** A file system in memory, where creating and removing a database takes a fifth of the time. */
const MEMORY = '/dev/shm';
/** Files of the tests take less than a quarter of this. */
const ROOM_BYTES = 8 * 2 ** 30;

/**
 * Gives this process and those it starts a folder for temporary files of their own: in memory if there is room, else
 * where they usually lie. It goes when the process ends; folders of killed test runs go now, and so do their servers.
 */
export function useTestFolder(): void {
  if (process.env.TMPDIR?.includes(`${PREFIX}${process.pid}-`)) return;
  const place = hasRoom() ? MEMORY : tmpdir();
  removeAbandoned(place);
  const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another account when root tests
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

function hasRoom(): boolean {
  try {
    const [, options = ''] =
      new RegExp(`^\\S+ ${MEMORY} \\S+ (\\S+)`, 'm').exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
    // PostgreSQL's libraries lie there
    if (options.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
  } catch {
    // not Linux
    return false;
  }
}

function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (pid && !isAlive(pid)) remove(join(place, name));
  }
}

function remove(folder: string): void {
  for (const file of globSync('*/postgres/cluster/postmaster.pid', { cwd: folder })) {
    const server = findPostmaster(dirname(join(folder, file)));
    if (server) process.kill(server.pid, 'SIGQUIT');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
