import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { loadKeys } from '../../base/keys.ts';
import { readSettings } from '../../base/settings.ts';
import { type MigrateOptions, migrate } from '../../db/migrate.ts';
import { startServer } from '../../start-server.ts';
import { signInClient } from '../../testing/client.ts';
import { newDatabase, startTestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { backUpBeforeUpgrade } from './back-up-before-upgrade.ts';
import { laterMigrations } from './later-version.fixture.ts';
import { restoreBackup } from './restore-backup.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'attain-upgrade-'));
const later = laterMigrations('ALTER TABLE tenants ADD COLUMN later_note text;');
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
  rmSync(dataDir, { recursive: true });
  rmSync(later, { recursive: true });
});

async function database(template?: string): Promise<string> {
  const { url, drop } = await newDatabase(inject('ownerUrl'), template);
  drops.push(drop);
  return url;
}

async function rowsOf(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const laterColumns = `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'tenants' AND column_name = 'later_note'`;
const backUp = (ownerUrl: string) => async () => {
  const order = { appVersion: '9.9.9', madeAt: systemClock.now(), secretMark: null, report: () => undefined };
  await backUpBeforeUpgrade({ ownerUrl, dataDir, ...order });
};

describe('a database of an older version', () => {
  let url: string;
  beforeAll(async () => {
    url = await database(inject('template'));
  });
  const upgrade = (options: MigrateOptions) =>
    migrate(url, { migrationsFolder: later, leavingMs: 0, ...options });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a worker or command', () => upgrade({}), /created by an older version.+Start the server/],
    [
      'a backup that cannot be written',
      () =>
        upgrade({
          beforeUpgrade: async () => {
            throw new Error('The disk is full.');
          },
        }),
      /The disk is full/,
    ],
    [
      'a migration that fails',
      () =>
        upgrade({
          migrationsFolder: laterMigrations('ALTER TABLE tenants ADD COLUMN later_note text; SELECT 1/0;'),
          beforeUpgrade: async () => undefined,
        }),
      /could not be created or upgraded, and nothing was changed: division by zero/,
    ],
  ])('is left as it was by %s', async (_name, attempt, message) => {
    await expect(attempt()).rejects.toThrow(message);
    expect(await rowsOf(url, laterColumns)).toEqual([]);
    await migrate(url);
  });

  test('is left as it was while another process uses it', async () => {
    const other = new pg.Client({ connectionString: url, application_name: 'attain-jobs' });
    await other.connect();
    let asked = false;
    const beforeUpgrade = async () => {
      asked = true;
    };
    try {
      await expect(upgrade({ beforeUpgrade })).rejects.toThrow(/other processes of Attain still use it/);
    } finally {
      await other.end();
    }
    expect(asked).toBe(false);
    expect(await rowsOf(url, laterColumns)).toEqual([]);
  });
});

describe('an upgrade', () => {
  let paid: PaidWorkspace;
  let url: string;

  test('begins with a verified backup, and the server of the later version has everything', async () => {
    const older = await startTestContext();
    paid = await paidWorkspace(older);
    const run = await paid.calculate();
    const calculated = `/api/calculations/${run.id}`;
    const before = await paid.admin.get(calculated);
    expect(before.status).toBe(200);
    await older.ctx.db.sequencer.settle();
    url = older.ctx.db.owner.options.connectionString ?? '';
    await older.close();
    const settings = readSettings({
      PORT: '0',
      ATTAIN_DATA_DIR: older.ctx.settings.dataDir,
      LOG_LEVEL: 'silent',
    });
    const newer = await startServer({
      ...{ ownerUrl: url, settings, keys: loadKeys(settings.dataDir, {}), clock: systemClock },
      ...{ log: pino({ level: 'silent' }), appVersion: '9.9.9' },
      migration: { migrationsFolder: later, beforeUpgrade: backUp(url) },
    });
    drops.push(older.stop);
    try {
      const address = await newer.app.listen({ port: 0, host: '127.0.0.1' });
      const admin = await signInClient(
        address,
        paid.tenant.usernameOf('administrator'),
        paid.tenant.password,
      );
      expect((await admin.get(calculated)).body).toEqual(before.body);
      expect(await rowsOf(url, laterColumns)).toEqual([{ name: 'later_note' }]);
    } finally {
      await newer.close();
    }
  });

  test('leaves a backup that the older version restores, and that the later one upgrades', async () => {
    const [file] = readdirSync(join(dataDir, 'backups'));
    const order = { path: join(dataDir, 'backups', file ?? ''), secretMark: null, otherSecret: false };
    const lines = `SELECT * FROM payout_lines ORDER BY tenant_id, run_id, seq`;
    for (const migrationsFolder of [undefined, later]) {
      const ownerUrl = await database();
      await restoreBackup({ ...order, ownerUrl, migrationsFolder, report: () => undefined });
      expect(await rowsOf(ownerUrl, lines)).toEqual(await rowsOf(url, lines));
      expect(await rowsOf(ownerUrl, laterColumns)).toHaveLength(migrationsFolder ? 1 : 0);
      const open = `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT relforcerowsecurity ORDER BY 1`;
      expect(await rowsOf(ownerUrl, open)).toEqual(await rowsOf(url, open));
    }
  });
});
