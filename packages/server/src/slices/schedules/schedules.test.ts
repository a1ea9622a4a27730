import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { fireSchedules } from '../../runs/schedules/fire-schedules.ts';
import { builtChild } from '../../testing/built-server.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { deployable } from '../deployments/deployed-agent.fixture.ts';
import { rightCase } from '../suites/filled-suites.fixture.ts';
import { lastEnded } from './filled-schedules.fixture.ts';
import { processSchedules } from './process-schedules.ts';
import { dueProcesses } from './process-store.ts';

let ctx: TestContext;
let people: Awaited<ReturnType<typeof deployable>>;
/** How far the clock of this house is ahead. */
let aheadMs = 0;
const minute = 60_000;

beforeAll(async () => {
  const now = () => new Date(Date.now() + aheadMs);
  ctx = await startTestContext({ clock: { now, today: () => now().toISOString().slice(0, 10) } });
  people = await deployable(ctx);
});
afterAll(() => ctx?.stop());

const look = () => Promise.all([1, 2, 3].map(() => fireSchedules(ctx.ctx, [processSchedules])));
const owner = () => ctx.ctx.db.owner;
/** So far ahead that a schedule of the first of January is due, as if processes had always looked. */
async function nextYear(): Promise<void> {
  const next = Date.UTC(new Date(Date.now() + aheadMs).getUTCFullYear() + 1, 0, 1, 0, 1);
  aheadMs = next - Date.now();
  await owner().query(
    `UPDATE installation_settings SET value = jsonb_build_object('since', 0, 'until', $1::float8) WHERE name = 'schedules-watched'`,
    [next],
  );
}
const yearly = { cron: '0 0 1 1 *', timeZone: 'UTC', missed: 'once' };
const save = (name: string, more: object = {}, who = people.admin) =>
  who.post('/api/schedules', {
    name,
    when: yearly,
    task: { type: 'restore-point', environment: 'dev' },
    ...more,
  });
const saved = async (name: string, more: object = {}, who = people.admin) => {
  const made = await save(name, more, who);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body as { id: string; revision: number; nextAt: string };
};
const act = (id: string, what: string, who = people.admin) => who.post(`/api/schedules/${id}/${what}`);
const scheduleOf = async (id: string, who = people.admin) =>
  (await who.get('/api/schedules')).body.rows.find((row: { id: string }) => row.id === id);
const executionsOf = async (id: string) =>
  (await people.admin.get(`/api/schedules/${id}/executions`)).body.rows;
const pointsOf = async (environment: string) =>
  (await people.admin.get('/api/restore-points')).body.rows.filter(
    (row: { environment: string }) => row.environment === environment,
  );
const noticesOf = async (who: typeof people.admin, name: string) =>
  (await who.get('/api/notices', { limit: 100 })).body.rows.filter(({ title }: { title: string }) =>
    title.includes(name),
  );
const withRoles = (username: string, roles: string) =>
  owner().query(
    'UPDATE memberships SET roles = $2 WHERE user_id = (SELECT id FROM users WHERE username = $1)',
    [username, roles],
  );

it('[SCH-1] each instant starts one execution however many look; instants that passed meanwhile start one together', async () => {
  const { id } = await saved('Yearly');
  await look();
  expect(await executionsOf(id)).toEqual([]);
  await nextYear();
  await look();
  await look();
  expect(await lastEnded(people.admin, id)).toMatchObject({
    scheduledFor: expect.stringContaining('-01-01T00:00:00'),
  });
  expect(await executionsOf(id)).toHaveLength(1);
  // three instants pass: one execution, for the last of them
  aheadMs += 2 * 366 * 24 * 60 * minute;
  await nextYear();
  await look();
  await lastEnded(people.admin, id);
  const executions = await executionsOf(id);
  expect(executions).toHaveLength(2);
  const { nextAt } = await scheduleOf(id);
  expect(Number(nextAt.slice(0, 4)) - Number(executions[0].scheduledFor.slice(0, 4))).toBe(1);
  await act(id, 'pause');
  expect(await scheduleOf(id)).toMatchObject({ status: 'paused', nextAt: null });
  await nextYear();
  await look();
  expect(await executionsOf(id)).toHaveLength(2);
  expect((await act(id, 'pause')).status).toBe(409);
  expect((await act(id, 'resume')).body).toMatchObject({ status: 'active' });
  expect((await act(id, 'remove')).status).toBe(200);
  expect(await scheduleOf(id)).toBeUndefined();
});

