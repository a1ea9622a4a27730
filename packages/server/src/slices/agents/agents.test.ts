import { AgentForm, AgentSummary } from '@attain/contract/agents/agents';
import { api } from '@attain/contract/api';
import type { Role } from '@attain/domain/access/permissions';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentRegistry } from '../../db/schema/agents.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

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

  it('[AFORM-53] [DATA-agent_registry-01] the form is the table without what the server writes', () => {
    const ours = ['tenantId', 'revision', 'createdBy', 'updatedBy', 'createdAt', 'updatedAt'];
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
