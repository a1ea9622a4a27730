import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';
import type { Cluster } from './cluster.ts';
import { clearLocks, findPostmaster, isAlive } from './pid-file.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** A server program we have just started; it may still find that another one was faster. */
export interface Launch {
  readonly child: ChildProcess;
  /** Log output since its start. */
  said(): string;
}

const LOG_LIMIT_BYTES = 10_000_000;

/** Nothing here is about speed at the price of safety: what was acknowledged is on the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  data_sync_retry: 'off',
  // One Attain process uses up to forty; several may share the folder.
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
};

/**
 * Starts the server program in its own session, so that Ctrl-C reaches Attain alone and Attain stops the server when
 * its last write is in. PostgreSQL itself sees to it that only one of several wins.
 */
export function launchPostmaster(
  cluster: Cluster,
  use: { binaries: PostgresBinaries; account: Account; port: number; sockets: boolean },
): Launch {
  clearLocks(cluster.data);
  const log = openLog(cluster, use.account);
  const from = statSync(cluster.log).size;
  const settings = Object.entries({
    ...SETTINGS,
    unix_socket_directories: use.sockets ? socketFolderOf(cluster) : '',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args } = use.account.command(use.binaries.postgres, [
    '-D',
    cluster.data,
    '-p',
    String(use.port),
    ...settings,
  ]);
  const child = spawn(file, args, {
    ...use.account.spawn,
    cwd: cluster.data,
    // PG* of the caller's shell must not reach into this server.
    env: { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C', TZ: 'UTC', ...use.binaries.env },
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.on('error', () => {}); // The exit code is enough; without a listener Node would end the process.
  child.unref();
  return { child, said: () => readFileSync(cluster.log).subarray(from).toString('utf8').trim() };
}

/** Bytes that every system allows in a socket's path; Linux allows 107, macOS 103. */
const MAX_SOCKET_PATH = 100;

/**
 * Where the server puts its Unix socket: in its own data directory, which no other account can enter. A query costs a
 * quarter less there than over TCP. Empty, for TCP alone, where the path is too long, would be taken for a list, or the
 * system is Windows.
 */
function socketFolderOf({ data }: Pick<Cluster, 'data'>): string {
  const fits = Buffer.byteLength(join(data, '.s.PGSQL.65535')) <= MAX_SOCKET_PATH;
  return process.platform !== 'win32' && fits && !/[,"]/.test(data) ? data : '';
}

/**
 * Ends the server the fast way: sessions are cut, everything committed is on disk, a checkpoint is written.
 * False when it is still there after the deadline.
 */
export async function stopPostmaster(
  cluster: Cluster,
  use: { binaries: PostgresBinaries; deadlineMs: number },
): Promise<boolean> {
  const running = findPostmaster(cluster.data);
  if (!running) return true;
  if (process.platform === 'win32') {
    // Windows has no signals: pg_ctl speaks to the server through its own pipe.
    const pgCtl = join(dirname(use.binaries.postgres), 'pg_ctl.exe');
    spawn(pgCtl, ['stop', '-D', cluster.data, '-m', 'fast', '-W'], { stdio: 'ignore', windowsHide: true });
  } else {
    process.kill(running.pid, 'SIGINT');
  }
  const until = Date.now() + use.deadlineMs;
  while (Date.now() < until) {
    if (!isAlive(running.pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return false;
}

/** The remembered port if it is still free, else any free one. */
export async function freePort(cluster: Cluster): Promise<number> {
  let remembered = 0;
  try {
    remembered = Number(readFileSync(cluster.portFile, 'utf8').trim());
  } catch {
    // first start
  }
  const kept = remembered > 0 && remembered < 65_536 ? await tryPort(remembered) : undefined;
  const port = kept ?? (await tryPort(0));
  if (port === undefined) throw new Error('There is no free port on 127.0.0.1 for the embedded PostgreSQL.');
  return port;
}

function openLog(cluster: Cluster, account: Account): number {
  try {
    if (statSync(cluster.log).size > LOG_LIMIT_BYTES) renameSync(cluster.log, `${cluster.log}.1`);
  } catch {
    // no log yet
  }
  const log = openSync(cluster.log, 'a', 0o600);
  if (account.owner) chownSync(cluster.log, account.owner.uid, account.owner.gid);
  return log;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
