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
    // a month that has begun there is not forecast from
    const untilOf = async () => {
      const { body } = await admin.get('/api/assistant/analytics/predictive', { range: 'monthly' });
      return body.forecasts[0].until;
    };
    expect(await untilOf()).toBe('2024-01-31');
    // other settings leave it
    expect((await admin.put('/api/workspace/settings', { runsKeptDays: 90 })).body.fixedDay).toBe(
      '2024-02-17',
    );
    expect((await admin.put('/api/workspace/settings', { fixedDay: '2024-03-01' })).status).toBe(400);
    const ended = await admin.put('/api/workspace/settings', { fixedDay: null });
    expect([ended.status, ended.body.fixedDay]).toEqual([200, null]);
    expect(ctx.ctx.today(tenant)).toBe('2024-04-01');
    expect(await untilOf()).toBe('2024-03-31');
    expect((await admin.get('/api/auth/me')).body.tenant.fixedDay).toBeNull();
  });

  test('[BASE-13] leave holidays out of working days: closes, pay days and pace count them', async () => {
    const { admin, planId, tenant } = await paidWorkspace(ctx);
    const counted = async () => {
      const { body: close } = await tenant.as('finance').get('/api/closes/2024-03');
      const { body: standings } = await admin.get('/api/standings', { planId, period: '2024-Q1' });
      const due = (name: string) => close.steps.find(({ step }: { step: string }) => step === name).due;
      return {
        ...{ load: due('load'), publish: due('publish'), paid: due('paid'), daysToPay: close.daysToPay },
        ...{ workingDays: standings.workingDays, holidays: standings.holidays },
      };
    };
    const before = { load: '2024-04-01', publish: '2024-04-03', paid: '2024-04-08' };
    expect(await counted()).toEqual({ ...before, daysToPay: 5, workingDays: 65, holidays: [] });
    const text = 'date,name\n2024-03-29,Good Friday\n2024-04-01,Easter Monday\n2024-04-06,A Saturday';
    expect((await tenant.as('finance').post('/api/workspace/holidays', { text })).status).toBe(403);
    const added = await admin.post('/api/workspace/holidays', { text });
    expect([added.status, added.body.rows]).toEqual([
      200,
      [
        { date: '2024-03-29', name: 'Good Friday' },
        { date: '2024-04-01', name: 'Easter Monday' },
        { date: '2024-04-06', name: 'A Saturday' },
      ],
    ]);
    expect((await tenant.as('sales-rep').get('/api/workspace/holidays')).body).toEqual(added.body);
    expect((await (await paidWorkspace(ctx)).admin.get('/api/workspace/holidays')).body.rows).toEqual([]);
    const after = { load: '2024-04-02', publish: '2024-04-04', paid: '2024-04-09' };
    expect(await counted()).toEqual({ ...after, daysToPay: 6, workingDays: 64, holidays: ['2024-03-29'] });
    // nothing is added if a line has a problem
    const wrong = await admin.post('/api/workspace/holidays', { text: '2024-05-01,May Day\nMay 9' });
    expect([wrong.status, wrong.body.issues]).toEqual([
      400,
      [
        {
          rule: 'BASE-13',
          path: 'lines[2]',
          message: 'Line 2: “May 9” is not a date. Use year-month-day, like 2026-12-25.',
        },
      ],
    ]);
    const remove = (date: string) => admin.post(`/api/workspace/holidays/${date}/remove`, {});
    expect((await remove('2024-04-06')).body.rows).toHaveLength(2);
    expect((await remove('2024-04-06')).status).toBe(404);
    const { body: log } = await admin.get('/api/audit', { action: 'workspace.holidays-saved' });
    expect(log.rows.map(({ reason }: { reason: string }) => reason)).toEqual(['removed', 'added']);
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
