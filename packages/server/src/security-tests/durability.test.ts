import { setTimeout } from 'node:timers/promises';
import { verifyLog } from '@attain/domain/proofs/verify-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDigest } from '../audit/node-digest.ts';
import { findPostmaster } from '../db/embedded/pid-file.ts';
import { firstAdministrator } from '../slices/people/people.fixture.ts';
import { type Client, client } from '../testing/client.ts';
import { settled } from '../testing/settled.ts';
import { validPlan } from '../testing/valid-plan.ts';
import { type AttainProcess, diceOf, newDataFolder, startProcess } from './attain-process.fixture.ts';
import { Ledger } from './ledger.fixture.ts';

const seed = Number(process.env.ATTACK_SEED ?? 1);
const dice = diceOf(seed);
const password = 'a long administrator password';
/** Kills of each kind; ATTACK_ROUNDS=20 for a long attack. */
const rounds = Number(process.env.ATTACK_ROUNDS ?? 3);
const times = Array.from({ length: rounds }, (_, at) => at + 1);
const people = 60;
const rowsPerRound = 3_000;

const folder = newDataFolder();
const ledger = new Ledger();
let attain: AttainProcess;
let admin: Client;
let planId: string;

const env = { ATTAIN_DATA_DIR: folder.path, ATTAIN_ENV: 'production' };

/** The administrator's session, spoken with to wherever Attain listens now: it outlives the process. */
const again = () => client(attain.url, admin.cookie, admin.token);

beforeAll(async () => {
  console.warn(`Kills at the moments of seed ${seed}; the same again with ATTACK_SEED=${seed}.`);
  attain = await startProcess(env);
  const code = /([0-9A-F]{4}-){2}[0-9A-F]{4}/.exec(attain.said())?.[0];
  const setup = await client(attain.url, '', '').post('/api/auth/setup', {
    code,
    workspace: 'Kestrel Hollow Lumber',
    username: 'first',
    displayName: 'First',
    password,
  });
  expect(setup.status).toBe(201);
  admin = await firstAdministrator(attain.url, setup, password);
  const ids = Array.from({ length: people }, (_, at) => `p${at}`);
  await imported('participants', `id,name\n${ids.map((id) => `${id},Person ${id}`).join('\n')}\n`);
  const quotas = ids.map((id) => `${id},2024-01-01,2024-12-31,100000`);
  await imported('quotas', `participant,from,to,amount\n${quotas.join('\n')}\n`);
  const plan = await admin.post('/api/plans', { name: 'Paid', type: 'bonus-plan', document: validPlan() });
  planId = plan.body.id;
  await admin.post(`/api/plans/${planId}/activate`, { documentHash: plan.body.documentHash });
  await admin.post('/api/assignments', { planId, everybody: true, from: '2024-01-01' });
});
afterAll(() => folder.remove());

/** Uploads and checks a file; the commit is left to the caller. */
async function dryRun(kind: string, content: string): Promise<string> {
  const { body } = await again().upload('/api/imports/upload', { name: `${kind}.csv`, content }, { kind });
  await again().post(`/api/imports/${body.id}/check`, { mapping: body.mapping });
  const dry = await settled(again(), `/api/imports/${body.id}`, ['checked']);
  expect(dry.body.problemCount).toBe(0);
  return body.id;
}

async function imported(kind: string, content: string): Promise<void> {
  const id = await dryRun(kind, content);
  await again().post(`/api/imports/${id}/commit`);
  await settled(again(), `/api/imports/${id}`, ['committed']);
}

function dealsOf(label: string): string {
  const rows = Array.from(
    { length: rowsPerRound },
    (_, at) => `${label}-${at},2024-02-01,100.00,USD,p${at % people}`,
  );
  return `id,date,amount,currency,participant\n${rows.join('\n')}\n`;
}

