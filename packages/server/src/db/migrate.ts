import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { serverFolder } from '../base/places.ts';
import { othersAtWork } from './others-at-work.ts';
import { type MigrationPlaces, pendingMigrations } from './pending-migrations.ts';
import { secureTables } from './secure-tables.ts';
import { UnsupportedDatabase } from './unsupported-database.ts';

const migrationsSchema = 'attain_migrations';
/** The migrations of this version. */
export const ourMigrations = join(serverFolder, 'migrations');

/** Any number will do as long as every Attain process uses the same one: it makes migrations wait for each other. */
const migrationLock = 7_241_001;

/** How a database is migrated. */
export interface MigrateOptions {
  /** Names the database in messages, e.g. "The data folder /srv/attain". */
  readonly place?: string;
  /** Called before the tables of an older version are changed. If it throws, nothing is changed. Without it, they are not upgraded. */
  readonly beforeUpgrade?: () => Promise<void>;
  /** Another folder of migrations, where a test needs later ones. */
  readonly migrationsFolder?: string;
  /** How long an upgrade waits for processes of the older version to leave; default: 10 s. */
  readonly leavingMs?: number;
}

/**
 * Brings the database to this version's tables, login and row-level security, and returns the URL of the `app` login.
 * Safe to run by several processes at once and again at every start. Throws `UnsupportedDatabase` with
 * `place` named when the server is too old or unsafe, when the tables belong to a newer or unreleased version, or when they would
 * have to be upgraded while other processes use them or without `beforeUpgrade`.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<{ appUrl: string }> {
  const { place = 'This database', beforeUpgrade, migrationsFolder = ourMigrations } = options;
  const places = { migrationsFolder, migrationsSchema };
  return withMigrationLock(ownerUrl, async (client) => {
    const { ran, pending } = await pendingMigrations(client, places, place);
    if (ran > 0 && pending > 0) {
      if (!beforeUpgrade)
        throw new UnsupportedDatabase(
          `${place} was created by an older version of Attain. Start the server of this version (npm start), which upgrades it.`,
        );
      await mustBeAlone(client, { place, leavingMs: options.leavingMs ?? 10_000 });
      await beforeUpgrade();
    }
    await makeTables(client, places);
    const login = await ensureAppLogin(client, ownerUrl);
    await secureTables(client, login.role);
    return { appUrl: login.url };
  });
}

/**
 * Creates the tables of a backup's version: those that its migrations make, as far as they are missing. Older tables have no login and
 * no row-level security until `migrate` has upgraded them. `unknown`: nothing is created, because the migrations are not the first of
 * this version's.
 */
export async function makeTablesOf(
  hashes: readonly string[],
  { ownerUrl, migrationsFolder = ourMigrations }: { ownerUrl: string; migrationsFolder?: string },
): Promise<'current' | 'older' | 'unknown'> {
  const ours = readMigrationFiles({ migrationsFolder });
  if (hashes.length === 0 || hashes.some((hash, index) => hash !== ours[index]?.hash)) return 'unknown';
  if (hashes.length === ours.length) {
    await migrate(ownerUrl, { migrationsFolder });
    return 'current';
  }
  await withMigrationLock(ownerUrl, async (client) => {
    const { ran } = await pendingMigrations(client, { migrationsFolder, migrationsSchema }, 'This database');
    if (ran > hashes.length) throw new UnsupportedDatabase('The database has the tables of a newer version.');
    const older = firstMigrations(migrationsFolder, hashes.length);
    try {
      await makeTables(client, { migrationsFolder: older, migrationsSchema });
    } finally {
      rmSync(older, { recursive: true });
    }
  });
  return 'older';
}

/** A copy of the folder with the first migrations only: drizzle runs all of a folder. */
function firstMigrations(folder: string, count: number): string {
  const copy = mkdtempSync(join(tmpdir(), 'attain-migrations-'));
  cpSync(folder, copy, { recursive: true });
  const journal = join(copy, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: unknown[] };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  return copy;
}

/** Works on the database as its owner while no other process migrates it; rejects an unsupported server. */
async function withMigrationLock<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'attain-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const version = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    const major = Math.floor(Number(version.rows[0]?.server_version_num ?? 0) / 10_000);
    if (major < 15)
      throw new UnsupportedDatabase(`Attain needs PostgreSQL 15 or newer; this server is version ${major}.`);
    await rejectUnsafeServer(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Processes of the older version would fail on changed tables. A process that has just ended may still be connected. */
async function mustBeAlone(
  client: pg.Client,
  { place, leavingMs }: { place: string; leavingMs: number },
): Promise<void> {
  const until = Date.now() + leavingMs;
  let others = await othersAtWork(client);
  while (others > 0 && Date.now() < until) {
    await setTimeout(pollMs);
    others = await othersAtWork(client);
  }
  if (others > 0)
    throw new UnsupportedDatabase(
      `${place} must be upgraded, and other processes of Attain still use it (${others} connections). Stop all servers, workers and commands of the older version, then start again. Nothing was changed.`,
    );
}

const pollMs = 250;

/** True if the tables exist and the database responds. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const result = await pool.query<{ ready: boolean }>(
    `SELECT to_regclass('attain_migrations.__drizzle_migrations') IS NOT NULL AND to_regclass('public.tenants') IS NOT NULL AS ready`,
  );
  return result.rows[0]?.ready ?? false;
}

/** Runs the migrations that are new, all or none. */
async function makeTables(client: pg.Client, places: MigrationPlaces): Promise<void> {
  await runMigrations(drizzle(client), places).catch((error: unknown) => {
    const { cause, message } = error as Error;
    const said = cause instanceof Error ? cause.message : message;
    throw new UnsupportedDatabase(
      `The tables of Attain could not be created or upgraded, and nothing was changed: ${said}. If the database belongs to another application, give Attain its own.`,
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
