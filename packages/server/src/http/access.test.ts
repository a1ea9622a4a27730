import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';
import { importRight } from '@attain/contract/import-rights';
import { importKinds } from '@attain/contract/imports';
import { offeredScopes } from '@attain/domain/access/custom-roles';
import { type Held, permissions, type Role, roles, scopeOf } from '@attain/domain/access/permissions';
import { approvalKinds, approvalRule } from '@attain/domain/approvals/approval-kinds';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { fileBindings } from '../bindings/bind-files.ts';
import { join, newPerson } from '../slices/people/people.fixture.ts';
import { client } from '../testing/client.ts';
import { openEvents } from '../testing/event-reader.ts';
import { startTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';

interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly access: Access | undefined;
}

/** Every endpoint of the contract, found by walking it. */
function endpointsOf(router: object, name = ''): Endpoint[] {
  return Object.entries(router).flatMap(([key, value]) => {
    const here = name ? `${name}.${key}` : key;
    const definition = (
      value as { '~orpc'?: { route: { method?: string; path?: string }; meta: { access?: Access } } }
    )['~orpc'];
    if (!definition) return endpointsOf(value as object, here);
    return [
      {
        name: here,
        method: definition.route.method ?? '',
        path: definition.route.path ?? '',
        access: definition.meta.access,
      },
    ];
  });
}

const endpoints = endpointsOf(api);

const guarded = endpoints.flatMap(({ access, ...endpoint }) =>
  access === 'public' || access === 'signed-in' || access === undefined ? [] : [{ ...endpoint, access }],
);

/** One endpoint of each permission: enough to compare what someone holds, since each role is tested on every endpoint. */
const oneOfEach = [...new Map(guarded.map((endpoint) => [endpoint.access, endpoint])).values()];
let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant(Object.fromEntries(roles.map((role) => [role, { participantId: null }])));
});
beforeEach(() => keepProved());
afterAll(() => ctx?.stop());

/** However long the matrix takes, sensitive endpoints don't ask its sessions for a new proof. */
async function keepProved(): Promise<void> {
  await ctx.ctx.db.owner.query(`UPDATE sessions SET proved_at = now() + interval '1 day'`);
}

function concrete(path: string): string {
  return `/api${path.replace(/\{[^}]+\}/g, newId())}`;
}

async function call(who: ReturnType<typeof client>, endpoint: Pick<Endpoint, 'method' | 'path'>) {
  const path = concrete(endpoint.path);
  if (endpoint.method === 'GET') return who.get(path);
  return endpoint.method === 'PUT' ? who.put(path, {}) : who.post(path, {});
}

/** An endpoint of each right, or all of them, answers as what is held says. */
async function expectMatrix(
  who: ReturnType<typeof client>,
  held: readonly Held[],
  asked = oneOfEach,
): Promise<void> {
  await keepProved();
  const wrong: string[] = [];
  for (const endpoint of asked) {
    const answer = await call(who, endpoint);
    if ((answer.status === 403) !== (scopeOf(held, endpoint.access) === null))
      wrong.push(`${endpoint.name}: ${answer.status}`);
  }
  expect(wrong).toEqual([]);
}