it('[SCH-1] of those that are due, high priority comes first', async () => {
  const low = await saved('A low one', { priority: 'low' });
  const high = await saved('Z high one', { priority: 'high' });
  await act(low.id, 'pause');
  await act(high.id, 'pause');
  await owner().query(
    `UPDATE scheduled_processes SET status = 'active', next_run_time = CASE id WHEN $1 THEN '2000-01-01'::timestamptz ELSE '2000-01-02' END
      WHERE id IN ($1, $2)`,
    [low.id, high.id],
  );
  const due = await dueProcesses(owner(), new Date('2000-01-03'), 10);
  expect(due.map(({ id }) => id)).toEqual([high.id, low.id]);
  await Promise.all([low, high].map(({ id }) => act(id, 'remove')));
});

it('[SCH-4] starts after its dependencies have completed since its last start, by schedule and by hand; circles are rejected', async () => {
  const first = await saved('First');
  const second = await saved('Second', { dependencies: [first.id] });
  const circle = await save('First', { id: first.id, revision: first.revision, dependencies: [second.id] });
  expect(circle).toMatchObject({
    status: 400,
    body: { issues: [{ rule: 'SCH-4', message: expect.stringContaining('“First” → “Second” → “First”') }] },
  });
  expect((await save('Unknown', { dependencies: [newId()] })).status).toBe(400);
  expect((await act(first.id, 'remove')).body.error).toContain('“Second” depends on “First”');
  expect(await act(second.id, 'run')).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('“First”') },
  });
  await owner().query(`UPDATE scheduled_processes SET next_run_time = '2000-01-01' WHERE id = $1`, [
    second.id,
  ]);
  await look();
  expect(await executionsOf(second.id)).toEqual([]);
  expect(await scheduleOf(second.id)).toMatchObject({ waitsFor: ['First'] });
  // a change of other fields keeps the instant that waits
  const { id, revision } = second;
  const { nextAt } = await saved('Second', { id, revision, dependencies: [first.id], description: 'Later' });
  expect(Date.parse(nextAt)).toBe(Date.parse('2000-01-01'));
  await act(first.id, 'run');
  await lastEnded(people.admin, first.id);
  await look();
  await lastEnded(people.admin, second.id);
  expect(await scheduleOf(second.id)).toMatchObject({ waitsFor: ['First'], lastStatus: 'completed' });
  await act(second.id, 'remove');
  await act(first.id, 'remove');
});

it('[SCH-5] [SCH-6] takes restore points, keeps the latest of an unchanged environment, and counts what it ran', async () => {
  const { id } = await saved('Points', { task: { type: 'restore-point', environment: 'staging' } });
  const { id: other } = await saved('Costs first', {
    ...{ task: { type: 'cost-export', month: 'current' }, restorePoint: 'staging', sendTo: 'agent-operator' },
  });
  await act(id, 'run');
  const point = await lastEnded(people.admin, id);
  expect(point).toMatchObject({
    ...{ rollbackAvailable: true, output: { agents: 0, changed: true }, warnings: [expect.any(String)] },
    ...{
      errors: [],
      duration: expect.any(Number),
      resourceUsage: { fileBytes: 0, cpuMs: expect.any(Number) },
    },
    performanceMetrics: { waitedMs: expect.any(Number) },
  });
  await act(other, 'run');
  const { rollbackPoint, fileName } = await lastEnded(people.admin, other);
  expect([rollbackPoint, fileName]).toEqual([
    point.rollbackPoint,
    expect.stringMatching(/^attain-usage-\d{4}-\d\d\.csv$/),
  ]);
  expect(await pointsOf('staging')).toMatchObject([{ id: rollbackPoint, type: 'scheduled' }]);
  expect(await noticesOf(people.operator, 'Costs first')).toMatchObject([
    { about: { of: 'schedule', id: other } },
  ]);
  expect(await noticesOf(people.admin, 'Costs first')).toEqual([]);
  // one of three fails
  await owner().query(
    `UPDATE process_executions SET status = 'failed', duration = 3000 WHERE process_id = $1`,
    [id],
  );
  for (const _ of [1, 2]) {
    await act(id, 'run');
    await lastEnded(people.admin, id);
  }
  const rows = await executionsOf(id);
  const average = Math.round(
    rows.reduce((sum: number, { duration }: { duration: number }) => sum + duration, 0) / 3,
  );
  expect(await scheduleOf(id)).toMatchObject({ successRate: 66, avgDuration: average });
});

