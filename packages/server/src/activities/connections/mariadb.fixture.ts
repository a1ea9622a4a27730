import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

const places = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
const program = (...names: string[]) =>
  names.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path));
const server = program('mariadbd', 'mysqld');
const installer = program('mariadb-install-db', 'mysql_install_db');

/** Whether this system has a MariaDB server (Debian: mariadb-server). */
export const hasMariaDb = server !== undefined && installer !== undefined;

/** A MariaDB server of a test's own, with a database `shop` and a user who may change it. */
export interface MariaDb {
  readonly port: number;
  readonly owner: mysql.Connection;
  stop(): Promise<void>;
}

export async function startMariaDb(user: string, password: string): Promise<MariaDb> {
  if (server === undefined || installer === undefined) throw new Error('There is no MariaDB server.');
  const folder = mkdtempSync(join(tmpdir(), 'attain-mariadb-'));
  const shared = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`];
  const made = spawnSync(
    installer,
    [...shared, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr || made.stdout);
  const port = await freePort();
  const socket = join(folder, 's');
  const child = spawn(
    server,
    [
      ...shared,
      `--port=${port}`,
      `--socket=${socket}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${folder}/pid`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const owner = await connected(child, socket);
  await owner.query('CREATE DATABASE shop CHARACTER SET utf8mb4');
  await owner.query('CREATE USER ?@? IDENTIFIED BY ?', [user, '%', password]);
  await owner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON shop.* TO ?@?', [user, '%']);
  await owner.changeUser({ database: 'shop' });
  return {
    port,
    owner,
    stop: async () => {
      await owner.end();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connected(child: ChildProcess, socketPath: string): Promise<mysql.Connection> {
  let said = '';
  child.stderr?.on('data', (part) => {
    said += part;
  });
  while (child.exitCode === null) {
    try {
      return await mysql.createConnection({ socketPath, user: 'root' });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`MariaDB ended: ${said}`);
}

/** A port that nothing listened on a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
