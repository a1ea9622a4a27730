import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { loadKeys } from '../../base/keys.ts';
import { readSettings } from '../../base/settings.ts';
import { type Attain, startServer } from '../../start-server.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'attain-second-'));
let ctx: TestContext | undefined;
let second: Attain | undefined;
afterAll(async () => {
  await second?.close();
  await ctx?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a process that ends leaves a long calculation to the next one, which does it afresh', async () => {
  ctx = await startTestContext();
  const { admin, planId, sql } = await paidWorkspace(ctx);
  await sql(
    `INSERT INTO participants (tenant_id, id, name) SELECT $1, 'extra-' || n, 'Extra ' || n FROM generate_series(1, 4000) n`,
  );
  await sql(
    `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id)
     SELECT $1, 'x-' || n, '2024-02-01', 100.25, 'USD', 'extra-' || (1 + n % 4000) FROM generate_series(1, 40000) n`,
  );
  const assigned = await admin.post('/api/assignments', { planId, everybody: true, from: '2024-01-01' });
  expect(assigned.status).toBe(201);
  const ownerUrl = (ctx.ctx.db.owner.options as pg.PoolConfig).connectionString ?? '';
  const started = await admin.post('/api/calculations', { planId, period: '2024-Q1' });
  await expect
    .poll(async () => (await admin.get(`/api/calculations/${started.body.id}`)).body.progress.done)
    .toBeGreaterThan(0);
  await ctx.close();

  const settings = readSettings({ PORT: '0', ATTAIN_DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  second = await startServer({
    ownerUrl,
    settings,
    keys: loadKeys(dataDir, {}),
    clock: systemClock,
    log,
    appVersion: 'test',
  });
  const { owner } = second.ctx.db;
  const statusOf = async () =>
    (
      await owner.query<{ status: string }>('SELECT status FROM calculation_runs WHERE id = $1', [
        started.body.id,
      ])
    ).rows[0]?.status;
  await expect.poll(statusOf).toBe('completed');
  await second.ctx.db.sequencer.settle();
  const ends = await owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_entries WHERE body LIKE '%"calculation.completed"%' AND body LIKE '%' || $1 || '%'`,
    [started.body.id],
  );
  expect(ends.rows[0]?.count).toBe(1);
});
