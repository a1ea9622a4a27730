import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Mapping } from '@attain/contract/imports';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConnectedContext,
  startConnected,
} from '../../activities/connections/connected-context.fixture.ts';
import { newId } from '../../base/ids.ts';
import { importJob } from '../../job-list.ts';
import { fireSchedules } from '../../runs/schedules/fire-schedules.ts';
import { builtChild } from '../../testing/built-server.ts';
import { settled } from '../../testing/settled.ts';
import { checked, committed, importer, upload } from '../imports/imports.fixture.ts';
import { addLookup } from '../imports/lookups/add-lookup.ts';
import { madeFile } from '../imports/reading/made-files.fixture.ts';
import { insertSync } from './connector-store.ts';
import { settleSyncs, taskSchedules } from './run-tasks.ts';
import { syncJob } from './sync-job.ts';

let connected: ConnectedContext;
let tenantId: string;
let userId: string;
/** By name. */
let connections: Record<string, string>;

const query = `SELECT 'D' || id AS id, on_day AS date, amount, 'USD' AS currency, 'ann' AS participant FROM orders ORDER BY orders.id`;
const daily = { cron: '0 6 * * *', timeZone: 'Europe/Berlin', missed: 'once' };
const ctx = () => connected.ctx.ctx;
const api = () => connected.admin;
const sql = (text: string, values: unknown[] = []) => ctx().db.owner.query(text, [tenantId, ...values]);

beforeAll(async () => {
  connected = await startConnected();
  const me = await api().get('/api/auth/me');
  userId = me.body.user.id;
  const found = await ctx().db.owner.query('SELECT tenant_id AS id FROM memberships WHERE user_id = $1', [
    userId,
  ]);
  tenantId = found.rows[0].id;
  await sql(`INSERT INTO participants (tenant_id, id, name) VALUES ($1, 'ann', 'Ann Lee')`);
  const { body } = await api().get('/api/connectors');
  connections = Object.fromEntries(
    body.connections.map((one: { id: string; name: string }) => [one.name, one.id]),
  );
});
afterAll(() => connected?.stop());

