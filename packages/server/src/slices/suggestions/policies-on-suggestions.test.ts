import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActor } from '../../base/actor.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { validPlan } from '../../testing/valid-plan.ts';

let ctx: TestContext;
let tenant: TestTenant;
let planId: string;
let other: string;

beforeAll(async () => {
  ctx = await sharedTestContext();
  const unpaid = { participantId: null };
  // the administrator is alone in approving policies, so that activating one takes one request
  tenant = await ctx.newTenant({
    administrator: unpaid,
    'plan-designer': unpaid,
    viewer: unpaid,
    finance: unpaid,
  });
  const document = validPlan();
  const designer = tenant.as('plan-designer');
  planId = (await designer.post('/api/plans', { ...document, document })).body.id;
  const second = { ...document, name: 'Second plan' };
  other = (await designer.post('/api/plans', { ...second, document: second })).body.id;
});
afterAll(() => ctx?.stop());

async function proposed(title: string, plan = planId): Promise<{ id: string; uuid: string }> {
  const made = await tenant.as('finance').post('/api/suggestions', {
    planId: plan,
    title,
    reasoning: 'It is not capped.',
    changes: [{ component: 'services', set: { cap: '2x' } }],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

async function activated(name: string, document: string, enforce = true): Promise<string> {
  const admin = tenant.as('administrator');
  const values = { name, description: 'Two people look first.', type: 'compliance', priority: 'high' };
  const appliesTo = [{ kind: 'workspace', id: '' }];
  const made = await admin.post('/api/policies', { ...values, appliesTo, rule: null, document });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const moved = await admin.post(`/api/policies/${made.body.id}/status`, { status: 'active' });
  expect(moved.body).toMatchObject({ status: 'active' });
  await admin.post(`/api/policies/${made.body.id}/switches`, { enforce, log: true, notify: true });
  return made.body.id;
}

const forbid = (when: string) =>
  `forbid (principal, action == Action::"apply", resource) when { ${when} } unless { principal in Role::"administrator" };`;
const deactivate = (id: string) =>
  tenant.as('administrator').post(`/api/policies/${id}/status`, { status: 'inactive' });

it('[GOV-17] [ASSIST-STATE-14] Run Checks says which policy forbids what, and Apply is denied until it no longer does', async () => {
  const designer = tenant.as('plan-designer');
  const { id } = await proposed('Cap services');
  const check = async (who: 'plan-designer' | 'administrator' | 'viewer' = 'plan-designer') =>
    (await tenant.as(who).post(`/api/plans/${planId}/checks`)).body;
  expect(await check()).toMatchObject({ passed: true, policies: [] });
  const policy = await activated('High risk is for administrators', forbid('context.risk == "high"'));
  const stated = {
    id: policy,
    name: 'High risk is for administrators',
    description: 'Two people look first.',
  };
  const failed = await check();
  expect(failed).toMatchObject({
    passed: false,
    policies: [{ ...stated, verdict: 'forbids', suggestions: ['Cap services'] }],
  });
  const ofPolicies = failed.checks.find(({ key }: { key: string }) => key === 'policies');
  expect(ofPolicies).toEqual({
    key: 'policies',
    passed: false,
    problems: [
      {
        rule: 'GOV-17',
        path: `policies.${policy}`,
        message:
          'Policy “High risk is for administrators” forbids you to apply “Cap services”. Two people look first.',
      },
    ],
  });
  // an exception of the policy, and users who may not apply anything
  expect(await check('administrator')).toMatchObject({
    passed: true,
    policies: [{ ...stated, verdict: 'allows', suggestions: [] }],
  });
  expect(await check('viewer')).toMatchObject({ passed: true, policies: [] });

  const apply = () => designer.post(`/api/suggestions/${id}/apply`, { reason: 'It should be capped.' });
  const denied = await apply();
  expect(denied).toMatchObject({
    status: 403,
    body: {
      code: 'POLICY_DENIED',
      error: expect.stringContaining(
        'Policy “High risk is for administrators” doesn’t let you apply “Cap services”. Two people look first.',
      ),
    },
  });
  expect((await designer.get(`/api/suggestions/${id}`)).body.status).toBe('open');
  await ctx.ctx.policies.flush();
  const violations = await tenant.as('administrator').get('/api/policy-violations', { policy });
  expect(violations.body.rows).toMatchObject([{ action: 'apply', resource: 'Cap services' }]);

  await deactivate(policy);
  expect(await check()).toMatchObject({ passed: true, policies: [] });
  expect((await apply()).body.status).toBe('applied');
  expect((await designer.post(`/api/suggestions/${id}/undo`)).body.status).toBe('open');
});

it('[GOV-17] a policy that is not enforced lets through and says so; one about another plan allows', async () => {
  const designer = tenant.as('plan-designer');
  const { id } = await proposed('Cap services again', other);
  const observing = await activated('Watched', forbid(`resource.plan == "${other}"`), false);
  const elsewhere = await activated('Elsewhere', forbid(`resource.plan == "${planId}"`));
  const { body } = await designer.post(`/api/plans/${other}/checks`);
  expect(body.passed).toBe(true);
  expect(body.policies).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: observing, verdict: 'observes', suggestions: ['Cap services again'] }),
      expect.objectContaining({ id: elsewhere, verdict: 'allows', suggestions: [] }),
    ]),
  );
  const applied = await designer.post(`/api/suggestions/${id}/apply`, { reason: 'It should be capped.' });
  expect(applied.body.status).toBe('applied');
  for (const one of [observing, elsewhere]) await deactivate(one);
});

it('[GOV-17] Attain acts with the roles of the person it acts for, and a policy can keep it alone from acting', async () => {
  const { policies, db } = ctx.ctx;
  const [designer] = (
    await db.owner.query<{ userId: string }>(
      `SELECT user_id AS "userId" FROM memberships WHERE tenant_id = $1 AND 'plan-designer' = ANY (roles)`,
      [tenant.tenantId],
    )
  ).rows;
  const attain = systemActor(tenant.tenantId, designer?.userId ?? '', 'analysis/1');
  const one = { id: 'x', title: 'X', planId, analyser: 'add-cap', riskScore: 19, workflowRunId: null };
  const verdicts = async (score: number) =>
    (
      await db.within(tenant.tenantId, (tx) =>
        policies.judgeApply(tx, attain, [{ ...one, riskScore: score }]),
      )
    ).map(({ name, verdict }) => `${name} ${verdict}`);
  const alone = await activated('People apply', forbid('context.trigger == "event"'));
  expect(await verdicts(19)).toEqual(['People apply forbids']);
  await deactivate(alone);
  const medium = await activated('Not medium', forbid('context.risk == "medium"'));
  expect([...(await verdicts(19)), ...(await verdicts(20)), ...(await verdicts(40))]).toEqual([
    'Not medium allows',
    'Not medium forbids',
    'Not medium allows',
  ]);
  await deactivate(medium);
});
