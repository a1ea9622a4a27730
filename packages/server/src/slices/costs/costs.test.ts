import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForAssistant } from '../../activities/llm/ask-for-assistant.ts';
import { publishNode, runNode } from '../../activities/one-node.fixture.ts';
import { systemActor } from '../../base/actor.ts';
import { valueHash } from '../../db/write.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { listBudgets } from './budgets.ts';
import { installCosts } from './install-costs.ts';
import { readOverview } from './read-costs.ts';

let ctx: TestContext;
let provider: Server;
let origin: string;
let answering: () => Promise<void> = async () => {};
let workflows = 0;
const nobody = { participantId: null };
const today = new Date().toISOString().slice(0, 10);
const month = today.slice(0, 7);

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || '{}');
    await answering();
    response.writeHead(200, { 'content-type': 'application/json' });
    const isCut = JSON.stringify(body).includes('too long');
    const choices = [{ message: { content: 'Words.' }, finish_reason: isCut ? 'length' : 'stop' }];
    response.end(JSON.stringify({ choices, usage: { prompt_tokens: 120_000, completion_tokens: 30_000 } }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
});
afterAll(async () => {
  await ctx?.stop();
  provider?.close();
});

async function workspace(config: object = {}) {
  const tenant = await ctx.newTenant({
    administrator: nobody,
    'agent-developer': nobody,
    finance: nobody,
    viewer: nobody,
  });
  const admin = tenant.as('administrator');
  const { body } = await admin.post('/api/connections', {
    kind: 'llm',
    name: 'Words',
    address: origin,
    authMethod: 'none',
    config: { model: 'w-1', ...config },
  });
  expect(body).toMatchObject({ id: 'words' });
  return tenant;
}
const price = (more: object = {}) => ({
  connection: 'words',
  promptPerMillion: '2.50',
  completionPerMillion: '10',
  perRequest: '0.01',
  currency: 'USD',
  validFrom: '2020-01-01',
  ...more,
});
const reliability = { retries: 0, backoffSeconds: 1 };
function ask(tenant: TestTenant, config: object = {}) {
  workflows += 1;
  return runNode(tenant.as('agent-developer'), {
    name: `Ask ${workflows}`,
    type: 'llm',
    input: {},
    config: { prompt: 'Word it', maxTokens: 30_000, ...reliability, ...config },
  });
}
const budget = {
  name: 'Models',
  limit: '2000',
  period: 'monthly',
  alertThreshold: '80',
  scope: 'category',
  scopeId: 'language-models',
  action: 'warn',
};

describe('usage', () => {
  it('[COST-03] [FIN-11] is stored with the result, priced by the listed price before the connection’s own', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    expect((await ask(tenant)).status).toBe('completed');
    const unpriced = await admin.get('/api/usage');
    expect(unpriced.body.rows).toMatchObject([
      { service: 'words', cost: null, unpriced: 1, efficiency: null },
    ]);
    expect(await admin.post('/api/prices', price())).toMatchObject({ status: 201 });
    expect((await ask(tenant)).status).toBe('completed');
    // 120,000 × 2.50 ÷ 1,000,000 + 30,000 × 10 ÷ 1,000,000 + 0.01
    const { body } = await admin.get('/api/usage', { month });
    expect(body.rows).toEqual([
      {
        service: 'words',
        model: 'w-1',
        tokens: 300_000,
        requests: 2,
        cost: '0.61',
        costPerRequest: '0.610',
        efficiency: '100.0',
        unpriced: 1,
      },
    ]);
    const { body: overview } = await admin.get('/api/costs/overview', { month });
    expect(overview).toMatchObject({ spent: '0.61', runs: 2, unpriced: 1, costPerOperation: '0.31' });
    const csv = (await admin.get('/api/usage/export', { month })).body.text.split('\r\n');
    expect(csv).toHaveLength(4);
    expect(csv[2]).toContain('0.61,0.61,0.61,0.61,');
  });

  it('charges an answer that could not be used, and shows what failed runs cost', async () => {
    const tenant = await workspace({ promptPrice: '1', completionPrice: '1', priceCurrency: 'USD' });
    const run = await ask(tenant, { prompt: 'too long' });
    expect(run.status).toBe('failed');
    const { body } = await tenant.as('finance').get('/api/costs/optimization');
    expect(body.rows).toEqual([
      { kind: 'failed-runs', subject: expect.stringMatching(/^Ask/), amount: '0.15', count: 1 },
      { kind: 'unusable-answers', subject: 'words', amount: '0.15', count: 1 },
    ]);
    const { body: overview } = await tenant.as('finance').get('/api/costs/overview');
    expect(overview).toMatchObject({ spent: '0.15', efficiency: '0.0' });
  });

  it('is insert-only, and the built-in analyst costs nothing', async () => {
    const tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
    expect((await ask(tenant)).status).toBe('completed');
    expect((await tenant.as('administrator').get('/api/usage')).body.rows).toEqual([]);
    const change = ctx.ctx.db.within(tenant.tenantId, (tx) =>
      tx.client.query('UPDATE usage_records SET cost = 0'),
    );
    await expect(change).rejects.toThrow(/permission denied/);
  });
});