it('[SCH-8] keeps the file with the execution; a download needs the permission of what made it', async () => {
  const { id } = await saved('Report', { task: { type: 'test-report', report: 'weekly', format: 'csv' } });
  const { id: costs } = await saved('Costs', { task: { type: 'cost-export', month: 'previous' } });
  await act(id, 'run');
  await act(costs, 'run');
  const report = await lastEnded(people.admin, id);
  const exported = await lastEnded(people.admin, costs);
  const fileOf = (who: typeof people.admin, execution: string) =>
    who.get(`/api/schedule-executions/${execution}/file`);
  expect(await fileOf(people.dev, report.id)).toMatchObject({
    status: 200,
    body: expect.stringContaining('Suite,Suite id,Workflow,Workflow id'),
  });
  expect((await fileOf(people.dev, exported.id)).body).toContain('BilledCost');
  expect((await fileOf(people.viewer, report.id)).status).toBe(403);
  // its files would be open to other users
  const other = { type: 'test-report', report: 'weekly', format: 'csv' };
  const { revision } = await scheduleOf(costs);
  expect(await save('Costs', { id: costs, revision, task: other })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('type can’t change') },
  });
  expect((await fileOf(people.admin, newId())).status).toBe(404);
  await withRoles(people.tenant.usernameOf('agent-developer'), '{tenant-admin}');
  expect([
    (await fileOf(people.dev, exported.id)).status,
    (await fileOf(people.dev, report.id)).status,
  ]).toEqual([200, 403]);
  await withRoles(people.tenant.usernameOf('agent-developer'), '{agent-developer}');
});

it('[SCH-9] runs test suites; a failed case fails the execution, and the owner or who is named is notified', async () => {
  const { dev } = people;
  const { body: suite } = await dev.post('/api/suites', {
    name: 'Nightly',
    description: '',
    workflowId: 'pay',
  });
  const test = { ...rightCase, stubs: [] };
  const { body } = await dev.post(`/api/suites/${suite.id}/cases`, {
    revision: suite.revision,
    caseId: null,
    test,
  });
  const task = { type: 'test-suite', suiteId: suite.id };
  const { id } = await saved('Nightly tests', { task }, dev);
  await act(id, 'run', dev);
  expect(await lastEnded(dev, id)).toMatchObject({ output: { suites: 1, cases: 1, passed: 1 }, errors: [] });
  const failing = { ...test, expectations: [{ kind: 'status', status: 'failed' }] };
  await dev.post(`/api/suites/${suite.id}/cases`, {
    revision: body.revision,
    caseId: body.tests[0].id,
    test: failing,
  });
  await act(id, 'run', dev);
  expect(await lastEnded(dev, id, ['failed'])).toMatchObject({ errors: ['Nightly: 0 of 1 cases passed.'] });
  expect(await noticesOf(dev, 'Nightly tests')).toHaveLength(1);
  const { revision } = await scheduleOf(id);
  expect(
    (await save('Nightly tests', { task, id, revision, notify: 'nobody.here' }, dev)).body.error,
  ).toContain('nobody.here');
  expect((await save('Nightly tests', { task, id, revision, notify: 'manager' }, dev)).body.error).toContain(
    'can’t view schedules',
  );
  expect((await save('Nightly tests', { task, id, revision, notify: 'agent-operator' }, dev)).status).toBe(
    200,
  );
  await act(id, 'run', dev);
  await lastEnded(dev, id, ['failed']);
  expect(await noticesOf(dev, 'Nightly tests')).toHaveLength(1);
  expect(await noticesOf(people.operator, 'Nightly tests')).toHaveLength(1);
  const runs = await dev.get('/api/test-runs', { suiteId: suite.id });
  expect(runs.body.rows).toHaveLength(3);
});

