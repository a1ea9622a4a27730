import { execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { runNode } from '../one-node.fixture.ts';

const FOREVER = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';

describe('[CONN-24] a connected SQLite file', () => {
  const top = mkdtempSync(join(tmpdir(), 'attain-sqlite-'));
  let ctx: TestContext;
  let admin: Client;
  let folder: string;
  let owner: DatabaseSync;

  beforeAll(async () => {
    ctx = await startTestContext({ env: { ATTAIN_SQLITE_DIR: join(top, 'files') } });
    const tenant = await ctx.newTenant({ administrator: { participantId: null } });
    admin = tenant.as('administrator');
    folder = join(top, 'files', tenant.tenantId);
    mkdirSync(folder, { recursive: true });
    owner = new DatabaseSync(join(folder, 'shop.db'));
    owner.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, amount REAL, big INTEGER, raw BLOB) STRICT;
      INSERT INTO orders SELECT value, 'C' || value, value * 1.5, 9007199254740993, x'00ff' FROM json_each('[${Array.from({ length: 20 }, (_, at) => at + 1)}]');
      CREATE VIEW large AS SELECT id FROM orders WHERE amount > 20;
      CREATE VIRTUAL TABLE notes USING fts5(text); INSERT INTO notes VALUES ('a quick fox');`);
    await connect('Shop', 'shop.db', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']);
  });
  afterAll(async () => {
    owner?.close();
    await ctx?.stop();
    rmSync(top, { recursive: true });
  });

  const connect = async (name: string, file: string, operations = ['SELECT']): Promise<string> => {
    const saved = await admin.post('/api/connections', {
      ...{ name, kind: 'database', authMethod: 'none', address: `sqlite://local/${file}` },
      database: {
        accessLevel: operations.length > 1 ? 'read-write' : 'read',
        allowedOperations: operations,
        backupPolicy: 'none',
      },
    });
    expect(saved).toMatchObject({ status: 201, body: { config: {}, secret: null } });
    return saved.body.id;
  };
  const tested = async (name: string, file: string) =>
    (await admin.post(`/api/connections/${await connect(name, file)}/test`, {})).body;
  let made = 0;
  const run = (type: string, config: JsonObject) =>
    runNode(admin, { name: `Shop ${++made}`, type, config: { database: 'Shop', retries: 0, ...config } });
  const read = (query: string, more: JsonObject = {}) => run('database_read', { query, ...more });
  const write = (statement: string, more: JsonObject = {}) => run('database_write', { statement, ...more });
  const count = () => owner.prepare('SELECT count(*) AS n FROM orders').get()?.n;

  test('is tested, and lists its tables and views', async () => {
    const { id } = (await admin.get('/api/connections')).body.rows.find(
      (one: { name: string }) => one.name === 'Shop',
    );
    const { message } = (await admin.post(`/api/connections/${id}/test`, {})).body;
    expect(message).toMatch(/^Opened “shop.db”; SQLite 3\./);
    const found = (await admin.get(`/api/connections/${id}/tables`)).body;
    expect(found.tables.map((one: { name: string }) => one.name)).toEqual(
      expect.arrayContaining(['large', 'orders']),
    );
  });

  test('is read up to the limit, with bound values and exact types', async () => {
    const parameters = [
      { name: 'least', value: '2' },
      { name: 'most', value: '2' },
      { name: 'yes', value: 'true' },
      { name: 'name', value: `"C3' OR 1=1 -- "` },
    ];
    const query = 'SELECT id, amount, big, raw, :yes AS yes FROM orders WHERE id >= :least ORDER BY id';
    const row = { big: '9007199254740993', raw: '\\x00ff', yes: 1 };
    const all = [
      { id: 2, amount: 3, ...row },
      { id: 3, amount: 4.5, ...row },
    ];
    expect((await read(query, { parameters, limit: 2 })).output).toEqual(all);
    expect((await read(`${query} LIMIT :most`, { parameters })).output).toEqual(all);
    expect((await read('SELECT id FROM orders WHERE customer = :name', { parameters })).output).toEqual([]);
    expect((await read("SELECT text FROM notes WHERE notes MATCH 'fox'")).output).toEqual([
      { text: 'a quick fox' },
    ]);
  });

  test.each([
    ['DELETE FROM orders RETURNING id', 'Only rows can be read'],
    ['WITH x AS (SELECT 1) DELETE FROM orders', 'Only rows can be read'],
    ['SELECT 1; SELECT 2', 'Only one statement'],
    ["ATTACH '/etc/passwd' AS x", 'Only rows can be read'],
    ['PRAGMA journal_mode = OFF', 'Only rows can be read'],
    ['SELECT * FROM pragma_journal_mode', 'Only rows can be read'],
    ['SELECT "load_extension"(\'/tmp/x.so\')', 'Only rows can be read'],
    ['SELECT * FROM no_such_table', 'no such table'],
    ['SELECT hex(zeroblob(6000000)) AS x', 'more than 10000000'],
    ['SELECT zeroblob(900000000) AS x', 'too big'],
    ['SELECT hex(zeroblob(1000000)) AS x FROM orders a, orders b ORDER BY 1', 'more than 512 MB of memory'],
  ])('%s is rejected when it is read', async (query, message) => {
    const ran = await read(query);
    expect([ran.status, ran.error]).toEqual(['failed', expect.stringContaining(message)]);
  });

  test.each([
    ["UPDATE sqlite_schema SET sql = 'x'", 'may not be modified'],
    ['DROP TABLE orders', 'Use one of INSERT'],
    ["VACUUM INTO '/tmp/x.db'", 'Use one of INSERT'],
    ['PRAGMA user_version = 7', 'Use one of INSERT'],
    ['DELETE FROM orders', 'would change 20 rows; the limit is 5'],
  ])('%s is rejected when it is written', async (statement, message) => {
    const ran = await write(statement, { limit: 5 });
    expect([ran.status, ran.error]).toEqual(['failed', expect.stringContaining(message)]);
    expect(count()).toBe(20);
  });

  test('a query that never ends is ended with its process, while others go on', async () => {
    const slow = read(FOREVER, { timeoutSeconds: 6 });
    await expect.poll(running, { timeout: 10_000 }).toBe(1);
    expect((await read('SELECT 1 AS one')).output).toEqual([{ one: 1 }]);
    expect((await slow).error).toMatch(/took too long|timed out/);
    await expect.poll(running, { timeout: 10_000 }).toBe(0);
  });

  /** Processes of SQLite files below this test's folder. */
  function running(): number {
    const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    return all.split('\n').filter((line) => line.includes('sqlite-process') && line.includes(folder)).length;
  }

  test('is written in one transaction', async () => {
    const parameters = [{ name: 'id', value: '7' }];
    const one = await write("UPDATE orders SET customer = upper(customer) || '!' WHERE id = :id", {
      parameters,
    });
    expect(one.output).toEqual({ changed: 1, rows: [] });
    const added = await write('INSERT INTO orders (id) VALUES (21) RETURNING id');
    expect(added.output).toEqual({ changed: 1, rows: [{ id: 21 }] });
    expect(owner.prepare('SELECT customer FROM orders WHERE id = 7').get()).toEqual({ customer: 'C7!' });
    const wrong = await write("INSERT INTO orders (id, amount) VALUES (22, 'x')");
    expect(wrong.error).toContain('cannot store TEXT');
    expect((await write('DELETE FROM orders WHERE id = 21')).output).toMatchObject({ changed: 1 });
  });

  test('a file that another program changes is waited for, and then reported', async () => {
    owner.exec('BEGIN EXCLUSIVE');
    const ran = await write('DELETE FROM orders', { timeoutSeconds: 4 });
    owner.exec('ROLLBACK');
    expect(ran.error).toContain('database is locked');
    expect(count()).toBe(20);
  });

  test('a file that is no database, or a damaged one, is a clear error', async () => {
    writeFileSync(join(folder, 'text.db'), 'not a database. '.repeat(500));
    expect((await tested('Text', 'text.db')).message).toContain('file is not a database');
    copyFileSync(join(folder, 'shop.db'), join(folder, 'damaged.db'));
    const damaged = new Uint8Array(4096).fill(0xa5);
    const file = join(folder, 'damaged.db');
    const { openSync, writeSync, closeSync } = await import('node:fs');
    const open = openSync(file, 'r+');
    writeSync(open, damaged, 0, 4096, 4096);
    closeSync(open);
    await connect('Damaged', 'damaged.db');
    expect((await read('SELECT * FROM orders', { database: 'Damaged' })).error).toContain('malformed');
  });

  test('links, folders and files of others are not opened', async () => {
    writeFileSync(join(top, 'outside.db'), '');
    symlinkSync(join(top, 'outside.db'), join(folder, 'symbolic.db'));
    linkSync(join(top, 'outside.db'), join(folder, 'hard.db'));
    mkdirSync(join(folder, 'folder.db'));
    copyFileSync(join(folder, 'shop.db'), join(folder, 'journal.db'));
    symlinkSync(join(top, 'outside.db'), join(folder, 'journal.db-journal'));
    for (const file of ['symbolic', 'hard', 'folder', 'journal'])
      expect(await tested(file, `${file}.db`)).toMatchObject({
        works: false,
        message: expect.stringContaining('is a link or no plain file'),
      });
    expect((await tested('None', 'none.db')).message).toContain('There is no such file');
    const other = (await ctx.newTenant({ administrator: { participantId: null } })).as('administrator');
    const { id } = (
      await other.post('/api/connections', {
        ...{ name: 'Shop', kind: 'database', authMethod: 'none', address: 'sqlite://local/shop.db' },
      })
    ).body;
    expect((await other.post(`/api/connections/${id}/test`, {})).body.message).toContain(
      'There is no such file',
    );
  });
});

test('[CONN-24] without a folder of the operator, no file is opened', async () => {
  const ctx = await startTestContext();
  const admin = (await ctx.newTenant({ administrator: { participantId: null } })).as('administrator');
  const { id } = (
    await admin.post('/api/connections', {
      ...{ name: 'Shop', kind: 'database', authMethod: 'none', address: 'sqlite://local/shop.db' },
    })
  ).body;
  expect((await admin.post(`/api/connections/${id}/test`, {})).body).toMatchObject({
    works: false,
    message: expect.stringContaining('ATTAIN_SQLITE_DIR'),
  });
  await ctx.stop();
});
