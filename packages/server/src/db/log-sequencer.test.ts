import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseEntry } from '@attain/domain/proofs/entry';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../base/actor.ts';
import { newId } from '../base/ids.ts';
import { readAuditLog, selectAuditRoots } from '../slices/backups/audit-roots.ts';
import { builtChild } from '../testing/built-server.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import type { WriteTx } from './write.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const owner = () => ctx.ctx.db.owner;
const ownerUrl = () => (owner().options as pg.PoolConfig).connectionString ?? '';

const newWorkspace = async () => (await ctx.newTenant({})).tenantId;
const act = (id: string, version: number) => ({
  action: 'thing.changed',
  object: { type: 'thing', id, version: String(version) },
});
const write = <T>(tenantId: string, work: (tx: WriteTx) => Promise<T>) =>
  ctx.ctx.write(systemActor(tenantId, tenantId, 'test'), work);
const record = (tenantId: string, id: string, version = 0) =>
  write(tenantId, async (tx) => tx.record(act(id, version)));

/** What the log says of the things, in its order, once everything has its place. */
async function logOf(tenantId: string): Promise<string[]> {
  await ctx.ctx.db.sequencer.settle(tenantId);
  const { rows } = await owner().query<{ index: number; body: string }>(
    'SELECT leaf_index::int AS index, body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index',
    [tenantId],
  );
  expect(rows.map(({ index }) => index)).toEqual(rows.map((_, at) => at));
  return rows
    .map(({ body }) => parseEntry(body))
    .filter(({ action }) => action === 'thing.changed')
    .map(({ object }) => `${object.id}@${object.version}`);
}

/** The stored head is that of the entries, recomputed. */
async function mustBeWhole(tenantId: string): Promise<void> {
  const client = await owner().connect();
  try {
    const stored = (await selectAuditRoots(client)).find((root) => root.tenantId === tenantId);
    expect((await readAuditLog(client, tenantId)).root).toEqual(stored);
    const nodes = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit_nodes WHERE tenant_id = $1',
      [tenantId],
    );
    const size = stored?.size ?? 0;
    let complete = 0;
    for (let width = 2; width <= size; width *= 2) complete += Math.floor(size / width);
    expect(nodes.rows[0]?.count).toBe(complete);
  } finally {
    client.release();
  }
}

/** A process that commits acts and dies at a failpoint of the sequencer; the acts it saw committed. */
async function killedWriter(
  tenantId: string,
  { name, failpoint }: { readonly name: string; readonly failpoint: string },
): Promise<string[]> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [builtChild('log-writer'), ownerUrl(), tenantId, name], {
    env: { PATH, HOME, ATTAIN_FAILPOINT: failpoint },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return said
    .split('\n')
    .slice(0, -1)
    .map((at) => `${name}@${at}`);
}

