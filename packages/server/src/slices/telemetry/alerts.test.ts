import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../../activities/mail/smtp-server.fixture.ts';
import { publishNode } from '../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { rightAlert } from './filled-alerts.fixture.ts';
import { judge } from './raise-alerts.ts';

let ctx: TestContext;
let server: SmtpServer;
const nobody = { participantId: null };

beforeAll(async () => {
  server = await startSmtpServer();
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_MAIL_SERVERS: server.place } });
});
afterAll(async () => {
  await ctx?.stop();
  server?.close();
});

/** A workspace with a workflow whose runs fail, and one failed run. */
async function failing() {
  const tenant = await ctx.newTenant({
    administrator: nobody,
    'agent-developer': nobody,
    finance: nobody,
    viewer: nobody,
  });
  const dev = tenant.as('agent-developer');
  const config = { formula: '1 / input.zero' };
  const workflowId = await publishNode(dev, { name: 'Breaks', type: 'calculator', config });
  await fail(tenant, workflowId);
  return { tenant, workflowId };
}

async function fail(tenant: TestTenant, workflowId: string): Promise<void> {
  const dev = tenant.as('agent-developer');
  const started = await dev.post(`/api/workflows/${workflowId}/runs`, { input: { zero: 0 } });
  for (;;) {
    const { body } = await dev.get(`/api/workflow-runs/${started.body.id}`);
    if (body.status === 'failed') return;
    await setTimeout(20);
  }
}

/** Judges a rule as if so many minutes had passed. */
function judgeIn(tenant: TestTenant, ruleId: string, minutes: number): Promise<void> {
  const now = () => new Date(ctx.ctx.clock.now().getTime() + minutes * 60_000);
  return judge({ ...ctx.ctx, clock: { ...ctx.ctx.clock, now } }, tenant.tenantId, ruleId);
}

const rule = (more: object = {}) => ({ ...rightAlert, name: 'Failures', threshold: '1', ...more });
const alertsOf = async (tenant: TestTenant) => (await tenant.as('finance').get('/api/alerts')).body.rows;