describe('access', () => {
  test('every endpoint says who may call it, with a method and a path of its own', () => {
    expect(endpoints.length).toBeGreaterThan(30);
    expect(endpoints.filter((each) => each.access === undefined)).toEqual([]);
    expect(endpoints.filter((each) => !each.method || !each.path)).toEqual([]);
    expect(new Set(endpoints.map((each) => `${each.method} ${each.path}`)).size).toBe(endpoints.length);
  });

  test('every permission guards something', () => {
    const files = fileBindings(ctx.ctx);
    const used = new Set<string>([
      ...endpoints.map((each) => String(each.access)),
      ...files.downloads.map((each) => each.permission),
      ...files.uploads.map((each) => each.permission),
      ...importKinds.map(importRight),
      ...approvalKinds.map((kind) => approvalRule(kind).decide),
    ]);
    // the second one guards a part of an answer, tested with the assistant
    for (const permission of ['read:workspace', 'read:bias']) used.add(permission);
    expect(permissions.filter((permission) => !used.has(permission))).toEqual([]);
  });

  test('[AUTH-01] [AUTH-22] [AUTH-27] without a session only public endpoints answer', async () => {
    const nobody = client(ctx.url, '', '');
    for (const endpoint of endpoints) {
      const answer = await call(nobody, endpoint);
      if (endpoint.access === 'public') expect(answer.status, endpoint.name).not.toBe(403);
      else
        expect({ name: endpoint.name, status: answer.status }).toEqual({ name: endpoint.name, status: 401 });
    }
  });

  test.each(roles.map((role): [Role] => [role]))(
    '[ACCESS-1] [POLICY-38] every endpoint × the role %s answers as the table says',
    async (role) => {
      for (const endpoint of guarded) {
        const answer = await call(tenant.as(role), endpoint);
        const allowed = scopeOf([role], endpoint.access) !== null;
        expect({ endpoint: endpoint.name, rejected: answer.status === 403 }).toEqual({
          endpoint: endpoint.name,
          rejected: !allowed,
        });
        if (!allowed) expect(answer.body.code).toBe('NOT_ALLOWED');
      }
    },
  );

  test('[ACCESS-30] every right × a custom role answers as its cells say', async () => {
    const admin = tenant.as('administrator');
    const cells = permissions
      .filter((permission) => /^(read|run|import):/.test(permission) && permission !== 'read:payouts')
      .map((permission) => ({ permission, scope: offeredScopes(permission).at(-1) ?? 'tenant' }));
    const role = await admin.post('/api/roles', { name: 'Matrix', cells });
    expect(role.status).toBe(201);
    const who = await join(ctx, await admin.post('/api/people/invitations', newPerson()));
    const { id } = (await who.get('/api/auth/me')).body.user;
    const given = await admin.post(`/api/people/${id}/roles`, {
      roles: [],
      customRoles: [{ id: role.body.id }],
    });
    expect([given.status, given.body.roles]).toEqual([200, []]);
    await keepProved();
    for (const endpoint of oneOfEach) {
      const answer = await call(who, endpoint);
      expect({ endpoint: endpoint.name, rejected: answer.status === 403 }).toEqual({
        endpoint: endpoint.name,
        rejected: !cells.some(({ permission }) => permission === endpoint.access),
      });
    }
  });

  test('[ACCESS-1] [ACCESS-26] [APR-9] every right × a delegate, and temporary access before, while and after it holds', async () => {
    const admin = tenant.as('administrator');
    const who = await join(ctx, await admin.post('/api/people/invitations', newPerson('sales-rep')));
    const { id: delegateId } = (await who.get('/api/auth/me')).body.user;
    const from = new Date().toISOString().slice(0, 10);
    const given = await admin.post('/api/approval-delegations', { delegateId, from, to: from });
    expect(given.status).toBe(200);
    await expectMatrix(who, ['sales-rep'], guarded);
    const wanted = { permission: 'read:audit', hours: 1, reason: 'Matrix' };
    const { id, approvalId } = (await who.post('/api/access-grants', wanted)).body;
    const { hash } = (await admin.get(`/api/approvals/${approvalId}`)).body;
    const decided = await admin.post(`/api/approvals/${approvalId}/decide`, { decision: 'approve', hash });
    expect(decided.status).toBe(200);
    const stream = await openEvents(ctx.url, who.cookie);
    await stream.until(({ topic }) => topic === 'ready');
    await expectMatrix(who, ['sales-rep', 'read:audit=tenant']);
    await ctx.ctx.db.owner.query('UPDATE access_grants SET ends_at = now() WHERE id = $1', [id]);
    await expectMatrix(who, ['sales-rep']);
    await stream.ended;
  });

  test('[ACCESS-1] [ACCESS-42] every right × two accounts of one person, one of a role for one team: each has its own roles', async () => {
    const admin = tenant.as('administrator');
    const accounts = [];
    for (const role of ['viewer', 'sales-rep'] as const)
      accounts.push(await join(ctx, await admin.post('/api/people/invitations', newPerson(role))));
    for (const account of accounts) {
      const { id } = (await account.get('/api/auth/me')).body.user;
      await ctx.ctx.db.owner.query(`UPDATE memberships SET participant_id = 'P-two' WHERE user_id = $1`, [
        id,
      ]);
    }
    const [one, other] = accounts;
    if (one && other) {
      await expectMatrix(one, ['viewer']);
      const { id } = (await other.get('/api/auth/me')).body.user;
      const { owner } = ctx.ctx.db;
      await owner.query(`UPDATE memberships SET roles = '{}' WHERE user_id = $1`, [id]);
      await owner.query(
        `INSERT INTO role_grants (tenant_id, user_id, role, team_of) VALUES ($1, $2, 'finance', 'P 7')`,
        [tenant.tenantId, id],
      );
      await expectMatrix(other, ['@finance P 7']);
    }
    expect(accounts).toHaveLength(2);
  });

  test('file routes are behind the same table', async () => {
    const files = fileBindings(ctx.ctx);
    expect(files.downloads.length).toBeGreaterThan(0);
    for (const role of roles) {
      for (const route of files.downloads) {
        const answer = await tenant.as(role).get(route.path.replace(/:[a-zA-Z]+/g, newId()));
        expect({ role, path: route.path, rejected: answer.status === 403 }).toEqual({
          role,
          path: route.path,
          rejected: scopeOf([role], route.permission) === null,
        });
      }
    }
    for (const route of [...files.downloads, ...files.uploads]) {
      const answer = await fetch(`${ctx.url}${route.path.replace(/:[a-zA-Z]+/g, newId())}`, {
        method: files.uploads.includes(route as never) ? 'POST' : 'GET',
      });
      expect(answer.status).toBe(401);
    }
  });

  test('nothing that the browser says about itself gives a right', async () => {
    const viewer = tenant.as('viewer');
    const headers = {
      'x-role': 'administrator',
      'x-tenant-id': newId(),
      'x-user': '{"roles":["administrator"]}',
    };
    expect((await viewer.send('/api/audit', { headers })).status).toBe(403);
  });

  test('an address that is no endpoint is 404 in the one shape of refusals', async () => {
    const answer = await tenant.as('administrator').get('/api/no-such-thing');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'NOT_FOUND', error: expect.stringContaining('/api/docs') });
  });

  test('a body that is no JSON, or too deep, or forged, is refused and explained', async () => {
    const admin = tenant.as('administrator');
    const post = (body: string, type = 'application/json') =>
      admin.send('/api/plans', { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post('{"name":')).status).toBe(400);
    expect((await post('name=x', 'application/x-www-form-urlencoded')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect((await post(JSON.stringify({ name: 'x'.repeat(2_000_000), type: 'bonus-plan' }))).status).toBe(
      413,
    );
  });

  test('[API-28] the contract is published as OpenAPI 3.1, readable by people at /api/docs', async () => {
    const nobody = client(ctx.url, '', '');
    const document = await nobody.get('/api/openapi.json');
    expect(document.body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.body.paths).length).toBeGreaterThan(25);
    const page = await nobody.get('/api/docs');
    expect(page.status).toBe(200);
    expect(String(page.body)).toContain('/api/calculations');
  });

  test('/healthz and /readyz answer without a session', async () => {
    const nobody = client(ctx.url, '', '');
    expect((await nobody.get('/healthz')).status).toBe(200);
    expect((await nobody.get('/readyz')).body).toEqual({ status: 'ok', database: true });
  });
});
