import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemActor } from '../base/actor.ts';
import { systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { appendToLog } from '../db/audit-append.ts';
import { openLogSequencer } from '../db/log-sequencer.ts';
import { fillDisputes } from '../slices/disputes/filled-disputes.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../slices/payouts/paid-workspace.fixture.ts';
import { newDatabase, startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { attain, someFolder } from './child.fixture.ts';

const folder = someFolder();
const file = join(folder.path, 'attain.backup');
const drops: (() => Promise<void>)[] = [];
let ctx: TestContext;
let paid: PaidWorkspace;

beforeAll(async () => {
  ctx = await startTestContext();
  paid = await paidWorkspace(ctx);
  const { id: calculationId } = await paid.calculate();
  await fillDisputes(paid, { calculationId, participantIds: ['ann', 'bob'] });
  await ctx.newTenant();
});
afterAll(async () => {
  for (const drop of drops) await drop();
  folder.remove();
  await ctx?.stop();
});

const sourceUrl = () => ctx.ctx.db.owner.options.connectionString ?? '';
const env = (url: string) => ({
  DATABASE_URL: url,
  ATTAIN_DATA_DIR: ctx.ctx.settings.dataDir,
});
const emptyDatabase = async () => {
  const { url, drop } = await newDatabase(inject('ownerUrl'));
  drops.push(drop);
  return url;
};
const rowsOf = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('attain backup and attain restore', () => {
  test('[LEDGER-1] everything comes back: rows, files, hashes, roots of the logs, the lock on every table, and the ledger', async () => {
    await ctx.ctx.db.sequencer.settle();
    const made = await attain(['backup', '--out', file, '--json'], { env: env(sourceUrl()) });
    expect(made, made.err).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const manifest = JSON.parse(made.out) as {
      tables: { name: string; rows: number }[];
      auditRoots: unknown[];
    };
    const rows = new Map(manifest.tables.map(({ name, rows }) => [name, rows]));
    expect(rows.get('tenants')).toBe(2);
    expect(rows.get('payout_lines')).toBe(8);
    expect(rows.get('dispute_files')).toBe(2);
    expect(rows.get('audit_entries')).toBeGreaterThan(4);
    expect(manifest.auditRoots).toHaveLength(2);
    const names = await rowsOf(
      sourceUrl(),
      `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'public' AND relkind = 'r'`,
    );
    expect([...rows.keys()].sort()).toEqual(names.map((row) => row.relname).sort());

    const url = await emptyDatabase();
    const restored = await attain(['restore', '--from', file, '--json'], { env: env(url) });
    expect(restored, restored.err).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.out)).toEqual(JSON.parse(made.out));
    for (const sql of [
      'SELECT * FROM payout_lines ORDER BY tenant_id, run_id, seq',
      'SELECT * FROM users ORDER BY id',
      'SELECT f.*, c.content FROM dispute_files f JOIN file_contents c USING (tenant_id, content_hash) ORDER BY f.id',
      'SELECT * FROM audit_heads ORDER BY tenant_id',
      "SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname",
    ])
      expect(await rowsOf(url, sql), sql).toEqual(await rowsOf(sourceUrl(), sql));
    const again = await attain(['backup', '--out', `${file}.2`, '--json'], { env: env(url) });
    expect(JSON.parse(again.out).tables).toEqual(JSON.parse(made.out).tables);

    const ledger = (command: string) => attain(['ledger', command], { env: env(url) });
    expect(await ledger('check')).toMatchObject({ code: 0, out: expect.stringContaining('all match') });
    await rowsOf(url, `UPDATE deals SET amount = amount + 1 WHERE id = 'd5'`);
    expect(await rowsOf(url, 'SELECT participant_id AS id FROM ledger_changes')).toEqual([{ id: 'bob' }]);
    await rowsOf(
      url,
      `UPDATE ledger_segments SET content = content || 'x'::bytea WHERE participant_id = 'ann'`,
    );
    const differing = '1 segment not as the deals give; 1 waiting to be written\n  2024-01-01 ann';
    expect(await ledger('check')).toMatchObject({ code: 1, out: expect.stringContaining(differing) });
    expect(await ledger('rebuild')).toMatchObject({ code: 0, out: expect.stringContaining('replaced') });
    expect(await ledger('check')).toMatchObject({ code: 0 });
  });

  test('[AUD-20] entries that had no place yet when the backup was made get one when it is restored', async () => {
    const busy = new pg.Client({ connectionString: sourceUrl() });
    await busy.connect();
    const path = `${file}.staged`;
    // another process seems to be placing entries
    await busy.query('SELECT pg_advisory_lock(7241058)');
    try {
      expect((await paid.admin.post('/api/plans', { name: 'Staged', type: 'bonus-plan' })).status).toBe(201);
      const made = await attain(['backup', '--out', path, '--json'], { env: env(sourceUrl()) });
      expect(made, made.err).toMatchObject({ code: 0 });
    } finally {
      await busy.end();
    }
    const url = await emptyDatabase();
    const restored = await attain(['restore', '--from', path], { env: env(url) });
    expect(restored, restored.err).toMatchObject({ code: 0 });
    expect(await rowsOf(url, 'SELECT 1 FROM audit_staged')).toEqual([]);
    const { tenantId } = paid.tenant;
    const last = await rowsOf(
      url,
      `SELECT e.body FROM audit_entries e JOIN audit_heads h ON h.tenant_id = e.tenant_id AND e.leaf_index = h.size - 1
        WHERE h.tenant_id = '${tenantId}'`,
    );
    expect(JSON.parse(last[0].body)).toMatchObject({ action: 'plan.created', tenant: tenantId });
  });

  test('a database that is not empty is left alone', async () => {
    const ended = await attain(['restore', '--from', file], { env: env(sourceUrl()) });
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain('The database is not empty');
    expect((await rowsOf(sourceUrl(), 'SELECT count(*)::int AS n FROM tenants'))[0].n).toBe(2);
    const existing = await attain(['backup', '--out', file], { env: env(sourceUrl()) });
    expect(existing).toMatchObject({ code: 1, err: expect.stringContaining('exists') });
  });

  test('a damaged, changed, cut or foreign file restores nothing', async () => {
    const whole = readFileSync(file);
    const text = gunzipSync(whole).toString('utf8');
    const at = text.indexOf('"payout_lines"');
    const changed = text.slice(0, at) + text.slice(at).replace('2100.00', '2200.00');
    const cases: [name: string, content: Buffer | string, message: RegExp][] = [
      ['changed', gzipSync(changed), /payout_lines has 8 rows/],
      ['short', gzipSync(text.slice(0, text.indexOf('2100.00'))), /ends in the middle of a line/],
      ['cut', whole.subarray(0, whole.length - 100), /ends in the middle|damaged/],
      ['foreign', 'no backup at all', /not an Attain backup/],
      ['other', gzipSync('{"format":"x"}\n'), /not an Attain backup/],
    ];
    const url = await emptyDatabase();
    for (const [name, content, message] of cases) {
      const path = join(folder.path, name);
      writeFileSync(path, content);
      const ended = await attain(['restore', '--from', path], { env: env(url) });
      expect(ended.err, name).toMatch(message);
      expect(ended.code, name).toBe(2);
    }
    expect(await rowsOf(url, "SELECT to_regclass('public.tenants') AS made")).toEqual([{ made: null }]);
  });

  test('a flipped bit anywhere in the compressed file is found before anything is restored', async () => {
    const whole = readFileSync(file);
    const url = await emptyDatabase();
    for (const part of [0.3, 0.6, 0.95]) {
      const damaged = Buffer.from(whole);
      const at = Math.floor(damaged.length * part);
      damaged[at] = (damaged[at] ?? 0) ^ 4;
      const path = join(folder.path, `flipped-${part}`);
      writeFileSync(path, damaged);
      const ended = await attain(['restore', '--from', path], { env: env(url) });
      expect(ended.err, path).toMatch(
        /The backup file is damaged, (after )?the (first table|table \w+|end of the file)\./,
      );
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).not.toMatch(/ rows?\n/);
    }
    expect(await rowsOf(url, "SELECT to_regclass('public.tenants') AS made")).toEqual([{ made: null }]);
  });

  test('another secret is refused unless it is wanted', async () => {
    const url = await emptyDatabase();
    const other = { DATABASE_URL: url, ATTAIN_DATA_DIR: join(folder.path, 'elsewhere') };
    const rejected = await attain(['restore', '--from', file], { env: other });
    expect(rejected).toMatchObject({ code: 2, err: expect.stringContaining('another secret') });
    const wanted = await attain(['restore', '--from', file, '--other-secret'], { env: other });
    expect(wanted, wanted.err).toMatchObject({ code: 0 });
    expect(wanted.out).toMatch(/tables, [\d,]+ rows, 2 audit logs verified/);
  });

  test('a log that was tampered with is not passed on as if it were the truth', async () => {
    const url = await emptyDatabase();
    await attain(['restore', '--from', file], { env: env(url) });
    await rowsOf(url, `UPDATE audit_entries SET body = replace(body, 'plan.created', 'plan.deleted')`);
    const ended = await attain(['backup', '--out', `${file}.3`], { env: env(url) });
    expect(ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Entry \d+ of the audit log of workspace .* was changed/),
    });
  });

  test('a log that `attain verify` refuses is kept, and not called verified', async () => {
    const url = await emptyDatabase();
    await attain(['restore', '--from', file], { env: env(url) });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const actor = systemActor(paid.tenant.tenantId, newId(), 'test');
    const act = {
      action: 'plan.saved',
      object: { type: 'plan', id: paid.planId },
      before: 'a'.repeat(64),
      after: 'b'.repeat(64),
    };
    await appendToLog(client, { clock: systemClock, appVersion: 'test' }, actor, act);
    await client.end();
    await openLogSequencer(url, () => undefined).close();
    const path = `${file}.4`;
    const made = await attain(['backup', '--out', path], { env: env(url) });
    expect(made, made.err).toMatchObject({ code: 0 });
    expect(made.out).toMatch(/, 1 of 2 audit logs verified\nNOT VERIFIED {2}Workspace .*: Entry \d+: plan /);
    const restored = await attain(['restore', '--from', path], { env: env(await emptyDatabase()) });
    expect(restored.out).toContain('1 of 2 audit logs verified');
  });

  test('the embedded database goes into a file and comes out of it in another data folder', async () => {
    const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')];
    const filled = await attain(['restore', '--from', file, '--data-dir', one, '--other-secret']);
    expect(filled, filled.err).toMatchObject({ code: 0 });
    const out = join(folder.path, 'embedded.backup');
    const made = await attain(['backup', '--out', out, '--data-dir', one, '--json']);
    expect(made, made.err).toMatchObject({ code: 0 });
    const restored = await attain(['restore', '--from', out, '--data-dir', two, '--json']);
    expect(restored, restored.err).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.out).tables).toEqual(JSON.parse(made.out).tables);
    const nothing = await attain(['backup', '--out', `${out}.2`, '--data-dir', join(folder.path, 'nowhere')]);
    expect(nothing).toMatchObject({ code: 1, err: expect.stringContaining('There is no database in') });
  });
});

