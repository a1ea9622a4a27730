import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '../../maintenance.ts';
import { startTarget, type Target } from '../../security-tests/runs/target.fixture.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let target: Target;
beforeAll(async () => {
  target = await startTarget();
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: target.origin } });
});
afterAll(async () => {
  target?.close();
  await ctx?.stop();
});

const node = (id: string, type: string, config: WorkflowNode['config'] = {}, more = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  position: { x: 0, y: 0 },
  config,
  ...more,
});
const link = (from: string, to: string, port = 'out') => ({
  id: `${from}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
});

const post = (path: string) => ({ method: 'POST', url: `${target.origin}${path}`, retries: 0 });
const drawn = (name: string, more: Readonly<Record<string, Partial<WorkflowNode>>> = {}): Workflow => ({
  ...EMPTY_WORKFLOW,
  name,
  nodes: [
    node('begin', 'start'),
    node('first', 'api_call', post('/first'), more.first),
    node('second', 'api_call', { ...post('/second'), body: 'nodes.first.body.did' }, more.second),
    node('finish', 'end'),
  ],
  edges: [link('begin', 'first'), link('first', 'second'), link('second', 'finish')],
});

async function ended(client: Client, id: string) {
  for (;;) {
    const { body } = await client.get(`/api/workflow-runs/${id}`);
    if (body.endedAt !== null) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function people() {
  const nobody = { participantId: null };
  const tenant = await ctx.newTenant({
    administrator: nobody,
    'agent-developer': nobody,
    'agent-operator': nobody,
  });
  return { tenant, dev: tenant.as('agent-developer'), operator: tenant.as('agent-operator') };
}

const called = () => [...target.done.values()].flatMap((bodies) => [...bodies]).sort();
const tryDraft = (client: Client, { id, revision }: { id: string; revision: number }, more = {}) =>
  client.post(`/api/workflows/${id}/draft-runs`, { revision, ...more });
const runs = async (client: Client, filter: Record<string, string> = {}) =>
  (await client.get('/api/workflow-runs', filter)).body.rows.map(({ id }: { id: string }) => id);

describe('[WF-91] a draft that was never published', () => {
  it('runs for real with pinned data in its place, apart from all other runs', async () => {
    const { tenant, dev } = await people();
    const pinned = { output: { status: 200, body: { did: 'pinned' } } };
    const document = drawn('Tried', { first: { pinned } });
    const { body: made } = await dev.post('/api/workflows', { name: 'Tried', document });
    target.forget();
    const started = await tryDraft(dev, made);
    expect(started.body).toMatchObject({ isDraft: true, version: -1 });
    const run = await ended(dev, started.body.id);
    expect([run.status, run.document.nodes.length, called()]).toEqual([
      'completed',
      4,
      [expect.stringContaining('/second')],
    ]);
    expect([await runs(dev), await runs(dev, { kind: 'draft' })]).toEqual([[], [run.id]]);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    expect((await dev.get('/api/measures', { from, to })).body.totals).toMatchObject({ runs: 0 });
    const again = await dev.post(`/api/workflow-runs/${run.id}/rerun`, {});
    expect(again.body).toMatchObject({ isDraft: true, version: -1 });
    expect((await dev.get(`/api/workflows/${made.id}`)).body).toMatchObject({ version: 0, versions: [] });
    await ended(dev, again.body.id);
    await dev.post(`/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    target.forget();
    const live = await dev.post(`/api/workflows/${made.id}/runs`, {});
    expect((await ended(dev, live.body.id)).isDraft).toBe(false);
    expect(called()).toHaveLength(2);
    await ctx.ctx.db.owner.query(
      `UPDATE agent_executions SET created_at = now() - interval '90 days', end_time = now() - interval '90 days' WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    await tenant.as('administrator').put('/api/workspace/settings', { runsKeptDays: 30 });
    await runMaintenance(ctx.ctx);
    await expect.poll(() => runs(dev, { kind: 'draft' }), { timeout: 20_000 }).toEqual([]);
    expect(await runs(dev)).toEqual([live.body.id]);
    const kept = await ctx.ctx.db.owner.query(
      'SELECT version FROM workflow_versions WHERE tenant_id = $1 ORDER BY version',
      [tenant.tenantId],
    );
    expect(kept.rows).toEqual([{ version: 1 }]);
  });

  it('executes one step, with what earlier steps returned, and none after it', async () => {
    const { dev } = await people();
    const { body: made } = await dev.post('/api/workflows', { name: 'Alone', document: drawn('Alone') });
    target.forget();
    const step = { node: 'second', outputs: { first: { body: { did: 'given' } } } };
    const started = await tryDraft(dev, made, { step });
    expect(started.body).toMatchObject({ isDraft: true });
    const run = await ended(dev, started.body.id);
    expect([run.status, called()]).toEqual(['completed', [expect.stringContaining('given')]]);
    const wrong = await tryDraft(dev, made, { step: { node: 'finish' } });
    expect(wrong.body).toMatchObject({ code: 'BAD_INPUT', issues: [{ rule: 'WF-90' }] });
  });

  it('needs the saved revision, a valid draft, and both permissions', async () => {
    const { dev, operator } = await people();
    const { body: made } = await dev.post('/api/workflows', { name: 'Guarded', document: drawn('Guarded') });
    expect((await tryDraft(dev, { ...made, revision: made.revision + 1 })).status).toBe(409);
    expect((await tryDraft(operator, made)).status).toBe(403);
    const document = drawn('Guarded', { second: { type: 'approval', config: { title: 'Open to all?' } } });
    const saved = await dev.put(`/api/workflows/${made.id}`, { revision: made.revision, document });
    expect((await tryDraft(dev, saved.body)).body).toMatchObject({ code: 'WORKFLOW_INVALID' });
  });
});

describe('[WF-99] a workflow is deleted', () => {
  const remove = (client: Client, id: string) => client.post(`/api/workflows/${id}/remove`);

  it('with its triggers and draft runs, and its name is free again', async () => {
    const { tenant, dev, operator } = await people();
    const { body: made } = await dev.post('/api/workflows', { name: 'Gone', document: drawn('Gone') });
    const { body: started } = await tryDraft(dev, made);
    await ended(dev, started.id);
    await dev.post(`/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    const when = { kind: 'webhook', scheme: 'stripe' };
    const trigger = { name: 'Paid', when, secret: 'whsec_of_the_sender' };
    expect((await dev.post(`/api/workflows/${made.id}/triggers`, trigger)).status).toBe(201);
    expect((await remove(operator, made.id)).status).toBe(403);
    expect(await remove(dev, made.id)).toMatchObject({ status: 200, body: { id: made.id } });
    expect((await dev.get(`/api/workflows/${made.id}`)).status).toBe(404);
    expect(await runs(dev, { kind: 'draft' })).toEqual([]);
    const left = await ctx.ctx.db.owner.query(
      `SELECT (SELECT count(*) FROM workflow_triggers WHERE tenant_id = $1) + (SELECT count(*) FROM credentials_vault WHERE tenant_id = $1)
            + (SELECT count(*) FROM workflow_versions WHERE tenant_id = $1) AS left`,
      [tenant.tenantId],
    );
    expect(Number(left.rows[0].left)).toBe(0);
    expect((await remove(dev, made.id)).status).toBe(404);
    const log = await tenant.as('administrator').get('/api/audit', { action: 'workflow.removed' });
    expect(log.body.rows).toMatchObject([{ object: { id: made.id } }]);
    expect((await dev.post('/api/workflows', { name: 'Gone' })).body.id).toBe(made.id);
  });

  it('not while a run of its draft is in progress, another workflow starts it, an agent runs it, or once a version has run', async () => {
    const { dev } = await people();
    const documentOf = (name: string, nodes: Workflow['nodes'], settings = {}) => {
      const edges = nodes.slice(1).map((one, at) => link(nodes[at]?.id ?? '', one.id));
      return { ...drawn(name), nodes, edges, settings: { deadlineMinutes: null, ...settings } };
    };
    const make = async (name: string, nodes: Workflow['nodes'], settings = {}) => {
      const document = documentOf(name, nodes, settings);
      const { body } = await dev.post('/api/workflows', { name, document });
      expect(body.problems).toEqual([]);
      return body;
    };
    const frame = (...inner: WorkflowNode[]) => [node('begin', 'start'), ...inner, node('finish', 'end')];
    const said = async (id: string) => (await remove(dev, id)).body.error;
    const child = await make('Child', frame(node('hold', 'wait', { mode: 'signal', signal: 'go' })));
    const { body: draft } = await tryDraft(dev, child);
    expect(await said(child.id)).toContain('in progress');
    await dev.post(`/api/workflow-runs/${draft.id}/cancel`, { reason: 'enough' });
    await ended(dev, draft.id);
    await dev.post(`/api/workflows/${child.id}/versions`, { documentHash: child.documentHash });
    const parent = await make('Parent', frame(node('sub', 'sub_workflow', { workflow: child.id })));
    expect(await said(child.id)).toContain('“Parent” starts');
    expect((await remove(dev, parent.id)).status).toBe(200);
    const watched = await make('Watched', frame(), { errorWorkflow: child.id });
    expect(await said(child.id)).toContain('“Watched” starts');
    expect((await remove(dev, watched.id)).status).toBe(200);
    const earlier = await make('Earlier', frame(node('sub', 'sub_workflow', { workflow: child.id })));
    await dev.post(`/api/workflows/${earlier.id}/versions`, { documentHash: earlier.documentHash });
    const { body: later } = await dev.put(`/api/workflows/${earlier.id}`, {
      revision: earlier.revision,
      document: documentOf('Earlier', frame()),
    });
    await dev.post(`/api/workflows/${earlier.id}/versions`, { documentHash: later.documentHash });
    expect(await said(child.id)).toContain('Version 1 of “Earlier” starts');
    expect((await remove(dev, earlier.id)).status).toBe(200);
    const { body: live } = await dev.post(`/api/workflows/${child.id}/runs`, {});
    await dev.post(`/api/workflow-runs/${live.id}/cancel`, { reason: 'enough' });
    expect(await said(child.id)).toContain('Retire it instead');
    expect((await dev.get(`/api/workflows/${child.id}`)).status).toBe(200);
  });
});