const wanted = (name: string, more: object = {}) => ({
  name,
  connectionId: connections.Orders,
  source: { type: 'database', query },
  kind: 'deals',
  ...more,
});
async function saved(name: string, more: object = {}): Promise<{ id: string; revision: number }> {
  const answer = await api().post('/api/connectors', wanted(name, more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const act = (id: string, what: string) => api().post(`/api/connectors/${id}/act`, { act: what });
const read = async (id: string) =>
  (await api().get('/api/connectors')).body.rows.find((row: { id: string }) => row.id === id);
const executions = async (id: string) => (await api().get(`/api/connectors/${id}/executions`)).body.rows;
/** The newest execution, once it is no longer running. */
async function ended(id: string) {
  for (;;) {
    const [newest] = await executions(id);
    if (newest !== undefined && newest.status !== 'running') return newest;
    await setTimeout(50);
  }
}
async function run(id: string) {
  expect((await act(id, 'run')).status).toBe(200);
  return ended(id);
}
/** A person stores what is held. */
async function stored(importId: string) {
  const { mapping } = (await api().get(`/api/imports/${importId}`)).body;
  await api().post(`/api/imports/${importId}/check`, { mapping });
  await settled(api(), `/api/imports/${importId}`, ['checked']);
  await api().post(`/api/imports/${importId}/commit`);
  await settled(api(), `/api/imports/${importId}`, ['committed']);
}
/** A connector whose first execution was stored by a person. */
async function trusted(name: string, more: object = {}) {
  const connector = await saved(name, more);
  const first = await run(connector.id);
  expect(first.status).toBe('held');
  if ((await api().get(`/api/imports/${first.importId}`)).body.status === 'uploaded')
    await stored(first.importId);
  else {
    await api().post(`/api/imports/${first.importId}/commit`);
    await settled(api(), `/api/imports/${first.importId}`, ['committed']);
  }
  await reached(connector.id, 'completed');
  return connector;
}
/** Waits until the newest execution has this status. */
async function reached(id: string, status: string): Promise<void> {
  while ((await executions(id))[0].status !== status) await setTimeout(50);
}
const notices = async () => (await api().get('/api/notices')).body.rows;
const deals = async () =>
  (await sql(`SELECT count(*)::int AS count FROM deals WHERE tenant_id = $1`)).rows[0].count;
const withRoles = (roles: string) =>
  sql('UPDATE memberships SET roles = $2 WHERE tenant_id = $1 AND user_id = $3', [roles, userId]);

describe('[CONN-16] a connector', () => {
  test('is saved with a source that only reads, a connection of its type and a schedule that happens', async () => {
    const bad: [string, object][] = [
      ['source.query', { source: { type: 'database', query: 'DELETE FROM orders' } }],
      ['source.query', { source: { type: 'database', query: 'SELECT 1; SELECT 2' } }],
      ['source.query', { source: { type: 'database', query: 'SELECT :who' } }],
      [
        'source.items',
        { connectionId: connections['Any host'], source: { type: 'application', path: '/', items: 'body.' } },
      ],
      ['connectionId', { connectionId: connections['Any host'] }],
      // without ATTAIN_DROP_FOLDER
      ['connectionId', { connectionId: 'drop-folder', source: { type: 'folder', pattern: '*.csv' } }],
      ['connectionId', { connectionId: 'nothing' }],
      ['connectionId', { source: { type: 'application', path: '/rows' } }],
      ['when.cron', { schedule: { ...daily, cron: '0 0 31 2 *' } }],
      ['when.timeZone', { schedule: { ...daily, timeZone: 'Mars/Olympus' } }],
      ['kind', { kind: 'plan-components' }],
    ];
    for (const [path, more] of bad) {
      const { status, body } = await api().post('/api/connectors', wanted('Bad', more));
      expect([path, status, body.issues[0].path]).toEqual([path, 400, path]);
    }
    expect((await api().post('/api/connectors', wanted('Bad', { profileId: newId() }))).status).toBe(404);
    expect((await api().get('/api/connectors')).body.rows).toEqual([]);
    expect(connections).not.toHaveProperty('Bank');
  });

  test('shows columns and first rows when it is tested, or why it can’t', async () => {
    const { id, revision } = await saved('Tested');
    expect(await read(id)).toMatchObject({
      status: 'disconnected',
      columns: [],
      syncFrequency: 'manual',
      owner: expect.any(String),
    });
    const good = await act(id, 'test');
    expect(good.body.connector).toMatchObject({ status: 'connected', error: null });
    expect(good.body.connector.columns).toContainEqual({ name: 'date', type: 'date' });
    expect(good.body.sample.rows[1]).toEqual(['D2', '2024-01-01', '2.20', 'USD', 'ann']);
    const change = { id, revision, source: { type: 'database', query: 'SELECT * FROM nowhere' } };
    expect((await api().post('/api/connectors', wanted('Tested', { ...change, revision: 9 }))).status).toBe(
      409,
    );
    await saved('Tested', change);
    expect(await read(id)).toMatchObject({ status: 'disconnected', columns: [], revision: 2 });
    const bad = await act(id, 'test');
    expect(bad.body).toMatchObject({ sample: null, connector: { status: 'error' } });
    expect(bad.body.connector.error).toContain('relation "nowhere" does not exist');
    expect((await api().post('/api/connectors', wanted('Tested'))).status).toBe(409);
    // a person who imports changes its schedule, but not what it reads
    await withRoles('{comp-admin}');
    const { source } = change;
    const again = await api().post(
      '/api/connectors',
      wanted('Daily', { id, revision: 2, source, schedule: daily }),
    );
    expect([again.status, again.body.name]).toEqual([200, 'Daily']);
    const query2 = { id, revision: 3, source: { type: 'database', query } };
    expect((await api().post('/api/connectors', wanted('Daily', query2))).status).toBe(403);
    const rejected = await api().post('/api/connectors', wanted('Other'));
    expect([rejected.status, rejected.body.error]).toEqual([
      403,
      expect.stringContaining('test connections'),
    ]);
    await withRoles('{administrator}');
    await api().post(`/api/connectors/${id}/remove`);
  });

  test('asks an application page by page, with every digit, and never outside its connection', async () => {
    const source = { type: 'application', path: '/rows', items: 'body.items', paging: 'link' };
    const { id } = await saved('Called', { connectionId: connections['Any host'], source });
    const { sample } = (await act(id, 'test')).body;
    expect(sample.rows).toEqual([['E1', '2024-01-31', '12345678901234.123456', 'USD', 'ann']]);
    const held = await run(id);
    const file = (await api().get(`/api/imports/${held.importId}`)).body;
    expect(file.preview.rows.map(([first]: string[]) => first)).toEqual(['E1', 'E2']);
    await act(id, 'discard');
    for (const [path, message] of [
      ['/rows?no=list', 'is not a list'],
      ['/../secrets', 'outside'],
      ['/rows', 'further pages'],
    ] as const) {
      const { revision } = await read(id);
      const change = { connectionId: connections['Any host'], source: { ...source, path, paging: 'none' } };
      await saved('Called', { id, revision, ...change });
      await expect.poll(async () => (await read(id)).open, { timeout: 20_000 }).toBe(null);
      const failed = await run(id);
      expect(failed).toMatchObject({ status: 'failed', importId: null });
      expect(failed.errors.join()).toContain(message);
    }
    const limited = await api().get(`/api/connections/${connections['Any host']}`);
    expect(limited.status).toBe(200);
    await api().post(`/api/connectors/${id}/remove`);
  });
});

describe('what a connector brings', () => {
  let id: string;
  let profileId: string;
  beforeAll(async () => {
    id = (await trusted('Orders')).id;
    profileId = (await api().get('/api/import-profiles')).body.rows[0].id;
  });
  afterEach(async () => {
    await connected.owner.query('DELETE FROM orders WHERE id > 20');
  });

  test('[CONN-17] first waits to be mapped, then is stored as long as it is as usual', async () => {
    const [first] = await executions(id);
    expect(first).toMatchObject({
      recordsProcessed: 20,
      recordsSuccessful: 20,
      recordsFailed: 0,
      progress: 100,
    });
    await connected.owner.query(
      `INSERT INTO orders SELECT n, 'C', 1, '2024-01-02' FROM generate_series(21, 26) n`,
    );
    const second = await run(id);
    expect(second).toMatchObject({ status: 'completed', recordsProcessed: 26, errors: [] });
    expect(await deals()).toBe(26);
    expect((await api().get(`/api/imports/${second.importId}`)).body).toMatchObject({
      status: 'committed',
      canUndo: true,
    });
    expect(await read(id)).toMatchObject({
      success: true,
      status: 'connected',
      outcome: 'Imported: 6 new, 0 changed, 20 unchanged.',
    });
  });

  test('[CONN-17] skips rows with errors when asked to, but not most of them, and never an unknown name', async () => {
    const dated = (bad: string) =>
      query.replace('on_day AS date', `CASE WHEN ${bad} THEN 'no day' ELSE on_day::text END AS date`);
    const source = { type: 'database', query: dated('id > 20') };
    const skipping = (await trusted('Skips', { source, skipsErrors: true })).id;
    await connected.owner.query(
      `INSERT INTO orders SELECT n, 'C', 1, '2024-01-02' FROM generate_series(21, 22) n`,
    );
    const done = await run(skipping);
    expect(done).toMatchObject({ status: 'completed', recordsSuccessful: 20, recordsFailed: 2, errors: [] });
    expect(await read(skipping)).toMatchObject({
      skipsErrors: true,
      outcome: 'Imported: 0 new, 0 changed, 20 unchanged, 2 with errors skipped.',
    });
    const listed = await api().get(`/api/imports/${done.importId}/skips`);
    expect(listed.body.rows).toHaveLength(2);

    for (const [change, reason] of [
      [dated('id > 12'), '10 of 22 rows have errors.'],
      [query.replace(`'ann'`, `CASE WHEN id > 20 THEN 'Somebody New' ELSE 'ann' END`), '1 name is unknown.'],
    ] as const) {
      const { revision } = await read(skipping);
      const changed = { id: skipping, revision, source: { type: 'database', query: change } };
      await saved('Skips', { ...changed, skipsErrors: true });
      const held = await run(skipping);
      expect([held.status, held.errors]).toEqual(['held', expect.arrayContaining([reason])]);
      await act(skipping, 'discard');
      await expect.poll(async () => (await read(skipping)).open, { timeout: 20_000 }).toBe(null);
    }
    await api().post(`/api/connectors/${skipping}/remove`);
  });

  test('[CONN-17] [CLOSE-23] waits if a total that its source states differs, until a person gives a reason', async () => {
    const query = `SELECT 'K1' AS id, '2024-01-01' AS date, 5.00 AS amount, 'USD' AS currency, 'ann' AS participant, 9.00 AS stated`;
    const { id } = await saved('Stated totals', { source: { type: 'database', query } });
    const { importId } = await run(id);
    const file = `/api/imports/${importId}`;
    const { mapping } = (await api().get(file)).body;
    await api().post(`${file}/check`, { mapping: { ...mapping, controls: [{ column: 2, from: 5 }] } });
    await settled(api(), file, ['checked']);
    expect((await api().post(`${file}/commit`)).status).toBe(409);
    const confirmed = await api().post(`${file}/control-totals`, { stated: [null], reason: 'As agreed' });
    expect(confirmed.body.controls).toMatchObject([{ label: 'amount', found: '5', stated: '9' }]);
    expect((await api().post(`${file}/commit`)).status).toBe(200);
    await reached(id, 'completed');
    expect(await run(id)).toMatchObject({ status: 'held', errors: ['amount: 5 in the file, 9 stated.'] });
    await act(id, 'discard');
    await expect.poll(async () => (await read(id)).open, { timeout: 20_000 }).toBe(null);
    await api().post(`/api/connectors/${id}/remove`);
    await sql(`DELETE FROM deals WHERE tenant_id = $1 AND id = 'K1'`);
  });

  test('[CONN-16] joins the second file of its profile from a source of its own, until the columns of that change', async () => {
    await connected.owner.query(
      `CREATE TABLE IF NOT EXISTS customers AS SELECT 'C' || n AS name, 'ann' AS rep FROM generate_series(1, 20) n`,
    );
    await connected.owner.query('GRANT SELECT ON customers TO PUBLIC');
    const source = {
      type: 'database',
      query: `SELECT 'J' || id AS id, on_day AS date, amount, 'USD' AS currency, customer FROM orders ORDER BY orders.id`,
    };
    const people = { type: 'database', query: 'SELECT name AS customer, rep FROM customers' };
    const connector = await saved('Joined', { source });
    const { importId } = await run(connector.id);
    const file = madeFile('Reps.csv', 'customer,rep\nC1,ann\n');
    await addLookup(ctx(), importer(tenantId), { path: file, fileName: 'Reps.csv', fields: { importId } });
    const path = `/api/imports/${importId}`;
    const { mapping, preview } = (await api().get(path)).body;
    const withReps = (of: Mapping, headers: readonly string[]): Mapping => ({
      ...of,
      fields: { ...of.fields, participant: { columns: [headers.indexOf('Reps.rep')] } },
      lookups: (of.lookups ?? []).map((one) => ({ ...one, missing: 'skip' })),
    });
    await api().post(`${path}/check`, {
      mapping: withReps(mapping, preview.headers),
      profileName: 'Orders with reps',
    });
    await settled(api(), path, ['checked']);
    await api().post(`${path}/commit`);
    await settled(api(), path, ['committed']);
    await reached(connector.id, 'completed');

    const profiles = (await api().get('/api/import-profiles')).body.rows;
    const { id: joining } = profiles.find((one: { name: string }) => one.name === 'Orders with reps');
    const { revision } = await read(connector.id);
    const again = { id: connector.id, revision, source, profileId: joining };
    for (const [joins, message] of [
      [[], 'Enter where each comes from'],
      [[{ name: 'Other', source: people }], 'joins “Reps”'],
    ] as const) {
      const { status, body } = await api().post('/api/connectors', wanted('Joined', { ...again, joins }));
      expect([status, body.issues[0].path]).toEqual([400, 'joins']);
      expect(body.error).toContain(message);
    }
    const joins = [{ name: 'Reps', source: people }];
    const unread = [{ name: 'Reps', source: { type: 'database', query: 'DROP TABLE customers' } }];
    const bad = await api().post('/api/connectors', wanted('Joined', { ...again, joins: unread }));
    expect(bad.body.issues[0].path).toBe('joins.0.source.query');
    await saved('Joined', { ...again, joins });
    const first = await run(connector.id);
    expect(first).toMatchObject({ status: 'held', recordsProcessed: 20, recordsFailed: 0 });
    await api().post(`/api/imports/${first.importId}/commit`);
    await reached(connector.id, 'completed');
    const own = `SELECT count(*)::int AS count FROM deals WHERE tenant_id = $1 AND id LIKE 'J%' AND participant_id = 'ann'`;
    expect((await sql(own)).rows[0].count).toBe(20);
    expect(await run(connector.id)).toMatchObject({ status: 'completed', recordsProcessed: 20 });

    // someone stores the next version of the profile from files of their own, the second with its columns turned
    const actor = importer(tenantId);
    const orders = 'id,date,amount,currency,customer\nJ1,2024-01-02,1,USD,C1\n';
    const { id: byHand } = await upload(ctx(), actor, 'deals', orders);
    const turnedFile = madeFile('Reps.csv', 'rep,customer\nann,C1\n');
    const own2 = { path: turnedFile, fileName: 'Reps.csv', fields: { importId: byHand } };
    const { preview: seen } = await addLookup(ctx(), actor, own2);
    const choose = (of: Mapping) => withReps(of, seen?.headers ?? []);
    await committed(
      ctx(),
      actor,
      (await checked(ctx(), actor, byHand, choose, { profile: 'Orders with reps' })).id,
    );
    const swapped = await run(connector.id);
    const columnsChanged = ['The columns of “Reps” changed. Open the import and check its mapping.'];
    expect(swapped).toMatchObject({ status: 'held', errors: columnsChanged });
    expect((await act(connector.id, 'discard')).status).toBe(200);
    await expect.poll(async () => (await read(connector.id)).open, { timeout: 20_000 }).toBe(null);

    await connected.owner.query('ALTER TABLE customers RENAME COLUMN rep TO owner_of_account');
    const turned = { type: 'database', query: 'SELECT owner_of_account, name AS customer FROM customers' };
    const changed = await read(connector.id);
    await saved('Joined', {
      ...again,
      revision: changed.revision,
      joins: [{ name: 'Reps', source: turned }],
    });
    expect(await run(connector.id)).toMatchObject({
      status: 'held',
      errors: columnsChanged,
    });
    await api().post(`/api/connectors/${connector.id}/remove`);
    await sql(`DELETE FROM deals WHERE tenant_id = $1 AND id LIKE 'J%'`);
    await connected.owner.query('DROP TABLE customers');
  });

  test('[CONN-17] otherwise is held, notified of, and stored or discarded by a person; meanwhile nothing starts', async () => {
    await connected.owner.query(
      `INSERT INTO orders SELECT n, 'C', 1, '2024-01-02' FROM generate_series(21, 60) n`,
    );
    const held = await run(id);
    expect(held).toMatchObject({ status: 'held', errors: ['60 rows instead of the usual 23.'] });
    expect((await notices())[0]).toMatchObject({
      about: { of: 'connector', id },
      title: '“Orders” waits for a decision',
    });
    expect((await act(id, 'run')).body.error).toContain('Store or discard');
    expect((await act(id, 'discard')).status).toBe(200);
    await expect.poll(async () => (await executions(id))[0].status, { timeout: 20_000 }).toBe('failed');
    const isOpen = (one: { severity: string; readAt: string | null }) =>
      one.severity === 'warning' && one.readAt === null;
    expect((await notices()).filter(isOpen)).toEqual([]);
    expect((await act(id, 'discard')).status).toBe(409);
    await connected.owner.query('DELETE FROM orders');
    expect(await run(id)).toMatchObject({
      status: 'failed',
      errors: ['The source has no rows. Nothing was imported.'],
    });
    await connected.owner.query(
      `INSERT INTO orders SELECT n, 'C' || n, n * 1.10, '2024-01-01' FROM generate_series(1, 20) n`,
    );
    const other = await saved('Unknown names', {
      profileId,
      source: { type: 'database', query: query.replace(`'ann'`, `'Somebody New'`) },
    });
    const unknown = await run(other.id);
    expect(unknown.errors).toContain('1 name is unknown.');
    const columns = { source: { type: 'database', query: 'SELECT id FROM orders' }, profileId };
    const third = await saved('Other columns', columns);
    const failed = await run(third.id);
    expect(failed.errors[0]).toContain('The columns are not those of the profile');
    await settled(api(), `/api/imports/${failed.id}`, ['cancelled']);
    for (const one of [other, third]) await api().post(`/api/connectors/${one.id}/remove`);
  });

  test('[CONN-17] is held where the last file with these columns removed missing rows, until its profile is chosen', async () => {
    const found = { source: { type: 'database', query: query.replace('AS participant', 'AS rep') } };
    const source = await saved('Complete', found);
    const first = await run(source.id);
    const { mapping, profileName } = (await api().get(`/api/imports/${first.importId}`)).body;
    const path = `/api/imports/${first.importId}`;
    const all = { ...mapping, snapshot: { of: 'all', maxPercent: 100 } };
    await api().post(`${path}/check`, { mapping: all, profileName });
    await settled(api(), path, ['checked']);
    await api().post(`${path}/commit`);
    await settled(api(), path, ['committed']);
    await reached(source.id, 'completed');
    const second = await run(source.id);
    expect(second).toMatchObject({
      status: 'held',
      errors: [expect.stringContaining('Choose this profile in the connector')],
    });
    await act(source.id, 'discard');
    await settled(api(), `/api/imports/${second.importId}`, ['cancelled']);
    const profiles = (await api().get('/api/import-profiles')).body.rows;
    const chosen = profiles.find((one: { name: string }) => one.name === profileName).id;
    await reached(source.id, 'failed');
    const { revision } = await read(source.id);
    const changed = { ...wanted('Complete', found), profileId: chosen, id: source.id, revision };
    expect((await api().post('/api/connectors', changed)).status).toBe(200);
    const third = await run(source.id);
    // brings other records than before, as it says of any first execution, but not for its profile
    expect(JSON.stringify(third.errors)).not.toContain('Choose this profile');
    await act(source.id, 'discard');
    await api().post(`/api/connectors/${source.id}/remove`);
  });

  test('[CONN-19] [WF-40] starts once per instant, however many look, and not during an open execution', async () => {
    const { revision } = await read(id);
    await saved('Orders', { id, revision, schedule: daily });
    expect(await read(id)).toMatchObject({ syncFrequency: 'daily', nextRun: expect.any(String) });
    const due = () =>
      sql(
        `UPDATE agent_tasks SET next_run = now() - interval '1 second' WHERE tenant_id = $1 AND connector_id = $2`,
        [id],
      );
    const before = (await executions(id)).length;
    await due();
    await Promise.all([1, 2, 3, 4].map(() => fireSchedules(ctx(), [taskSchedules])));
    await expect.poll(async () => (await executions(id)).length, { timeout: 20_000 }).toBe(before + 1);
    expect(await ended(id)).toMatchObject({ status: 'completed', startedBy: null });
    expect(Date.parse((await read(id)).nextRun)).toBeGreaterThan(Date.now());
    await connected.owner.query(
      `INSERT INTO orders SELECT n, 'C', 1, '2024-01-02' FROM generate_series(21, 90) n`,
    );
    expect((await run(id)).status).toBe('held');
    await due();
    await fireSchedules(ctx(), [taskSchedules]);
    await expect
      .poll(async () => (await read(id)).outcome, { timeout: 20_000 })
      .toContain('Skipped: an earlier execution waits');
    expect((await executions(id)).length).toBe(before + 2);
    await act(id, 'discard');
    await expect.poll(async () => (await read(id)).open, { timeout: 20_000 }).toBe(null);
    expect((await act(id, 'pause')).body.connector).toMatchObject({ isPaused: true, nextRun: null });
    expect((await act(id, 'pause')).status).toBe(409);
    expect((await act(id, 'resume')).body.connector).toMatchObject({
      isPaused: false,
      nextRun: expect.any(String),
    });
  });

  test('[CONN-18] stops when its owner may no longer import, and says so', async () => {
    for (const [roles, why] of [
      ['{viewer}', 'may no longer import'],
      ['{administrator}', 'is no longer active'],
    ] as const) {
      await withRoles(roles);
      if (roles === '{administrator}')
        await sql(`UPDATE agent_tasks SET runs_as = $2 WHERE tenant_id = $1 AND connector_id = $3`, [
          newId(),
          id,
        ]);
      const syncId = newId();
      await ctx().db.within(tenantId, (tx) =>
        insertSync(tx, { id: syncId, connectorId: id, environment: 'dev', startedBy: null }),
      );
      await syncJob.run(ctx(), { tenantId, id: syncId });
      await withRoles('{administrator}');
      expect((await ended(id)).errors[0]).toContain(why);
      expect(await read(id)).toMatchObject({ isPaused: true, nextRun: null, success: false });
      expect((await read(id)).outcome).toContain('Resume it to take it over');
      expect((await act(id, 'resume')).body.connector).toMatchObject({ isPaused: false });
    }
    // the execution before failed too
    expect((await notices())[0]).toMatchObject({ title: '“Orders” imported nothing', severity: 'error' });
  });

  test('[CONN-19] loses nothing and imports nothing twice when its process is killed while the file is stored', async () => {
    const before = await deals();
    const syncId = newId();
    await ctx().db.within(tenantId, (tx) =>
      insertSync(tx, { id: syncId, connectorId: id, environment: 'dev', startedBy: null }),
    );
    const blocker = await ctx().db.owner.connect();
    await blocker.query('BEGIN; LOCK TABLE imports IN SHARE MODE');
    const script = builtChild('job-in-child');
    const ownerUrl = String(ctx().db.owner.options.connectionString);
    const child = spawn(
      process.execPath,
      [script, ownerUrl, ctx().settings.dataDir, 'sync', tenantId, syncId],
      {
        stdio: 'inherit',
        env: { ...process.env, ATTAIN_ALLOWED_DATABASES: ctx().settings.allowedDatabases.join() },
      },
    );
    const gone = once(child, 'exit');
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO imports%'`;
    while ((await ctx().db.app.query(waiting)).rowCount === 0) await setTimeout(20);
    child.kill('SIGKILL');
    await gone;
    await blocker.query('ROLLBACK');
    blocker.release();
    expect((await executions(id))[0]).toMatchObject({ id: syncId, status: 'running', importId: null });
    await Promise.all([1, 2].map(() => syncJob.run(ctx(), { tenantId, id: syncId })));
    await importJob.run(ctx(), { tenantId, id: syncId });
    await Promise.all([1, 2].map(() => settleSyncs(ctx())));
    expect(await ended(id)).toMatchObject({ id: syncId, status: 'completed', importId: syncId });
    expect(await deals()).toBe(before);
  });

  test('[CONN-17] [CONN-19] is held as the first time after it reads something else, and keeps its newest executions', async () => {
    const completed = (await executions(id)).filter(
      ({ status }: { status: string }) => status === 'completed',
    );
    await sql(
      `INSERT INTO sync_operations (tenant_id, connector_id, status) SELECT $1, $2, 'failed' FROM generate_series(1, 100)`,
      [id],
    );
    const { revision } = await read(id);
    await saved('Orders', { id, revision, source: { type: 'database', query: `${query} DESC` } });
    expect((await run(id)).errors).toEqual([
      'This is the first execution, so there is nothing to compare it with.',
    ]);
    await act(id, 'discard');
    await expect.poll(async () => (await read(id)).open, { timeout: 20_000 }).toBe(null);
    const kept = await sql(
      `SELECT status = 'completed' AS done, count(*)::int FROM sync_operations WHERE tenant_id = $1 AND connector_id = $2 GROUP BY 1 ORDER BY 1`,
      [id],
    );
    expect(kept.rows.map(({ count }) => count)).toEqual([100, completed.length]);
  });

  test('[CONN-21] is not offered a connection that is switched off, and says why it can’t use it', async () => {
    const path = '/api/connections/orders';
    const turn = async (isActive: boolean) => {
      const { body } = await api().get(path);
      expect((await api().put(path, { ...body, secret: undefined, isActive })).status).toBe(200);
      const offered = (await api().get('/api/connectors')).body.connections;
      return offered.some((one: { name: string }) => one.name === 'Orders');
    };
    expect(await turn(false)).toBe(false);
    expect((await act(id, 'test')).body.connector.error).toContain('is switched off');
    expect(await turn(true)).toBe(true);
  });

  test('[CONN-16] is not called where a policy denies it', async () => {
    const made = await api().post('/api/policies', {
      ...{
        name: 'No calls',
        description: 'Calls are not allowed here.',
        type: 'security',
        priority: 'medium',
      },
      appliesTo: [{ kind: 'workspace', id: '' }],
      rule: { effect: 'deny', actions: ['call'], conditions: [], exceptRoles: ['finance'] },
      // what Attain asks itself counts as production
      limits: { environment: 'prod' },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const active = await api().post(`/api/policies/${made.body.id}/status`, { status: 'active' });
    expect(active.body).toMatchObject({ status: 'active' });
    expect((await act(id, 'test')).body.connector.error).toContain('Policy “No calls”');
    expect((await run(id)).errors[0]).toContain('Policy “No calls”');
  });

  test('[DATA-agent_tasks-02] goes with its schedule and executions; the imports stay', async () => {
    const imports = await sql('SELECT count(*)::int AS count FROM imports WHERE tenant_id = $1');
    expect((await api().post(`/api/connectors/${id}/remove`)).body).toEqual({ removed: true });
    for (const table of ['agent_tasks', 'sync_operations'])
      expect(
        (await sql(`SELECT 1 FROM ${table} WHERE tenant_id = $1 AND connector_id = $2`, [id])).rowCount,
      ).toBe(0);
    expect((await sql('SELECT count(*)::int AS count FROM imports WHERE tenant_id = $1')).rows).toEqual(
      imports.rows,
    );
    expect((await act(id, 'run')).status).toBe(404);
  });
});
