import type { Held } from '@attain/domain/access/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { flatComponent, validPlan } from '../../testing/valid-plan.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const nobody = { participantId: null };
const tenantWith = (...roles: Held[]): Promise<TestTenant> =>
  ctx.newTenant(Object.fromEntries(roles.map((role) => [role, nobody])));

const create = (client: Client, document = validPlan(), name = document.name) =>
  client.post('/api/plans', { name, type: document.type, document });

describe('a new plan', () => {
  it('[PLAN-13] is a draft with sensible settings and the workspace’s currency, and survives on the server', async () => {
    const tenant = await tenantWith('administrator');
    const admin = tenant.as('administrator');
    const made = await admin.post('/api/plans', { name: '  My Plan ', type: 'quota-mbo-spiff' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'My Plan',
      status: 'Draft',
      version: 1,
      activeVersion: null,
      revision: 1,
    });
    expect(made.body.document).toEqual(
      validPlan({ name: 'My Plan', type: 'quota-mbo-spiff', components: [] }),
    );
    expect(made.body.problems.map((problem: { rule: string }) => problem.rule)).toContain('PLAN-4');
    const again = await admin.get(`/api/plans/${made.body.id}`);
    expect(again.body).toEqual(made.body);
    expect(again.body.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  it('[PLAN-14] [PLAN-15] needs a name that is not blank and a type', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    for (const body of [{ name: '  ', type: 'bonus-plan' }, { name: 'A' }, { name: 'A', type: 'none' }]) {
      const answer = await admin.post('/api/plans', body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain('Please provide both plan name and type.');
    }
  });

  it('takes a document in, whose name and type give way, and gives the same document out', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    const made = await admin.post('/api/plans', { name: 'Other', type: 'bonus-plan', document: validPlan() });
    expect(made.body.document).toEqual(validPlan({ name: 'Other', type: 'bonus-plan' }));
    expect(made.body).toMatchObject({ componentCount: 2, totalWeight: 100, problems: [] });
  });

  it('refuses a document of the wrong shape with every problem at once, and stores nothing', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    const document = { ...validPlan(), currency: 'dollars', components: [{ id: 'Not Kebab' }], extra: 1 };
    const answer = await admin.post('/api/plans', { name: 'A', type: 'bonus-plan', document });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('BAD_INPUT');
    const paths = answer.body.issues.map((issue: { path: string }) => issue.path);
    expect(paths).toEqual(
      expect.arrayContaining(['currency', 'extra', 'components[0].id', 'components[0].rate']),
    );
    expect((await admin.get('/api/plans')).body.total).toBe(0);
  });

  it('refuses texts that cannot be stored or hashed, in words', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    for (const name of ['half \ud800 character', 'nul \u0000 character']) {
      const document = validPlan({ components: [flatComponent('a', name, 100)] });
      const answer = await create(admin, document);
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT']);
    }
  });

  it('refuses a name that another plan of the workspace has, readably', async () => {
    const tenant = await tenantWith('administrator');
    const admin = tenant.as('administrator');
    await create(admin);
    const second = await create(admin);
    expect(second.status).toBe(409);
    expect(second.body.error).toContain('A plan called “Field Sales” already exists');
    const elsewhere = (await tenantWith('administrator')).as('administrator');
    expect((await create(elsewhere)).status).toBe(201);
  });

  it('is made once when the same request comes twice with one Idempotency-Key', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    const key = { 'idempotency-key': newId() };
    const body = { name: 'Once', type: 'bonus-plan' };
    const first = await admin.post('/api/plans', body, key);
    const second = await admin.post('/api/plans', body, key);
    expect(second.body).toEqual(first.body);
    expect((await admin.get('/api/plans')).body.total).toBe(1);
  });
});

describe('checking and reading', () => {
  it('tells every problem of a document with its rule, without storing it', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    const document = validPlan({
      components: [{ ...flatComponent('a', 'A', 50), cap: 'twice', accelerator: '>120% @ 1.2x' }],
    });
    const answer = await admin.post('/api/plans/check', { document });
    const rules = answer.body.problems.map((problem: { rule: string }) => problem.rule);
    expect(new Set(rules)).toEqual(new Set(['PLAN-4', 'PLAN-6', 'PLAN-7']));
    expect((await admin.get('/api/plans')).body.rows).toEqual([]);
  });

  it('publishes the JSON Schema to anybody', async () => {
    const response = await fetch(`${ctx.url}/api/plans/schema`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ title: 'Compensation plan', type: 'object' });
  });

  it('[PLAN-25] [PLAN-26] [PLAN-27] finds plans by any part of their or their components’ names, whatever the case', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    await create(
      admin,
      validPlan({ name: 'One', components: [flatComponent('h', 'Pipeline Hygiene', 100)] }),
    );
    await create(admin, validPlan({ name: 'Two 100%' }));
    const found = async (search: string) =>
      (await admin.get('/api/plans', { search })).body.rows.map((row: { name: string }) => row.name);
    expect(await found('acv')).toEqual(['Two 100%']);
    expect(await found('ygi')).toEqual(['One']);
    expect(await found('0%')).toEqual(['Two 100%']);
    expect(await found('_')).toEqual([]);
  });

  it('pages through plans without losing or repeating one', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    for (const name of ['c', 'a', 'e', 'b', 'd']) await create(admin, validPlan({ name }));
    const names: string[] = [];
    let cursor = '';
    do {
      const page = await admin.get('/api/plans', cursor ? { limit: 2, cursor } : { limit: 2 });
      names.push(...page.body.rows.map((row: { name: string }) => row.name));
      cursor = page.body.nextCursor ?? '';
    } while (cursor);
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await admin.get('/api/plans', { cursor: 'abc' })).body.code).toBe('BAD_INPUT');
  });

  it('answers NOT_FOUND for versions and plans that are not there', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    const { id } = (await create(admin)).body;
    expect((await admin.get(`/api/plans/${id}`, { version: 99_999_999_999 })).status).toBe(404);
    expect((await admin.get(`/api/plans/${newId()}`)).status).toBe(404);
    expect((await admin.get('/api/plans/7')).status).toBe(400);
  });
});