/** Asks until the server gives a definite answer, with the same key each time. */
async function insist(path: string, body: object, key: string) {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await again()
      .post(path, body, { 'idempotency-key': key })
      .catch(() => null);
    if (answer && answer.status !== 503 && answer.body.code !== 'IN_FLIGHT') return answer;
    await setTimeout(100);
  }
  throw new Error(`${path} is never answered`);
}

interface Round {
  readonly label: string;
  readonly importId: string;
  readonly keys: { commit: string; calculation: string };
}

/** Four writers at work, a commit and a calculation under way; `strike` falls at a moment of the dice. */
async function underFire(label: string, strike: () => Promise<void>): Promise<Round> {
  const importId = await dryRun('deals', dealsOf(label));
  const keys = { commit: `commit-${label}`, calculation: `calculation-${label}` };
  const writing = ledger.write(again(), 4, label);
  await setTimeout(50 + dice() * 300);
  const ordered = [
    again().post(`/api/imports/${importId}/commit`, {}, { 'idempotency-key': keys.commit }),
    again().post('/api/calculations', { planId, period: '2024-Q1' }, { 'idempotency-key': keys.calculation }),
  ].map((answer) => answer.catch(() => null));
  await setTimeout(dice() * 500);
  await strike();
  ledger.stop();
  await Promise.all([writing, ...ordered]);
  return { label, importId, keys };
}

/** Sends again what was not answered; then everything is there, once. */
async function reckon({ label, importId, keys }: Round): Promise<void> {
  const unknown = ledger.open.length;
  await ledger.retry(again());
  const commit = await insist(`/api/imports/${importId}/commit`, {}, keys.commit);
  expect(commit.status, JSON.stringify(commit.body)).toBe(200);
  const order = await insist('/api/calculations', { planId, period: '2024-Q1' }, keys.calculation);
  // somebody else's calculation of this period may be under way; this one's never was ordered then
  if (order.status === 202) await calculatedAtLast(order.body.id);
  else expect([order.status, order.body.code]).toEqual([409, 'CONFLICT']);
  await committedAtLast(importId, label);
  const mine = ledger.acknowledged.filter((entry) => entry.body.name.startsWith(label));
  const stored = await allPlans(label);
  const counts = Map.groupBy(stored, (plan) => plan.name);
  const wrong = mine.filter(
    (entry) =>
      counts.get(entry.body.name)?.length !== 1 ||
      counts.get(entry.body.name)?.[0]?.id !== entry.answer?.body.id,
  );
  expect({ label, lostOrDoubled: wrong.map((entry) => entry.body.name), stored: stored.length }).toEqual({
    label,
    lostOrDoubled: [],
    stored: mine.length,
  });
  console.warn(
    `${label}: ${mine.length} writes, ${unknown} of them unanswered at first; none lost, none doubled`,
  );
}

async function calculatedAtLast(id: string): Promise<void> {
  const run = await settled(again(), `/api/calculations/${id}`, [
    'completed',
    'unchanged',
    'failed',
    'cancelled',
  ]);
  expect(run.body).toMatchObject({ error: null, problems: [] });
  const lines = await again().get(`/api/calculations/${id}/payouts`, { limit: 1 });
  expect([lines.body.total, lines.body.amountTotal]).toEqual([run.body.lineCount, run.body.total]);
}

/** The import in flight came in whole; if it says that it did not, nothing of it is there and it comes in when ordered again. */
async function committedAtLast(importId: string, label: string): Promise<void> {
  const path = `/api/imports/${importId}`;
  const count = async () => (await again().get('/api/deals', { search: `${label}-`, limit: 1 })).body.total;
  const first = await settled(again(), path, ['committed', 'failed']);
  if (first.body.status === 'failed') {
    expect(await count()).toBe(0);
    await again().post(`${path}/check`, { mapping: first.body.mapping });
    await settled(again(), path, ['checked']);
    await again().post(`${path}/commit`);
    await settled(again(), path, ['committed']);
  }
  expect(await count()).toBe(rowsPerRound);
}

