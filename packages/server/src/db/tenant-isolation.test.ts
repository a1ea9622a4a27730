import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';

let ctx: TestContext;
let one: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
  one = await ctx.newTenant();
  other = await ctx.newTenant();
});
afterAll(() => ctx?.stop());

// without a tenant, as sign-in and the processes use them; the app login has no grant on them (tested below)
const beforeTenant = [
  'users',
  'sessions',
  'sign_in_failures',
  'installation_settings',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'passkey_proofs',
  'worker_beats',
];

const owner = () => ctx.ctx.db.owner;

test('[SHELL-PROD-01] [I17] every table with a tenant has row-level security, forced, for reading and for writing', async () => {
  const tables = await owner().query<{ name: string; enabled: boolean; forced: boolean; policies: number }>(
    `SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
            (SELECT count(*)::int FROM pg_policies p WHERE p.tablename = c.relname AND p.policyname = 'tenant_isolation' AND p.qual IS NOT NULL AND p.with_check IS NOT NULL) AS policies
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')`,
  );
  expect(tables.rows.length).toBeGreaterThan(20);
  for (const table of tables.rows) {
    if (beforeTenant.includes(table.name)) continue;
    expect({ ...table }).toMatchObject({ enabled: true, forced: true, policies: 1 });
  }
});

test('[DATA-ALL-10] every stated table with a tenant or a user in the specification has it, and it is never empty', async () => {
  const listed = readFileSync(new URL('../../../../docs/requirements.csv', import.meta.url), 'utf8');
  const stated = [...listed.matchAll(/"Table (\w+) has columns ([^"]+)"/g)].map(
    ([, table = '', names = '']) => ({
      table,
      owners: ['tenantId', 'userId'].filter((owner) => names.split(', ').includes(owner)),
    }),
  );
  const { rows } = await ctx.ctx.db.owner.query<{ table: string; column: string; isRequired: boolean }>(
    `SELECT table_name AS "table", column_name AS "column", is_nullable = 'NO' AS "isRequired"
       FROM information_schema.columns WHERE table_schema = 'public' AND column_name IN ('tenant_id', 'user_id')`,
  );
  const tables = new Set(
    (
      await ctx.ctx.db.owner.query(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
      )
    ).rows.map((row: { table_name: string }) => row.table_name),
  );
  const there = stated.filter(({ table }) => tables.has(table));
  const wanted = there.flatMap(({ table, owners }) =>
    owners.map((owner) => ({ table, column: owner === 'userId' ? 'user_id' : 'tenant_id' })),
  );
  expect(wanted.length).toBeGreaterThan(10);
  const missing = wanted.filter(
    ({ table, column }) =>
      !rows.some((row) => row.table === table && row.column === column && row.isRequired),
  );
  expect(missing).toEqual([]);
});

test('every key, foreign key and unique constraint of a tenant table is led by the tenant', async () => {
  const constraints = await owner().query<{ table: string; name: string; columns: string[] }>(
    `SELECT c.conrelid::regclass::text AS "table", c.conname AS name,
            array(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k(n, o) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY k.o) AS columns
       FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
      WHERE n.nspname = 'public' AND c.contype IN ('p', 'u', 'f')
        AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attname = 'tenant_id')`,
  );
  expect(constraints.rows.length).toBeGreaterThan(40);
  const stray = constraints.rows.filter(
    (row) => row.columns[0] !== 'tenant_id' && !['sessions', 'memberships'].includes(row.table),
  );
  expect(stray).toEqual([]);
});

test('the app login owns nothing, bypasses nothing and reads no credential', async () => {
  const login = await owner().query<{
    rolname: string;
    rolsuper: boolean;
    rolbypassrls: boolean;
    rolcreaterole: boolean;
    rolcreatedb: boolean;
    owned: number;
  }>(
    `SELECT r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owned
       FROM pg_roles r WHERE r.rolname = left(current_database(), 50) || '_app'`,
  );
  expect(login.rows[0]).toMatchObject({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    owned: 0,
  });
  const asApp = (sql: string) => ctx.ctx.db.within(one.tenantId, (tx) => tx.client.query(sql));
  for (const sql of [
    'SELECT password FROM users',
    'SELECT * FROM sessions',
    'SELECT * FROM sign_in_failures',
    'SELECT * FROM second_factors',
    'SELECT * FROM recovery_codes',
    'SELECT * FROM passkeys',
    'SELECT * FROM passkey_challenges',
    'SELECT * FROM passkey_proofs',
    'SELECT * FROM worker_beats',
    'UPDATE audit_entries SET body = $$forged$$',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_nodes',
    'UPDATE payout_lines SET amount = 0',
    'DELETE FROM payout_lines',
    'DELETE FROM payout_deal_places',
    'UPDATE run_journal SET key = key',
    'UPDATE agent_executions SET whole_journal = NULL',
    'UPDATE agent_executions SET document_hash = $$other$$',
    'DELETE FROM agent_executions',
    'SELECT * FROM pgboss.job',
    "UPDATE tenants SET name = 'x'",
    `INSERT INTO memberships (tenant_id, user_id, roles) SELECT tenant_id, user_id, '{administrator}' FROM memberships`,
  ]) {
    await expect(asApp(sql), sql).rejects.toThrow(/permission denied/);
  }
});

