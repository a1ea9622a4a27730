import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type CopiedRow, copiedRows } from './copied-rows.ts';

let ctx: TestContext;
let client: pg.PoolClient;

beforeAll(async () => {
  ctx = await startTestContext();
  client = await ctx.ctx.db.owner.connect();
});
afterAll(async () => {
  client?.release();
  await ctx?.stop();
});

async function all(sql: string): Promise<CopiedRow[]> {
  const rows: CopiedRow[] = [];
  for await (const portion of copiedRows(client, sql)) rows.push(...portion);
  return rows;
}

test('every text comes back as it is stored: tabs, line ends, backslashes, what looks like nothing, and nothing', async () => {
  const texts = ['a\tb', 'line\nend\r', '\\N', '\\', 'C:\\new\\table', '', 'ü – 😀', 'N', '\b\f\v'];
  await client.query('CREATE TEMPORARY TABLE told (at integer, text text, nothing text)');
  await client.query(
    'INSERT INTO told SELECT o, t, NULL FROM unnest($1::text[]) WITH ORDINALITY AS x (t, o)',
    [texts],
  );
  const rows = await all('SELECT at, text, nothing FROM told ORDER BY at');
  expect(rows).toEqual(texts.map((text, at) => [String(at + 1), text, null]));
});

test('more rows than may wait come in order, whoever takes them', async () => {
  const rows = await all('SELECT n FROM generate_series(1, 50000) n');
  expect(rows.length).toBe(50_000);
  expect(rows.every(([n], at) => n === String(at + 1))).toBe(true);
});

test('whoever leaves early, or is refused, finds the connection free', async () => {
  for await (const portion of copiedRows(client, 'SELECT n FROM generate_series(1, 50000) n')) {
    expect(portion.length).toBeGreaterThan(0);
    break;
  }
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await expect(all('SELECT 1 / (n - 30000) FROM generate_series(1, 50000) n')).rejects.toThrow(
    'division by zero',
  );
  await expect(all('SELECT nothing_of_the_kind')).rejects.toThrow('nothing_of_the_kind');
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
