import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { endedRun, publishNode, runNode } from '../one-node.fixture.ts';
import { hasMariaDb, type MariaDb, startMariaDb } from './mariadb.fixture.ts';

if (!hasMariaDb)
  console.warn('SKIPPED: there is no MariaDB server here (Debian: mariadb-server), so none is connected.');

describe.skipIf(!hasMariaDb)('[CONN-9] a connected MariaDB', () => {
  let server: MariaDb;
  let ctx: TestContext;
  let admin: Client;

  beforeAll(async () => {
    server = await startMariaDb('reader', "it's secret");
    await server.owner.query(`CREATE TABLE orders (id int PRIMARY KEY, customer varchar(40), amount decimal(12,2), on_day date,
      big bigint, facts json, raw varbinary(4)) ENGINE = InnoDB`);
    await server.owner.query(
      `INSERT INTO orders SELECT seq, concat('C', seq), seq * 1.10, '2024-01-01', 9007199254740993, '{"a":1}', x'00ff'
         FROM seq_1_to_20`,
    );
    ctx = await startTestContext({ env: { ATTAIN_ALLOWED_DATABASES: `127.0.0.1:${server.port}` } });
    admin = (await ctx.newTenant({ administrator: { participantId: null } })).as('administrator');
    const connection = {
      ...{ name: 'Shop', kind: 'database', authMethod: 'basic', secret: "it's secret" },
      address: `mysql://127.0.0.1:${server.port}/shop`,
      config: { username: 'reader', tls: 'off' },
      database: {
        accessLevel: 'read-write',
        allowedOperations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
        backupPolicy: 'none',
      },
    };
    expect(await admin.post('/api/connections', connection)).toMatchObject({ status: 201 });
  });
  afterAll(async () => {
    await ctx?.stop();
    await server?.stop();
  });

  let made = 0;
  const run = (type: string, config: JsonObject) =>
    runNode(admin, {
      name: `Shop ${++made}`,
      type,
      config: { database: 'Shop', retries: 0, ...config },
    });
  const read = (query: string, more: JsonObject = {}) => run('database_read', { query, ...more });
  const write = (statement: string, more: JsonObject = {}) => run('database_write', { statement, ...more });
  const count = async () => {
    const [rows] = await server.owner.query('SELECT count(*) AS n FROM orders');
    return (rows as { n: number }[])[0]?.n;
  };

  test('is tested, and lists its tables', async () => {
    const [{ id }] = (await admin.get('/api/connections')).body.rows;
    const tested = await admin.post(`/api/connections/${id}/test`, {});
    expect(tested.body.message).toMatch(/^Signed in to “shop” as reader@.*; MariaDB 1/);
    expect((await admin.get(`/api/connections/${id}`)).body.database).toMatchObject({ tables: 1 });
  });

  test('is read up to the limit, with bound values and exact types', async () => {
    const parameters = [
      { name: 'least', value: '2' },
      { name: 'most', value: '2' },
      { name: 'name', value: `"C3' OR 1=1 -- "` },
    ];
    const query = 'SELECT id, amount, on_day, big, facts, raw FROM orders WHERE id >= :least ORDER BY id';
    const row = { on_day: '2024-01-01', big: '9007199254740993', facts: { a: 1 }, raw: '\\x00ff' };
    const all = [
      { id: 2, amount: '2.20', ...row },
      { id: 3, amount: '3.30', ...row },
    ];
    expect((await read(query, { parameters, limit: 2 })).output).toEqual(all);
    expect((await read(`${query} LIMIT :most`, { parameters })).output).toEqual(all);
    expect((await read('SELECT id FROM orders WHERE customer = :name', { parameters })).output).toEqual([]);
  });

  test.each([
    ['DELETE FROM orders RETURNING id', 'Only a query can be read'],
    ['SELECT 1; SELECT 2', 'Only one statement'],
    ['SELECT /*! 1 */', 'Comments that MySQL executes'],
    ["SELECT 1 INTO OUTFILE '/tmp/x'", 'OUTFILE uses files'],
    ['SELECT * FROM no_such_table', 'no_such_table'],
    ["SELECT repeat('x', 11000000) AS x", 'more than 10000000'],
  ])('%s is rejected when it is read', async (query, message) => {
    const ran = await read(query);
    expect([ran.status, ran.error]).toEqual(['failed', expect.stringContaining(message)]);
  });

  test('a query that takes too long is ended', async () => {
    expect((await read('SELECT sleep(60)', { timeoutSeconds: 1 })).error).toMatch(/timed out|interrupted/);
  });

  test('[WF-20] a statement is cancelled on the server with its run, and rolled back', async () => {
    const config = { database: 'Shop', statement: 'UPDATE orders SET customer = sleep(300) WHERE id = 1' };
    const id = await publishNode(admin, {
      ...{ name: 'Cancelled', type: 'database_write' },
      config: { ...config, timeoutSeconds: 300 },
    });
    const sleeping = async () => {
      const [rows] = await server.owner.query('SHOW PROCESSLIST');
      return (rows as { Info: string | null }[]).filter(({ Info }) => Info?.startsWith('UPDATE orders'))
        .length;
    };
    const { body } = await admin.post(`/api/workflows/${id}/runs`, { input: {} });
    while ((await sleeping()) !== 1) await setTimeout(10);
    await admin.post(`/api/workflow-runs/${body.id}/cancel`, { reason: '' });
    const ended = await endedRun(admin, body.id);
    expect([ended.status, ended.steps[1].error.code]).toEqual(['cancelled', 'RUN_CANCELLED']);
    expect(await sleeping()).toBe(0);
  });

  test('is written in one transaction that is undone above the limit', async () => {
    const parameters = [
      { name: 'id', value: '7' },
      { name: 'word', value: `"new' \\\\ one"` },
    ];
    const one = await write('UPDATE orders SET customer = upper(:word) WHERE id = :id', { parameters });
    expect(one.output).toEqual({ changed: 1, rows: [] });
    expect((await read('SELECT customer FROM orders WHERE id = 7')).output).toEqual([
      { customer: "NEW' \\ ONE" },
    ]);
    const added = await write('INSERT INTO orders (id) VALUES (:id) RETURNING id', {
      parameters: [{ name: 'id', value: '21' }],
    });
    expect(added.output).toEqual({ changed: 1, rows: [{ id: 21 }] });
    expect((await write('DELETE FROM orders', { limit: 5 })).error).toContain('would change 21 rows');
    expect((await write('DROP TABLE orders')).error).toContain('Use one of INSERT');
    // no value is cut to make it fit
    expect((await write("UPDATE orders SET customer = repeat('x', 41) WHERE id = 1")).error).toContain(
      'too long',
    );
    expect(await count()).toBe(21);
  });

  test('a wrong password is a clear error', async () => {
    const wrong = {
      ...{ name: 'Locked', kind: 'database', authMethod: 'basic', secret: 'not the password' },
      address: `mysql://127.0.0.1:${server.port}/shop`,
      config: { username: 'reader', tls: 'off' },
    };
    const saved = await admin.post('/api/connections', wrong);
    const tested = await admin.post(`/api/connections/${saved.body.id}/test`, {});
    expect(JSON.stringify(tested.body)).toContain('Access denied');
    expect(JSON.stringify(tested.body)).not.toContain("it's");
  });
});