describe('attain verify', () => {
  test('[AUD-13] a statement is verified from its file alone, and refused once a figure in it is changed', async () => {
    const { body: runs } = await paid.admin.get('/api/calculations');
    const { bytes } = await download(`/api/statements/${runs.rows[0].id}/ann.json`);
    const good = folder.file('ann.json', bytes);
    const verified = await attain(['verify', good]);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toMatch(/PASS {2}recalculation: .*\$3,300\.00\n[\s\S]*VERIFIED\n$/);
    const bad = folder.file('bad.json', bytes.replace('"amount":"2100.00"', '"amount":"2200.00"'));
    expect(await attain(['verify', bad, '--json'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('FAIL'),
    });
  });

  test('[AUD-9] an exported log is verified, with its key pinned, and refused with another', async () => {
    const { bytes } = await download('/api/audit/export');
    const log = folder.file('log.jsonl', bytes);
    const { key } = JSON.parse(bytes.split('\n')[0] ?? '') as { key: string };
    expect(await attain(['verify', log, '--key', key])).toMatchObject({ code: 0 });
    const forged = await attain(['verify', log, '--key', 'f'.repeat(64)]);
    expect(forged).toMatchObject({ code: 1, out: expect.stringContaining('NOT VERIFIED') });
    const changed = folder.file('changed.jsonl', bytes.replace('plan.created', 'plan.deleted'));
    expect((await attain(['verify', changed])).code).toBe(1);
    expect(await attain(['verify', 'nowhere.json'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('nowhere.json'),
    });
  });

  const download = async (path: string) => {
    const response = await fetch(`${ctx.url}${path}`, { headers: { cookie: paid.admin.cookie } });
    return { bytes: await response.text() };
  };
});
