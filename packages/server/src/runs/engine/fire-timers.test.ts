import { setTimeout } from 'node:timers/promises';
import { EMPTY_WORKFLOW, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parkMore } from '../../security-tests/runs/parked.fixture.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { claimTimers } from './sweep-store.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
  // what this process would fire by itself is claimed by these tests
  await ctx.ctx.runs.stop();
});
afterAll(() => ctx?.stop());

const begin = '00000000-0000-0000-0000-000000000000';
const sql = (text: string, values: readonly unknown[] = []) => ctx.ctx.db.owner.query(text, [...values]);
const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  title: '',
  config,
  position: { x: 0, y: 0 },
});

/** A workspace in which so many runs wait for a timer that is due. */
async function workspaceWithTimers(count: number): Promise<string> {
  const tenant = await ctx.newTenant({ administrator: { participantId: null } });
  const admin = tenant.as('administrator');
  const document = {
    ...EMPTY_WORKFLOW,
    name: 'Waits',
    nodes: [node('a', 'start'), node('b', 'wait', { mode: 'duration', seconds: 1 }), node('c', 'end')],
    edges: [
      { id: 'ab', from: { node: 'a', port: 'out' }, to: { node: 'b', port: 'in' } },
      { id: 'bc', from: { node: 'b', port: 'out' }, to: { node: 'c', port: 'in' } },
    ],
  };
  const made = (await admin.post('/api/workflows', { name: document.name, document })).body;
  await admin.post(`/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
  const run = (await admin.post(`/api/workflows/${made.id}/runs`, { input: {} })).body.id;
  while ((await sql('SELECT 1 FROM run_timers WHERE run_id = $1', [run])).rowCount === 0)
    await setTimeout(20);
  await parkMore(ctx.ctx.db.owner, run, count - 1);
  await sql(`UPDATE run_timers SET due_at = now() - interval '1 minute' WHERE tenant_id = $1`, [
    tenant.tenantId,
  ]);
  return tenant.tenantId;
}

it('[I18] due timers are shared by processes and workspaces: none twice, and one workspace’s many hold up no other’s few', async () => {
  const [many, few] = [await workspaceWithTimers(900), await workspaceWithTimers(5)];
  const { owner } = ctx.ctx.db;
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimTimers(owner, begin)));
  const claimed = claims.flatMap(({ timers }) => timers);
  expect(new Set(claimed.map(({ runId }) => runId)).size).toBe(claimed.length);
  const ofFew = claimed.filter(({ tenantId }) => tenantId === few);
  expect(ofFew).toHaveLength(5);
  for (const { timers } of claims)
    expect(timers.filter(({ tenantId }) => tenantId === many).length).toBeLessThanOrEqual(50);
  // those of a process that died are claimed again once its time is over
  await sql('UPDATE run_timers SET claimed_until = NULL WHERE tenant_id = $1', [many]);
  expect((await claimTimers(owner, begin)).timers.map(({ tenantId }) => tenantId)).not.toContain(few);
  await sql(`UPDATE run_timers SET claimed_until = now() - interval '1 second' WHERE tenant_id = $1`, [few]);
  const again = await claimTimers(owner, begin);
  expect(again.timers.filter(({ tenantId }) => tenantId === few)).toHaveLength(5);
});

it('[I18] [I9] claimed timers fire once, however many processes look', async () => {
  // what the journals say is due too by then
  await setTimeout(1_100);
  await sql('UPDATE run_timers SET claimed_until = NULL');
  const others = await Promise.all([1, 2].map(() => otherProcess()));
  while ((await sql('SELECT 1 FROM run_timers')).rowCount !== 0) await setTimeout(50);
  const { rows } = await sql(
    `SELECT count(*)::int AS runs, count(*) FILTER (WHERE status = 'completed')::int AS completed FROM agent_executions`,
  );
  expect(rows[0]).toEqual({ runs: 905, completed: 905 });
  const fired = await sql(
    `SELECT count(*)::int AS fired, count(DISTINCT run_id)::int AS of FROM run_journal WHERE entry->>'event' LIKE 'timer/%' AND entry->>'key' = 'ended'`,
  );
  expect(fired.rows[0]).toEqual({ fired: 905, of: 905 });
  for (const other of others) await other.stop();
});

async function otherProcess() {
  const { openRunEngine } = await import('./run-engine.ts');
  const { db, clock, log } = ctx.ctx;
  const engine = openRunEngine({ db, clock, log, guardStarts: async () => {} });
  engine.start({} as Parameters<typeof engine.start>[0], []);
  return engine;
}