async function allPlans(search: string): Promise<{ id: string; name: string }[]> {
  const rows: { id: string; name: string }[] = [];
  let cursor = '';
  do {
    const page = await again().get('/api/plans', { search: `${search} `, limit: 1000, cursor });
    rows.push(...page.body.rows);
    cursor = page.body.nextCursor ?? '';
  } while (cursor);
  return rows;
}

describe('kill -9', () => {
  test.each(times)('of Attain, time %i: no acknowledged write is lost, no retried one doubled', async (n) => {
    const round = await underFire(`K${n}`, async () => {
      expect(await attain.end('SIGKILL')).toBe('SIGKILL');
    });
    attain = await startProcess(env);
    await reckon(round);
  });

  test.each(times)(
    'of the database, time %i: Attain brings it back, and nothing is lost or doubled',
    async (n) => {
      const round = await underFire(`D${n}`, async () => {
        const before = folder.postmaster() ?? 0;
        process.kill(before, 'SIGKILL');
        for (let now: number | undefined = before; now === undefined || now === before; ) {
          await setTimeout(20);
          now = folder.postmaster();
        }
      });
      await reckon(round);
    },
  );

  test('[AUD-9] afterwards the log verifies, and has one entry for every change of state', async () => {
    const log = await again().get('/api/audit/export');
    const lines = String(log.body).trimEnd().split('\n');
    const verdict = await verifyLog(nodeDigest, lines);
    expect(verdict.steps.filter((step) => step.outcome === 'FAIL')).toEqual([]);
    expect(verdict.ok).toBe(true);
    const entries = lines.slice(1).flatMap((line) => {
      const { body } = JSON.parse(line) as { body?: string };
      return body ? [JSON.parse(body) as { action: string; object: { id: string } }] : [];
    });
    expect(entries.length).toBe(verdict.entries);
    const entriesOf = (action: string) =>
      entries.filter((entry) => entry.action === action).map(({ object }) => object.id);
    const plans = await allPlans('');
    const runs = (await again().get('/api/calculations', { limit: 1000 })).body.rows as {
      id: string;
      status: string;
    }[];
    const files = (await again().get('/api/imports', { limit: 1000 })).body.rows as {
      id: string;
      status: string;
    }[];
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
    expect(entriesOf('plan.created').sort()).toEqual(ids(plans));
    expect(entriesOf('calculation.ordered').sort()).toEqual(ids(runs));
    for (const status of ['completed', 'unchanged', 'failed'])
      expect(entriesOf(`calculation.${status}`).sort(), status).toEqual(
        ids(runs.filter((run) => run.status === status)),
      );
    expect(entriesOf('import.uploaded').sort()).toEqual(ids(files));
    expect(entriesOf('import.committed').sort()).toEqual(ids(files));
    expect(entriesOf('session.opened')).toHaveLength(1);
    const others = ['plan.activated', 'plan.assigned', 'workspace.created'];
    expect(others.map((action) => entriesOf(action).length)).toEqual([1, 1, 1]);
  });
});

describe('an ordinary end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s answers what was begun, stops the database and ends with 0; the next start serves',
    async (signal) => {
      const label = `E${signal}`;
      const writing = ledger.write(again(), 4, label);
      // a browser that looks on must not hold the end up
      const lookingOn = await fetch(`${attain.url}/api/events`, { headers: { cookie: admin.cookie } });
      expect(lookingOn.status).toBe(200);
      await setTimeout(300);
      const ended = attain.end(signal);
      await setTimeout(50);
      ledger.stop();
      await writing;
      expect(await ended).toBe(0);
      expect(findPostmaster(`${folder.path}/postgres/cluster`)).toBeUndefined();
      attain = await startProcess(env);
      await ledger.retry(again());
      const mine = ledger.acknowledged.filter((entry) => entry.body.name.startsWith(label));
      expect((await allPlans(label)).length).toBe(mine.length);
      expect((await again().get('/readyz')).status).toBe(200);
    },
  );
});