describe('prices', () => {
  it('[FIN-5] never hold twice on one day; only their end changes, and not before today', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    const { body: first } = await finance.post('/api/prices', price());
    const clash = await finance.post('/api/prices', price({ validFrom: '2030-01-01' }));
    expect(clash).toMatchObject({ status: 409, body: { error: expect.stringContaining('2020-01-01') } });
    expect(await finance.post('/api/prices', price({ model: 'w-1' }))).toMatchObject({ status: 201 });
    const end = (validTo: string) => finance.post(`/api/prices/${first.id}/end`, { validTo });
    expect(await end('2021-01-01')).toMatchObject({ status: 400 });
    expect(await end('2029-12-31')).toMatchObject({ status: 200, body: { validTo: '2029-12-31' } });
    expect(await finance.post('/api/prices', price({ validFrom: '2030-01-01' }))).toMatchObject({
      status: 201,
    });
    expect(await finance.post('/api/prices', price({ connection: 'nothing' }))).toMatchObject({
      status: 400,
    });
    expect(await tenant.as('agent-developer').post('/api/prices', price())).toMatchObject({ status: 403 });
    expect(await tenant.as('viewer').get('/api/prices')).toMatchObject({ status: 403 });
  });
});

describe('budgets', () => {
  it('[COST-04] [COST-10] count what is spent of them; a higher limit needs a reason', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    await finance.post('/api/prices', price());
    const { body: made } = await finance.post('/api/budgets', { ...budget, limit: '0.70' });
    expect(made).toMatchObject({ spent: '0', remaining: '0.7', status: 'healthy', thresholdExceeded: false });
    await ask(tenant);
    const { body: list } = await finance.get('/api/budgets');
    expect(list.rows).toEqual([
      {
        id: made.id,
        name: 'Models',
        limit: '0.7',
        spent: '0.61',
        remaining: '0.09',
        used: '87.1',
        period: 'monthly',
        periodStart: `${month}-01`,
        alertThreshold: '80',
        status: 'warning',
        thresholdExceeded: true,
        reserved: '0',
        currency: 'USD',
        action: 'warn',
        revision: 1,
        scope: 'category',
        scopeId: 'language-models',
        converted: [],
        others: [],
      },
    ]);
    expect(list.utilization).toBe('87.1');
    const save = (more: object) =>
      finance.put(`/api/budgets/${made.id}`, { ...budget, revision: 1, ...more });
    expect(await save({ limit: '5' })).toMatchObject({ status: 400 });
    expect(await save({ limit: '0.5' })).toMatchObject({ status: 200, body: { status: 'exceeded' } });
    expect(await save({ limit: '5', reason: 'More agents' })).toMatchObject({ status: 409 });
    const raised = await save({ limit: '5', reason: 'More agents', revision: 2 });
    expect(raised).toMatchObject({ status: 200, body: { status: 'healthy' } });
    expect(await finance.post('/api/budgets', budget)).toMatchObject({ status: 409 });
    expect(await finance.post(`/api/budgets/${made.id}/remove`, {})).toMatchObject({ status: 200 });
    expect(await finance.post(`/api/budgets/${made.id}/remove`, {})).toMatchObject({ status: 404 });
  });

  it('[FIN-12] that stop are never exceeded by calls at the same time, and free what was reserved', async () => {
    const tenant = await workspace();
    const [finance, developer] = [tenant.as('finance'), tenant.as('agent-developer')];
    await finance.post('/api/prices', price({ promptPerMillion: '0', perRequest: '0' }));
    // each call may cost 0.30, so three fit
    await finance.post('/api/budgets', { ...budget, limit: '1', action: 'stop' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    answering = () => held;
    const config = { prompt: 'Word it', maxTokens: 30_000, ...reliability };
    const id = await publishNode(developer, { name: 'Many', type: 'llm', config });
    const starts = Array.from({ length: 8 }, () =>
      developer.post(`/api/workflows/${id}/runs`, { input: {} }),
    );
    const runs = (await Promise.all(starts)).map(({ body }) => body.id);
    const statuses = async () =>
      (await Promise.all(runs.map((one) => developer.get(`/api/workflow-runs/${one}`)))).map(
        ({ body }) => body.status,
      );
    const count = async (status: string) => (await statuses()).filter((one) => one === status).length;
    await expect.poll(() => count('failed'), { timeout: 10_000 }).toBe(5);
    const reserved = await finance.get('/api/budgets');
    expect(reserved.body.rows).toMatchObject([{ spent: '0', reserved: '0.9' }]);
    release();
    await expect.poll(() => count('completed'), { timeout: 10_000 }).toBe(3);
    answering = async () => {};
    const { body } = await finance.get('/api/budgets');
    expect(body.rows).toMatchObject([{ spent: '0.9', reserved: '0', remaining: '0.1' }]);
    const stopped = await ask(tenant);
    expect(stopped).toMatchObject({ status: 'failed', error: expect.stringContaining('“Models”') });
  });

  it('[FIN-12] that stop are held by wordings of the assistant as by steps, until the call ends or its process is gone', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    // a wording, and a step of as many tokens, may cost 0.10
    await finance.post(
      '/api/prices',
      price({ promptPerMillion: '0', perRequest: '0', completionPerMillion: '100' }),
    );
    await finance.post('/api/budgets', { ...budget, limit: '0.15', action: 'stop' });
    const { body: me } = await finance.get('/api/auth/me');
    const actor = { ...systemActor(tenant.tenantId, me.user.id, 'test'), roles: me.roles };
    const word = () => askForAssistant(ctx.ctx, actor, 'words', { system: '', prompt: 'Word it' });
    const reserved = async () => (await finance.get('/api/budgets')).body.rows[0].reserved;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    answering = () => held;
    const worded = word();
    await expect.poll(reserved, { timeout: 5_000 }).toBe('0.1');
    expect(await ask(tenant, { maxTokens: 1_000 })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('0 is spent and 0.1 reserved'),
    });
    const sql = (text: string) => ctx.ctx.db.owner.query(text, [tenant.tenantId]);
    const expiry = 'UPDATE own_call_reservations SET expires_at = now()';
    await sql(`${expiry} WHERE tenant_id = $1`);
    expect(await reserved()).toBe('0');
    await sql(`${expiry} + interval '1 minute' WHERE tenant_id = $1`);
    release();
    expect(await worded).toMatchObject({ text: 'Words.' });
    answering = async () => {};
    expect((await finance.get('/api/budgets')).body.rows).toMatchObject([{ spent: '3', reserved: '0' }]);
    expect(await word()).toMatchObject({ text: null, code: 'BUDGET_EXCEEDED' });
    expect((await sql('SELECT 1 FROM own_call_reservations WHERE tenant_id = $1')).rows).toEqual([]);
  });

  it('[COST-07] [COST-08] [COST-09] [CONF-BUILD-24] the sample has the stated ones, which exceed their annual total', async () => {
    const tenant = await ctx.newTenant({ administrator: nobody });
    const { body: me } = await tenant.as('administrator').get('/api/auth/me');
    const actor = systemActor(tenant.tenantId, me.user.id, 'sample');
    await installCosts(ctx.ctx, actor);
    await installCosts(ctx.ctx, actor);
    const { body } = await tenant.as('administrator').get('/api/budgets');
    expect(body.rows).toMatchObject([
      { name: 'Annual total', limit: '25000', period: 'annual', alertThreshold: '90', scope: 'workspace' },
      { name: 'Monthly AI limit', limit: '2000', period: 'monthly', alertThreshold: '80' },
      { name: 'Quarterly infrastructure', limit: '1500', period: 'quarterly', alertThreshold: '85' },
    ]);
    expect(body.excess).toEqual({ parts: '30000', annual: '25000', excess: '5000' });
    const { body: overview } = await tenant.as('administrator').get('/api/costs/overview');
    expect(overview.categories).toMatchObject([
      { category: 'language-models', current: '0', budget: '2000', trend: 'flat', change: null },
      { category: 'connections', current: '0', budget: null },
      { category: 'infrastructure', budget: null },
    ]);
    expect(Number(overview.spent)).toBeGreaterThan(0);
    expect(overview.idle).toBe(overview.spent);
  });
});

