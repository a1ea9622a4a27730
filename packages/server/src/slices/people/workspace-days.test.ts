import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '../../db/workspace-days.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
/** In New York the first quarter has an hour to go; in UTC it is over. */
const now = () => new Date('2024-04-01T03:00:00Z');
beforeAll(async () => {
  ctx = await startTestContext({ clock: { now, today: () => now().toISOString().slice(0, 10) } });
});
afterAll(() => ctx?.stop());

describe('the days of a workspace', () => {
  test('[BASE-11] are those of its time zone: a period is open until it ends there', async () => {
    const { addDeal, admin, planId, tenant } = await paidWorkspace(ctx);
    const deal = { amount: '1000.00', participantId: 'bob', product: 'Bikes' };
    await addDeal({ ...deal, id: 'next', date: '2024-04-01' });
    const asOf = async () => {
      const { body } = await admin.get('/api/standings', { planId });
      return [body.period.key, body.asOf];
    };
    expect(await asOf()).toEqual(['2024-Q2', '2024-04-01']);
    const zone = (timeZone: string) => admin.put('/api/workspace/settings', { timeZone });
    const saved = await zone('America/New_York');
    expect([saved.status, saved.body.timeZone]).toEqual([200, 'America/New_York']);
    expect(await asOf()).toEqual(['2024-Q1', '2024-03-31']);
    // other settings leave it, and so does a restart
    const { body } = await admin.put('/api/workspace/settings', { runsKeptDays: 90 });
    expect(body.timeZone).toBe('America/New_York');
    await ctx.ctx.days.load();
    expect(ctx.ctx.today(tenant)).toBe('2024-03-31');
    expect((await zone('Pacific/Kiritimati')).status).toBe(200);
    expect(await asOf()).toEqual(['2024-Q2', '2024-04-01']);
  });

  test('[BASE-12] stand still in a sample workspace, until an administrator goes by the clock for good', async () => {
    const { admin, planId, tenant } = await paidWorkspace(ctx);
    await ctx.ctx.db.owner.query(
      `UPDATE tenants SET fixed_day = '2024-02-17', time_zone = 'Asia/Tokyo' WHERE id = $1`,
      [tenant.tenantId],
    );
    await ctx.ctx.days.load();
    const read = async () => {
      const { body } = await admin.get('/api/standings', { planId });
      return [body.period.key, body.asOf];
    };
    expect(await read()).toEqual(['2024-Q1', '2024-02-17']);
    expect((await admin.get('/api/auth/me')).body.tenant.fixedDay).toBe('2024-02-17');
    // what is done is done on that day, also where the clock goes on
    const { rows } = await ctx.ctx.db.owner.query(`SELECT ${dayOf('now()', '$1')}::text AS day`, [
      tenant.tenantId,
    ]);
    expect(rows).toEqual([{ day: '2024-02-17' }]);
    // other settings leave it
    expect((await admin.put('/api/workspace/settings', { runsKeptDays: 90 })).body.fixedDay).toBe(
      '2024-02-17',
    );
    expect((await admin.put('/api/workspace/settings', { fixedDay: '2024-03-01' })).status).toBe(400);
    const ended = await admin.put('/api/workspace/settings', { fixedDay: null });
    expect([ended.status, ended.body.fixedDay]).toEqual([200, null]);
    expect(ctx.ctx.today(tenant)).toBe('2024-04-01');
    expect((await admin.get('/api/auth/me')).body.tenant.fixedDay).toBeNull();
  });

  test('a time zone that does not exist is rejected at its field', async () => {
    const { admin } = await paidWorkspace(ctx);
    const { status, body } = await admin.put('/api/workspace/settings', { timeZone: 'Mars/Olympus' });
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([
      { path: 'timeZone', message: 'Enter a time zone such as America/New_York' },
    ]);
  });
});