it('[SCH-3] acts with what its owner may do then; without it, it fails, pauses and says so', async () => {
  const { dev, admin } = people;
  expect((await save('Audit', { task: { type: 'evidence-check' } }, dev)).status).toBe(403);
  expect((await save('Audit', { task: { type: 'evidence-check' } }, people.viewer)).status).toBe(403);
  const { id } = await saved('Of a leaver', {}, dev);
  await withRoles(people.tenant.usernameOf('agent-developer'), '{viewer}');
  await act(id, 'run');
  expect(await lastEnded(admin, id, ['failed'])).toMatchObject({
    errors: [expect.stringContaining('owner')],
  });
  expect(await scheduleOf(id)).toMatchObject({
    status: 'paused',
    problem: expect.stringContaining('resume'),
    nextAt: null,
  });
  expect(await noticesOf(admin, 'Of a leaver')).toMatchObject([
    { title: '“Of a leaver” is paused', severity: 'error' },
  ]);
  expect((await act(id, 'resume')).body).toMatchObject({ status: 'active', problem: null });
  await act(id, 'run');
  await lastEnded(admin, id);
  await withRoles(people.tenant.usernameOf('agent-developer'), '{agent-developer}');
});

it('[SCH-7] verifies the audit log and evidence; a log that was changed fails, and administrators are notified', async () => {
  const { id } = await saved('Proof', { task: { type: 'evidence-check' }, notify: 'agent-operator' });
  await act(id, 'run');
  const first = await lastEnded(people.admin, id);
  expect(first).toMatchObject({
    output: { entries: expect.any(Number), packs: 0, head: expect.stringContaining('attain') },
  });
  const change = (body: string) =>
    owner().query(`UPDATE audit_entries SET body = ${body} WHERE tenant_id = $1 AND leaf_index = 3`, [
      people.tenant.tenantId,
    ]);
  await change(`body || ' '`);
  await act(id, 'run');
  const failed = await lastEnded(people.admin, id, ['failed']);
  expect(failed.errors[0]).toMatch(/^Audit log/);
  expect(await noticesOf(people.admin, 'Proof')).toHaveLength(1);
  expect(await noticesOf(people.operator, 'Proof')).toHaveLength(1);
  expect(await noticesOf(people.viewer, 'Proof')).toEqual([]);
  // the head that was verified is kept, however many checks fail after it
  await owner().query(
    `INSERT INTO process_executions (tenant_id, process_id, environment, status)
     SELECT $1, $2, 'prod', 'failed' FROM generate_series(1, 100)`,
    [people.tenant.tenantId, id],
  );
  await act(id, 'run');
  await lastEnded(people.admin, id, ['failed']);
  const { rows } = await owner().query('SELECT id, output FROM process_executions WHERE process_id = $1', [
    id,
  ]);
  expect(rows).toHaveLength(101);
  expect(rows).toContainEqual({ id: first.id, output: first.output });
  await change('rtrim(body)');
});

