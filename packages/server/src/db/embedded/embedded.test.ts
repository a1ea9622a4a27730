import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { nobodyAccount } from './account.ts';
import { clusterAt, ensureCluster } from './cluster.ts';
import { findPostmaster, isAlive } from './pid-file.ts';
import { bundled, onSystem } from './postgres-binaries.ts';
import { type Embedded, startEmbedded } from './start-embedded.ts';

const SOURCE = new URL('./start-embedded.ts', import.meta.url).href;
const system = onSystem();
const root = process.getuid?.() === 0;
if (!system) console.warn('SKIPPED: no system PostgreSQL 15+ here, so the fallback to it is not tested.');
if (!root) console.warn('SKIPPED: not root here, so handing the folder to nobody is not tested.');

let template: string;
const folders: string[] = [];
const children: ChildProcess[] = [];
const started: Embedded[] = [];

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'attain-embedded-'));
  await (await startEmbedded({ dataDir: template, log: () => {} })).stop();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const one of started.splice(0)) await one.stop();
  for (const folder of folders.splice(0)) {
    const left = serverOf(folder);
    if (left) process.kill(left.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

describe('the embedded PostgreSQL', () => {
  test('starts cold, stops, and starts warm with what was committed', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await query(first, "create table kept (what text); insert into kept values ('a cent')");
    await first.stop();
    expect(serverOf(dataDir)).toBeUndefined();

    const second = await start(dataDir);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second, 'select what from kept')).toEqual([{ what: 'a cent' }]);
  });

  test('is set up for safety: checksums, fsync, its own locale, a private password, the loopback address', async () => {
    const dataDir = madeFolder();
    const one = await start(dataDir);
    const names = ['data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes', 'data_sync_retry'];
    const more = ['listen_addresses', 'server_encoding', 'TimeZone', 'max_connections'];
    const rows = await query(
      one,
      `select string_agg(current_setting(n), ' ' order by o) as all from unnest(array['${[...names, ...more].join("','")}']) with ordinality t(n, o)`,
    );
    expect(rows).toEqual([{ all: 'on on on on off 127.0.0.1 UTF8 UTC 200' }]);
    const locale = await query(
      one,
      'select datlocprovider as p, datlocale as l from pg_database where datname = current_database()',
    );
    expect(locale).toEqual([{ p: 'b', l: 'C.UTF-8' }]);
    expect(statSync(join(dataDir, 'postgres', 'owner-password')).mode & 0o777).toBe(0o600);
    const wrong = one.ownerUrl.replace(/:[0-9a-f]{64}@/, ':guess@');
    await expect(query({ ownerUrl: wrong }, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test.skipIf(process.platform === 'win32')(
    'is reached over a socket in its folder, and over TCP where the path of one would be too long or the folder holds none',
    async () => {
      const dataDir = madeFolder();
      const without = madeFolder();
      const kept = await start(without);
      const { port } = new URL(kept.ownerUrl);
      await kept.stop();
      // in the place of the socket, as if the file system knew none
      mkdirSync(join(without, 'postgres', 'cluster', `.s.PGSQL.${port}`));
      const deep = join(newFolder(), 'a-folder-far-below-many-others'.repeat(3));
      cpSync(dataDir, deep, { recursive: true });
      chmodSync(join(deep, 'postgres', 'cluster'), 0o700);
      const over = async (folder: string) =>
        (await query(await start(folder), 'select inet_server_addr() is null as socket'))[0]?.socket;
      // first, while the port of its socket is free
      expect(await over(without)).toBe(false);
      expect([await over(dataDir), await over(deep)]).toEqual([true, false]);
    },
  );

  test('killed with -9 while committing, and again while it recovers, it comes back by itself and no acknowledged row is lost', async () => {
    const dataDir = madeFolder();
    const one = await start(dataDir);
    await query(one, 'create table kept (n int primary key)');
    const server = serverOf(dataDir);
    let acknowledged = 0;
    const writer = new pg.Client({ connectionString: one.ownerUrl });
    writer.on('error', () => {});
    await writer.connect();
    try {
      for (let n = 1; ; n += 1) {
        await writer.query('insert into kept values ($1)', [n]);
        acknowledged = n;
        if (n === 200) process.kill(server?.pid ?? 0, 'SIGKILL');
      }
    } catch {
      // the connection died with the server
    }
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    const recovering = await eventually(async () => {
      const next = serverOf(dataDir)?.pid;
      if (next === undefined || next === server?.pid) throw new Error('It has not been started yet.');
      return next;
    });
    process.kill(recovering, 'SIGKILL');
    const kept = await eventually(() => query(one, 'select count(*)::int as n from kept'));
    expect(kept[0]?.n).toBeGreaterThanOrEqual(acknowledged);
    expect([server?.pid, recovering]).not.toContain(serverOf(dataDir)?.pid);
  });

  test('killed with -9 together with Attain, the next start recovers', async () => {
    const dataDir = madeFolder();
    const other = await startInOtherFolder(dataDir);
    await query(other, 'create table kept (n int); insert into kept select generate_series(1, 1000)');
    const server = serverOf(dataDir);
    other.child.kill('SIGKILL');
    process.kill(server?.pid ?? 0, 'SIGKILL');
    const next = await start(dataDir);
    expect(await query(next, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  });

  test('three processes starting at once on an empty folder share one server; the last to leave stops it', async () => {
    const dataDir = newFolder();
    const three = await Promise.all([
      startInOtherFolder(dataDir),
      startInOtherFolder(dataDir),
      startInOtherFolder(dataDir),
    ]);
    expect(new Set(three.map((one) => one.ownerUrl)).size).toBe(1);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    const server = serverOf(dataDir);
    const [first, second, third] = three;
    await first?.leave();
    second?.child.kill('SIGKILL'); // a killed process gives its claim up too
    await query(third as Embedded, 'select 1');
    expect(serverOf(dataDir)).toEqual(server);
    await eventually(async () => expect(await leases(third as Embedded)).toBe(1));
    await third?.leave();
    expect(isAlive(server?.pid ?? 0)).toBe(false);
  });

  test('processes that come while the last one leaves get a server, again and again', async () => {
    const dataDir = madeFolder();
    for (let round = 0; round < 5; round += 1) {
      const one = await start(dataDir);
      const [, next] = await Promise.all([one.stop(), start(dataDir)]);
      expect(await query(next, 'select 1 as n')).toEqual([{ n: 1 }]);
      await next.stop();
    }
  });

  test('a server left behind by a killed Attain is joined, not doubled', async () => {
    const dataDir = madeFolder();
    const other = await startInOtherFolder(dataDir);
    const server = serverOf(dataDir);
    other.child.kill('SIGKILL');
    const next = await start(dataDir);
    expect(serverOf(dataDir)).toEqual(server);
    await eventually(async () => expect(await leases(next)).toBe(1));
    await next.stop();
    expect(isAlive(server?.pid ?? 0)).toBe(false);
  });

  test.each([
    ['a living process that is not PostgreSQL', String(process.pid)],
    ['the first process of the system', '1'],
    ['a process that is gone', '4194200'],
    ['nothing at all', ''],
  ])('locks that name %s are seen through', async (_, pid) => {
    const dataDir = madeFolder();
    await (await start(dataDir)).stop();
    const data = join(dataDir, 'postgres', 'cluster');
    const text = pid === '' ? '' : `${pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready\n`;
    writeFileSync(join(data, 'postmaster.pid'), text);
    const socketLock = `.s.PGSQL.${readFileSync(join(dataDir, 'postgres', 'port'), 'utf8').trim()}.lock`;
    writeFileSync(join(data, socketLock), text);
    for (const lock of ['postmaster.pid', socketLock])
      utimesSync(join(data, lock), 1_700_000_000, 1_700_000_000);
    const again = await start(dataDir);
    expect(await query(again, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('what a killed first start left half made is swept away', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres.init-4194200-0a0b0c0d'), { recursive: true });
    await start(dataDir);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  test.skipIf(!system)(
    'falls back to the PostgreSQL of the system, and refuses the folder of another version',
    async () => {
      const dataDir = newFolder();
      const one = await start(dataDir, { binaries: system });
      const rows = await query(one, "select current_setting('server_version_num')::int / 10000 as major");
      expect(rows).toEqual([{ major: system?.major }]);
      await one.stop();
      if (system?.major === bundled(dataDir)?.major) return;
      await expect(start(dataDir)).rejects.toThrow(
        /was created by PostgreSQL \d+, but this installation has \d+/,
      );
    },
  );

  test.skipIf(!root)('as root without user namespaces it hands the folder to nobody', async () => {
    const cluster = clusterAt(join(newFolder(), 'postgres'));
    const binaries = bundled(tmpdir());
    if (!binaries) throw new Error('The bundled PostgreSQL is missing; run npm ci.');
    const readable = spawn('test', ['-x', binaries.initdb], { uid: 65534, gid: 65534 });
    if ((await new Promise((done) => readable.on('close', done))) !== 0) {
      console.warn('SKIPPED: nobody cannot read this checkout, so the fallback account is not tested.');
      return;
    }
    await expect(ensureCluster(cluster, { binaries, account: nobodyAccount })).rejects.toThrow(
      /set DATABASE_URL/,
    );
    const open = newFolder(0o755);
    const shared = clusterAt(join(open, 'postgres'));
    await ensureCluster(shared, { binaries, account: nobodyAccount });
    expect(statSync(shared.data).uid).toBe(65534);
    expect(existsSync(join(shared.data, 'PG_VERSION'))).toBe(true);
    expect(readFileSync(shared.passwordFile, 'utf8').trim()).toMatch(/^[0-9a-f]{64}$/);
  });
});

function newFolder(mode = 0o700): string {
  const folder = mkdtempSync(join(tmpdir(), 'attain-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** A folder whose cluster was made before: a copy of one that every test shares. */
function madeFolder(): string {
  const folder = newFolder();
  cpSync(join(template, 'postgres'), join(folder, 'postgres'), { recursive: true });
  chmodSync(join(folder, 'postgres', 'cluster'), 0o700); // copying forgets what PostgreSQL insists on
  return folder;
}

function serverOf(dataDir: string) {
  return findPostmaster(clusterAt(join(dataDir, 'postgres')).data);
}

async function start(
  dataDir: string,
  more: { binaries?: ReturnType<typeof onSystem> } = {},
): Promise<Embedded> {
  const one = await startEmbedded({
    dataDir,
    log: () => {},
    ...(more.binaries ? { binaries: more.binaries } : {}),
  });
  started.push(one);
  return one;
}

/** Starts in a process of its own, as a second Attain would. */
async function startInOtherFolder(
  dataDir: string,
): Promise<Embedded & { child: ChildProcess; leave(): Promise<void> }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(SOURCE)};
    const one = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(one.ownerUrl);
    process.stdin.on('data', async () => { await one.stop(); process.exit(0); });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const ownerUrl = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', resolve);
    child.on('exit', (code) => reject(new Error(`the other process ended with ${code}`)));
  });
  const leave = () => {
    child.stdin?.write('leave\n');
    return ended;
  };
  return { ownerUrl, child, leave, stop: leave };
}

async function query(one: { ownerUrl: string }, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: one.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function leases(one: Embedded): Promise<unknown> {
  const rows = await query(
    one,
    "select count(*)::int as n from pg_stat_activity where application_name = 'attain lease'",
  );
  return rows[0]?.n;
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 4_000) throw error;
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }
}
