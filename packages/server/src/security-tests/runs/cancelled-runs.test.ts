import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { publishNode } from '../../activities/one-node.fixture.ts';
import { subWorkflow } from '../../activities/sub-workflow.ts';
import { RunCancelled } from '../../runs/engine/effect-failed.ts';
import type { Activity, Performing } from '../../runs/engine/perform-effect.ts';
import { type Client, client } from '../../testing/client.ts';
import { newDatabase, startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type AttainProcess, startProcess } from '../attain-process.fixture.ts';

let target: Server;
let origin: string;
let outside: Awaited<ReturnType<typeof newDatabase>>;
let owner: pg.Client;
let role: string;
let ctx: TestContext;
let admin: Client;
let other: AttainProcess;
/** Calls that get no answer, by path. */
const unanswered = new Map<string, ServerResponse>();

beforeAll(async () => {
  target = createServer((request, response) => void unanswered.set(String(request.url), response));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  outside = await newDatabase(inject('ownerUrl'));
  owner = new pg.Client({ connectionString: outside.url });
  await owner.connect();
  await owner.query(
    `CREATE TABLE orders (id int PRIMARY KEY, amount numeric); INSERT INTO orders VALUES (1, 10)`,
  );
  const at = new URL(outside.url);
  role = `writer_${at.pathname.slice(-12)}`;
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'writes'; GRANT SELECT, UPDATE ON orders TO ${role}`);
  at.hostname = '127.0.0.1';
  const env = { ATTAIN_ALLOWED_HOSTS: origin, ATTAIN_ALLOWED_DATABASES: at.host };
  ctx = await startTestContext({ env });
  const url = String(ctx.ctx.db.owner.options.connectionString);
  other = await startProcess({ ...env, DATABASE_URL: url, ATTAIN_DATA_DIR: ctx.ctx.settings.dataDir });
  admin = (await ctx.newTenant({ administrator: { participantId: null } })).as('administrator');
  const saved = await admin.post('/api/connections', {
    ...{ name: 'Orders', kind: 'database', authMethod: 'basic', secret: 'writes' },
    address: `postgresql://${at.host}${at.pathname}`,
    config: { username: role, tls: 'off' },
    database: { accessLevel: 'read-write', allowedOperations: ['SELECT', 'UPDATE'], backupPolicy: 'none' },
  });
  expect(saved).toMatchObject({ status: 201 });
});
afterAll(async () => {
  await other?.end('SIGKILL');
  await ctx?.stop();
  await owner?.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await owner?.end();
  await outside?.drop();
  target?.close();
  target?.closeAllConnections();
});

let made = 0;

/** Begins a run of one step at a process, which performs it. */
async function begun(from: Client, type: string, config: JsonObject): Promise<string> {
  const id = await publishNode(admin, { name: `Cancelled ${++made}`, type, config });
  return (await from.post(`/api/workflows/${id}/runs`, { input: {} })).body.id;
}

async function called(path: string): Promise<ServerResponse> {
  for (;;) {
    const found = unanswered.get(path);
    if (found) return found;
    await setTimeout(10);
  }
}

/** Cancels a run and waits for its end; how its step ended. */
async function cancelled(run: string): Promise<{ status: string; error: { code: string } | null }> {
  const since = Date.now();
  expect((await admin.post(`/api/workflow-runs/${run}/cancel`, { reason: 'wrong file' })).status).toBe(200);
  for (;;) {
    const { body } = await admin.get(`/api/workflow-runs/${run}`);
    if (body.status === 'cancelled') {
      console.log(`ended ${Date.now() - since} ms after it was cancelled`);
      return body.steps.find(({ node }: { node: string }) => node === 'it');
    }
    expect(body.status).toBe('cancelling');
    await setTimeout(10);
  }
}

const processes: readonly [string, () => Client][] = [
  ['this process', () => admin],
  ['another process', () => client(other.url, admin.cookie, admin.token)],
];