describe('several currencies', () => {
  const quote = (tenant: TestTenant, date: string, rate: string) =>
    ctx.ctx.db.owner.query(
      "INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source) VALUES ($1, 'EUR', 'USD', $2, $3, 'ECB')",
      [tenant.tenantId, date, rate],
    );
  const inEuro = { currency: 'EUR', promptPerMillion: '0', perRequest: '0' };

  it('[FIN-13] are one total at stored rates with their dates; what has no rate is shown apart', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    await finance.post('/api/prices', price(inEuro));
    await finance.post('/api/budgets', { ...budget, limit: '1' });
    // each call costs EUR 0.30
    await ask(tenant);
    const message = `There is no exchange rate from EUR to USD on or before ${today}. Import one.`;
    const others = [{ currency: 'EUR', cost: '0.3', message }];
    const { body: apart } = await finance.get('/api/costs/overview');
    expect(apart).toMatchObject({ currency: 'USD', spent: '0', converted: [], others });
    expect((await finance.get('/api/usage')).body).toMatchObject({
      rows: [{ cost: null, unpriced: 0 }],
      others,
    });
    expect((await finance.get('/api/budgets')).body.rows).toMatchObject([{ spent: '0', others }]);
    await quote(tenant, `${month}-01`, '1.1');
    const converted = [
      {
        currency: 'EUR',
        cost: '0.3',
        converted: '0.33',
        rates: 1,
        latest: { rate: '1.1', date: `${month}-01`, source: 'ECB' },
      },
    ];
    const { body: overview } = await finance.get('/api/costs/overview');
    expect(overview).toMatchObject({ spent: '0.33', costPerOperation: '0.33', converted, others: [] });
    expect(overview.categories).toMatchObject([{ current: '0.33', budget: '1' }, {}, {}]);
    const { body: used } = await finance.get('/api/usage');
    expect(used).toMatchObject({ rows: [{ cost: '0.33', costPerRequest: '0.330' }], converted, others: [] });
    const { body: roi } = await finance.get('/api/costs/roi');
    expect(roi).toMatchObject({ converted, rows: [{}, {}, { metric: 'cost', value: '0.33' }, {}, {}, {}] });
    await ask(tenant, { prompt: 'too long' });
    const { body: waste } = await finance.get('/api/costs/optimization');
    expect(waste.rows).toMatchObject([
      { kind: 'failed-runs', amount: '0.33' },
      { kind: 'unusable-answers', amount: '0.33' },
    ]);
    const { body: list } = await finance.get('/api/budgets');
    expect(list.rows).toMatchObject([
      { spent: '0.66', used: '66.0', converted: [{ cost: '0.6', converted: '0.66' }] },
    ]);
  });

  it('[FIN-13] sum budgets of other currencies, and share monthly costs of others', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    await finance.post('/api/budgets', { ...budget, limit: '100' });
    const euro = { ...budget, name: 'Servers', scopeId: 'infrastructure', limit: '1000', currency: 'EUR' };
    expect(await finance.post('/api/budgets', euro)).toMatchObject({
      status: 201,
      body: { currency: 'EUR' },
    });
    const entry = {
      name: 'Server',
      amount: '310',
      currency: 'EUR',
      fromDay: '2025-03-01',
      toDay: '2025-03-31',
    };
    expect(await finance.post('/api/cost-entries', entry)).toMatchObject({ body: { currency: 'EUR' } });
    const { body: apart } = await finance.get('/api/budgets');
    expect(apart).toMatchObject({
      currency: 'USD',
      utilization: '0.0',
      others: [],
      limits: {
        others: [
          { currency: 'EUR', cost: '1000', message: expect.stringContaining(`on or before ${today}`) },
        ],
      },
    });
    await quote(tenant, '2025-03-01', '1.1');
    await quote(tenant, '2025-03-17', '1.2');
    const { body: list } = await finance.get('/api/budgets');
    expect(list.limits).toMatchObject({ others: [], converted: [{ cost: '1000', converted: '1200' }] });
    const { body: overview } = await finance.get('/api/costs/overview', { month: '2025-03' });
    // 16 days of 10 at 1.1, 15 days at 1.2
    expect(overview).toMatchObject({
      spent: '356',
      idle: '356',
      converted: [{ cost: '310', converted: '356', rates: 2, latest: { rate: '1.2', date: '2025-03-17' } }],
    });
    expect(overview.categories).toMatchObject([{ budget: '100' }, {}, { current: '356', budget: '1200' }]);
  });

  it('[FIN-13] count each cost of a total once, at the rate of its own day', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    await ask(tenant);
    const spend = (cost: string, currency: string) =>
      ctx.ctx.db.owner.query(
        `INSERT INTO usage_records (tenant_id, record_id, at, run_id, node_id, workflow_id, workflow_version, environment,
            connection, kind, provider, cost, currency, usable)
          SELECT tenant_id, $3, '2025-02-10', id, 'it', workflow_id, 1, 'prod', 'words', 'llm', 'Words', $2, $3, true
            FROM agent_executions WHERE tenant_id = $1`,
        [tenant.tenantId, cost, currency],
      );
    await spend('80', 'USD');
    await spend('10', 'EUR');
    await spend('7', 'GBP');
    await quote(tenant, '2025-01-01', '1');
    await quote(tenant, '2025-02-10', '0.8');
    await quote(tenant, '2025-03-20', '1.25');
    const annual = { ...budget, period: 'annual', limit: '100' };
    await finance.post('/api/budgets', { ...annual, currency: 'EUR' });
    await finance.post('/api/budgets', { ...annual, name: 'Apart', currency: 'CHF' });
    const { body: me } = await finance.get('/api/auth/me');
    const actor = { ...systemActor(tenant.tenantId, me.user.id, 'test'), roles: me.roles };
    const clock = { ...ctx.ctx.clock, today: () => '2025-03-20' };
    const list = await listBudgets({ ...ctx.ctx, clock }, actor);
    const missing = (from: string, to: string, day: string) =>
      `There is no exchange rate from ${from} to ${to} on or before ${day}. Import one.`;
    expect(list.rows).toMatchObject([
      { name: 'Apart', spent: '0' },
      { spent: '110', others: [{ cost: '7', message: missing('GBP', 'EUR', '2025-02-10') }] },
    ]);
    expect(list).toMatchObject({
      // 80 and 10 × 0.8 of 100 × 1.25
      utilization: '70.4',
      converted: [{ currency: 'EUR', cost: '10', converted: '8', latest: { date: '2025-02-10' } }],
      others: [{ currency: 'GBP', cost: '7', message: missing('GBP', 'USD', '2025-02-10') }],
      limits: {
        converted: [{ currency: 'EUR', cost: '100', converted: '125' }],
        others: [{ currency: 'CHF', cost: '100', message: missing('CHF', 'USD', '2025-03-20') }],
      },
    });
  });

  it('name the currency of a monthly cost in its audit entry, also where it is the default', async () => {
    const tenant = await workspace();
    const { body: entry } = await tenant
      .as('finance')
      .post('/api/cost-entries', { name: 'Server', amount: '1', fromDay: '2025-03-01' });
    expect(entry).toMatchObject({ currency: 'USD' });
    await ctx.ctx.db.sequencer.settle(tenant.tenantId);
    const { rows } = await ctx.ctx.db.owner.query(
      'SELECT body FROM audit_entries WHERE tenant_id = $1 ORDER BY leaf_index DESC LIMIT 1',
      [tenant.tenantId],
    );
    expect(JSON.parse(rows[0].body)).toMatchObject({
      action: 'cost-entry.created',
      evidence: [valueHash(entry)],
    });
  });

  it('[FIN-12] [FIN-13] stop calls at a limit in another currency, and while a rate is missing', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    await finance.post('/api/prices', price(inEuro));
    await finance.post('/api/budgets', { ...budget, limit: '0.50', action: 'stop' });
    const message = `The budget “Models” is in USD and can’t be checked, so the call is not made. There is no exchange rate from EUR to USD on or before ${today}. Import one.`;
    expect(await ask(tenant)).toMatchObject({ status: 'failed', error: message });
    await quote(tenant, '2020-01-01', '1.1');
    // each call may cost EUR 0.30, USD 0.33
    expect(await ask(tenant)).toMatchObject({ status: 'completed' });
    expect(await ask(tenant)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(
        '0.5 USD, of which 0.33 is spent and 0 reserved. This call may cost 0.33.',
      ),
    });
    expect((await finance.get('/api/budgets')).body.rows).toMatchObject([{ spent: '0.33', reserved: '0' }]);
  });

  it('[FIN-13] stop calls in the budget’s currency while what was spent can’t be counted', async () => {
    const tenant = await workspace();
    const finance = tenant.as('finance');
    const { body: first } = await finance.post('/api/prices', price({ ...inEuro, model: 'w-1' }));
    expect(await ask(tenant)).toMatchObject({ status: 'completed' });
    await finance.post('/api/budgets', { ...budget, limit: '5', action: 'stop' });
    await ctx.ctx.db.owner.query('UPDATE prices SET currency = $2 WHERE price_id = $1', [first.id, 'USD']);
    expect(await ask(tenant)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('can’t be checked'),
    });
    await quote(tenant, today, '1.1');
    expect(await ask(tenant)).toMatchObject({ status: 'completed' });
    expect((await finance.get('/api/budgets')).body.rows).toMatchObject([{ spent: '0.63' }]);
  });
});

