import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterAt, passwordOf } from '../db/embedded/cluster.ts';
import { findPostmaster } from '../db/embedded/pid-file.ts';
import { type Client, client, signInClient } from '../testing/client.ts';
import { settled } from '../testing/settled.ts';
import { type AttainProcess, newDataFolder, startProcess } from './attain-process.fixture.ts';

const folder = newDataFolder();
const env = { ATTAIN_DATA_DIR: folder.path, ATTAIN_SAMPLE_PASSWORD: 'a password for the sample' };
let one: AttainProcess;
let other: AttainProcess;
let owner: pg.Client;
let admin: Client;

const at = (process: AttainProcess) => client(process.url, admin.cookie, admin.token);

beforeAll(async () => {
  // a first start that is killed while it makes the sample must not leave half of it
  await killedWhileMakingTheSample();
  [one, other] = await Promise.all([startProcess(env), startProcess(env)]);
  owner = new pg.Client({ connectionString: await ownerUrl() });
  owner.on('error', () => undefined);
  await owner.connect();
  admin = await signInClient(one.url, 'admin', env.ATTAIN_SAMPLE_PASSWORD);
});
afterAll(async () => {
  await owner?.end().catch(() => undefined);
  await folder.remove();
});

async function ownerUrl(): Promise<string> {
  const cluster = clusterAt(`${folder.path}/postgres`);
  for (;;) {
    const server = findPostmaster(cluster.data);
    if (server) return `postgresql://owner:${passwordOf(cluster)}@127.0.0.1:${server.port}/attain`;
    await setTimeout(20);
  }
}

async function killedWhileMakingTheSample(): Promise<void> {
  const starting = await startProcess(env, 'Creating the sample workspace');
  const watch = new pg.Client({ connectionString: await ownerUrl() });
  watch.on('error', () => undefined);
  await watch.connect();
  for (;;) {
    const { rows } = await watch.query('SELECT count(*)::int AS count FROM tenants');
    if (rows[0].count > 0) break;
    await setTimeout(5);
  }
  await starting.end('SIGKILL');
  await watch.end();
}

async function count(sql: string, values: unknown[] = []): Promise<number> {
  return (
    (await owner.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, values)).rows[0]
      ?.count ?? -1
  );
}

/** A plan that pays, and a period of it, that the sample already calculated. */
async function somethingToCalculate(from: AttainProcess): Promise<{ planId: string; period: string }> {
  const done = await at(from).get('/api/calculations', { limit: 1 });
  const { planId, period } = done.body.rows[0];
  return { planId, period: period.key };
}

/** A calculation that is under way at `one` and does not end before `release`: a lock holds up the storing of its lines. */
async function longCalculation(): Promise<{ runId: string; release(): Promise<void> }> {
  const wanted = await somethingToCalculate(one);
  const holder = new pg.Client({ connectionString: await ownerUrl() });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE payout_inputs IN SHARE MODE');
  // so that nobody else takes the order
  process.kill(other.pid, 'SIGSTOP');
  const ordered = await at(one).post('/api/calculations', wanted);
  expect(ordered.status, JSON.stringify(ordered.body)).toBe(202);
  while (
    (await count(`pg_stat_activity WHERE application_name = 'attain' AND wait_event_type = 'Lock'`)) === 0
  )
    await setTimeout(20);
  process.kill(other.pid, 'SIGCONT');
  return {
    runId: ordered.body.id,
    release: async () => {
      await holder.query('ROLLBACK');
      await holder.end();
    },
  };
}

/** Also those that have no place in their log yet. */
const entries = '(SELECT body FROM audit_entries UNION ALL SELECT body FROM audit_staged) entry';

async function allCalculated(): Promise<void> {
  while ((await count(`calculation_runs WHERE status IN ('queued', 'running')`)) > 0) await setTimeout(100);
}

/** The agents that are shown in the sample run once its calculations are over, and calculate what has no pay that stands. */
async function sampleAgentsDone(): Promise<void> {
  while (
    (await count(
      `agent_executions WHERE start_key = 'sample' AND (end_time IS NOT NULL OR status LIKE 'waiting%')`,
    )) < 5
  )
    await setTimeout(100);
  await allCalculated();
}

