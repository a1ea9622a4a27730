import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Client } from '../../testing/client.ts';
import { settled } from '../../testing/settled.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { insertTaken } from './connector-file-store.ts';
import { insertSync } from './connector-store.ts';
import { copyDropped, isMatch } from './drop-folder.ts';
import { syncJob } from './sync-job.ts';

let ctx: TestContext;
let tenant: TestTenant;
let admin: Client;
/** The workspace's folder, and one outside of it. */
let folder: string;
let outside: string;
/** Files that were just written rest for a while. */
const aheadMs = 10_000;

beforeAll(async () => {
  const top = mkdtempSync(join(inject('filesFolder'), 'drop-'));
  outside = join(top, 'outside');
  mkdirSync(outside);
  mkdirSync(join(top, 'drop'));
  ctx = await startTestContext({
    env: {
      ATTAIN_DROP_FOLDER: join(top, 'drop'),
      ATTAIN_IMPORT_MAX_BYTES: '2000',
      ATTAIN_IMPORT_MAX_ROWS: '40',
    },
    clock: { ...systemClock, now: () => new Date(Date.now() + aheadMs) },
  });
  tenant = await ctx.newTenant({ administrator: { participantId: null } });
  admin = tenant.as('administrator');
  folder = join(top, 'drop', tenant.tenantId);
  await ctx.ctx.db.owner.query(
    `INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'ann', 'Ann Lee')`,
    [tenant.tenantId],
  );
});
afterAll(() => ctx?.stop());

