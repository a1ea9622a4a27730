import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';

let ctx: TestContext;
/** Two workspaces. */
let one: string;
let other: string;

beforeAll(async () => {
  ctx = await startTestContext();
  [one, other] = [(await ctx.newTenant()).tenantId, (await ctx.newTenant()).tenantId];
});
afterAll(() => ctx?.stop());
/** Milliseconds that each look at the clock takes. */
let tick = 0;
let clock = 0;
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  tick = 0;
  // no statement is slow because the machine is busy
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += tick;
    return clock;
  });
  // every test begins with a connection that has sent nothing: of those at hand, the latest is taken
  const { app } = ctx.ctx.db;
  while (app.idleCount > 0) (await app.connect()).release(true);
});

const ask = <Row extends object>(tenantId: string, text: string, values: unknown[]) =>
  ctx.ctx.db.within(tenantId, async ({ client }) => (await client.query<Row>(text, values)).rows);

/** How often the connection used each prepared statement that has this sign. */
const usesOf = async (tenantId: string, sign: string) => {
  const rows = await ask<{ statement: string; used: number }>(
    tenantId,
    `SELECT statement, (generic_plans + custom_plans)::int AS used FROM pg_prepared_statements
      WHERE statement LIKE $1 AND statement NOT LIKE '%pg_prepared_statements%'`,
    [`%${sign}%`],
  );
  return rows.map(({ used }) => used);
};

test('a statement with values is prepared the second time a workspace sends it on a connection', async () => {
  const text = 'SELECT $1::int + 1 AS "second"';
  // the first transaction only says whose connection it is
  for (let at = 0; at < 5; at++) expect(await ask(one, text, [at])).toEqual([{ second: at + 1 }]);
  await ask(one, 'SELECT 1 AS "second"', []);
  await ask(one, 'SELECT $1::int AS "second"', [1]);
  expect(await usesOf(one, '"second"')).toEqual([3]);
});

test('a statement that takes long twice in a row is planned for its values a hundred times, then tried by its name again', async () => {
  const text = 'SELECT $1::int AS "slow"';
  for (let at = 0; at < 3; at++) await ask(one, text, [at]);
  expect(await usesOf(one, '"slow"')).toEqual([1]);
  tick = 101;
  for (let at = 0; at < 2; at++) await ask(one, text, [at]);
  tick = 0;
  expect(await usesOf(one, '"slow"')).toEqual([3]);
  for (let at = 0; at < 100; at++) await ask(one, text, [at]);
  expect(await usesOf(one, '"slow"')).toEqual([3]);
  await ask(one, text, [1]);
  expect(await usesOf(one, '"slow"')).toEqual([4]);
});

test('no plan of one workspace serves another', async () => {
  const text = 'SELECT count(*)::int AS "ofBoth" FROM participants WHERE name <> $1';
  await ctx.ctx.db.owner.query(
    `INSERT INTO participants (tenant_id, id, name) SELECT $1, n::text, 'P ' || n FROM generate_series(1, 20) n`,
    [other],
  );
  for (let at = 0; at < 9; at++) expect(await ask(one, text, [String(at)])).toEqual([{ ofBoth: 0 }]);
  expect(await usesOf(one, '"ofBoth"')).toEqual([7]);
  // in turns, no statement is prepared
  for (let at = 0; at < 4; at++) {
    expect(await ask(other, text, ['x'])).toEqual([{ ofBoth: 20 }]);
    expect(await ask(one, text, ['x'])).toEqual([{ ofBoth: 0 }]);
  }
  expect(await usesOf(one, '"ofBoth"')).toEqual([7]);
  for (let at = 0; at < 3; at++) expect(await ask(other, text, ['x'])).toEqual([{ ofBoth: 20 }]);
  expect(await usesOf(other, '"ofBoth"')).toEqual([9]);
});

test('a transaction that sees one moment begins after another workspace', async () => {
  for (let at = 0; at < 4; at++) await ask(one, 'SELECT $1::int AS "moment"', [at]);
  const { rows } = await ctx.ctx.db.within(
    other,
    ({ client }) => client.query('SHOW transaction_isolation'),
    {
      snapshot: true,
    },
  );
  expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
});

test('a statement that failed can be sent again, and values of another type are read as before', async () => {
  const text = 'SELECT 6 / $1::int AS "sixth"';
  for (let at = 0; at < 4; at++) await expect(ask(one, text, [0])).rejects.toThrow('division by zero');
  expect(await ask(one, text, ['3'])).toEqual([{ sixth: 2 }]);
  await expect(ask(one, text, ['three'])).rejects.toThrow('invalid input syntax');
  // the driver can't write such a value, after it has announced the statement
  await expect(ask(one, 'SELECT $1::jsonb AS "sixth"', [{ a: 1n }])).rejects.toThrow('BigInt');
  await expect(ask(one, 'SELECT $1::jsonb AS "sixth"', [{ a: 1n }])).rejects.toThrow('BigInt');
  for (let at = 0; at < 3; at++) {
    const sent = ask(one, 'SELECT $1::jsonb AS "sixth"', [{ a: at }]);
    if (at === 0) await sent.catch(() => undefined);
    else expect(await sent).toEqual([{ sixth: { a: at } }]);
  }
});

test('a column that changes its type costs a connection, not the requests after it', async () => {
  const { owner } = ctx.ctx.db;
  await owner.query('CREATE TABLE changing AS SELECT 5 AS a, 5 AS b; GRANT SELECT ON changing TO PUBLIC');
  const text = 'SELECT a AS "changed" FROM changing WHERE b > $1';
  for (let at = 0; at < 4; at++) expect(await ask(one, text, [at])).toEqual([{ changed: 5 }]);
  await owner.query('ALTER TABLE changing ALTER COLUMN a TYPE text');
  await expect(ask(one, text, ['1'])).rejects.toThrow('cached plan must not change result type');
  for (let at = 0; at < 3; at++) expect(await ask(one, text, ['1'])).toEqual([{ changed: '5' }]);
});

test('a connection keeps no more than 250 of them, and forgets texts it sent once', async () => {
  const texts = Array.from({ length: 300 }, (_, at) => `SELECT $1::int AS "many" -- ${at}`);
  await ctx.ctx.db.within(one, async () => undefined);
  await ctx.ctx.db.within(one, async ({ client }) => {
    for (let at = 0; at < 600; at++) await client.query(`SELECT $1::int AS once -- ${at}`, [at]);
    for (const text of texts)
      for (let at = 0; at < 3; at++) expect((await client.query(text, [at])).rows).toEqual([{ many: at }]);
  });
  expect(await usesOf(one, '"many"')).toHaveLength(250);
});
