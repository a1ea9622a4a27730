import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { notifyOfOverdue } from './access-reviews.ts';

let ctx: TestContext;
const noParticipant = { participantId: null };
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

type Item = { id: string; person: string; role: string; userId: string; decision: string | null };

async function started() {
  const tenant = await ctx.newTenant({
    administrator: noParticipant,
    'tenant-admin': noParticipant,
    'compliance-officer': noParticipant,
    finance: noParticipant,
    viewer: noParticipant,
  });
  const admin = tenant.as('administrator');
  const second = tenant.as('tenant-admin');
  const who = tenant.as('finance');
  const finance = (await who.get('/api/auth/me')).body.user.id as string;
  const me = (await admin.get('/api/auth/me')).body.user.id as string;
  const review = await admin.post('/api/access-reviews', { days: 7 });
  const items = review.body.items as Item[];
  const itemOf = (userId: string) => items.find((one) => one.userId === userId)?.id ?? '';
  const decide = (by: typeof admin, ids: readonly string[], decision: string, reason = '') =>
    by.post(`/api/access-reviews/${review.body.id}/decide`, { items: ids, decision, reason });
  return { tenant, admin, second, who, finance, me, review, items, itemOf, decide };
}

describe('[ACCESS-44] access reviews', () => {
  test('ask reviewers, end revoked roles at once, and leave a hash over all decisions', async () => {
    const { tenant, admin, second, who, finance, me, review, items, itemOf, decide } = await started();
    expect(review).toMatchObject({ status: 201, body: { status: 'open', roles: 5, kept: 0 } });
    expect((await admin.post('/api/access-reviews', { days: 7 })).status).toBe(409);
    expect((await tenant.as('viewer').get('/api/access-reviews')).status).toBe(403);
    expect((await tenant.as('compliance-officer').get('/api/access-reviews')).body.rows).toHaveLength(1);
    const { body: notices } = await second.get('/api/notices');
    expect(notices.rows).toMatchObject([
      { title: 'Access review', about: { of: 'access-review', id: review.body.id } },
    ]);
    // a reviewer’s own access, and an administrator’s access reviewed by someone who is not one
    const own = await decide(admin, [itemOf(me)], 'keep');
    expect([own.status, own.body.error]).toEqual([
      409,
      'You can’t review your own access. Ask another administrator.',
    ]);
    expect((await decide(second, [itemOf(me)], 'keep')).status).toBe(409);
    expect((await decide(admin, [itemOf(finance)], 'revoke')).status).toBe(400);
    expect((await decide(admin, [newId()], 'keep')).status).toBe(404);
    expect((await who.get('/api/payments')).status).toBe(200);
    const revoked = await decide(admin, [itemOf(finance)], 'revoke', 'Moved to sales');
    expect(revoked.body).toMatchObject({ status: 'open', revoked: 1 });
    expect((await who.get('/api/payments')).status).toBe(403);
    expect((await admin.get(`/api/people/${finance}`)).body.roles).toEqual([]);
    expect((await decide(admin, [itemOf(finance)], 'keep')).status).toBe(409);
    // groups of the directory can give it again, which the review says of this role only
    await ctx.ctx.db.owner.query(
      `WITH known AS (INSERT INTO directory_members (tenant_id, user_id) VALUES ($1, $2))
       INSERT INTO group_roles (tenant_id, group_name, role, set_by) SELECT $1, 'Money', r, $3 FROM unnest('{finance,viewer}'::text[]) AS r`,
      [tenant.tenantId, finance, me],
    );
    const { body: mapped } = await admin.get(`/api/access-reviews/${review.body.id}`);
    expect(mapped.items.filter((one: { followsGroups: boolean }) => one.followsGroups)).toMatchObject([
      { role: 'finance', decision: 'revoke' },
    ]);
    // a role that ends otherwise needs no decision
    const viewer = items.find(({ role }) => role === 'viewer') as Item;
    await admin.post(`/api/people/${viewer.userId}/disable`, {});
    const others = items.filter(({ role }) => role === 'tenant-admin' || role === 'compliance-officer');
    const kept = await decide(
      admin,
      others.map(({ id }) => id),
      'keep',
    );
    expect(kept.body).toMatchObject({ status: 'open', kept: 2, revoked: 1, gone: 1, evidenceHash: null });
    await ctx.ctx.db.owner.query(
      `UPDATE memberships SET roles = '{administrator}' WHERE tenant_id = $1 AND user_id = $2`,
      [tenant.tenantId, others.find(({ role }) => role === 'tenant-admin')?.userId],
    );
    const done = await decide(second, [itemOf(me)], 'keep');
    expect(done.body).toMatchObject({ status: 'completed', kept: 3, evidenceHash: expect.any(String) });
    expect((await second.get('/api/notices')).body.unread).toBe(0);
    await ctx.ctx.db.sequencer.settle(tenant.tenantId);
    const { rows } = await ctx.ctx.db.owner.query<{ body: string }>(
      `SELECT body FROM audit_entries WHERE tenant_id = $1 AND body LIKE '%access-review.completed%'`,
      [tenant.tenantId],
    );
    expect(rows.map(({ body }) => body.includes(done.body.evidenceHash))).toEqual([true]);
    expect((await decide(second, [itemOf(me)], 'keep')).body.error).toBe('This review is completed.');
  });

  test('notify reviewers and compliance officers once after the last day', async () => {
    const { tenant, review } = await started();
    await ctx.ctx.db.owner.query(`UPDATE access_reviews SET due_on = current_date - 2 WHERE tenant_id = $1`, [
      tenant.tenantId,
    ]);
    await Promise.all([notifyOfOverdue(ctx.ctx), notifyOfOverdue(ctx.ctx)]);
    await notifyOfOverdue(ctx.ctx);
    const compliance = tenant.as('compliance-officer');
    const late = (await compliance.get('/api/notices')).body.rows.filter(
      ({ title }: { title: string }) => title === 'Access review is overdue',
    );
    expect(late).toHaveLength(1);
    const one = await compliance.get(`/api/access-reviews/${review.body.id}`);
    expect(one.body).toMatchObject({ isOverdue: true, status: 'open' });
    const log = await tenant.as('administrator').get('/api/audit', { action: 'access-review.overdue' });
    expect(log.body.rows).toHaveLength(1);
  });
});
