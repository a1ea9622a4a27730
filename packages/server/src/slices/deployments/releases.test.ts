import { api } from '@attain/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { join, newPerson } from '../people/people.fixture.ts';
import { approve, deployable, order, publish, until } from './deployed-agent.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

type Gate = { gate: string; status: string; text: string; approvalId: string };

const gatesOf = (release: { gates: Gate[] }) =>
  Object.fromEntries(release.gates.map(({ gate, status }) => [gate, status]));

/** A suite of the agent’s workflow whose only case ends as it should, run on the newest version. */
async function passingSuite(dev: Client) {
  const made = await dev.post('/api/suites', { name: 'Pay', description: '', workflowId: 'pay' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const test = {
    name: 'Ends',
    startAt: '2026-01-05T09:00:00.000Z',
    input: {},
    variables: {},
    stubs: [],
    expectations: [{ kind: 'status', status: 'completed' }],
  };
  const saved = await dev.post(`/api/suites/${made.body.id}/cases`, {
    revision: made.body.revision,
    caseId: null,
    test,
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return made.body.id as string;
}

async function runSuite(dev: Client, id: string) {
  const { body } = await dev.post('/api/suites/run', { suites: [id], onlyFailed: false, version: null });
  expect(body, JSON.stringify(body)).toBeDefined();
  await expect
    .poll(async () => (await dev.get(`/api/suites/${id}`)).body.status, { timeout: 20_000 })
    .toBe('passed');
}

/** The candidate once it runs in staging, approved there by the manager. */
async function inStaging(people: { operator: Client; manager: Client }, releaseId: string) {
  const { operator, manager } = people;
  const { body } = await operator.get('/api/deployments?environment=staging');
  const waiting = await until(operator, body.rows[0].id, ({ approvalId }) => approvalId !== null);
  await approve(manager, waiting.approvalId ?? '');
  await until(operator, body.rows[0].id, ({ status, stage }) => status === 'completed' || stage === 'watch');
  return (await operator.get(`/api/releases/${releaseId}`)).body;
}

describe('a release', () => {
  it('[REL-12] [REL-13] [REL-15] [REL-16] [VERS-14] [VERS-15] [VERS-23] [VERS-24] goes from candidate through six gates to production', async () => {
    const people = await deployable(ctx);
    const { dev, operator, manager, admin, viewer, first } = people;
    const invite = async () => join(ctx, await admin.post('/api/people/invitations', newPerson('manager')));
    const [second, third] = [await invite(), await invite()];
    const suite = await passingSuite(dev);
    expect((await viewer.post('/api/agents/payer/releases', { hash: first })).status).toBe(403);
    const created = await operator.post('/api/agents/payer/releases', { hash: first, notes: 'First' });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    expect(api.releases.create['~orpc'].outputSchema?.safeParse(created.body).success).toBe(true);
    expect(created.body).toMatchObject({ name: '1.0.0-rc.1', status: 'open', environments: [] });
    expect(gatesOf(created.body)).toEqual({
      'unit-tests': 'failed',
      'security-scan': 'passed',
      'performance-tests': 'failed',
      'qa-approval': 'open',
      'security-review': 'open',
      'change-advisory': 'open',
    });
    const { id } = created.body;
    const promotion = { strategy: 'auto-rollback', replaces: null };
    const early = await operator.post(`/api/releases/${id}/promote`, promotion);
    expect([early.status, early.body.error]).toEqual([409, 'It doesn’t run in Staging yet.']);
    const staged = await inStaging(people, id);
    expect(staged).toMatchObject({ environments: ['staging'], barred: '5 gates have not passed.' });
    const untested = await operator.post(`/api/releases/${id}/promote`, promotion);
    expect([untested.status, untested.body.code]).toEqual([422, 'GATE_FAILED']);
    expect(untested.body.issues.map(({ path }: { path: string }) => path)).toContain('/unit-tests');
    await runSuite(dev, suite);
    const gate = (name: string) => staged.gates.find((one: Gate) => one.gate === name).approvalId;
    expect((await approve(dev, gate('qa-approval'))).status).toBe(403);
    expect((await approve(manager, gate('qa-approval'))).status).toBe(200);
    const twice = await approve(manager, gate('security-review'));
    expect([twice.status, twice.body.error]).toEqual([
      403,
      'You approved “QA approval” of this release. Another person decides this gate.',
    ]);
    expect((await approve(second, gate('security-review'))).status).toBe(200);
    expect((await approve(third, gate('change-advisory'))).status).toBe(200);
    const promoted = await operator.post(`/api/releases/${id}/promote`, promotion);
    expect([promoted.status, promoted.body.environment]).toEqual([200, 'prod']);
    const done = await until(operator, promoted.body.id, ({ status }) => status === 'completed');
    const texts = done.stages.map(({ text }: { text: string }) => text);
    expect(texts).toContain('The gates of 1.0.0-rc.1 passed.');
    expect(texts).toContain('Approved with the gates of 1.0.0-rc.1.');
    const ended = (await viewer.get(`/api/releases/${id}`)).body;
    expect(ended).toMatchObject({ status: 'released', barred: 'It is released.', isCombined: false });
    expect(ended.environments).toEqual(['prod', 'staging']);
    expect(Object.values(gatesOf(ended))).toEqual(Array.from({ length: 6 }, () => 'passed'));
    const acts = (await admin.get('/api/audit?limit=200')).body.rows.map(
      (row: { action: string }) => row.action,
    );
    expect(acts).toEqual(expect.arrayContaining(['release.created', 'release.promoted']));
  });

  it('[REL-12] [REL-13] is replaced by the next candidate, and its gates read results of its own version only', async () => {
    const people = await deployable(ctx);
    const { dev, operator, manager, first } = people;
    const suite = await passingSuite(dev);
    await runSuite(dev, suite);
    const { body: one } = await dev.post('/api/agents/payer/releases', { hash: first });
    await inStaging(people, one.id);
    const hash = await publish(dev, 'two');
    const made = await dev.post('/api/agents/payer/releases', { hash });
    expect([made.status, made.body.name]).toEqual([201, '1.0.1-rc.1']);
    expect(gatesOf(made.body)['unit-tests']).toBe('failed');
    const { rows } = (await operator.get('/api/agents/payer/releases')).body;
    expect(rows.map((row: { name: string; status: string }) => [row.name, row.status])).toEqual([
      ['1.0.1-rc.1', 'open'],
      ['1.0.0-rc.1', 'closed'],
    ]);
    const late = one.gates.find(({ gate }: Gate) => gate === 'qa-approval').approvalId;
    expect((await approve(manager, late)).status).toBe(404);
    const closed = await operator.post(`/api/releases/${made.body.id}/close`);
    expect([closed.status, closed.body.barred]).toEqual([200, 'It is closed.']);
    const again = await operator.post(`/api/releases/${made.body.id}/close`);
    expect([again.status, again.body.error]).toEqual([409, 'It is closed.']);
  });
});

describe('policies of deployments', () => {
  it('[REL-17] are asked when a deployment is ordered, and again before the pointer moves', async () => {
    const { operator, manager, admin, first } = await deployable(ctx);
    const { body } = await operator.post('/api/deployments', order(first, 'staging'));
    const waiting = await until(operator, body.id, ({ approvalId }) => approvalId !== null);
    const made = await admin.post('/api/policies', {
      name: 'Quarter end',
      description: 'Nothing is deployed at quarter end.',
      type: 'security',
      priority: 'high',
      appliesTo: [{ kind: 'environment', id: 'staging' }],
      rule: {
        ...{ effect: 'deny', actions: ['deploy'], exceptRoles: ['administrator'] },
        conditions: [{ field: 'risk', is: true, value: 'low' }],
      },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const active = await admin.post('/api/policies/quarter-end/status', { status: 'active' });
    expect(active.body).toMatchObject({ status: 'active' });
    expect((await approve(manager, waiting.approvalId ?? '')).status).toBe(200);
    const failed = await until(operator, body.id, ({ status }) => status === 'failed');
    expect(failed.error).toContain('Policy “Quarter end” doesn’t let you deploy “Payer” to Staging.');
    const { rows } = (await operator.get('/api/deployed-agents')).body;
    expect(rows[0].cells[1].stable).toBeNull();
    const again = await operator.post('/api/deployments', order(first, 'staging'));
    expect([again.status, again.body.code]).toEqual([403, 'POLICY_DENIED']);
    expect((await operator.post('/api/deployments', order(first, 'prod'))).status).toBe(201);
    expect((await admin.post('/api/deployments', order(first, 'staging'))).status).toBe(201);
  });

  it('[REL-17] [POLICY-18] can want an approval where the environment wants none', async () => {
    const { operator, manager, admin, first } = await deployable(ctx);
    const rules = { revision: 0, autoDeploy: false, needsApproval: 'never' };
    expect((await admin.put('/api/environments/staging', rules)).status).toBe(200);
    await admin.post('/api/policies', {
      name: 'Managers approve',
      description: 'A manager approves.',
      type: 'security',
      priority: 'high',
      appliesTo: [{ kind: 'workspace', id: '' }],
      rule: { effect: 'approve', actions: ['deploy'], exceptRoles: [], conditions: [] },
    });
    const active = await admin.post('/api/policies/managers-approve/status', { status: 'active' });
    expect(active.body).toMatchObject({ status: 'active' });
    const { body } = await operator.post('/api/deployments', order(first, 'staging'));
    const waiting = await until(operator, body.id, ({ approvalId }) => approvalId !== null);
    expect((await approve(manager, waiting.approvalId ?? '')).status).toBe(200);
    await until(operator, body.id, ({ status, stage }) => status === 'completed' || stage === 'watch');
  });

  it('[REL-17] contracts that a version names are in use', async () => {
    const { operator, first, tenant } = await deployable(ctx);
    await ctx.ctx.db.owner.query(
      `UPDATE agent_versions SET manifest = jsonb_set(manifest, '{contracts}', '[{"id":"gone","version":"1.0.0","hash":"x"}]')
        WHERE tenant_id = $1 AND hash = $2`,
      [tenant.tenantId, first],
    );
    const { body } = await operator.post('/api/deployments', order(first, 'staging'));
    const failed = await until(operator, body.id, ({ status }) => status === 'failed');
    expect(failed.error).toBe(
      'The data contract “gone” 1.0.0 is no longer in use. Activate it, or choose another version.',
    );
  });
});
