import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { serverFolder } from '../base/places.ts';
import { rejectOtherVersion } from './other-version.ts';
import { secureTables } from './secure-tables.ts';
import { UnsupportedDatabase } from './unsupported-database.ts';

const places = {
  migrationsFolder: join(serverFolder, 'migrations'),
  migrationsSchema: 'attain_migrations',
};

/** Any number will do as long as every Attain process uses the same one: it makes migrations wait for each other. */
const migrationLock = 7_241_001;

/**
 * Brings the database to this version's tables, login and row-level security, and returns the URL of the `app` login.
 * Safe to run by several processes at once and again at every start. Throws `UnfitDatabase` with
 * `place` named when the server is too old or unsafe, or when the tables were made by another version.
 */
export async function migrate(ownerUrl: string, place = 'This database'): Promise<{ appUrl: string }> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'attain-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const version = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    const major = Math.floor(Number(version.rows[0]?.server_version_num ?? 0) / 10_000);
    if (major < 15)
      throw new UnsupportedDatabase(`Attain needs PostgreSQL 15 or newer; this server is version ${major}.`);
    await rejectUnsafeServer(client);
    await rejectOtherVersion(client, places, place);
    await makeTables(client);
    const login = await ensureAppLogin(client, ownerUrl);
    await secureTables(client, login.role);
    return { appUrl: login.url };
  } finally {
    await client.end();
  }
}

/** True if the tables exist and the database responds. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const result = await pool.query<{ ready: boolean }>(
    `SELECT to_regclass('attain_migrations.__drizzle_migrations') IS NOT NULL AND to_regclass('public.tenants') IS NOT NULL AS ready`,
  );
  return result.rows[0]?.ready ?? false;
}

/** Runs the migrations that are new, all or none. */
async function makeTables(client: pg.Client): Promise<void> {
  await runMigrations(drizzle(client), places).catch((error: unknown) => {
    const { cause, message } = error as Error;
    const said = cause instanceof Error ? cause.message : message;
    throw new UnsupportedDatabase(
      `The tables of Attain could not be created, and nothing was changed: ${said}. If the database belongs to another application, give Attain its own.`,
      { cause: error },
    );
  });
}

/** Rejects a server that may lose committed writes: see SECURITY.md, promise 1. */
async function rejectUnsafeServer(client: pg.Client): Promise<void> {
  const wanted: Record<string, string> = { fsync: 'on', full_page_writes: 'on', data_sync_retry: 'off' };
  const settings = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(wanted)],
  );
  const unsafe = settings.rows.filter((row) => wanted[row.name] !== row.setting);
  if (unsafe.length > 0 && process.env.ATTAIN_ALLOW_UNSAFE_DATABASE !== '1') {
    const list = unsafe.map((row) => `${row.name}=${row.setting}`).join(', ');
    throw new UnsupportedDatabase(
      `This PostgreSQL may lose committed writes (${list}). Reset these settings to their defaults, or set ATTAIN_ALLOW_UNSAFE_DATABASE=1 for test data.`,
    );
  }
}

/** Makes or refreshes the login that owns nothing. Its password follows from the owner's URL, so processes sharing a database agree on it. */
async function ensureAppLogin(client: pg.Client, ownerUrl: string): Promise<{ role: string; url: string }> {
  const url = new URL(ownerUrl);
  const database =
    (await client.query<{ current_database: string }>('SELECT current_database()')).rows[0]
      ?.current_database ?? 'attain';
  const role = `${database.slice(0, 50)}_app`;
  const password = createHmac(
    'sha256',
    `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
  )
    .update(`attain app login ${role}`)
    .digest('base64url');
  const existing = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const name = pg.escapeIdentifier(role);
  // later starts set the password alone: since PostgreSQL 16 an owner may not even deny what it does not have itself
  const verb = existing.rowCount
    ? `ALTER ROLE ${name}`
    : `CREATE ROLE ${name} NOCREATEDB NOCREATEROLE NOINHERIT`;
  await client.query(`${verb} LOGIN PASSWORD ${pg.escapeLiteral(password)}`).catch((error: Error) => {
    // names of databases that begin alike share the login, and another start has set the same password
    if (!existing.rowCount || !error.message.includes('tuple concurrently updated')) throw error;
  });
  const attributes = await client.query<{ unsafe: boolean }>(
    'SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS unsafe FROM pg_roles WHERE rolname = $1',
    [role],
  );
  if (attributes.rows[0]?.unsafe)
    throw new UnsupportedDatabase(
      `The login ${role} is a superuser, bypasses row-level security or can create logins or databases, so Attain will not use it. Drop it and start again.`,
    );
  await client.query(`GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${name}`);
  url.username = encodeURIComponent(role);
  url.password = password;
  return { role, url: url.toString() };
}
