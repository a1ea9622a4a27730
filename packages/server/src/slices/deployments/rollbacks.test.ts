import { beforeAll, describe, expect, it } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { deployable, deployed, order, publish, until } from './deployed-agent.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

async function twoDeployments() {
  const people = await deployable(ctx);
  await deployed(people, order(people.first, 'prod'));
  const second = await publish(people.dev, 'two');
  const watched = await deployed(people, order(second, 'prod', people.first));
  return { ...people, second, watched };
}

describe('an emergency rollback', () => {
  it('[REL-9] [DEPLOY-03] [DEPLOY-04] puts the version before back at once, and is in the history', async () => {
    const { dev, operator, manager, viewer, watched } = await twoDeployments();
    const wanted = { environment: 'prod', reason: 'Wrong rates' };
    expect((await dev.post('/api/rollbacks', wanted)).status).toBe(403);
    const silent = await operator.post('/api/rollbacks', { environment: 'prod', reason: '' });
    expect(silent.status).toBe(400);
    const done = await operator.post('/api/rollbacks', wanted);
    expect([done.status, done.body.agents]).toEqual([
      201,
      [{ agentId: 'payer', agent: 'Payer', from: '1.0.1', to: '1.0.0' }],
    ]);
    expect(done.body).toMatchObject({ by: 'agent-operator', progress: 100, status: 'completed' });
    expect((await operator.post('/api/agents/payer/runs', {})).body.version).toBe(1);
    expect(await until(operator, watched.id, ({ status }) => status === 'failed')).toMatchObject({
      problems: ['Ended by a rollback: Wrong rates'],
    });
    const { rows } = (await viewer.get('/api/rollbacks')).body;
    expect(rows.map(({ id }: { id: string }) => id)).toEqual([done.body.id]);
    const notices = (await manager.get('/api/notices')).body.rows;
    expect(notices[0]).toMatchObject({ title: '1 agent was rolled back in Production', severity: 'warning' });
    const again = await operator.post('/api/rollbacks', { ...wanted, agents: ['payer'] });
    expect([again.status, again.body.error]).toEqual([
      409,
      'Nothing ran before “Payer” there. Leave it out.',
    ]);
  });

  it('[REL-9] takes less than a second for 100 agents, all or none', async () => {
    const { tenant, operator, first, second } = await twoDeployments();
    const { owner } = ctx.ctx.db;
    await owner.query(
      `INSERT INTO agent_registry (tenant_id, agent_id, name, created_by, updated_by)
       SELECT tenant_id, 'agent-' || n, 'Agent ' || n, created_by, created_by FROM agent_registry, generate_series(1, 100) n
        WHERE tenant_id = $1 AND agent_id = 'payer'`,
      [tenant.tenantId],
    );
    for (const table of ['agent_versions', 'agent_workflow_bindings', 'pipeline_executions']) {
      const { rows } = await owner.query<{ columns: string }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
          WHERE table_name = $1 AND column_name NOT IN ('id', 'agent_id')`,
        [table],
      );
      const columns = rows[0]?.columns;
      await owner.query(
        `INSERT INTO ${table} (id, agent_id, ${columns}) SELECT gen_random_uuid(), 'agent-' || n, ${columns}
           FROM ${table}, generate_series(1, 100) n WHERE tenant_id = $1 AND agent_id = 'payer'`,
        [tenant.tenantId],
      );
    }
    const started = performance.now();
    const done = await operator.post('/api/rollbacks', { environment: 'prod', reason: 'All of them' });
    const took = performance.now() - started;
    expect([done.status, done.body.agents.length]).toEqual([201, 101]);
    process.stderr.write(
      `rollback of 101 agents: ${Math.round(took)} ms, ${done.body.durationMs} ms inside\n`,
    );
    const where = async (hash: string) => {
      const counted = await owner.query(
        `SELECT count(*)::int AS n FROM agent_workflow_bindings WHERE tenant_id = $1 AND agent_version = $2 AND is_active`,
        [tenant.tenantId, hash],
      );
      return counted.rows[0].n;
    };
    expect([await where(first), await where(second)]).toEqual([101, 0]);
  });
});

describe('restore points', () => {
  it('[REL-10] keep what ran before each switch, are compared, and restored with a backup', async () => {
    const { operator, viewer, dev, first } = await twoDeployments();
    const points = (await viewer.get('/api/restore-points')).body.rows;
    expect(points.map((point: { agents: number; type: string }) => [point.type, point.agents])).toEqual([
      ['switch', 1],
      ['switch', 0],
    ]);
    const [before, empty] = points;
    const changes = await viewer.get(`/api/restore-points/${before.id}/changes`);
    expect(changes.body.agents).toEqual([{ agentId: 'payer', agent: 'Payer', from: '1.0.1', to: '1.0.0' }]);
    const restore = { reason: 'As it was' };
    expect((await dev.post(`/api/restore-points/${before.id}/restore`, restore)).status).toBe(403);
    const done = await operator.post(`/api/restore-points/${before.id}/restore`, restore);
    expect([done.status, done.body.restorePoint]).toEqual([201, before.id]);
    const same = await operator.post(`/api/restore-points/${before.id}/restore`, restore);
    expect([same.status, same.body.error]).toEqual([
      409,
      'The environment runs exactly this already. Nothing was restored.',
    ]);
    // back to what ran before the restore, and then to nothing at all
    const back = await operator.post(`/api/restore-points/${done.body.backupPoint}/restore`, restore);
    expect(back.body.agents).toEqual([{ agentId: 'payer', agent: 'Payer', from: '1.0.0', to: '1.0.1' }]);
    const none = await operator.post(`/api/restore-points/${empty.id}/restore`, restore);
    expect(none.body.agents).toEqual([{ agentId: 'payer', agent: 'Payer', from: '1.0.1', to: null }]);
    const cells = (await viewer.get('/api/deployed-agents')).body.rows[0];
    expect([cells.runsIn, cells.cells[2].stable]).toEqual([null, null]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
  });
});
