import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { verifyExport } from '../audit/verify-export.ts';
import { systemClock } from '../base/clock.ts';
import { loadKeys } from '../base/keys.ts';
import { serverFolder } from '../base/places.ts';
import { readSettings } from '../base/settings.ts';
import { ended } from '../slices/payouts/paid-workspace.fixture.ts';
import { type Attain, startServer } from '../start-server.ts';
import { type Client, signInClient } from '../testing/client.ts';
import { newDatabase } from '../testing/start-test-context.ts';
import { attain } from './child.fixture.ts';

/** What tools/store-release.mjs wrote down of an installation of that version. */
interface Facts {
  readonly secret: string;
  readonly password: string;
  readonly waiting: { readonly runId: string; readonly taskId: string };
  readonly payments: { readonly id: string; readonly totals: unknown };
  readonly payees: readonly Record<string, unknown>[];
  readonly statement: {
    readonly runId: string;
    readonly participantId: string;
    readonly lines: readonly Record<string, unknown>[];
  };
  readonly calculation: {
    readonly planId: string;
    readonly period: string;
    readonly total: string;
    readonly resultHash: string;
  };
  readonly checkpoint: string;
}

const releases = join(serverFolder, 'releases');

describe.each(readdirSync(releases))('data of %s in this version', (version) => {
  const folder = join(releases, version);
  const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Facts;
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-release-'));
  let drop: (() => Promise<void>) | undefined;
  let server: Attain | undefined;
  let admin: Client;
  let finance: Client;

  beforeAll(async () => {
    const database = await newDatabase(inject('ownerUrl'));
    drop = database.drop;
    const secret = { ATTAIN_SECRET: facts.secret };
    const env = { DATABASE_URL: database.url, ATTAIN_DATA_DIR: dataDir, ...secret };
    const restored = await attain(['restore', '--from', join(folder, 'attain.backup')], { env });
    expect(restored, restored.err).toMatchObject({ code: 0 });
    server = await startServer({
      ownerUrl: database.url,
      settings: readSettings({ PORT: '0', ATTAIN_DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
      keys: loadKeys(dataDir, secret),
      clock: systemClock,
      log: pino({ level: 'silent' }),
      appVersion: 'test',
    });
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    [admin, finance] = await Promise.all([
      signInClient(url, 'halden-admin', facts.password),
      signInClient(url, 'halden-finance', facts.password),
    ]);
  });
  afterAll(async () => {
    await server?.close();
    await drop?.();
    rmSync(dataDir, { recursive: true });
  });

  test('payments and statements say what they said', async () => {
    const { payments, payees, statement } = facts;
    expect((await admin.get(`/api/payments/${payments.id}`)).body).toMatchObject(payments);
    expect((await admin.get(`/api/payments/${payments.id}/payees`)).body.rows).toMatchObject(payees);
    const { runId, participantId, lines } = statement;
    expect((await admin.get(`/api/statements/${runId}/${participantId}`)).body.lines).toMatchObject(lines);
  });

  test('a proof of payments verifies, and the log continues the older checkpoint', async () => {
    const proof = await verifyExport(createReadStream(join(folder, 'payments.json')));
    expect(proof.verdict, JSON.stringify(proof.verdict)).toMatchObject({ ok: true });
    const { body } = await admin.get('/api/audit/export');
    const log = await verifyExport(Readable.from([Buffer.from(body)]), { olderCheckpoint: facts.checkpoint });
    expect(log.verdict, JSON.stringify(log.verdict)).toMatchObject({ ok: true });
  });

  test('a calculation gives the same pay', async () => {
    const { planId, period, total, resultHash } = facts.calculation;
    const { body } = await admin.post('/api/calculations', { planId, period });
    expect(await ended(admin, body.id)).toMatchObject({ total, resultHash });
  });

  test('a run that waited for an approval goes on', async () => {
    const { runId, taskId } = facts.waiting;
    expect(await finance.post(`/api/tasks/${taskId}/decide`, { decision: 'approved' })).toMatchObject({
      status: 200,
    });
    await expect
      .poll(async () => (await admin.get(`/api/workflow-runs/${runId}`)).body.status)
      .toBe('completed');
  });
});
