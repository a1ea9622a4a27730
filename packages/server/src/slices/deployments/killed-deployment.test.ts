import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { builtChild } from '../../testing/built-server.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { deployable } from './deployed-agent.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

/** Performs the job in a process that is killed at a point, if one is named. */
async function perform(tenantId: string, id: string, failpoint: string | null): Promise<string | number> {
  const script = builtChild('job-in-child');
  const ownerUrl = String(ctx.ctx.db.owner.options.connectionString);
  const args = [script, ownerUrl, ctx.ctx.settings.dataDir, 'deployment', tenantId, id];
  const env = { ...process.env, ...(failpoint === null ? {} : { ATTAIN_FAILPOINT: failpoint }) };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

it('[REL-5] a deployment that is killed at every stage is resumed: one switch, one end, and its progress never falls', async () => {
  const { tenant, admin, operator, first } = await deployable(ctx);
  const { owner } = ctx.ctx.db;
  const rules = { revision: 0, autoDeploy: false, needsApproval: 'never' };
  expect((await admin.put('/api/environments/staging', rules)).status).toBe(200);
  const id = newId();
  const stages = ['check', 'gates', 'approval', 'switch'].map((name) => ({
    ...{ name, status: 'pending', startedAt: null, endedAt: null, text: '' },
  }));
  await owner.query(
    `WITH ordered AS (
       INSERT INTO pipeline_executions (tenant_id, id, name, agent_id, environment, strategy, agent_version, stages, stages_total, created_by)
       SELECT tenant_id, $2, 'Payer', agent_id, 'staging', 'auto-rollback', hash, $3, 4, created_by FROM agent_versions
        WHERE tenant_id = $1 AND hash = $4 RETURNING tenant_id, id)
     INSERT INTO jobs (tenant_id, kind, subject_id, status, done, cancel_requested, attempts)
     SELECT tenant_id, 'deployment', id, 'running', 0, false, 0 FROM ordered`,
    [tenant.tenantId, id, JSON.stringify(stages), first],
  );
  // in the queue for tomorrow: until then only the processes of this test perform it
  await owner.query(
    `INSERT INTO pgboss.job (name, singleton_key, start_after) VALUES ('deployment', $1, now() + interval '1 day')`,
    [`${tenant.tenantId}/${id}`],
  );
  const progress: number[] = [];
  const ends: (string | number)[] = [];
  // the third transaction of each process is the stage it works on
  const points = ['before-commit:1', 'after-commit:1'];
  for (let stage = 0; stage < stages.length; stage += 1) points.push('before-commit:3', 'after-commit:3');
  for (const point of [...points, null]) {
    ends.push(await perform(tenant.tenantId, id, point));
    progress.push((await operator.get(`/api/deployments/${id}`)).body.progress);
  }
  expect(ends).toEqual([...points.map(() => 'SIGKILL'), 0]);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(new Set(progress)).toEqual(new Set([0, 25, 50, 75, 100]));
  const { body } = await operator.get(`/api/deployments/${id}`);
  expect(body).toMatchObject({ status: 'completed', progress: 100, stage: null });
  const { rows } = await owner.query(
    'SELECT version, revision, is_active FROM agent_workflow_bindings WHERE tenant_id = $1',
    [tenant.tenantId],
  );
  expect(rows).toEqual([{ version: '1.0.0', revision: 1, is_active: true }]);
  const log = (await admin.get('/api/audit?limit=100')).body.rows as {
    action: string;
    object: { id: string };
  }[];
  const acts = log.filter(({ object }) => object.id === id).map(({ action }) => action);
  expect(acts.filter((act) => act === 'deployment.completed')).toHaveLength(1);
  expect(acts.filter((act) => act === 'deployment.advanced')).toHaveLength(4);
}, 300_000);