describe('alerts', () => {
  it('[OBS-13] [OBS-14] [OBS-15] [TEL-8] [TEL-9] are raised once by many processes, with notice and mail, and resolve after a clear window', async () => {
    const { tenant, workflowId } = await failing();
    const admin = tenant.as('administrator');
    await admin.post('/api/connections', {
      kind: 'email',
      name: 'Post',
      address: `smtp://${server.place}`,
      authMethod: 'none',
      config: { from: 'Attain <attain@example.com>', tls: 'off' },
    });
    const made = await admin.post(
      '/api/alert-rules',
      rule({ workflowId, severity: 'critical', notify: 'finance', mailTo: 'ops@example.com' }),
    );
    expect(made).toMatchObject({
      status: 201,
      body: { workflowName: 'Breaks', revision: 1, isActive: true },
    });
    const { id } = made.body;
    await Promise.all(Array.from({ length: 6 }, () => judgeIn(tenant, id, 0)));
    await judgeIn(tenant, id, 1);
    const [alert, ...others] = await alertsOf(tenant);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      title: 'Failures',
      severity: 'critical',
      status: 'active',
      source: 'Breaks',
      description: 'Breaks: 1 failed run in an hour; the limit is 1.',
      timestamp: expect.any(String),
      acknowledgedBy: null,
      resolvedAt: null,
    });
    const notices = await tenant.as('finance').get('/api/notices');
    expect(notices.body.rows).toMatchObject([
      {
        title: 'Failures',
        message: alert.description,
        severity: 'error',
        about: { of: 'alert', id: alert.id },
      },
    ]);
    await expect
      .poll(async () => (await alertsOf(tenant))[0].mail, { timeout: 10_000 })
      .toEqual({ state: 'sent', to: 'ops@example.com', error: null });
    const mails = server.mails.filter(({ to }) => to.includes('ops@example.com'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Subject: [critical] Failures');
    // the run leaves the window of 60 minutes; it resolves 60 minutes after it was last met
    await judgeIn(tenant, id, 62);
    expect((await alertsOf(tenant))[0]).toMatchObject({ status: 'resolved', resolvedAt: expect.any(String) });
    expect((await tenant.as('finance').get('/api/notices')).body.unread).toBe(0);
    const { body: log } = await admin.get('/api/audit', { limit: 100 });
    const actions = log.rows.map(({ action }: { action: string }) => action);
    expect(actions.filter((one: string) => one.startsWith('alert'))).toEqual([
      'alert.resolved',
      'alert.raised',
      'alert-rule.created',
    ]);
  });

  it('[TEL-9] wait for the cooldown before they are raised again', async () => {
    const { tenant } = await failing();
    const admin = tenant.as('administrator');
    const values = rule({ windowMinutes: 5, cooldownMinutes: 120 });
    const { id } = (await admin.post('/api/alert-rules', values)).body;
    await judgeIn(tenant, id, 0);
    await judgeIn(tenant, id, 7);
    expect(await alertsOf(tenant)).toMatchObject([{ status: 'resolved' }]);
    // the same failure, as if the clock stood again at its time
    await judgeIn(tenant, id, 0);
    expect(await alertsOf(tenant)).toHaveLength(1);
    const patient = await admin.put(`/api/alert-rules/${id}`, { ...values, cooldownMinutes: 0, revision: 1 });
    expect(patient).toMatchObject({ status: 200, body: { revision: 2 } });
    await judgeIn(tenant, id, 1);
    expect(await alertsOf(tenant)).toMatchObject([{ status: 'active' }, { status: 'resolved' }]);
  });

  it('[OBS-07] [TEL-7] are acknowledged once, by people who may, and resolved with their rule', async () => {
    const { tenant } = await failing();
    const { id } = (await tenant.as('agent-developer').post('/api/alert-rules', rule())).body;
    await judgeIn(tenant, id, 0);
    const [alert] = await alertsOf(tenant);
    const acknowledge = (role: 'finance' | 'administrator') =>
      tenant.as(role).post(`/api/alerts/${alert.id}/acknowledge`, {});
    expect((await acknowledge('finance')).status).toBe(403);
    expect((await tenant.as('viewer').get('/api/alerts')).status).toBe(403);
    const { body: me } = await tenant.as('administrator').get('/api/auth/me');
    expect((await acknowledge('administrator')).body).toMatchObject({
      status: 'acknowledged',
      acknowledgedBy: me.user.displayName,
    });
    expect(await acknowledge('administrator')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Only active alerts') },
    });
    // it is still open: nothing is raised beside it
    await judgeIn(tenant, id, 1);
    expect(await alertsOf(tenant)).toMatchObject([{ status: 'acknowledged' }]);
    const removed = await tenant.as('administrator').post(`/api/alert-rules/${id}/remove`, {});
    expect(removed.status).toBe(200);
    expect(await alertsOf(tenant)).toMatchObject([{ status: 'resolved' }]);
    const open = await tenant.as('finance').get('/api/alerts', { status: 'open' });
    expect(open.body.rows).toEqual([]);
    expect((await tenant.as('finance').get(`/api/alerts/${alert.id}`)).body).toMatchObject({
      status: 'resolved',
    });
  });

  it('[TEL-11] watch a budget until less of it is spent', async () => {
    const tenant = await ctx.newTenant({ administrator: nobody, finance: nobody });
    const admin = tenant.as('administrator');
    const finance = tenant.as('finance');
    const budget = {
      limit: '1',
      period: 'monthly',
      alertThreshold: '80',
      scope: 'workspace',
      action: 'warn',
    };
    const { body: made } = await finance.post('/api/budgets', { ...budget, name: 'All' });
    const watch = rule({ measure: 'budget', budgetId: made.id, threshold: '80', notify: 'finance' });
    expect(await admin.post('/api/alert-rules', { ...watch, budgetId: null })).toMatchObject({
      status: 400,
      body: { issues: [{ path: '/budgetId' }] },
    });
    const { body: stored } = await admin.post('/api/alert-rules', watch);
    expect(stored.budgetName).toBe('All');
    const ofRuns = await admin.post('/api/alert-rules', rule({ name: 'Of runs', budgetId: made.id }));
    expect(ofRuns.body).toMatchObject({ budgetId: null, budgetName: null });
    await judgeIn(tenant, stored.id, 0);
    expect(await alertsOf(tenant)).toEqual([]);
    await finance.post('/api/cost-entries', { name: 'Servers', amount: '1000', fromDay: '2024-01-01' });
    await judgeIn(tenant, stored.id, 0);
    const [alert] = await alertsOf(tenant);
    expect(alert).toMatchObject({ status: 'active', source: 'Budget “All”' });
    expect(alert.description).toMatch(
      /^Budget “All”: \d+(\.\d)?% is spent in this period; the limit is 80%\.$/,
    );
    expect((await finance.get('/api/notices')).body.rows).toMatchObject([{ message: alert.description }]);
    await finance.put(`/api/budgets/${made.id}`, {
      ...budget,
      ...{ name: 'All', limit: '1000000', revision: made.revision, reason: 'Approved by the board' },
    });
    await judgeIn(tenant, stored.id, 62);
    expect(await alertsOf(tenant)).toMatchObject([{ status: 'resolved' }]);
    await finance.post(`/api/budgets/${made.id}/remove`, {});
    expect(await alertsOf(tenant)).toMatchObject([{ source: 'Deleted budget' }]);
  });

  it('[TEL-8] [FIN-13] of cost count calls in all currencies that have a rate', async () => {
    const { tenant } = await failing();
    const sql = (text: string, ...more: string[]) => ctx.ctx.db.owner.query(text, [tenant.tenantId, ...more]);
    const call = `INSERT INTO usage_records (tenant_id, record_id, at, run_id, node_id, workflow_id, workflow_version, environment,
        connection, kind, provider, cost, currency, usable)
      SELECT tenant_id, $2, now(), id, 'it', workflow_id, 1, 'dev', 'words', 'llm', 'Words', $3, $4, true FROM agent_executions WHERE tenant_id = $1`;
    await sql(call, 'a', '1', 'USD');
    await sql(call, 'b', '2', 'EUR');
    const { body: made } = await tenant
      .as('administrator')
      .post('/api/alert-rules', rule({ name: 'Dear', measure: 'cost', threshold: '3.2' }));
    await judgeIn(tenant, made.id, 0);
    expect(await alertsOf(tenant)).toEqual([]);
    await sql(
      "INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source) VALUES ($1, 'EUR', 'USD', '2020-01-01', 1.1, 'ECB')",
    );
    await judgeIn(tenant, made.id, 0);
    expect(await alertsOf(tenant)).toMatchObject([
      { title: 'Dear', description: expect.stringContaining('3.2') },
    ]);
  });

  it('explain wrong rules, and measure rate, duration and missing runs', async () => {
    const { tenant, workflowId } = await failing();
    const admin = tenant.as('administrator');
    const wrong = async (more: object) => {
      const { status, body } = await admin.post('/api/alert-rules', rule(more));
      return [status, body.issues?.[0]?.path ?? body.error];
    };
    expect(await wrong({ notify: 'nobody-here' })).toEqual([400, '/notify']);
    expect(await wrong({ mailTo: 'not an address' })).toEqual([400, '/mailTo']);
    expect(await wrong({ workflowId: 'none' })).toEqual([400, '/workflowId']);
    const measures = [
      ['failure-rate', '50', 'All workflows: 100% of runs failed in an hour; the limit is 50%.'],
      ['few-runs', '2', 'All workflows: 1 ended run in an hour; at least 2 are expected.'],
      ['p95', '0', expect.stringMatching(/95% of runs took up to \d+ ms/)],
      ['cost', '1', null],
      [
        'burn-rate',
        '14.4',
        'All workflows: runs failed 100 times as often as the target allows in an hour; the limit is 14.4 times.',
      ],
    ] as const;
    for (const [measure, threshold, said] of measures) {
      const made = await admin.post('/api/alert-rules', rule({ name: measure, measure, threshold }));
      await judgeIn(tenant, made.body.id, 0);
      const raised = (await alertsOf(tenant)).filter(({ title }: { title: string }) => title === measure);
      expect(raised).toMatchObject(said === null ? [] : [{ description: said }]);
    }
    expect(await admin.post('/api/alert-rules', rule({ name: 'p95' }))).toMatchObject({ status: 409 });
    const few = await admin.post(
      '/api/alert-rules',
      rule({ name: 'Ten', measure: 'failure-rate', minRuns: 10, workflowId }),
    );
    await judgeIn(tenant, few.body.id, 0);
    expect((await alertsOf(tenant)).some(({ title }: { title: string }) => title === 'Ten')).toBe(false);
  });
});