test('without a tenant nothing is read and nothing can be written', async () => {
  const { rows } = await ctx.ctx.db.app.query(
    `SELECT (SELECT count(*) FROM tenants)::int AS tenants, (SELECT count(*) FROM audit_entries)::int AS entries, (SELECT count(id) FROM users)::int AS users`,
  );
  expect(rows[0]).toEqual({ tenants: 0, entries: 0, users: 0 });
  await expect(
    ctx.ctx.db.app.query(`INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'x', 'x')`, [
      one.tenantId,
    ]),
  ).rejects.toThrow(/row-level security/);
});

test('[SHELL-PROD-01] [SHELL-TENANT-04] the same id lives in two workspaces, and neither can write into the other', async () => {
  for (const tenant of [one, other]) {
    await ctx.ctx.db.within(tenant.tenantId, (tx) =>
      tx.client.query(`INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'twin', $2)`, [
        tenant.tenantId,
        tenant.tenantId,
      ]),
    );
  }
  const seen = await ctx.ctx.db.within(one.tenantId, (tx) =>
    tx.client.query<{ name: string }>('SELECT name FROM participants'),
  );
  expect(seen.rows).toEqual([{ name: one.tenantId }]);
  const foreign = ctx.ctx.db.within(one.tenantId, (tx) =>
    tx.client.query(`INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'y', 'y')`, [other.tenantId]),
  );
  await expect(foreign).rejects.toThrow(/row-level security/);
  const moved = ctx.ctx.db.within(one.tenantId, (tx) =>
    tx.client.query('UPDATE participants SET tenant_id = $1', [other.tenantId]),
  );
  await expect(moved).rejects.toThrow(/row-level security/);
});

test('connections keep no tenant from one transaction to the next, however the one before ended', async () => {
  const pool = ctx.ctx.db.app;
  for (let round = 0; round < 200; round += 1) {
    const tenant = round % 2 ? one : other;
    const work = ctx.ctx.db.within(tenant.tenantId, async (tx) => {
      const seen = await tx.client.query<{ id: string }>('SELECT id FROM tenants');
      if (round % 3 === 0) throw new Error('roll back');
      if (round % 5 === 0) await tx.client.query('SELECT 1 / 0');
      return seen.rows;
    });
    await work.then(
      (rows) => expect(rows).toEqual([{ id: tenant.tenantId }]),
      () => undefined,
    );
    const left = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM tenants');
    expect(left.rows[0]?.count).toBe(0);
  }
});

test('as the app login, no trick of SQL reaches another tenant or another role', async () => {
  const attack = (sql: string) => ctx.ctx.db.within(one.tenantId, (tx) => tx.client.query(sql));
  for (const sql of [
    `SET ROLE postgres`,
    `SET SESSION AUTHORIZATION postgres`,
    `COPY participants TO PROGRAM 'cat'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `CREATE TABLE stolen (x int)`,
    `ALTER TABLE deals DISABLE ROW LEVEL SECURITY`,
    `DROP POLICY tenant_isolation ON deals`,
    `SELECT lo_import('/etc/passwd')`,
  ]) {
    await expect(attack(sql), sql).rejects.toThrow(
      /permission denied|must be (owner|superuser)|does not exist/,
    );
  }
});

test('the database a person sees is reached by the second lock even when the first forgets: a query without any condition', async () => {
  await ctx.ctx.db.sequencer.settle();
  const rows = await ctx.ctx.db.within(other.tenantId, (tx) =>
    tx.client.query<{ tenant_id: string }>('SELECT DISTINCT tenant_id FROM audit_entries'),
  );
  expect(rows.rows).toEqual([{ tenant_id: other.tenantId }]);
});

test('a migrated database can be migrated again, by three processes at once', async () => {
  const { migrate } = await import('./migrate.ts');
  const url = new URL((owner().options as pg.PoolConfig).connectionString ?? '');
  const urls = await Promise.all([1, 2, 3].map(() => migrate(url.toString())));
  expect(new Set(urls.map((each) => each.appUrl)).size).toBe(1);
});
