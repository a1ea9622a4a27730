import type { SavedView } from '@attain/contract/saved-views';
import { viewLimits } from '@attain/domain/access/saved-views';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

const alone = { participantId: null };
let ctx: TestContext;
let tenant: TestTenant;
let admin: Client;
let finance: Client;
let rep: Client;

beforeAll(async () => {
  ctx = await sharedTestContext();
  tenant = await ctx.newTenant({
    administrator: alone,
    finance: alone,
    'comp-admin': alone,
    'sales-rep': alone,
    viewer: alone,
  });
  [admin, finance, rep] = [tenant.as('administrator'), tenant.as('finance'), tenant.as('sales-rep')];
});

const save = (who: Client, name: string, more: object = {}) =>
  who.post('/api/saved-views', { list: 'tracking', name, search: { flag: 'behind' }, ...more });
const listed = async (who: Client, list = 'tracking'): Promise<SavedView[]> =>
  (await who.get('/api/saved-views', { list })).body.rows;
const named = async (who: Client, name: string) => (await listed(who)).find((view) => view.name === name);
const change = (who: Client, { id, revision }: Pick<SavedView, 'id' | 'revision'>, by: object) =>
  who.put(`/api/saved-views/${id}`, { revision, ...by });

describe('saved views', () => {
  test('[ACCESS-46] a view is its owner’s until it is shared, and then of everyone who may read the list', async () => {
    const { body: view, status } = await save(finance, 'Behind', {
      search: { flag: 'behind', hide: 'pace' },
    });
    expect(status).toBe(201);
    expect(view).toMatchObject({
      isOwn: true,
      isShared: false,
      isDefault: false,
      mayChange: true,
      revision: 1,
    });
    expect(await named(rep, 'Behind')).toBeUndefined();
    expect((await change(finance, view, { isShared: true })).body).toMatchObject({
      isShared: true,
      revision: 2,
    });
    expect(await named(rep, 'Behind')).toMatchObject({
      search: { flag: 'behind', hide: 'pace' },
      isOwn: false,
      mayChange: false,
    });
    // the log's action decides whose browsers read the views again
    const { body: log } = await admin.get('/api/audit', { objectId: view.id });
    expect(log.rows.map(({ action }: { action: string }) => action)).toEqual([
      'saved-view.changed',
      'private-view.created',
    ]);
    expect(await listed(rep, 'disputes')).toEqual([]);
    const viewer = await tenant.as('viewer').get('/api/saved-views', { list: 'tracking' });
    expect([viewer.status, viewer.body.code]).toEqual([403, 'NOT_ALLOWED']);
  });

  test('[ACCESS-46] others can’t change a shared view; who edits the workspace can, but no view that is not shared', async () => {
    const { body: view } = await save(finance, 'Team', { isShared: true });
    for (const [who, status] of [
      [tenant.as('comp-admin'), 403],
      [admin, 200],
    ] as const)
      expect((await change(who, view, { name: 'The team' })).status).toBe(status);
    const { body: own } = await save(finance, 'Mine alone');
    expect((await change(admin, own, { name: 'Taken' })).status).toBe(404);
    expect((await admin.post(`/api/saved-views/${own.id}/remove`)).status).toBe(404);
    expect((await tenant.as('comp-admin').post(`/api/saved-views/${view.id}/remove`)).status).toBe(403);
    expect((await admin.post(`/api/saved-views/${view.id}/remove`)).status).toBe(200);
    expect(await named(finance, 'The team')).toBeUndefined();
  });

  test('[ACCESS-46] each person chooses the view a list opens with; it ends when the view is shared no more', async () => {
    const { body: view } = await save(finance, 'First', { isShared: true });
    const choose = (who: Client, id: string | null, list = 'tracking') =>
      who.post('/api/saved-views/default', { list, id });
    expect((await choose(rep, view.id)).status).toBe(200);
    expect((await choose(finance, view.id)).status).toBe(200);
    expect((await choose(rep, view.id, 'disputes')).status).toBe(400);
    expect([await named(rep, 'First'), await named(finance, 'First')]).toMatchObject([
      { isDefault: true },
      { isDefault: true },
    ]);
    const { body: hidden } = await change(finance, view, { isShared: false });
    expect(hidden.isDefault).toBe(true);
    await change(finance, hidden, { isShared: true });
    expect(await named(rep, 'First')).toMatchObject({ isDefault: false });
    expect((await choose(finance, null)).body).toEqual({ id: null });
    expect(await named(finance, 'First')).toMatchObject({ isDefault: false });
  });

  test('a name is used once on a list, whatever its case; of two windows the later one is refused', async () => {
    const { body: view } = await save(rep, 'Pipeline');
    const taken = await save(rep, 'pipeline');
    expect([taken.status, taken.body.error]).toEqual([
      409,
      'This list already has a view named “pipeline”. Choose another name.',
    ]);
    expect((await save(finance, 'Pipeline')).status).toBe(201);
    expect((await change(rep, view, { search: { flag: 'ahead' } })).status).toBe(200);
    const late = await change(rep, view, { name: 'Other' });
    expect([late.status, late.body.error]).toEqual([
      409,
      '“Pipeline” changed since you opened it. Try again.',
    ]);
    expect((await rep.post(`/api/saved-views/${view.id}/remove`)).status).toBe(200);
    expect((await change(rep, view, { name: 'Other' })).status).toBe(404);
  });

  test('a view without a name, too long, of no list or too large is refused, and so is one too many', async () => {
    const search = Object.fromEntries(
      Array.from({ length: viewLimits.parameters + 1 }, (_, at) => [
        `p${'abcdefghijklmnopqrstuvwxyz'[at]}`,
        'x',
      ]),
    );
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(viewLimits.name + 1) },
      { list: 'secrets' },
      { search },
      { search: { flag: 'x'.repeat(viewLimits.value + 1) } },
      { search: { 'not a name': 'x' } },
      { search: { flag: 3 } },
    ])
      expect((await save(rep, 'Wrong', wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(400);
    const owner = tenant.as('comp-admin');
    expect((await save(owner, 'Another list')).status).toBe(201);
    await ctx.ctx.db.owner.query(
      `INSERT INTO saved_views (tenant_id, id, owner_id, list, name, search, is_shared)
       SELECT tenant_id, gen_random_uuid(), owner_id, 'statements', 'View ' || place, '{}', true
         FROM saved_views, generate_series(1, $2::int) place WHERE tenant_id = $1 AND name = 'Another list'`,
      [tenant.tenantId, viewLimits.perList],
    );
    const more = await save(owner, 'One more', { list: 'statements' });
    expect([more.status, more.body.error]).toEqual([
      409,
      `You have ${viewLimits.perList} views of this list. Delete one first.`,
    ]);
    const { body: own } = await save(finance, 'Unshared', { list: 'statements' });
    const full = await change(finance, own, { isShared: true });
    expect([full.status, full.body.error]).toEqual([
      409,
      `${viewLimits.shared} views of this list are shared. Stop sharing one first.`,
    ]);
    expect((await listed(rep, 'statements')).length).toBe(viewLimits.shared);
  });
});