test('the sample is made once and whole, although its first maker was killed and two made it at once', async () => {
  expect(await count('tenants')).toBe(3);
  expect(
    await count(`deals d JOIN tenants t ON t.id = d.tenant_id WHERE t.slug <> 'brennhagen'`),
  ).toBeGreaterThan(20_000);
  expect(await count(`${entries} WHERE body LIKE '%"action":"sample.loaded"%'`)).toBe(3);
  for (const process of [one, other]) {
    expect(process.said()).toContain('admin');
    expect(process.said()).toContain(env.ATTAIN_SAMPLE_PASSWORD);
  }
  await allCalculated();
  const { rows } = await owner.query(
    `SELECT plan_id, period_key, count(*)::int AS count FROM calculation_runs GROUP BY 1, 2 HAVING count(*) <> 1 OR min(status) <> 'completed'`,
  );
  expect(rows).toEqual([]);
  // what they order meanwhile would be in the way of what is ordered below
  await sampleAgentsDone();
});

test('what one answers the other knows at once: sessions, writes, keys, and the end of a session', async () => {
  expect((await at(other).get('/api/auth/me')).body.user.username).toBe('admin');
  const key = { 'idempotency-key': 'once-for-both' };
  const body = { name: 'Known to both', type: 'bonus-plan' };
  const made = await Promise.all([one, other].map((process) => at(process).post('/api/plans', body, key)));
  const again = await Promise.all([one, other].map((process) => at(process).post('/api/plans', body, key)));
  expect(made.every((answer) => [201, 409].includes(answer.status))).toBe(true);
  expect(again.map((answer) => answer.status)).toEqual([201, 201]);
  expect(again[0]?.body).toEqual(again[1]?.body);
  expect(await count(`plan_versions WHERE document->>'name' = $1`, [body.name])).toBe(1);
  const second = await signInClient(other.url, 'admin', env.ATTAIN_SAMPLE_PASSWORD);
  const abroad = client(one.url, second.cookie, second.token);
  expect((await abroad.post('/api/auth/logout')).status).toBe(200);
  expect((await second.get('/api/auth/me')).status).toBe(401);
});

test('forty orders at both at the same moment: one calculation, everybody else is told', async () => {
  const wanted = await somethingToCalculate(one);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => at(n % 2 ? one : other).post('/api/calculations', wanted)),
  );
  const ordered = answers.filter((answer) => answer.status === 202);
  const conflicts = answers.filter((answer) => answer.status === 409 && answer.body.code === 'CONFLICT');
  expect([ordered.length >= 1, ordered.length + conflicts.length]).toEqual([true, 40]);
  for (const answer of ordered)
    await settled(at(other), `/api/calculations/${answer.body.id}`, ['unchanged']);
});

test('a third process starts beside a calculation that takes long, and hinders nobody', async () => {
  const holder = await longCalculation();
  const third = await startProcess(env);
  const answer = await client(third.url, admin.cookie, admin.token).get('/api/deals', { limit: 1 });
  expect(answer.status).toBe(200);
  // the newcomer was given the order too; it must neither do it again nor call it off
  await setTimeout(11_000);
  const seen = await at(one).get(`/api/calculations/${holder.runId}`);
  expect(seen.body).toMatchObject({ status: 'running', error: null });
  await holder.release();
  await settled(at(one), `/api/calculations/${holder.runId}`, ['unchanged']);
  expect(await third.end('SIGTERM')).toBe(0);
  expect(
    await count(`${entries} WHERE body LIKE $1 AND body NOT LIKE '%calculation.ordered%'`, [
      `%${holder.runId}%`,
    ]),
  ).toBe(1);
  expect((await at(one).get('/readyz')).status).toBe(200);
});

test('killed with -9 with a calculation in its hands, the other finishes it', async () => {
  const holder = await longCalculation();
  await one.end('SIGKILL');
  await holder.release();
  const killedAt = performance.now();
  const run = await settled(at(other), `/api/calculations/${holder.runId}`, ['unchanged']);
  expect(run.body.error).toBeNull();
  console.warn(
    `The other finished it ${Math.round((performance.now() - killedAt) / 1000)} s after the kill.`,
  );
  one = await startProcess(env);
});

test('the last to leave stops the database, the first does not', async () => {
  expect(await one.end('SIGTERM')).toBe(0);
  expect((await at(other).get('/readyz')).status).toBe(200);
  await owner.end();
  expect(await other.end('SIGINT')).toBe(0);
  expect(folder.postmaster()).toBeUndefined();
});
