import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { prepareRepeated } from './prepare-repeated.ts';

let ctx: TestContext;
let client: pg.Client;

beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());
beforeEach(async () => {
  client = new pg.Client(ctx.ctx.db.owner.options.connectionString);
  await client.connect();
  prepareRepeated(client);
  return () => client.end();
});

const prepared = async () => {
  const { rows } = await client.query<{ statement: string; used: number }>(
    'SELECT statement, (generic_plans + custom_plans)::int AS used FROM pg_prepared_statements',
  );
  return new Map(rows.map(({ statement, used }) => [statement, used]));
};
const timesOf = async (text: string, times: number) => {
  for (let at = 1; at <= times; at++)
    expect((await client.query<{ n: number }>(text, [at])).rows).toEqual([{ n: at + 1 }]);
};

test('a statement with values is prepared the second time a connection sends it', async () => {
  await timesOf('SELECT $1::int + 1 AS n', 7);
  await timesOf('SELECT 1 + $1::int AS n', 1);
  await client.query('SELECT 1');
  await client.query('SELECT 1');
  expect(await prepared()).toEqual(new Map([['SELECT $1::int + 1 AS n', 6]]));
});

test('one that failed can be sent again, and values of another type are read as before', async () => {
  const text = 'SELECT 6 / $1::int AS n';
  await timesOf('SELECT $1::int + 1 AS n', 2);
  for (let at = 0; at < 3; at++) await expect(client.query(text, [0])).rejects.toThrow('division by zero');
  expect((await client.query(text, ['3'])).rows).toEqual([{ n: 2 }]);
  await expect(client.query(text, ['three'])).rejects.toThrow('invalid input syntax');
  expect((await client.query({ text, values: [2], rowMode: 'array' })).rows).toEqual([[3]]);
});

test('a table that changes in between is read as it is now', async () => {
  const text = 'SELECT a FROM changing WHERE a > $1';
  for (const [index, row] of ['SELECT 1', 'CREATE INDEX ON changing (a)'].entries()) {
    await client.query('DROP TABLE IF EXISTS changing');
    await client.query(`CREATE TEMPORARY TABLE changing AS SELECT ${5 + index} AS a`);
    await client.query(row);
    for (let at = 0; at < 7; at++)
      expect((await client.query(text, [at % 5])).rows).toEqual([{ a: 5 + index }]);
  }
});

test('a connection keeps no more than 250 of them', async () => {
  const texts = Array.from({ length: 300 }, (_, at) => `SELECT $1::int + 1 AS n -- ${at}`);
  for (const text of texts) await timesOf(text, 2);
  expect((await prepared()).size).toBe(250);
  for (const text of texts.slice(-3)) await timesOf(text, 3);
});

test('the connections of requests do it', async () => {
  const { app, owner } = ctx.ctx.db;
  for (const pool of [app, owner]) {
    const one = await pool.connect();
    for (let at = 0; at < 2; at++) await one.query('SELECT $1::int AS "ofRequests"', [at]);
    const { rowCount } = await one.query(
      `SELECT 1 FROM pg_prepared_statements WHERE statement LIKE '%"ofRequests"'`,
    );
    one.release();
    expect(rowCount).toBe(1);
  }
});
