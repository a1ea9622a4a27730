import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from './open-sqlite.ts';
import type { SqlSession } from './sql-session.ts';

const FOREVER = '(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c)';

describe('[CONN-24] the process of a SQLite file', () => {
  const top = mkdtempSync(join(tmpdir(), 'attain-sqlite-process-'));
  const file = join(top, 'one', 'shop.db');
  const sessions: SqlSession[] = [];

  beforeAll(() => {
    mkdirSync(join(top, 'one'));
    const owner = new DatabaseSync(file);
    const ids = JSON.stringify(Array.from({ length: 8_000 }, (_, at) => at + 1));
    owner.exec(`CREATE TABLE parts (id INTEGER PRIMARY KEY, text TEXT);
      INSERT INTO parts SELECT value, hex(zeroblob(500)) FROM json_each('${ids}')`);
    owner.close();
  });
  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((one) => one.close()));
  });
  afterAll(() => rmSync(top, { recursive: true }));

  const open = async (more: { statementMs?: number; maxGrowth?: number } = {}) => {
    const place = { folder: top, tenantId: 'one', name: 'shop.db', statementMs: 60_000, ...more };
    const session = await openSqlite(place, () => undefined);
    sessions.push(session);
    return session;
  };
  /** What a session of its own returns. */
  const once = async <T>(work: (session: SqlSession) => Promise<T>, more = {}) => {
    const session = await open(more);
    return work(session).finally(() => session.close());
  };
  const asked = (text: string) => ({ text, values: [], limit: 10_000 });
  const changedRows = async () => {
    const sql = 'SELECT count(*) AS n FROM parts WHERE text <> hex(zeroblob(500))';
    return (await once((session) => session.read(asked(sql))))[0];
  };
  /** Processes of the file: id, niceness and arguments. */
  const processes = () =>
    execFileSync('ps', ['-eo', 'pid=,ni=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('sqlite-process') && line.includes(file))
      .map((line) => {
        const [pid, niceness] = line.trim().split(/\s+/).map(Number);
        return { pid: Number(pid), niceness, lifeMs: Number(/"lifeMs":(\d+)/.exec(line)?.[1]) };
      });

  test('a change that was killed half-way is undone by the next read', async () => {
    const text = `UPDATE parts SET text = CASE WHEN id < 7999 THEN hex(randomblob(500)) ELSE ${FOREVER} END`;
    const killed = once((session) => session.change(asked(text)), { statementMs: 4_000 });
    await expect(killed).rejects.toMatchObject({ message: expect.stringContaining('took too long') });
    expect(statSync(`${file}-journal`).size).toBeGreaterThan(1_000_000);
    expect(await changedRows()).toEqual({ n: 0 });
    expect(existsSync(`${file}-journal`)).toBe(false);
  });

  test('a change adds only so much to the file', async () => {
    const limits = { maxGrowth: 1_000_000 };
    const before = statSync(file).size;
    const add = asked('INSERT INTO parts (text) SELECT hex(randomblob(500)) FROM parts LIMIT 3000');
    const rejected = once((session) => session.change(add), limits);
    await expect(rejected).rejects.toMatchObject({
      message: expect.stringContaining('more than 1 MB'),
      passes: false,
    });
    expect(statSync(file).size).toBeLessThan(before + 1_100_000);
    expect(await once((session) => session.read(asked('SELECT count(*) AS n FROM parts')))).toEqual([
      { n: 8_000 },
    ]);
    const small = asked('INSERT INTO parts (text) SELECT hex(randomblob(500)) FROM parts LIMIT 500');
    expect(await once((session) => session.change(small), limits)).toEqual({ changed: 500, rows: [] });
  });

  test('goes on when Attain is stopped, and may be tried again when others end it', async () => {
    const slow = asked(`SELECT ${FOREVER} AS n`);
    const reading = (await open({ statementMs: 10 * 60_000 })).read(slow);
    const ended = expect(reading).rejects.toMatchObject({
      message: 'SQLite ended unexpectedly (SIGKILL).',
      passes: true,
    });
    await expect.poll(() => processes()[0]?.niceness, { timeout: 10_000 }).toBeGreaterThanOrEqual(5);
    const [{ pid = 0, lifeMs } = {}] = processes();
    // three times two minutes, and ten seconds
    expect(lifeMs).toBe(370_000);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(processes().map((one) => one.pid)).toEqual([pid]);
    process.kill(pid, 'SIGKILL');
    await ended;
  });

  test('gives its turn back when it can’t be started', async () => {
    const { execPath } = process;
    process.execPath = 'no\0program';
    try {
      for (let at = 0; at < 6; at += 1)
        await expect(open()).rejects.toMatchObject({ message: 'SQLite could not be started.', passes: true });
    } finally {
      process.execPath = execPath;
    }
    expect(await (await open()).greet()).toContain('Opened “shop.db”');
  });
});
