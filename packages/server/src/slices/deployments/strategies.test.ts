import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { deployable, deployed, order, publish, until } from './deployed-agent.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

const sql = (text: string, values: unknown[]) => ctx.ctx.db.owner.query(text, values);

/** Ended runs of a version in staging, as its traffic would leave them: one each second from a moment on. */
async function ran(
  tenantId: string,
  hash: string,
  given: { runs: number; failed: number; slot: string; daysAgo?: number },
): Promise<void> {
  await sql(
    `INSERT INTO agent_executions (tenant_id, id, environment, parameters, context, status, start_time, end_time, duration, workflow_id,
       workflow_version, document_hash, started_by, agent_version, slot, subject, created_at)
     SELECT v.tenant_id, gen_random_uuid(), 'staging', '{}', '{}', CASE WHEN n <= $4 THEN 'failed' ELSE 'completed' END, t.at, t.at, 100,
            'pay', v.workflow_version, v.manifest->'workflow'->>'hash', v.created_by, v.hash, $5, gen_random_uuid()::text, t.at
       FROM agent_versions v CROSS JOIN generate_series(1, $3::int) n
       CROSS JOIN LATERAL (SELECT now() - $6::int * interval '1 day' + n * interval '1 ms' AS at) t
      WHERE v.tenant_id = $1 AND v.hash = $2`,
    [tenantId, hash, given.runs, given.failed, given.slot, given.daysAgo ?? 0],
  );
}

/** Two versions, of which the first is deployed to staging. */
async function twoVersions() {
  const people = await deployable(ctx);
  await deployed(people, order(people.first, 'staging'));
  const second = await publish(people.dev, 'two');
  return { ...people, second };
}

/** Keeps a deployment from reading runs while they are inserted. */
const rest = (id: string) =>
  sql(`UPDATE pipeline_executions SET wake_at = now() + interval '1 hour' WHERE id = $1`, [id]);
const wake = (id: string) => sql('UPDATE pipeline_executions SET wake_at = now() WHERE id = $1', [id]);
const slots = async (who: Client) => {
  const { rows } = (await who.get('/api/deployed-agents')).body;
  const { stable, canary, preview } = rows[0].cells[1];
  return [stable?.version ?? null, canary?.version ?? null, preview?.version ?? null];
};

describe('a canary', () => {
  it('[DEPLOY-12] [REL-2] takes a share of the runs, each subject always by the same version', async () => {
    const people = await twoVersions();
    const { operator, first, second } = people;
    const canary = { ...order(second, 'staging', first), strategy: 'canary', stickyBy: ['payee'] };
    const { id } = await deployed(people, canary);
    expect(await slots(operator)).toEqual(['1.0.0', '1.0.1', null]);
    const share = 'SELECT percent FROM agent_workflow_bindings WHERE slot = $1 AND deployment_id = $2';
    expect((await sql(share, ['canary', id])).rows).toEqual([{ percent: 10 }]);
    // so that both versions have subjects among a few
    await sql(`UPDATE agent_workflow_bindings SET percent = 50 WHERE deployment_id = $1`, [id]);
    const versions = new Map<string, Set<number>>();
    for (let turn = 0; turn < 2; turn += 1) {
      for (let payee = 0; payee < 16; payee += 1) {
        const { body } = await operator.post('/api/workflows/pay/runs', { input: { payee } });
        const seen = versions.get(String(payee)) ?? new Set();
        versions.set(String(payee), seen.add(body.version));
      }
    }
    expect([...versions.values()].every((seen) => seen.size === 1)).toBe(true);
    expect(new Set([...versions.values()].flatMap((seen) => [...seen])).size).toBe(2);
    const stopped = await operator.post(`/api/deployments/${id}/decide`, { decision: 'abort' });
    expect(stopped.status).toBe(200);
    const ended = await until(operator, id, ({ status }) => status === 'failed');
    expect(ended.problems).toEqual(['Stopped by agent-operator.']);
    expect(await slots(operator)).toEqual(['1.0.0', null, null]);
  });

  it('[REL-7] is rolled back by itself when its runs fail more often', async () => {
    const people = await twoVersions();
    const { operator, tenant, first, second } = people;
    const { id } = await deployed(people, { ...order(second, 'staging', first), strategy: 'canary' });
    await rest(id);
    await ran(tenant.tenantId, first, { runs: 180, failed: 1, slot: 'stable' });
    await ran(tenant.tenantId, second, { runs: 20, failed: 15, slot: 'canary' });
    await wake(id);
    const ended = await until(operator, id, ({ status }) => status === 'failed');
    expect(ended).toMatchObject({ verdict: 'roll-back', stage: 'watch' });
    expect(ended.problems[0]).toMatch(
      /^Rolled back automatically: \d+ of \d+ runs failed, before \d+ of \d+\.$/,
    );
    expect(ended.evidence[0]).toMatchObject({ metric: 'failed' });
    expect(ended.evidence[0].eValue).toBeGreaterThanOrEqual(400);
    expect(await slots(operator)).toEqual(['1.0.0', null, null]);
    const { rows } = (await operator.get('/api/notices')).body;
    expect(rows[0]).toMatchObject({ title: 'Payer 1.0.1 was not deployed to Staging', severity: 'error' });
  });

  it('[REL-7] is promoted when its runs are as good', async () => {
    const people = await twoVersions();
    const { operator, tenant, first, second } = people;
    const { id } = await deployed(people, { ...order(second, 'staging', first), strategy: 'canary' });
    await rest(id);
    await ran(tenant.tenantId, first, { runs: 1_800, failed: 9, slot: 'stable' });
    await ran(tenant.tenantId, second, { runs: 200, failed: 1, slot: 'canary' });
    await wake(id);
    const ended = await until(operator, id, ({ status }) => status === 'completed');
    expect(ended).toMatchObject({ progress: 100, verdict: 'promote' });
    expect(await slots(operator)).toEqual(['1.0.1', null, null]);
  });

  it('[REL-7] needs a version to compare with, and outcomes before it is promoted by a person', async () => {
    const people = await deployable(ctx);
    const { operator, first } = people;
    const alone = await operator.post('/api/deployments', { ...order(first, 'staging'), strategy: 'canary' });
    expect([alone.status, alone.body.error]).toEqual([
      409,
      'Nothing runs in Staging to compare with. Choose another strategy.',
    ]);
    const { id } = await deployed(people, order(first, 'staging'));
    const late = await operator.post(`/api/deployments/${id}/decide`, { decision: 'promote' });
    expect(late.status).toBe(409);
  });

  it('[REL-8] is preceded by how soon it would find a worse version', async () => {
    const { operator, tenant, first } = await twoVersions();
    await ran(tenant.tenantId, first, { runs: 1_000, failed: 10, slot: 'stable' });
    const { body } = await operator.get('/api/deployment-outlook?agent=payer&environment=staging');
    expect(body).toMatchObject({ runsAWeek: 1_000, failureRate: 0.01, handlesMoney: false });
    const [two, five, ten] = body.detections;
    expect([two.failureRate, two.outcomes]).toEqual([0.02, null]);
    expect([five.failureRate, five.outcomes]).toEqual([0.05, expect.any(Number)]);
    expect(five.days).toBeCloseTo(five.outcomes / (1_000 / 7 / 10), 5);
    expect(ten.outcomes).toBeLessThan(five.outcomes);
  });
});

