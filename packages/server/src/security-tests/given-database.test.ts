import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { migrate } from '../db/migrate.ts';
import { firstAdministrator } from '../slices/people/people.fixture.ts';
import { type Client, client } from '../testing/client.ts';
import { settled } from '../testing/settled.ts';
import { type AttainProcess, newDataFolder, startProcess } from './attain-process.fixture.ts';

const folder = newDataFolder();
const name = `attain_given_${newId().slice(-12)}`;
const secret = randomBytes(16).toString('hex');
const password = 'Quite-a-long-pass-phrase-71';
let server: pg.Client;
let env: Record<string, string>;
let attain: AttainProcess;

beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('ownerUrl') });
  await server.connect();
  // an owner as a careful operator makes one: it may make the second login, and nothing else
  await server.query(`CREATE ROLE ${name} LOGIN CREATEROLE NOCREATEDB NOSUPERUSER PASSWORD '${secret}'`);
  const { rows } = await server.query<{ super: boolean }>(
    'SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0]?.super) await server.query(`GRANT ${name} TO current_user`);
  await server.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const url = new URL(inject('ownerUrl'));
  url.username = name;
  url.password = secret;
  url.pathname = `/${name}`;
  env = { ATTAIN_DATA_DIR: folder.path, DATABASE_URL: url.toString() };
  attain = await startProcess(env);
});
afterAll(async () => {
  await folder.remove();
  await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const role of [`${name}_app`, name]) await server.query(`DROP ROLE IF EXISTS ${role}`);
  await server.end();
});

let admin: Client;
const codeSaid = () => /([0-9A-F]{4}-){2}[0-9A-F]{4}/.exec(attain.said())?.[0];

function setUp(code: string | undefined) {
  const body = { workspace: 'Given', username: 'first', displayName: 'First', password };
  return client(attain.url, '', '').post('/api/auth/setup', { code, ...body });
}

test('with a database of the operator’s own nothing is made up: no sample, no account, one code on the console', async () => {
  expect(attain.said()).not.toMatch(/sample|administrator|embedded/i);
  expect(codeSaid()).toBeDefined();
  expect(folder.postmaster()).toBeUndefined();
  const login = { username: 'admin', password: 'admin' };
  expect((await client(attain.url, '', '').post('/api/auth/login', login)).status).toBe(401);
});

test('the code makes the first workspace, exactly once; a wrong one makes none', async () => {
  expect((await setUp('0000-0000-0000')).status).toBe(403);
  const made = await setUp(codeSaid());
  expect(made.status).toBe(201);
  admin = await firstAdministrator(attain.url, made, password);
  expect((await setUp(codeSaid())).status).toBe(409);
});

test('an owner that is no superuser suffices for everything, and a later start shows no code', async () => {
  const owner = await server.query(
    'SELECT rolsuper OR rolbypassrls OR rolcreatedb AS much FROM pg_roles WHERE rolname = $1',
    [name],
  );
  expect(owner.rows).toEqual([{ much: false }]);
  const content = 'id,name\nann,Ann\nbob,Bob\n';
  const { body } = await admin.upload(
    '/api/imports/upload',
    { name: 'people.csv', content },
    { kind: 'participants' },
  );
  await admin.post(`/api/imports/${body.id}/check`, { mapping: body.mapping });
  await settled(admin, `/api/imports/${body.id}`, ['checked']);
  await admin.post(`/api/imports/${body.id}/commit`);
  await settled(admin, `/api/imports/${body.id}`, ['committed']);
  expect((await admin.get('/api/participants')).body.rows).toHaveLength(2);
  expect((await admin.get('/api/audit/export')).status).toBe(200);
  expect(await attain.end('SIGTERM')).toBe(0);
  attain = await startProcess(env);
  expect(codeSaid()).toBeUndefined();
  const again = client(attain.url, admin.cookie, admin.token);
  expect((await again.get('/api/participants')).body.rows).toHaveLength(2);
});

test('tables of another version are refused by what they are and what to do, and none is changed', async () => {
  expect(await attain.end('SIGTERM')).toBe(0);
  const owner = new pg.Client({ connectionString: env.DATABASE_URL });
  await owner.connect();
  const marks = 'attain_migrations.__drizzle_migrations';
  const { rows: made } = await owner.query(`SELECT * FROM ${marks} ORDER BY id`);
  const remember = (hash: string, moment: string) =>
    owner.query(`UPDATE ${marks} SET hash = $1, created_at = $2 WHERE id = $3`, [hash, moment, made[0].id]);
  try {
    await remember('0'.repeat(64), String(Date.parse('2024-02-03T04:05:06Z')));
    await expect(startProcess(env)).rejects.toThrow(
      /The database \S+ was created by an older version of Attain.+2024-02-03 04:05 UTC \(000000000000\).+this version: {2}tables of 20.+Nothing was changed or lost.+ATTAIN_DATA_DIR/s,
    );
    await remember('0'.repeat(64), String(Date.parse('2124-02-03T04:05:06Z')));
    await expect(migrate(env.DATABASE_URL ?? '')).rejects.toThrow(
      /^This database was created by a newer version/,
    );
    expect((await owner.query('SELECT count(*)::int AS count FROM participants')).rows).toEqual([
      { count: 2 },
    ]);
    // the same tables, written out at another moment, are the same tables
    for (const moment of ['1000', '4861036800000']) {
      await remember(made[0].hash, moment);
      await migrate(env.DATABASE_URL ?? '');
      expect((await owner.query(`SELECT * FROM ${marks} ORDER BY id`)).rows).toEqual(made);
    }
    await owner.query('DROP SCHEMA attain_migrations CASCADE');
    await expect(migrate(env.DATABASE_URL ?? '')).rejects.toThrow(
      /could not be created or upgraded, and nothing was changed: .*already exists/,
    );
  } finally {
    await owner.end();
  }
});