describe('[AUD-20] every committed act has exactly one entry', () => {
  test.each(['before-placed:1', 'after-placed:1', 'before-placed:3', 'after-placed:4', 'after-commit:5'])(
    'when the process that places entries dies at %s, beside others that write',
    async (failpoint) => {
      const tenantId = await newWorkspace();
      let goOn = true;
      const mine: string[] = [];
      const others = Promise.all(
        ['a', 'b', 'c'].map(async (id) => {
          for (let at = 0; goOn; at += 1) {
            await record(tenantId, id, at);
            mine.push(`${id}@${at}`);
            await setTimeout(40);
          }
        }),
      );
      const theirs = await killedWriter(tenantId, { name: 'killed', failpoint });
      goOn = false;
      await others;
      const log = await logOf(tenantId);
      expect(new Set(log).size).toBe(log.length);
      // the act whose commit killed it, or the one after, may be committed without having been named
      const unnamed = log.filter((one) => !mine.includes(one) && !theirs.includes(one));
      expect(unnamed.length).toBeLessThanOrEqual(1);
      expect(log.toSorted()).toEqual([...mine, ...theirs, ...unnamed].toSorted());
      for (const id of ['a', 'b', 'c', 'killed']) {
        const own = log.filter((one) => one.startsWith(`${id}@`));
        expect(own).toEqual(own.map((_, at) => `${id}@${at}`));
      }
      await mustBeWhole(tenantId);
    },
  );

  test('and one of a transaction that was rolled back has none', async () => {
    const tenantId = await newWorkspace();
    await record(tenantId, 'kept');
    const failed = ctx.ctx.db.within(tenantId, async (tx) => {
      await tx.client.query('INSERT INTO audit_staged (tenant_id, body) VALUES ($1, $2)', [tenantId, '{}']);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await logOf(tenantId)).toEqual(['kept@0']);
  });
});

test('[AUD-21] acts on one object stand in the order of their commits, whatever the order of their beginnings', async () => {
  const tenantId = await newWorkspace();
  const ids = Array.from({ length: 12 }, (_, at) => `p${at}`);
  for (const id of ids)
    await ctx.ctx.db.within(tenantId, (tx) =>
      tx.client.query('INSERT INTO participants (tenant_id, id, name) VALUES ($1, $2, $3)', [
        tenantId,
        id,
        '0',
      ]),
    );
  let aborted = 0;
  const change = (id: string, at: number) =>
    write(tenantId, async (tx) => {
      if (at % 7 === 0) await tx.client.query('SELECT pg_sleep(0.05)');
      const { rows } = await tx.client.query<{ name: string }>(
        'UPDATE participants SET name = name::int + 1 WHERE id = $1 RETURNING name',
        [id],
      );
      tx.record(act(id, Number(rows[0]?.name) - 1));
      if (at % 5 === 0) throw new Error('changed my mind');
    }).catch((error: Error) => {
      expect(error.message).toBe('changed my mind');
      aborted += 1;
    });
  await Promise.all(Array.from({ length: 600 }, (_, at) => change(ids[(at * 7) % ids.length] ?? '', at)));
  const log = await logOf(tenantId);
  expect([log.length, aborted]).toEqual([480, 120]);
  for (const id of ids) {
    const own = log.filter((one) => one.startsWith(`${id}@`));
    expect(own).toEqual(own.map((_, at) => `${id}@${at}`));
  }
  await mustBeWhole(tenantId);
});

test('[AUD-20] an entry that commits long after later ones gets its place behind them', async () => {
  const tenantId = await newWorkspace();
  const late = new pg.Client({ connectionString: ownerUrl() });
  await late.connect();
  await record(tenantId, 'before');
  const [{ body }] = (
    await owner().query(
      'SELECT body FROM audit_entries WHERE tenant_id = $1 UNION ALL SELECT body FROM audit_staged',
      [tenantId],
    )
  ).rows as [{ body: string }];
  await late.query('BEGIN');
  const lateBody = body.replace(/"id":"[^"]{36}"/, `"id":"${newId()}"`);
  await late.query('INSERT INTO audit_staged (tenant_id, body) VALUES ($1, $2)', [tenantId, lateBody]);
  for (let at = 0; at < 30; at += 1) await record(tenantId, 'after', at);
  const size = async () => {
    const { rows } = await owner().query<{ size: number }>(
      'SELECT size::int AS size FROM audit_heads WHERE tenant_id = $1',
      [tenantId],
    );
    return rows[0]?.size ?? 0;
  };
  while ((await size()) < 32) await setTimeout(20);
  await late.query('COMMIT');
  await late.end();
  // nothing wakes the sequencer: it looks
  while ((await size()) < 33) await setTimeout(20);
  await mustBeWhole(tenantId);
});

test('[AUD-22] a workspace whose entries cannot be placed holds up no other one', async () => {
  const [broken, other] = [await newWorkspace(), await newWorkspace()];
  await ctx.ctx.db.sequencer.settle();
  await owner().query(
    `ALTER TABLE audit_entries ADD CONSTRAINT broken_log CHECK (tenant_id <> '${broken}') NOT VALID`,
  );
  try {
    for (let at = 0; at < 5; at += 1) await Promise.all([record(broken, 'x', at), record(other, 'y', at)]);
    expect(await logOf(other)).toEqual(['y@0', 'y@1', 'y@2', 'y@3', 'y@4']);
    await expect(ctx.ctx.db.sequencer.settle(broken)).rejects.toThrow(/broken_log/);
  } finally {
    await owner().query('ALTER TABLE audit_entries DROP CONSTRAINT broken_log');
  }
  expect(await logOf(broken)).toEqual(['x@0', 'x@1', 'x@2', 'x@3', 'x@4']);
  await mustBeWhole(broken);
});

test('[AUD-22] a process that stops while it places entries is left behind', async () => {
  const tenantId = await newWorkspace();
  await ctx.ctx.db.sequencer.settle(tenantId);
  const stopped = new pg.Client({ connectionString: ownerUrl() });
  stopped.on('error', () => undefined);
  await stopped.connect();
  const lock = 7_241_058;
  await stopped.query(
    `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'; SELECT pg_advisory_xact_lock(${lock})`,
  );
  await record(tenantId, 'waits');
  const place = async () =>
    (await owner().query('SELECT 1 FROM audit_staged WHERE tenant_id = $1', [tenantId])).rowCount;
  expect(await place()).toBe(1);
  while ((await place()) !== 0) await setTimeout(100);
  expect(await logOf(tenantId)).toEqual(['waits@0']);
  await stopped.end().catch(() => undefined);
});

test('[AUD-20] the login of the application gives no entry a place and changes none that waits', async () => {
  const tenantId = await newWorkspace();
  for (const sql of [
    `UPDATE audit_staged SET body = ''`,
    'DELETE FROM audit_staged',
    `INSERT INTO audit_entries (tenant_id, leaf_index, leaf_hash, body) VALUES ('${tenantId}', 99, '', '')`,
    `INSERT INTO audit_nodes (tenant_id, level, idx, hash) VALUES ('${tenantId}', 9, 9, '')`,
    'UPDATE audit_heads SET size = 0',
    'DELETE FROM audit_heads',
  ])
    await expect(
      ctx.ctx.db.within(tenantId, (tx) => tx.client.query(sql)),
      sql,
    ).rejects.toThrow(/permission denied/);
});
