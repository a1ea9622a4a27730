import { AgentForm, AgentSummary } from '@attain/contract/agents/agents';
import { api } from '@attain/contract/api';
import type { Role } from '@attain/domain/access/permissions';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentRegistry } from '../../db/schema/agents.ts';
import { endByForce } from '../../runs/engine/end-by-force.ts';
import { fireSchedules } from '../../runs/schedules/fire-schedules.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { triggerSchedules } from '../workflow-runs/triggers/trigger-schedules.ts';
import { recountInstances } from './recount-instances.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

async function developer(...others: Role[]) {
  const roles = ['agent-developer', ...others].map((role) => [role, { participantId: null }] as const);
  const tenant = await ctx.newTenant(Object.fromEntries(roles));
  return { tenant, dev: tenant.as('agent-developer') };
}

/** Gives out what its input says, at once or after somebody has said so. */
function giving(name: string, asks = false): Workflow {
  const base = { title: '', position: { x: 0, y: 0 } };
  const middle = asks
    ? [{ ...base, id: 'ask', type: 'approval', config: { title: 'Go on?', queue: 'finance' } }]
    : [];
  const link = (id: string, from: string, port: string, to: string) => ({
    id,
    from: { node: from, port },
    to: { node: to, port: 'in' },
  });
  return {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [
      { ...base, id: 'begin', type: 'start', config: {} },
      ...middle,
      { ...base, id: 'finish', type: 'end', config: {} },
    ],
    edges: asks
      ? [link('a', 'begin', 'out', 'ask'), link('b', 'ask', 'approved', 'finish')]
      : [link('a', 'begin', 'out', 'finish')],
  };
}

async function published(dev: Client, document: Workflow): Promise<string> {
  const made = await dev.post('/api/workflows', { name: document.name, document });
  expect(made.body.problems).toEqual([]);
  await dev.post(`/api/workflows/${made.body.id}/versions`, { documentHash: made.body.documentHash });
  return made.body.id;
}