it('[SCH-2] an execution that is killed after it began, or before it is stored, is performed once; one that waits can be cancelled', async () => {
  const { id } = await saved('Killed', { task: { type: 'restore-point', environment: 'prod' } });
  const execution = newId();
  const waiting = async () =>
    owner().query(
      `WITH e AS (INSERT INTO process_executions (tenant_id, id, process_id, environment) VALUES ($1, $2, $3, 'prod') RETURNING tenant_id, id),
            q AS (INSERT INTO pgboss.job (name, singleton_key, start_after) VALUES ('process-execution', $4, now() + interval '1 day'))
       INSERT INTO jobs (tenant_id, kind, subject_id, status, done, cancel_requested, attempts)
       SELECT tenant_id, 'process-execution', id, 'queued', 0, false, 0 FROM e`,
      [people.tenant.tenantId, execution, id, `${people.tenant.tenantId}/${execution}`],
    );
  await waiting();
  // in the queue for tomorrow: until then only the processes of this test perform it
  const script = builtChild('job-in-child');
  const args = [
    script,
    String(owner().options.connectionString),
    ctx.ctx.settings.dataDir,
    'process-execution',
  ];
  const ends: unknown[] = [];
  const points = ['after-commit:1', 'before-commit:2'];
  for (const point of [...points, null]) {
    const env = { ...process.env, ...(point === null ? {} : { ATTAIN_FAILPOINT: point }) };
    const child = spawn(process.execPath, [...args, people.tenant.tenantId, execution], {
      stdio: 'inherit',
      env,
    });
    const [code, signal] = await once(child, 'exit');
    ends.push(signal ?? code);
  }
  expect(ends).toEqual([...points.map(() => 'SIGKILL'), 0]);
  expect(await executionsOf(id)).toMatchObject([{ status: 'completed' }]);
  expect(await pointsOf('prod')).toHaveLength(1);
  const { rows } = await owner().query('DELETE FROM process_executions WHERE id = $1 RETURNING id', [
    execution,
  ]);
  expect(rows).toHaveLength(1);
  await owner().query('DELETE FROM jobs WHERE subject_id = $1', [execution]);
  await owner().query(
    `DELETE FROM pgboss.job WHERE name = 'process-execution' AND singleton_key LIKE '%' || $1`,
    [execution],
  );
  await waiting();
  expect((await act(id, 'run')).status).toBe(409);
  expect((await act(id, 'remove')).status).toBe(409);
  expect((await act(id, 'cancel')).body).toMatchObject({ lastStatus: 'cancelled', successRate: 100 });
  expect((await act(id, 'cancel')).status).toBe(409);
}, 300_000);

it('[SCH-10] replays recorded runs on the latest version: what differs there is a warning that the owner gets', async () => {
  const own = await deployable(ctx);
  const { dev, admin } = own;
  const run = await dev.post('/api/workflows/pay/runs', { input: { paid: 1 } });
  expect(run.status).toBe(201);
  const task = { type: 'replay', runs: 5 };
  const { id } = await saved('Replayed', { task }, dev);
  const replayed = async () => {
    expect((await act(id, 'run', dev)).status).toBe(200);
    return lastEnded(dev, id);
  };
  expect(await replayed()).toMatchObject({ output: { runs: 1, different: 0 }, errors: [], warnings: [] });
  const { body } = await dev.get('/api/workflows/pay');
  const [begin, finish] = body.document.nodes;
  const document = { ...body.document, nodes: [begin, { ...finish, config: { result: '"other"' } }] };
  const { body: stored } = await dev.put('/api/workflows/pay', { revision: body.revision, document });
  const published = await dev.post('/api/workflows/pay/versions', {
    documentHash: stored.documentHash,
    note: 'Two',
  });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  const differing = await replayed();
  expect(differing).toMatchObject({
    output: { runs: 1, different: 1 },
    errors: [],
    warnings: ['Pay: 1 of 1 run would end differently on version 2.'],
    fileName: 'replayed-runs.csv',
  });
  expect(await noticesOf(dev, 'Replayed')).toMatchObject([
    { message: 'Pay: 1 of 1 run would end differently on version 2.', severity: 'warning' },
  ]);
  expect(await noticesOf(admin, 'Replayed')).toEqual([]);
});