describe('saving', () => {
  it('changes a draft in place and counts revisions', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    const { id } = (await create(admin)).body;
    const document = validPlan({ name: 'Renamed' });
    const saved = await admin.put(`/api/plans/${id}`, { revision: 1, document });
    expect(saved.body).toMatchObject({ name: 'Renamed', version: 1, revision: 2, status: 'Draft' });
    const unchanged = await admin.put(`/api/plans/${id}`, { revision: 2, document });
    expect(unchanged.body).toMatchObject({ version: 1, revision: 2 });
  });

  it('refuses to save over a colleague’s change, and says who made it and what to do', async () => {
    const tenant = await tenantWith('administrator', 'plan-designer');
    const { id } = (await create(tenant.as('administrator'))).body;
    const theirs = validPlan({ currency: 'EUR' });
    await tenant.as('plan-designer').put(`/api/plans/${id}`, { revision: 1, document: theirs });
    const mine = await tenant
      .as('administrator')
      .put(`/api/plans/${id}`, { revision: 1, document: validPlan() });
    expect(mine.status).toBe(409);
    expect(mine.body.error).toMatch(
      /^plan-designer saved this plan after you opened it.*, \d{4}-\d\d-\d\d \d\d:\d\d UTC; .*Nothing was saved; keep theirs or save yours over revision 2\.$/,
    );
    expect((await tenant.as('administrator').get(`/api/plans/${id}`)).body.document.currency).toBe('EUR');
  });

  it('lets one of two simultaneous saves win and tells the other', async () => {
    const admin = (await tenantWith('administrator')).as('administrator');
    const { id } = (await create(admin)).body;
    const answers = await Promise.all(
      ['EUR', 'GBP'].map((currency) =>
        admin.put(`/api/plans/${id}`, { revision: 1, document: validPlan({ currency }) }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('opens a new draft beside an active version, which stays as it is', async () => {
    const tenant = await tenantWith('plan-designer', 'finance');
    const designer = tenant.as('plan-designer');
    const { id, documentHash } = (await create(designer)).body;
    await tenant.as('finance').post(`/api/plans/${id}/activate`, { documentHash });
    const saved = await designer.put(`/api/plans/${id}`, {
      revision: 1,
      document: validPlan({ currency: 'EUR' }),
    });
    expect(saved.body).toMatchObject({ status: 'Active', version: 2, activeVersion: 1, revision: 2 });
    const first = await designer.get(`/api/plans/${id}`, { version: 1 });
    expect([first.body.document.currency, first.body.documentHash]).toEqual(['USD', documentHash]);
    expect(saved.body.versions.map((one: { status: string }) => one.status)).toEqual(['Draft', 'Active']);
  });
});

describe('who may', () => {
  it('[SHELL-PROD-01] keeps a plan inside its workspace, whatever is tried', async () => {
    const mine = await tenantWith('administrator');
    const other = (await tenantWith('administrator')).as('administrator');
    const { id, documentHash } = (await create(mine.as('administrator'))).body;
    const answers = await Promise.all([
      other.get(`/api/plans/${id}`),
      other.put(`/api/plans/${id}`, { revision: 1, document: validPlan() }),
      other.post(`/api/plans/${id}/activate`, { documentHash }),
      other.post(`/api/plans/${id}/deactivate`),
      other.post('/api/assignments', { planId: id, everybody: true, from: '2024-01-01' }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect((await other.get('/api/plans')).body).toEqual({ rows: [], nextCursor: null, total: 0 });
  });

  it('lets designers write but not activate, finance activate but not write, viewers read', async () => {
    const tenant = await tenantWith('plan-designer', 'finance', 'viewer', 'sales-rep');
    const { id, documentHash } = (await create(tenant.as('plan-designer'))).body;
    const activate = `/api/plans/${id}/activate`;
    expect((await tenant.as('plan-designer').post(activate, { documentHash })).status).toBe(403);
    expect((await create(tenant.as('finance'), validPlan(), 'Mine')).status).toBe(403);
    expect((await tenant.as('viewer').get(`/api/plans/${id}`)).status).toBe(200);
    expect((await tenant.as('viewer').post(activate, { documentHash })).status).toBe(403);
    expect((await tenant.as('sales-rep').get('/api/plans')).status).toBe(403);
  });
});