describe('other strategies', () => {
  it('[DEPLOY-13] blue-green changes both versions over, and open runs keep theirs', async () => {
    const people = await twoVersions();
    const { operator, first, second } = people;
    const done = await deployed(people, { ...order(second, 'staging', first), strategy: 'blue-green' });
    expect(done.stages.map(({ name }: { name: string }) => name)).toEqual([
      'check',
      'gates',
      'approval',
      'preview',
      'switch',
    ]);
    expect(await slots(operator)).toEqual(['1.0.1', null, '1.0.0']);
  });

  it('[REL-11] [DEPLOY-07] a version switched to at once is put back when its runs are worse than the week before', async () => {
    const people = await twoVersions();
    const { operator, tenant, first, second } = people;
    await ran(tenant.tenantId, first, { runs: 400, failed: 4, slot: 'stable', daysAgo: 2 });
    const staging = async () => (await operator.get('/api/environments')).body.rows[1];
    expect(await staging()).toMatchObject({ id: 'staging', status: 'healthy' });
    const watched = await deployed(people, order(second, 'staging', first));
    expect([watched.status, watched.stage]).toEqual(['running', 'watch']);
    expect((await staging()).status).toBe('deploying');
    expect(await slots(operator)).toEqual(['1.0.1', null, null]);
    await rest(watched.id);
    await ran(tenant.tenantId, second, { runs: 30, failed: 25, slot: 'stable' });
    await wake(watched.id);
    const ended = await until(operator, watched.id, ({ status }) => status === 'failed');
    expect(ended.progress).toBeGreaterThanOrEqual(watched.progress);
    expect(await slots(operator)).toEqual(['1.0.0', null, null]);
    expect((await staging()).status).toBe('failed');
  });

  it('[REL-18] a version without figures of one before is put back when it fails far beyond the target of its environment', async () => {
    const people = await twoVersions();
    const { admin, operator, tenant, first, second } = people;
    const [, staging] = (await operator.get('/api/environments')).body.rows;
    const { revision, rules } = staging;
    const changed = await admin.put('/api/environments/staging', { ...rules, revision, target: 99.5 });
    expect([changed.status, changed.body.rules?.target]).toEqual([200, 99.5]);
    const watched = await deployed(people, order(second, 'staging', first));
    await rest(watched.id);
    await ran(tenant.tenantId, second, { runs: 19, failed: 2, slot: 'stable' });
    await wake(watched.id);
    const looked = 'SELECT wake_at > now() AS done FROM pipeline_executions WHERE id = $1';
    await expect.poll(async () => (await sql(looked, [watched.id])).rows).toEqual([{ done: true }]);
    expect((await operator.get(`/api/deployments/${watched.id}`)).body.status).toBe('running');
    await ran(tenant.tenantId, second, { runs: 1, failed: 0, slot: 'stable' });
    await wake(watched.id);
    const ended = await until(operator, watched.id, ({ status }) => status === 'failed');
    expect(ended.verdict).toBe('roll-back');
    expect(ended.stages.at(-1).text).toBe(
      'Rolled back automatically: 2 of 20 runs of the last hour failed; 99.5% must complete.',
    );
    expect(await slots(operator)).toEqual(['1.0.0', null, null]);
  });
});