test('[WF-20] [I12] a sub-workflow that a cancellation overtakes is not started', async () => {
  const path = `/overtaken/${made}`;
  const config = { method: 'POST', url: origin + path, timeoutSeconds: 300 };
  const inner = await publishNode(admin, { name: `Inner ${++made}`, type: 'api_call', config });
  const run = await begun(admin, 'api_call', config);
  const call = await called(path);
  const { rows } = await ctx.ctx.db.owner.query(
    `UPDATE run_effects SET is_stopped = true WHERE run_id = $1
     RETURNING tenant_id AS "tenantId", run_id AS id`,
    [run],
  );
  const { rows: people } = await ctx.ctx.db.owner.query(
    'SELECT started_by AS id FROM agent_executions WHERE id = $1',
    [run],
  );
  const start = subWorkflow(ctx.ctx) as Extract<Activity, { outside: unknown }>;
  const effect = { step: { node: 'it', iteration: '' }, attempt: 1, config: { workflow: inner }, input: {} };
  await expect(
    start.outside({
      run: { ...rows[0], startedBy: people[0].id },
      effect: { ...effect, idempotencyKey: `${run}/it@` },
    } as unknown as Performing),
  ).rejects.toThrow(RunCancelled);
  expect((await admin.get('/api/workflow-runs', { workflowId: inner })).body.rows).toEqual([]);
  call.end('{}');
});

describe.each(processes)('[WF-20] a step that %s performs is aborted when its run is cancelled', (_, at) => {
  test.each([
    ['POST', 'OUTCOME_UNKNOWN'],
    ['GET', 'RUN_CANCELLED'],
  ])('a call by %s: its connection is closed', async (method, code) => {
    const path = `/${method}/${made}`;
    const run = await begun(at(), 'api_call', { method, url: origin + path, timeoutSeconds: 300 });
    const call = await called(path);
    const closed = new Promise((resolve) => call.on('close', resolve));
    expect(await cancelled(run)).toMatchObject({ status: 'cancelled', error: { code } });
    await closed;
  });

  test('a statement: its server cancels it and rolls back, so that nothing is unknown', async () => {
    const statement = 'UPDATE orders SET amount = 11 WHERE id = 1 AND pg_sleep(300) IS NOT NULL';
    const config = { database: 'Orders', statement, timeoutSeconds: 300 };
    const run = await begun(at(), 'database_write', config);
    const sleeping = async () =>
      (
        await owner.query(
          `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'UPDATE orders%'`,
        )
      ).rowCount;
    while ((await sleeping()) !== 1) await setTimeout(10);
    expect(await cancelled(run)).toMatchObject({ status: 'cancelled', error: { code: 'RUN_CANCELLED' } });
    expect(await sleeping()).toBe(0);
    expect((await owner.query('SELECT amount FROM orders')).rows).toEqual([{ amount: '10' }]);
  });

  test('a sub-workflow: its run is cancelled too, with its call', async () => {
    const path = `/inner/${made}`;
    const inner = await publishNode(admin, {
      ...{ name: `Inner ${++made}`, type: 'api_call' },
      config: { method: 'POST', url: origin + path, timeoutSeconds: 300 },
    });
    const run = await begun(at(), 'sub_workflow', { workflow: inner });
    const call = await called(path);
    const closed = new Promise((resolve) => call.on('close', resolve));
    const step = await cancelled(run);
    expect(step).toMatchObject({ status: 'cancelled', error: { code: 'RUN_CANCELLED' } });
    const { childRunId } = step as unknown as { childRunId: string };
    const child = (await admin.get(`/api/workflow-runs/${childRunId}`)).body;
    expect([child.status, child.steps[1].error.code]).toEqual(['cancelled', 'OUTCOME_UNKNOWN']);
    await closed;
  });
});

test('[WF-20] [I12] a step whose process was killed is not performed again after its run is cancelled', async () => {
  const path = '/killed';
  const config = { method: 'PUT', url: origin + path, timeoutSeconds: 300 };
  const run = await begun(client(other.url, admin.cookie, admin.token), 'api_call', config);
  await called(path);
  unanswered.delete(path);
  await other.end('SIGKILL');
  expect(await cancelled(run)).toMatchObject({ status: 'cancelled', error: { code: 'OUTCOME_UNKNOWN' } });
  expect(unanswered.has(path)).toBe(false);
});