describe('the registry of agents', () => {
  it('[API-06] [API-08] [API-09] [API-12] [API-14] [CONF-SHELL-11] keeps an agent, answers its name and id, lists and reads it', async () => {
    const { dev } = await developer();
    const made = await dev.post('/api/agents', { name: 'Payout Validator' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Payout Validator', agentId: 'payout-validator', revision: 1 });
    const one = await dev.get('/api/agents/payout-validator');
    expect(one.body).toEqual(made.body);
    const list = await dev.get('/api/agents');
    expect(api.agents.list['~orpc'].outputSchema?.safeParse(list.body).success).toBe(true);
    expect(list.body).toMatchObject({ total: 1, nextCursor: null, rows: [{ id: 'payout-validator' }] });
  });

  it('[API-07] [AFORM-42] [AFORM-43] [AFORM-44] [AFORM-46] [CONF-BUILD-06] [CONF-BUILD-08] gives back every field as it came', async () => {
    const { dev } = await developer();
    const form = {
      agentId: 'everything',
      name: 'Everything',
      description: 'All of it',
      environment: 'prod',
      type: 'Validator',
      category: 'Dispute Resolution Agent',
      module: 'disputes',
      submodule: 'evidence',
      capabilities: [{ id: 'c1', name: 'Reads', description: 'reads deals', enabled: false }],
      defaultParameters: { limit: 1.5 },
      parameterSchema: { type: 'object' },
      isTemplate: true,
      isCustomizable: false,
      riskLevel: 'high',
      trustThreshold: 0.91,
      version: '2.1.0',
      isActive: false,
      parameters: [
        {
          id: 'p1',
          name: 'mode',
          type: 'select',
          description: '',
          defaultValue: 'a',
          required: true,
          options: ['a'],
        },
      ],
      triggerConditions: ['deal closed', 'month ends'],
      workflowId: null,
    };
    expect(Object.keys(form).sort()).toEqual(Object.keys(AgentForm.shape).sort());
    const made = await dev.post('/api/agents', form);
    expect(made.body).toMatchObject(form);
    const { agentId, ...rest } = form;
    const saved = await dev.put(`/api/agents/${agentId}`, { ...rest, name: 'Anew', revision: 1 });
    expect(saved.body).toMatchObject({ ...form, name: 'Anew', revision: 2 });
    expect((await dev.get(`/api/agents/${agentId}`)).body).toEqual(saved.body);
  });

  it('[AFORM-53] [DATA-ALL-11] [DATA-agent_registry-01] the form is the table without what the server writes', () => {
    const ours = ['id', 'tenantId', 'revision', 'createdBy', 'updatedBy', 'createdAt', 'updatedAt'];
    const columns = Object.keys(getTableColumns(agentRegistry)).filter((name) => !ours.includes(name));
    expect(Object.keys(AgentForm.shape).sort()).toEqual(columns.sort());
  });

  it('[DATA-agent_registry-03] [DATA-agent_registry-04] [DATA-agent_registry-05] [DATA-agent_registry-06] [DATA-agent_registry-07] [DATA-agent_registry-08] has the stated defaults in the table itself', async () => {
    const { tenant } = await developer();
    const stored = await ctx.ctx.db.owner.query(
      `INSERT INTO agent_registry (tenant_id, agent_id, name, created_by, updated_by) VALUES ($1, 'x', 'x', $1, $1)
       RETURNING environment, is_customizable, risk_level, trust_threshold, version, is_active`,
      [tenant.tenantId],
    );
    expect(Object.values(stored.rows[0])).toEqual(['dev', true, 'low', '0.85', '1.0.0', true]);
  });

  it('[AFORM-58] [CONF-DATA-03] [DATA-agent_registry-02] refuses an id twice in a workspace, in words, and none of another', async () => {
    const { dev } = await developer();
    const other = await developer();
    await dev.post('/api/agents', { name: 'A b' });
    const twice = await dev.post('/api/agents', { name: 'a-B' });
    expect([twice.status, twice.body.error]).toEqual([409, expect.stringContaining('“a-b”')]);
    expect((await other.dev.post('/api/agents', { name: 'A b' })).status).toBe(201);
  });

  it('[AFORM-41] [CONF-BUILD-07] belongs to the workspace of the session, whatever a body says', async () => {
    const { dev } = await developer();
    const other = await developer();
    const body = { name: 'Stray', tenantId: other.tenant.tenantId };
    expect((await dev.post('/api/agents', body)).status).toBe(201);
    expect((await other.dev.get('/api/agents')).body.total).toBe(0);
    expect((await dev.get('/api/agents')).body.total).toBe(1);
  });

  it('[AUTH-22] is written by nobody signed out, read by those who may, written by builders only', async () => {
    const { tenant } = await developer('viewer', 'sales-rep');
    const post = (headers: Record<string, string>) =>
      fetch(`${ctx.url}/api/agents`, { method: 'POST', body: '{"name":"x"}', headers });
    expect((await post({ 'content-type': 'application/json' })).status).toBe(401);
    expect((await tenant.as('viewer').get('/api/agents')).status).toBe(200);
    expect((await tenant.as('viewer').post('/api/agents', { name: 'x' })).status).toBe(403);
    expect((await tenant.as('sales-rep').get('/api/agents')).status).toBe(403);
  });

  it('tells every wrong place, and keeps two editors apart', async () => {
    const { dev } = await developer();
    const bad = await dev.post('/api/agents', { name: ' ', trustThreshold: 1.01, version: 'x' });
    expect([bad.status, bad.body.issues.map((one: { rule: string }) => one.rule)]).toEqual([
      400,
      ['AGENT-2', 'AGENT-3', 'AGENT-4'],
    ]);
    const { body } = await dev.post('/api/agents', { name: 'Shared' });
    expect((await dev.put('/api/agents/shared', { ...body, description: 'first' })).status).toBe(200);
    const late = await dev.put('/api/agents/shared', { ...body, description: 'second' });
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('revision 2')]);
    expect((await dev.get('/api/agents/shared')).body.description).toBe('first');
  });
});