const rowsOf = (prefix: string, count = 10) =>
  `id,date,amount,currency,participant\n${Array.from({ length: count }, (_, n) => `${prefix}${n},2024-01-31,100.00,USD,ann\n`).join('')}`;
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
async function saved(name: string, pattern: string, more: object = {}): Promise<string> {
  const answer = await admin.post('/api/connectors', {
    ...{ name, connectionId: 'drop-folder', source: { type: 'folder', pattern }, kind: 'deals', ...more },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id;
}
const executions = async (id: string) => (await admin.get(`/api/connectors/${id}/executions`)).body.rows;
const taken = async (id: string) => (await admin.get(`/api/connectors/${id}/files`)).body.rows;
/** Waits until none of the executions is running, and returns them after one of this file, if given. */
async function ended(id: string, lastFile?: string) {
  for (;;) {
    const all = await executions(id);
    const isOver = all.every(({ status }: { status: string }) => status !== 'running');
    if (isOver && (lastFile === undefined || all[0].fileName === lastFile)) return all;
    await setTimeout(50);
  }
}
async function run(id: string, lastFile?: string) {
  expect((await admin.post(`/api/connectors/${id}/act`, { act: 'run' })).status).toBe(200);
  return (await ended(id, lastFile))[0];
}
const noticesOf = async (text: string) =>
  (await admin.get('/api/notices')).body.rows.filter(({ message }: { message: string }) =>
    message.includes(text),
  ).length;
const noNew = ['The drop folder has no new file “deals-*.csv”.'];
const tested = async (id: string) => (await admin.post(`/api/connectors/${id}/act`, { act: 'test' })).body;
const deals = async () =>
  (
    await ctx.ctx.db.owner.query('SELECT count(*)::int AS n FROM deals WHERE tenant_id = $1', [
      tenant.tenantId,
    ])
  ).rows[0].n;
const names = (rows: readonly { fileName: string | null }[]) => rows.map(({ fileName }) => fileName);

test.each<[string, string, boolean]>([
  ['deals-1.csv', 'deals-*.csv', true],
  ['DEALS-1.CSV', 'deals-?.csv', true],
  ['deals-12.csv', 'deals-?.csv', false],
  ['deals-1.csv.part', 'deals-*.csv', false],
  ['a(1)+.csv', 'a(?)+.csv', true],
  ['aXcsv', 'a.csv', false],
  ['abcabd', '*ab*d', true],
  ['any', '*', true],
  [`${'a'.repeat(250)}b`, `${'*a'.repeat(50)}*c`, false],
])('[CONN-27] %s matches %s: %s', (name, pattern, matches) => {
  expect(isMatch(name, pattern)).toBe(matches);
});

describe('the drop folder', () => {
  let id: string;

  it('[CONN-27] has a folder of the workspace, which is no link', async () => {
    const { body } = await admin.get('/api/connectors');
    expect(body.connections).toEqual([{ id: 'drop-folder', name: 'Drop folder', type: 'folder' }]);
    expect(body.dropFolder).toBe(tenant.tenantId);
    for (const pattern of ['../*.csv', 'a/b.csv', 'a\\b.csv', '.hidden', '', 'C:x']) {
      const source = { type: 'folder', pattern };
      const bad = { name: 'Bad', connectionId: 'drop-folder', source, kind: 'deals' };
      const answer = await admin.post('/api/connectors', bad);
      expect([pattern, answer.status, answer.body.issues[0].path]).toEqual([pattern, 400, 'source.pattern']);
    }
    id = await saved('Deals', 'deals-*.csv');
    expect((await tested(id)).connector.error).toContain('no folder');
    symlinkSync(outside, folder);
    expect((await tested(id)).connector.error).toContain('is a link');
    unlinkSync(folder);
    mkdirSync(folder);
    const state = async () => (await admin.get('/api/connectors')).body.rows[0];
    expect(await state()).toMatchObject({ status: 'error', error: expect.stringContaining('is a link') });
    expect(await run(id)).toMatchObject({
      ...{ status: 'completed', importId: null, fileName: null },
      errors: ['The drop folder has no file “deals-*.csv”.'],
    });
    expect(await state()).toMatchObject({
      ...{
        status: 'connected',
        error: null,
        success: true,
        outcome: 'The drop folder has no file “deals-*.csv”.',
        connectionName: 'Drop folder',
      },
    });
  });

  it('[CONN-27] takes each file once, by name, one after the other', async () => {
    writeFileSync(join(outside, 'secret.csv'), rowsOf('secret'));
    symlinkSync(join(outside, 'secret.csv'), join(folder, 'deals-0.csv'));
    linkSync(join(outside, 'secret.csv'), join(folder, 'deals-00.csv'));
    put('.deals-1.csv', rowsOf('hidden'));
    put('other-1.csv', rowsOf('other'));
    put('Deals-2.CSV', rowsOf('b'));
    put('deals-1.csv', rowsOf('a'));
    put('deals-3.csv', rowsOf('c'));
    expect((await tested(id)).sample.rows).toHaveLength(10);
    const first = await run(id);
    // the first one is mapped and stored by a person, like a file that was uploaded
    expect(first).toMatchObject({ status: 'held', fileName: 'Deals-2.CSV' });
    const path = `/api/imports/${first.importId}`;
    const { mapping, fileName } = (await admin.get(path)).body;
    expect(fileName).toBe('Deals-2.CSV');
    await admin.post(`${path}/check`, { mapping });
    await settled(admin, path, ['checked']);
    await admin.post(`${path}/commit`);
    await settled(admin, path, ['committed']);
    const all = await ended(id, 'deals-3.csv');
    expect(names(all)).toEqual(['deals-3.csv', 'deals-1.csv', 'Deals-2.CSV', null]);
    expect(all.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('completed'));
    expect(await deals()).toBe(30);
    const files = await taken(id);
    expect(names(files)).toEqual(['deals-3.csv', 'deals-1.csv', 'Deals-2.CSV']);
    expect(files[0]).toMatchObject({ importId: all[0].importId, byteCount: rowsOf('c').length });
    expect(await run(id)).toMatchObject({
      errors: ['The drop folder has no new file “deals-*.csv”.'],
    });
  });

  it('[CONN-27] knows a file by name and content, and takes it again by choice', async () => {
    const changedMs = async () =>
      (
        await ctx.ctx.db.owner.query(
          `SELECT changed_ms::float8 AS ms FROM connector_files WHERE connector_id = $1 AND file_name = 'deals-1.csv'`,
          [id],
        )
      ).rows[0].ms;
    put('deals-1.csv', rowsOf('a'));
    utimesSync(join(folder, 'deals-1.csv'), 1_700_000_000, 1_700_000_000);
    expect((await run(id)).importId).toBe(null);
    // so that it is not read again
    expect(await changedMs()).toBe(1_700_000_000_000);
    // of those that found no file, the last one is kept
    await run(id);
    expect(
      (await executions(id)).filter((one: { importId: string | null }) => one.importId === null).length,
    ).toBe(1);
    put('deals-1.csv', rowsOf('d'));
    expect(await run(id)).toMatchObject({ status: 'completed', fileName: 'deals-1.csv' });
    expect(await deals()).toBe(40);
    const { id: fileId } = (await taken(id)).find(
      (one: { fileName: string }) => one.fileName === 'deals-3.csv',
    );
    const again = (file: string) => admin.post(`/api/connectors/${id}/take-again`, { fileId: file });
    expect((await again(id)).status).toBe(404);
    expect((await again(fileId)).status).toBe(200);
    const known = async () =>
      (await taken(id)).filter((one: { fileName: string }) => one.fileName === 'deals-3.csv');
    expect(await known()).toMatchObject([{ isWantedAgain: true }]);
    expect(await run(id)).toMatchObject({
      status: 'completed',
      fileName: 'deals-3.csv',
      recordsProcessed: 10,
    });
    expect(await known()).toMatchObject([{ isWantedAgain: false }]);
    expect([await deals(), (await run(id)).importId]).toEqual([40, null]);
  });

  it('[CONN-27] leaves a file that is still being written, and those after it', async () => {
    put('deals-4.csv', rowsOf('e'));
    put('deals-41.csv', rowsOf('k'));
    const changedAt = (ms: number) => utimesSync(join(folder, 'deals-4.csv'), ms / 1_000, ms / 1_000);
    changedAt(Date.now() + aheadMs);
    expect((await run(id)).errors).toEqual([
      '“deals-4.csv” changed less than five seconds ago. The next execution takes it.',
    ]);
    // a time far ahead, as of an archive, does not hold it
    changedAt(Date.now() + 3_600_000);
    await run(id, 'deals-41.csv');
    expect(names(await executions(id)).slice(0, 2)).toEqual(['deals-41.csv', 'deals-4.csv']);
  });

  it('[CONN-27] takes no file of another workspace', async () => {
    const [mine, other] = [admin, await ctx.newTenant()];
    admin = other.as('administrator');
    try {
      const theirs = await saved('Deals', 'deals-*.csv');
      expect((await run(theirs)).errors[0]).toContain(`no folder ${other.tenantId}`);
      mkdirSync(join(folder, '..', other.tenantId));
      expect((await run(theirs)).errors).toEqual(['The drop folder has no file “deals-*.csv”.']);
      writeFileSync(join(folder, '..', other.tenantId, 'deals-42.csv'), rowsOf('l'));
      expect(await run(theirs)).toMatchObject({ status: 'held', fileName: 'deals-42.csv' });
    } finally {
      admin = mine;
    }
    expect((await run(id)).errors).toEqual(noNew);
  });

  it.skipIf(process.platform !== 'linux')(
    '[CONN-27] neither waits for a pipe nor stops at a file that fails while it is read',
    async () => {
      const pipe = join(outside, 'pipe');
      execFileSync('/usr/bin/mkfifo', [pipe]);
      const file = { name: 'deals', byteCount: 1, changedMs: 1, statusMs: 1, isFresh: false };
      await expect(copyDropped(ctx.ctx, { ...file, path: pipe }, null)).rejects.toThrow('no plain file');
      const failing = copyDropped(ctx.ctx, { ...file, path: '/proc/self/mem' }, null);
      await expect(failing).rejects.toThrow('“deals” can’t be read.');
    },
  );

  it('[CONN-27] names the file that can’t be read, and goes on to the next one', async () => {
    put('deals-5.csv', Buffer.from([1, 2, 3, 0, 1, 2]));
    put('deals-6.csv', rowsOf('f'));
    put('deals-7.csv', rowsOf('large', 100));
    const unread = await run(id);
    expect(unread).toMatchObject({ status: 'failed', fileName: 'deals-5.csv', importId: null });
    expect(unread.errors[0]).toContain('“deals-5.csv”');
    // the sixth is stored, and then the next one is too large
    await run(id, 'deals-7.csv');
    const [large, sixth] = await executions(id);
    expect(sixth).toMatchObject({ status: 'completed', fileName: 'deals-6.csv' });
    expect(large).toMatchObject({ status: 'failed', fileName: 'deals-7.csv', importId: null });
    expect(large.errors[0]).toContain('“deals-7.csv” has');
    // one that is only written again is still too large
    utimesSync(join(folder, 'deals-7.csv'), 1_700_000_000, 1_700_000_000);
    put('deals-71.csv', rowsOf('g'));
    expect(await run(id)).toMatchObject({ status: 'completed', fileName: 'deals-71.csv' });
    expect((await run(id)).errors).toEqual(noNew);
    expect((await admin.get('/api/connectors')).body.rows[0]).toMatchObject({ status: 'connected' });
    const marks = (await taken(id)).map((one: { isUnreadable: boolean }) => one.isUnreadable);
    expect(marks.slice(0, 4)).toEqual([false, true, false, true]);
  });

  it('[CONN-27] remembers a file that fails in the dry run, reports it, and goes on to the next one', async () => {
    put('deals-80.csv', rowsOf('m', 50));
    put('deals-81.csv', rowsOf('n', 51));
    put('deals-82.csv', rowsOf('h'));
    for (const fileName of ['deals-80.csv', 'deals-81.csv']) {
      const failed = await run(id);
      expect(failed).toMatchObject({ status: 'failed', fileName, importId: expect.any(String) });
      expect(failed.errors[0]).toContain(`“${fileName}” has more than 40`);
      expect(await noticesOf(`“${fileName}” has more than 40`)).toBe(1);
      await expect
        .poll(async () => (await admin.get(`/api/imports/${failed.importId}`)).body.status)
        .toBe('cancelled');
      expect((await taken(id))[0]).toMatchObject({ fileName, isUnreadable: true });
    }
    expect(await run(id)).toMatchObject({ status: 'completed', fileName: 'deals-82.csv' });
    expect((await run(id)).errors).toEqual(noNew);
  });

  it.skipIf(process.getuid?.() === 0)(
    '[CONN-27] remembers a file that it may not open until its permissions change',
    async () => {
      put('deals-83.csv', rowsOf('p'));
      put('deals-84.csv', rowsOf('q'));
      chmodSync(join(folder, 'deals-83.csv'), 0);
      const failed = await run(id);
      expect(failed).toMatchObject({ status: 'failed', fileName: 'deals-83.csv' });
      expect(failed.errors).toEqual(['“deals-83.csv” can’t be read.']);
      expect(await run(id)).toMatchObject({ status: 'completed', fileName: 'deals-84.csv' });
      expect((await run(id)).errors).toEqual(noNew);
      chmodSync(join(folder, 'deals-83.csv'), 0o600);
      expect(await run(id)).toMatchObject({ status: 'completed', fileName: 'deals-83.csv' });
    },
  );

  it('[CONN-27] tries a file three times that takes too long', async () => {
    // each spreadsheet starts a thread, which takes longer than the limit
    const late = await saved('Late', 'late-*.xlsx');
    put('late-1.xlsx', rowsOf('r'));
    const limits: { maxParseSeconds: number } = ctx.ctx.settings.importLimits;
    const { maxParseSeconds } = limits;
    limits.maxParseSeconds = 0.001;
    try {
      for (const isUnreadable of [false, false, true]) {
        expect((await run(late)).errors[0]).toContain('took longer');
        expect(await taken(late)).toMatchObject([{ isUnreadable, isWantedAgain: !isUnreadable }]);
      }
    } finally {
      limits.maxParseSeconds = maxParseSeconds;
    }
    expect((await run(late)).errors).toEqual(['The drop folder has no new file “late-*.xlsx”.']);
    // that there is no other file does not hide why this one failed
    const { rows } = (await admin.get('/api/connectors')).body;
    expect(rows.find((one: { id: string }) => one.id === late)).toMatchObject({ status: 'error' });
  });

  it('[CONN-19] [CONN-27] takes a file again whose execution died before its import, and then failed', async () => {
    put('deals-86.csv', rowsOf('s'));
    const { db } = ctx.ctx;
    const syncId = newId();
    const { tenantId } = tenant;
    await db.within(tenantId, async (tx) => {
      await insertSync(tx, { id: syncId, connectorId: id, environment: 'prod', startedBy: null });
      const contentHash = createHash('sha256').update(rowsOf('s')).digest('hex');
      const file = { fileName: 'deals-86.csv', contentHash, byteCount: rowsOf('s').length, changedMs: 1 };
      await insertTaken(tx, { connectorId: id, syncId, ...file });
    });
    expect((await taken(id))[0]).toMatchObject({ importId: null, isUnreadable: false });
    const of = 'WHERE tenant_id = $1 AND user_id = (SELECT runs_as FROM agent_tasks WHERE connector_id = $2)';
    const { rows } = await db.owner.query(`SELECT roles FROM memberships ${of}`, [tenantId, id]);
    const withRoles = (roles: unknown) =>
      db.owner.query(`UPDATE memberships SET roles = $3 ${of}`, [tenantId, id, roles]);
    await withRoles([]);
    await syncJob.run(ctx.ctx, { tenantId, id: syncId });
    await withRoles(rows[0].roles);
    expect((await executions(id))[0]).toMatchObject({ id: syncId, status: 'failed', fileName: null });
    expect((await admin.post(`/api/connectors/${id}/act`, { act: 'resume' })).status).toBe(200);
    expect(await run(id)).toMatchObject({ status: 'completed', fileName: 'deals-86.csv' });
  });

  it('[CONN-27] takes the last file by name as the second file of a profile', async () => {
    // the profile joins owners to deals by a column of the same name
    put('orders-1.csv', 'id,date,amount,currency,owner\no1,2024-01-31,5,USD,7\no2,2024-01-31,5,USD,7\n');
    put('owners-1.csv', 'owner,participant\n7,bob\n');
    put('owners-2.csv', 'owner,participant\n7,ann\n');
    const upload = await admin.upload(
      '/api/imports/upload',
      { name: 'orders.csv', content: 'id,date,amount,currency,owner\no0,2024-01-31,5,USD,7\n' },
      { kind: 'deals' },
    );
    const path = `/api/imports/${upload.body.id}`;
    const joined = await admin.upload(
      '/api/imports/lookups',
      { name: 'owners.csv', content: 'owner,participant\n7,ann\n' },
      { importId: upload.body.id },
    );
    const proposed = joined.body.mapping;
    const mapping = { ...proposed, fields: { ...proposed.fields, participant: { columns: [6] } } };
    await admin.post(`${path}/check`, { mapping, profileName: 'Orders with owners' });
    await settled(admin, path, ['checked']);
    await admin.post(`${path}/commit`);
    await settled(admin, path, ['committed']);
    const profile = (await admin.get('/api/import-profiles')).body.rows.find(
      ({ name }: { name: string }) => name === 'Orders with owners',
    );
    const [{ name }] = mapping.lookups;
    const orders = await saved('Orders', 'orders-*.csv', {
      profileId: profile.id,
      joins: [{ name, source: { type: 'folder', pattern: 'owners-*.csv' } }],
    });
    const first = await run(orders);
    expect(first).toMatchObject({ status: 'held', fileName: 'orders-1.csv', recordsProcessed: 2 });
    const { lookups } = (await admin.get(`/api/imports/${first.importId}`)).body;
    expect(names(lookups)).toEqual(['owners-2.csv']);
    await admin.post(`/api/connectors/${orders}/act`, { act: 'discard' });
  });
});