describe('a month that lasts', () => {
  it('is compared with the same days of the month before', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    await admin.post('/api/cost-entries', { name: 'Server', amount: '310', fromDay: '2020-01-01' });
    const { body: me } = await admin.get('/api/auth/me');
    const actor = { ...systemActor(tenant.tenantId, me.user.id, 'test'), roles: me.roles };
    const on = (day: string) =>
      readOverview({ ...ctx.ctx, clock: { ...ctx.ctx.clock, today: () => day } }, actor, {
        month: '2025-03',
      });
    // 10 × 310 / 31 against 10 × 310 / 28
    expect(await on('2025-03-10')).toMatchObject({ isOver: false, spent: '100', change: '-9.7' });
    expect(await on('2025-03-30')).toMatchObject({ isOver: false, spent: '300', change: '-3.2' });
    expect(await on('2025-04-01')).toMatchObject({ isOver: true, spent: '310', change: '0.0' });
  });
});

describe('return', () => {
  it('[COST-05] states each metric with value, trend, timeframe and description', async () => {
    const tenant = await workspace();
    await tenant
      .as('finance')
      .post('/api/cost-entries', { name: 'Server', amount: '300', fromDay: '2020-01-01' });
    const { body } = await tenant.as('finance').get('/api/costs/roi', { month: '2025-06' });
    expect(body.rows).toMatchObject([
      { metric: 'roi', value: null, trend: 'flat', timeframe: '2025-06' },
      { metric: 'savings', value: '0' },
      { metric: 'cost', value: '300', trend: 'flat', description: 'Priced calls and infrastructure.' },
      { metric: 'net', value: '-300' },
      { metric: 'cost-per-operation', value: null },
      { metric: 'payback-days', value: null },
    ]);
  });
});