describe('what an agent runs', () => {
  const totals = async (dev: Client) => (await dev.get('/api/agents')).body.totals;

  it('[GAL-10] [GAL-28] [CONF-GAL-04] [CONF-GAL-06] stands and saves as its latest runs say, and says nothing before', async () => {
    const { dev } = await developer();
    const workflowId = await published(dev, giving('Gives'));
    await dev.post('/api/agents', { name: 'Saver', workflowId });
    await dev.post('/api/agents', { name: 'Bystander' });
    const before = (await dev.get('/api/agents', { search: 'saver' })).body.rows[0];
    expect(AgentSummary.parse(before)).toMatchObject({
      id: 'saver',
      runnable: true,
      status: 'idle',
      progress: null,
      lastRun: null,
      savings: null,
      accuracy: null,
      processedDeals: null,
      summary: null,
    });
    expect(await totals(dev)).toEqual({ agents: 2, running: 0, completed: 0, savings: null });
    const first = { processed: 12, savings: '1500.50', accuracy: '0.975', summary: 'Twelve deals' };
    const run = await dev.post('/api/agents/saver/runs', { input: first });
    expect([run.status, run.body.workflowId, run.body.status]).toEqual([201, workflowId, 'completed']);
    const after = (await dev.get('/api/agents')).body;
    expect(after.rows[1]).toMatchObject({
      status: 'completed',
      progress: null,
      lastRun: { id: run.body.id, status: 'completed' },
      savings: '1500.50',
      accuracy: '0.975',
      processedDeals: 12,
      summary: 'Twelve deals',
    });
    expect(after.totals).toEqual({ agents: 2, running: 0, completed: 1, savings: '1500.50' });
    // a later run says it anew; what is no figure is none
    await dev.post('/api/agents/saver/runs', {
      input: { processed: 'many', savings: '1e9', accuracy: null },
    });
    expect((await dev.get('/api/agents')).body.rows[1]).toMatchObject({
      savings: null,
      accuracy: null,
      processedDeals: null,
      summary: null,
    });
  });

  it('[GAL-24] [GAL-46] shows progress only while it runs, and stands idle after it was stopped', async () => {
    const { dev } = await developer();
    const workflowId = await published(dev, giving('Asks', true));
    await dev.post('/api/agents', { name: 'Asker', workflowId });
    const run = await dev.post('/api/agents/asker/runs', {});
    const during = (await dev.get('/api/agents')).body;
    expect(during.rows[0]).toMatchObject({
      status: 'running',
      progress: expect.any(Number),
      lastRun: { status: 'waiting', waitingFor: expect.any(String) },
    });
    expect(during.totals).toMatchObject({ running: 1, completed: 0 });
    await dev.post(`/api/workflow-runs/${run.body.id}/cancel`, {});
    expect((await dev.get('/api/agents')).body.rows[0]).toMatchObject({
      status: 'idle',
      progress: null,
      lastRun: { status: 'cancelled' },
    });
  });

  it('[AGENT-8] [AGENT-10] does not start without what it needs, and shares its workflow with no other agent', async () => {
    const { dev } = await developer();
    const workflowId = await published(dev, giving('Needs'));
    const parameters = [{ id: 'p', name: 'period', type: 'string', required: true }];
    await dev.post('/api/agents', { name: 'Needy', workflowId, parameters });
    const lacking = await dev.post('/api/agents/needy/runs', {});
    expect([lacking.status, lacking.body.issues[0].rule]).toEqual([400, 'AGENT-8']);
    expect((await dev.get('/api/workflow-runs')).body.rows).toEqual([]);
    const second = await dev.post('/api/agents', { name: 'Second', workflowId });
    expect([second.status, second.body.error]).toEqual([409, expect.stringContaining('Another agent')]);
    const fixed = { ...(await dev.get('/api/agents/needy')).body, isCustomizable: false };
    await dev.put('/api/agents/needy', fixed);
    const given = await dev.post('/api/agents/needy/runs', { input: { period: '2026-Q1' } });
    expect([given.status, given.body.error]).toEqual([409, expect.stringContaining('with its defaults')]);
    await dev.post('/api/agents', { name: 'Idle' });
    expect((await dev.post('/api/agents/idle/runs', {})).body.error).toContain('no workflow');
    expect((await dev.post('/api/agents', { name: 'Lost', workflowId: 'nowhere' })).status).toBe(404);
  });

  it('[AGENT-13] starts what somebody looked at: not what was published since, in its workflow or inside of it', async () => {
    const { dev } = await developer();
    const inner = await published(dev, giving('Inner'));
    const nested = giving('Outer', true);
    const step = {
      id: 'ask',
      type: 'sub_workflow',
      config: { workflow: inner },
      title: '',
      position: { x: 0, y: 0 },
    };
    const workflowId = await published(dev, {
      ...nested,
      nodes: nested.nodes.map((node) => (node.id === 'ask' ? step : node)),
      edges: nested.edges.map((edge) =>
        edge.from.node === 'ask' ? { ...edge, from: { node: 'ask', port: 'out' } } : edge,
      ),
    });
    await dev.post('/api/agents', { name: 'Looked', workflowId });
    const card = async () => (await dev.get('/api/agents')).body.rows[0];
    const run = (seen: string) => dev.post('/api/agents/looked/runs', { published: seen });
    const again = async (id: string, description: string) => {
      const { revision, document } = (await dev.get(`/api/workflows/${id}`)).body;
      const saved = await dev.put(`/api/workflows/${id}`, {
        revision,
        document: { ...document, description },
      });
      const { documentHash } = saved.body;
      const made = await dev.post(`/api/workflows/${id}/versions`, { documentHash });
      expect(made.status).toBe(200);
    };
    let seen = (await card()).published;
    expect((await dev.get('/api/agents/looked')).body.published).toBe(seen);
    expect((await run(seen)).status).toBe(201);
    for (const id of [workflowId, inner]) {
      await again(id, 'Says something else now');
      const late = await run(seen);
      expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
      expect(late.body.error).toContain('changed after you opened it: version 2');
      seen = (await card()).published;
      expect((await run(seen)).status).toBe(201);
    }
    const { rows } = (await dev.get('/api/workflow-runs', { search: 'Outer' })).body;
    expect(rows.map(({ version }: { version: number }) => version)).toEqual([2, 2, 1]);
  });
});

