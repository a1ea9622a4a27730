import { api } from '@attain/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { approve, deployable, deployed, order, publish, until } from './deployed-agent.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

const run = async (who: Client) => (await who.post('/api/agents/payer/runs', {})).body;

describe('a deployment', () => {
  it('[REL-1] [AGENT-15] [VERS-25] runs the newest version until the first deployment, then only what is deployed', async () => {
    const people = await deployable(ctx);
    const { dev, operator, first } = people;
    expect(await run(operator)).toMatchObject({ version: 1 });
    const second = await publish(dev, 'two');
    expect(await run(operator)).toMatchObject({ version: 2 });
    await deployed(people, order(first, 'staging'));
    const third = await publish(dev, 'three');
    expect(await run(operator)).toMatchObject({ version: 1 });
    const inWorkflow = await operator.post('/api/workflows/pay/runs', { key: 'k' });
    expect(inWorkflow.body).toMatchObject({ version: 1 });
    const asInstance = async (environment: string) => {
      const made = await dev.put('/api/agent-instances', { agent: 'payer', name: environment, environment });
      const { published } = (await dev.get('/api/agents/payer', { environment })).body;
      return operator.post('/api/agents/payer/runs', { instance: made.body.id, published });
    };
    expect((await asInstance('staging')).body).toMatchObject({ version: 1 });
    expect((await asInstance('dev')).body).toMatchObject({ version: 3 });
    expect(await asInstance('prod')).toMatchObject({
      status: 409,
      body: { error: 'The agent of “Pay” is not deployed to Production. Deploy it there first.' },
    });
    await deployed(people, order(third, 'staging', first));
    expect(await run(operator)).toMatchObject({ version: 3 });
    expect(second).not.toBe(third);
    const { rows } = await ctx.ctx.db.owner.query(
      `SELECT environment, slot, agent_version FROM agent_executions WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [people.tenant.tenantId],
    );
    expect(rows).toEqual([{ environment: 'staging', slot: 'stable', agent_version: third }]);
  });

  it('[REL-4] [DEPLOY-08] [DEPLOY-09] [DEPLOY-10] waits for the approval of a second person, who did not make the version', async () => {
    const people = await deployable(ctx);
    const { dev, operator, manager, admin, viewer, first } = people;
    expect((await viewer.post('/api/deployments', order(first, 'prod'))).status).toBe(403);
    expect((await manager.post('/api/deployments', order(first, 'prod'))).status).toBe(403);
    const ordered = await dev.post('/api/deployments', { ...order(first, 'prod'), reason: 'Go live' });
    expect(ordered.status).toBe(201);
    expect(api.deployments.create['~orpc'].outputSchema?.safeParse(ordered.body).success).toBe(true);
    const { id } = ordered.body;
    const production = async () =>
      (await viewer.get('/api/environments')).body.rows.find((row: { id: string }) => row.id === 'prod');
    const waiting = await until(dev, id, ({ approvalId }) => approvalId !== null);
    expect(waiting).toMatchObject({ status: 'pending', stage: 'approval', progress: 50, reason: 'Go live' });
    expect(waiting.stages.map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      'completed',
      'running',
      'pending',
    ]);
    const again = await operator.post('/api/deployments', order(first, 'prod'));
    expect([again.status, again.body.error]).toEqual([
      409,
      'Another deployment of “Payer” to Production has not ended.',
    ]);
    expect((await approve(dev, waiting.approvalId)).status).toBe(403);
    expect((await approve(manager, waiting.approvalId)).status).toBe(200);
    const done = await until(dev, id, ({ status }) => status === 'completed');
    expect(done).toMatchObject({ progress: 100, stage: null, deployedBy: 'agent-developer', error: null });
    expect(done.duration).toBeGreaterThan(0);
    expect(await production()).toMatchObject({
      name: 'Production',
      type: 'production',
      status: 'healthy',
      version: '1.0.0',
      agents: 1,
      lastDeploy: { by: 'agent-developer', agent: 'Payer' },
    });
    expect((await production()).instances).toBeGreaterThan(0);
    const notices = (await dev.get('/api/notices')).body.rows.map(({ title }: { title: string }) => title);
    expect(notices).toContain('Payer 1.0.0 runs in Production');
    const log = await admin.get('/api/audit?limit=100');
    const acts = log.body.rows.map((row: { action: string }) => row.action);
    expect(acts.filter((act: string) => act === 'deployment.completed')).toHaveLength(1);
  });

  it('[REL-5] [DEPLOY-05] can be withdrawn while it waits, and is then retried as a new one', async () => {
    const { operator, manager, first } = await deployable(ctx);
    const { body } = await operator.post('/api/deployments', order(first, 'staging'));
    const early = await operator.post(`/api/deployments/${body.id}/retry`);
    expect([early.status, early.body.error]).toEqual([409, 'Only failed deployments can be retried.']);
    await until(operator, body.id, ({ approvalId }) => approvalId !== null);
    const gone = await operator.post(`/api/deployments/${body.id}/withdraw`, { reason: 'Too early' });
    expect(gone.body).toMatchObject({
      status: 'failed',
      approvalId: null,
      problems: ['Withdrawn by agent-operator. Too early'],
    });
    const retried = await operator.post(`/api/deployments/${body.id}/retry`);
    expect([retried.status, retried.body.retryOf]).toEqual([201, body.id]);
    const waiting = await until(operator, retried.body.id, ({ approvalId }) => approvalId !== null);
    const { body: request } = await manager.get(`/api/approvals/${waiting.approvalId}`);
    const rejection = { decision: 'reject', hash: request.hash, reason: 'Not tested' };
    expect((await manager.post(`/api/approvals/${waiting.approvalId}/decide`, rejection)).status).toBe(200);
    const rejected = await until(operator, retried.body.id, ({ status }) => status === 'failed');
    expect(rejected.problems).toEqual(['Rejected by manager: Not tested']);
    const { rows } = (await operator.get('/api/deployments?status=failed')).body;
    expect(rows.map((row: { id: string }) => row.id)).toEqual([retried.body.id, body.id]);
  });

  it('[REL-3] [REL-6] is rejected where an environment is frozen or follows, and for what can’t run', async () => {
    const people = await deployable(ctx);
    const { dev, operator, admin, first } = people;
    const rejected = async (given: object) => (await operator.post('/api/deployments', given)).body.error;
    expect(await rejected(order(first, 'dev'))).toBe(
      'Development follows the newest version. Deploy to another environment.',
    );
    expect(await rejected(order('0'.repeat(64), 'prod'))).toBe('Version of this agent not found.');
    expect(await rejected(order(first, 'prod', first))).toContain(
      'Another version runs in Production by now',
    );
    const rules = { revision: 0, autoDeploy: false, needsApproval: 'always' };
    expect((await dev.put('/api/environments/prod', rules)).status).toBe(403);
    const backwards = { ...rules, frozenFrom: '2026-02-02T00:00:00Z', frozenUntil: '2026-02-01T00:00:00Z' };
    expect((await admin.put('/api/environments/prod', backwards)).status).toBe(400);
    const freeze = { ...rules, frozenUntil: '2999-01-01T00:00:00Z', freezeReason: 'Year end' };
    const saved = await admin.put('/api/environments/prod', freeze);
    expect(saved.body).toMatchObject({ isFrozen: true, revision: 1 });
    expect((await admin.put('/api/environments/prod', freeze)).status).toBe(409);
    expect(await rejected(order(first, 'prod'))).toBe(
      'Production is frozen until 2999-01-01 00:00 UTC: Year end.',
    );
    await publish(dev, 'two');
    const old = `/api/agents/payer/versions/${first}/status`;
    await dev.post(old, { status: 'deprecated' });
    expect(await rejected(order(first, 'staging'))).toBe(
      'Version 1.0.0 is deprecated. Only active versions run.',
    );
  });

  it('[CONF-DATA-04] [CONF-BUILD-19] one agent has a version in each environment', async () => {
    const people = await deployable(ctx);
    const { dev, operator, viewer, first } = people;
    await deployed(people, order(first, 'prod'));
    const second = await publish(dev, 'two');
    await deployed(people, order(second, 'staging'));
    const { rows } = (await viewer.get('/api/deployed-agents')).body;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ id: 'payer', newest: { version: '1.0.1' }, runsIn: 'prod' });
    const cells = rows[0].cells.map((cell: { environment: string; stable: { version: string } | null }) => [
      cell.environment,
      cell.stable?.version ?? null,
    ]);
    expect(cells).toEqual([
      ['dev', null],
      ['staging', '1.0.1'],
      ['prod', '1.0.0'],
    ]);
    expect(await run(operator)).toMatchObject({ version: 1 });
    const versions = (await dev.get('/api/agents/payer/versions')).body.rows;
    expect(versions.map((row: { deployments: number }) => row.deployments)).toEqual([1, 1]);
  });

  it('[REL-1] a version that is named runs in development, beside what is deployed', async () => {
    const people = await deployable(ctx);
    const { dev, operator, first } = people;
    await deployed(people, order(first, 'prod'));
    await publish(dev, 'two');
    const started = await operator.post('/api/workflows/pay/runs', { version: 2 });
    expect(started.body).toMatchObject({ version: 2 });
    const { rows } = await ctx.ctx.db.owner.query(
      'SELECT environment, slot FROM agent_executions WHERE id = $1',
      [started.body.id],
    );
    expect(rows).toEqual([{ environment: 'dev', slot: null }]);
  });
});