describe('instances of agents', () => {
  const save = (dev: Client, values: object) => dev.put('/api/agent-instances', values);
  const first = async (dev: Client, agent: string) =>
    (await dev.get('/api/agent-instances', { agent })).body.rows[0];

  it('[AGENT-15] [AGENT-8] [CONF-DATA-07] keeps values that fit the agent under a name, with those before them, and runs with them', async () => {
    const { dev } = await developer('viewer');
    const parameters = [{ id: 'p', name: 'period', type: 'string', required: true }];
    await dev.post('/api/agents', {
      name: 'Copied',
      workflowId: await published(dev, giving('Copied')),
      parameters,
    });
    const lacking = await save(dev, { agent: 'copied', name: 'North' });
    expect([lacking.status, lacking.body.issues[0].rule]).toEqual([400, 'AGENT-8']);
    const north = { agent: 'copied', name: 'North', environment: 'staging', parameters: { period: 'Q1' } };
    const made = await save(dev, north);
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        name: 'North',
        status: 'idle',
        isCustom: true,
        ended: 0,
        confidence: null,
        lastRun: null,
        earlier: [],
      },
    ]);
    expect((await save(dev, north)).body.error).toBe(
      '“Copied” has an instance named “North”. Choose another name.',
    );
    const { id, revision } = made.body;
    const changes = ['Q2', 'Q3'].map((period) =>
      save(dev, { ...north, parameters: { period }, instance: { id, revision } }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const { rows } = (await dev.get('/api/agent-instances')).body;
    expect(rows).toEqual([expect.objectContaining({ revision: 2, earlier: [{ period: 'Q1' }] })]);
    const run = await dev.post('/api/agents/copied/runs', { instance: id, input: { confidence: 0.5 } });
    const { instanceName, input } = (await dev.get(`/api/workflow-runs/${run.body.id}`)).body;
    expect([instanceName, input]).toEqual(['North', { ...rows[0].parameters, confidence: 0.5 }]);
    const one = await ctx.ctx.db.owner.query('SELECT environment FROM agent_executions WHERE id = $1', [
      run.body.id,
    ]);
    expect(one.rows[0].environment).toBe('staging');
    await dev.post('/api/agents/copied/runs', { input: { period: 'Q9' } });
    const ofIt = (await dev.get('/api/workflow-runs', { instance: id })).body.rows;
    expect(ofIt.map((row: { id: string }) => row.id)).toEqual([run.body.id]);
    await dev.post('/api/agents', { name: 'Other', workflowId: await published(dev, giving('Other')) });
    expect((await dev.post('/api/agents/other/runs', { instance: id })).body.error).toBe(
      'Instance not found.',
    );
    const fixed = { ...(await dev.get('/api/agents/copied')).body, isCustomizable: false };
    expect((await dev.put('/api/agents/copied', fixed)).status).toBe(200);
    const bypass = await dev.post('/api/agents/copied/runs', { instance: id });
    expect([bypass.status, bypass.body.error]).toEqual([409, expect.stringContaining('with its defaults')]);
    await dev.post('/api/agents', { name: 'Fixed', isCustomizable: false });
    expect((await save(dev, { agent: 'fixed', name: 'One' })).status).toBe(409);
  });

  it('[AGENT-16] counts each run once when it ends, by itself, by a person or by force, and is running until then', async () => {
    const { tenant, dev } = await developer('finance');
    await dev.post('/api/agents', {
      name: 'Counted',
      workflowId: await published(dev, giving('Counted', true)),
    });
    await dev.post('/api/agents', { name: 'Quick', workflowId: await published(dev, giving('Quick')) });
    const { id } = (await save(dev, { agent: 'counted', name: 'One' })).body;
    const quick = (await save(dev, { agent: 'quick', name: 'Two' })).body;
    const starts = await Promise.all(
      [1, 2, 3, 4].map(() => dev.post('/api/agents/counted/runs', { instance: id })),
    );
    expect(starts.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await first(dev, 'counted')).toMatchObject({ status: 'running', ended: 0, lastRun: null });
    expect((await dev.post(`/api/agent-instances/${id}/remove`, {})).body.error).toBe(
      '“One” has a run that has not ended. Cancel it, or wait.',
    );
    const [forced, decided, ...cancelled] = starts.map(({ body }) => body.id);
    await Promise.all(cancelled.map((run) => dev.post(`/api/workflow-runs/${run}/cancel`, {})));
    expect(await first(dev, 'counted')).toMatchObject({ status: 'running', ended: 2, completed: 0 });
    const tasks = await tenant.as('finance').get('/api/tasks', { runId: decided });
    const task = tasks.body.rows[0].id;
    await tenant.as('finance').post(`/api/tasks/${task}/decide`, { decision: 'approved' });
    expect(await first(dev, 'counted')).toMatchObject({ status: 'running', ended: 3, completed: 1 });
    const force = () =>
      ctx.ctx.db.within(tenant.tenantId, (tx) =>
        endByForce(tx, forced, { what: 'A timer', now: new Date() }),
      );
    await force();
    await force();
    expect(await first(dev, 'counted')).toMatchObject({ status: 'failed', ended: 4, completed: 1 });
    for (const confidence of [0.5, 1, 7, 'high', null])
      await dev.post('/api/agents/quick/runs', { instance: quick.id, input: { confidence } });
    const counted = await first(dev, 'quick');
    expect(counted).toMatchObject({ status: 'idle', ended: 5, completed: 5, confidence: '0.7500' });
    const { rows: stated } = await ctx.ctx.db.owner.query(
      'SELECT confidence::float8 FROM agent_executions WHERE tenant_id = $1 AND instance_id = $2 ORDER BY created_at',
      [tenant.tenantId, quick.id],
    );
    expect(stated.map((one) => one.confidence)).toEqual([0.5, 1, null, null, null]);
    const retried = await dev.post(`/api/workflow-runs/${forced}/retry`, { node: 'ask' });
    expect(retried.body).toMatchObject({ instanceName: 'One' });
    expect(await first(dev, 'counted')).toMatchObject({ status: 'running', ended: 4 });
  });

  it('[AGENT-16] counts the runs that a schedule starts for it, in its environment and with its values', async () => {
    const { tenant, dev } = await developer();
    const parameters = [{ id: 'p', name: 'period', type: 'string', required: true }];
    const workflowId = await published(dev, giving('Planned'));
    await dev.post('/api/agents', { name: 'Planned', workflowId, parameters });
    await dev.post('/api/agents', { name: 'Other', workflowId: await published(dev, giving('Other')) });
    const values = { name: 'North', environment: 'staging', parameters: { period: 'Q1' } };
    const { id } = (await save(dev, { agent: 'planned', ...values })).body;
    const other = (await save(dev, { agent: 'other', name: 'Else' })).body;
    const schedule = { kind: 'schedule', cron: '0 0 1 1 *', timeZone: 'UTC', instance: id };
    const add = (when: object, name: string) =>
      dev.post(`/api/workflows/${workflowId}/triggers`, { name, when });
    expect((await add({ ...schedule, instance: other.id }, 'Wrong')).body.issues).toMatchObject([
      { path: 'when.instance' },
    ]);
    const made = await add(schedule, 'Yearly');
    expect([made.status, made.body.when.instance]).toEqual([201, id]);
    const fire = async () => {
      await ctx.ctx.db.owner.query(
        `UPDATE workflow_triggers SET next_at = date_trunc('year', now()) WHERE id = $1`,
        [made.body.id],
      );
      await fireSchedules(ctx.ctx, [triggerSchedules]);
    };
    await fire();
    await expect.poll(async () => (await first(dev, 'planned')).ended).toBe(1);
    const [run] = (await dev.get('/api/workflow-runs', { instance: id })).body.rows;
    expect(run).toMatchObject({ trigger: 'schedule', instanceName: 'North', status: 'completed' });
    const { body } = await dev.get(`/api/workflow-runs/${run.id}`);
    expect(body.input).toEqual({ period: 'Q1', scheduledFor: expect.any(String) });
    // counters that went wrong are corrected once a day
    const owner = ctx.ctx.db.owner;
    const spoil = `UPDATE agent_instances SET open_runs = 3, status = 'running', execution_count = 0`;
    await owner.query(`${spoil} WHERE id = $1`, [id]);
    await recountInstances(ctx.ctx, tenant.tenantId);
    expect(await first(dev, 'planned')).toMatchObject({ status: 'running', ended: 0 });
    await owner.query(`${spoil}, recounted_at = now() - interval '25 hours' WHERE id = $1`, [id]);
    await recountInstances(ctx.ctx, tenant.tenantId);
    expect(await first(dev, 'planned')).toMatchObject({ status: 'idle', ended: 1, completed: 1 });
    await dev.post(`/api/agent-instances/${id}/remove`, {});
    await owner.query('DELETE FROM agent_executions WHERE id = $1', [run.id]);
    await fire();
    const outcome = async () =>
      (await dev.get(`/api/workflows/${workflowId}/triggers`)).body.rows[0].lastOutcome;
    await expect.poll(outcome).toBe('The instance that “Yearly” runs was deleted. Choose another one.');
  });

  it('[DATA-agent_instances-02] [DATA-agent_instances-03] go with their agent and their owner; their runs stay', async () => {
    const { tenant, dev } = await developer('agent-administrator');
    const admin = tenant.as('agent-administrator');
    for (const name of ['Kept', 'Gone'])
      await dev.post('/api/agents', { name, workflowId: await published(dev, giving(name)) });
    const mine = (await save(dev, { agent: 'gone', name: 'Mine' })).body;
    await save(admin, { agent: 'kept', name: 'Theirs' });
    await save(dev, { agent: 'kept', name: 'Ours' });
    const run = await dev.post('/api/agents/gone/runs', { instance: mine.id });
    expect((await admin.post('/api/agents/gone/remove', {})).status).toBe(200);
    const names = async () =>
      (await dev.get('/api/agent-instances')).body.rows.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Ours', 'Theirs']);
    expect((await dev.get(`/api/workflow-runs/${run.body.id}`)).body).toMatchObject({
      status: 'completed',
      instanceName: null,
    });
    const me = (await admin.get('/api/auth/me')).body;
    await ctx.ctx.db.owner.query('DELETE FROM users WHERE username = $1', [me.user.username]);
    expect(await names()).toEqual(['Ours']);
  });
});

describe('templates of agents', () => {
  it('[AGENT-17] [DATA-agent_templates-02] [CONF-DATA-03] start agents with a workflow of their own, are counted, and are unique in a workspace', async () => {
    const { dev } = await developer();
    const workflowId = await published(dev, giving('Source'));
    const parameters = [{ id: 'p', name: 'period', type: 'string', defaultValue: 'Q1' }];
    await dev.post('/api/agents', {
      name: 'Source',
      workflowId,
      parameters,
      version: '3.1.0',
      category: 'Pay',
    });
    const wanted = { agent: 'source', name: 'Quarter check', tags: ['quarter'], industry: 'SaaS' };
    const both = await Promise.all([1, 2].map(() => dev.post('/api/agent-templates', wanted)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const template = both.find(({ status }) => status === 201)?.body;
    expect(template).toMatchObject({
      ...{ id: 'quarter-check', category: 'Pay', workflow: 'Source', popularity: 0, savedFrom: 'source' },
      agent: { agentId: '', workflowId: null, version: '1.0.0', parameters: [{ name: 'period' }] },
    });
    const twin = await developer();
    await twin.dev.post('/api/agents', { name: 'Source' });
    expect((await twin.dev.post('/api/agent-templates', wanted)).status).toBe(201);
    expect((await twin.dev.post('/api/agents', { name: 'A', template: 'none' })).body.error).toBe(
      'Template not found.',
    );
    for (const name of ['Source', 'North']) {
      const made = await dev.post('/api/agents', {
        ...template.agent,
        agentId: `${name.toLowerCase()}-2`,
        name,
        template: template.id,
      });
      expect([made.status, made.body.workflowId]).toEqual([201, name === 'North' ? 'north' : 'source-2']);
    }
    const copy = (await dev.get('/api/workflows/source-2')).body;
    expect([copy.name, copy.version, copy.document.nodes.length]).toEqual(['Source 2', 0, 2]);
    // an agent that is not created is not counted, and leaves no workflow
    const taken = await dev.post('/api/agents', {
      ...template.agent,
      agentId: 'source',
      template: template.id,
    });
    expect(taken.status).toBe(409);
    const again = { ...wanted, replace: true, isRecommended: true };
    expect((await dev.post('/api/agent-templates', again)).body).toMatchObject({ popularity: 2 });
    expect((await dev.get('/api/workflows')).body.total).toBe(3);
    await dev.post('/api/agent-templates', { agent: 'north-2', name: 'A first' });
    const list = async (query = {}) =>
      (await dev.get('/api/agent-templates', query)).body.rows.map(({ id }: { id: string }) => id);
    expect(await list()).toEqual(['quarter-check', 'a-first']);
    expect(await list({ search: 'saas' })).toEqual(['quarter-check']);
    const page = (await dev.get('/api/agent-templates', { limit: 1 })).body;
    expect(await list({ limit: 1, cursor: page.nextCursor })).toEqual(['a-first']);
    expect((await dev.post('/api/agent-templates', { agent: 'source', name: '—' })).status).toBe(400);
    expect((await dev.post('/api/agent-templates/a-first/remove', {})).status).toBe(200);
    expect((await dev.post('/api/agent-templates/a-first/remove', {})).status).toBe(404);
  });
});
