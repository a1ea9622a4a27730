import type { PayOutlook, Standings, TrackedPlan } from '@attain/contract/standings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEvents } from '../../../testing/event-reader.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
/** Today in every test: in the middle of the quarter. */
let today = '2024-02-15';
const clock = { now: () => new Date(), today: () => today };

beforeAll(async () => {
  ctx = await startTestContext({ clock });
});
afterAll(() => ctx?.stop());
beforeEach(() => {
  today = '2024-02-15';
});

type Role = Parameters<PaidWorkspace['tenant']['as']>[0];

async function standings(workspace: PaidWorkspace, role: Role, more: object = {}): Promise<Standings> {
  const answer = await workspace.tenant.as(role).get('/api/standings', { planId: workspace.planId, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Who is paid what so far, by component. */
const paid = ({ rows }: Standings) =>
  Object.fromEntries(rows.map((row) => [`${row.participantId} ${row.componentId}`, row.amount]));

describe('standings', () => {
  test('[PAY-45] once the period is over, they are what the calculation pays, to the cent', async () => {
    const workspace = await paidWorkspace(ctx);
    today = '2024-05-02';
    const run = await workspace.calculate();
    const { body } = await workspace.admin.get(`/api/calculations/${run.id}/payouts`, { limit: 1000 });
    const now = await standings(workspace, 'finance', { period: '2024-Q1' });
    expect(now.isOver).toBe(true);
    const figures = (row: Record<string, unknown>) =>
      ['participantId', 'componentId', 'credited', 'quota', 'attainmentPercent', 'target', 'amount'].map(
        (name) => row[name],
      );
    expect(now.rows.map(figures).sort()).toEqual(body.rows.map(figures).sort());
    expect(now.rows.length).toBe(8);
    expect(now.totals.map(({ amount }) => Number(amount)).reduce((a, b) => a + b)).toBe(Number(run.total));
    for (const row of now.rows) expect(row.projectedAmount).toBe(row.amount);
  });

  test('[PAY-45] as of today they count the deals up to today, and any earlier day can be asked for', async () => {
    const workspace = await paidWorkspace(ctx);
    const now = await standings(workspace, 'finance', { participantId: 'ann' });
    expect([now.period.key, now.asOf, now.isOver]).toEqual(['2024-Q1', '2024-02-15', false]);
    // 60,000 and 30,000 EUR at 1.1: the first half of the quota at 1%, the rest at 2%
    expect(paid(now)).toEqual({ 'ann bookings': '1360.00', 'ann bikes': '1200.00' });
    const [bookings] = now.rows;
    expect(bookings).toMatchObject({
      credited: '93000',
      attainmentPercent: '93',
      managerId: 'mia',
      managerName: 'Mia Example',
    });
    expect(bookings?.days).toEqual([
      { date: '2024-01-10', credited: '60000' },
      { date: '2024-02-10', credited: '33000' },
    ]);
    const earlier = await standings(workspace, 'finance', { participantId: 'ann', asOf: '2024-01-31' });
    expect(earlier.rows[0]).toMatchObject({ credited: '60000', amount: expect.any(String) });
    const answer = await workspace.admin.get('/api/standings', {
      planId: workspace.planId,
      asOf: '2024-05-01',
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT']);
  });

  test('[ATT-8] pace holds attainment against the working days gone', async () => {
    const workspace = await paidWorkspace(ctx);
    const now = await standings(workspace, 'finance', { participantId: 'ann' });
    expect([now.workingDay, now.workingDays, now.usualPercent, now.usualPeriods]).toEqual([
      34,
      65,
      '52.31',
      0,
    ]);
    expect(now.rows[0]).toMatchObject({ pace: '1.78', flag: 'ahead', projectedCredit: '177794.12' });
  });

  test('[SIM-14] the pay at the end of the period is forecast from the months before, for those who see pay', async () => {
    const workspace = await paidWorkspace(ctx);
    const outlook = async (role: Role, more: object = {}): Promise<PayOutlook> => {
      const { planId } = workspace;
      const answer = await workspace.tenant.as(role).get('/api/standings/outlook', { planId, ...more });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    };
    // the first deal of all is of January 10, so January is not whole
    const alone = await outlook('sales-rep');
    expect(alone).toMatchObject({
      months: null,
      withoutMonths: 1,
      total: { soFar: '2560.00', low: '2560.00' },
    });
    await workspace.sql(`UPDATE deals SET date = '2024-01-05' WHERE tenant_id = $1 AND date = '2024-01-10'`);
    const mine = await outlook('sales-rep');
    expect(mine).toMatchObject({ period: '2024-Q1', asOf: '2024-02-15', scenarios: 1, hidden: null });
    expect(mine.months).toEqual({ from: '2024-01-01', to: '2024-01-31' });
    // January's 60,000 once more in March: 500 + 1,000 + 5% of 53,000, and bikes 2,400
    const [low, expected, high] = ['6550.00', '6550.00', '6550.00'];
    expect(mine.total).toEqual({ soFar: '2560.00', expected, low, high });
    expect(mine.rows.map(({ participantId }) => participantId)).toEqual(['ann']);
    const all = await outlook('finance');
    const now = await standings(workspace, 'finance');
    const soFar = now.totals.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect([all.payees, Number(all.total?.soFar), all.unpayable]).toEqual([4, soFar, []]);
    const designer = await outlook('plan-designer');
    expect([designer.hidden, designer.total, designer.rows]).toEqual([
      expect.stringContaining('access'),
      null,
      [],
    ]);
  });

  test('[ACCESS-3] a rep sees their own, a manager the team, a designer attainment without pay', async () => {
    const workspace = await paidWorkspace(ctx);
    const people = async (role: Role) => [
      ...new Set((await standings(workspace, role)).rows.map(({ participantId }) => participantId)),
    ];
    expect(await people('sales-rep')).toEqual(['ann']);
    expect(await people('manager')).toEqual(['ann', 'bob', 'mia']);
    expect(await people('finance')).toEqual(['ann', 'bob', 'cid', 'mia']);
    const designer = await standings(workspace, 'plan-designer');
    expect(designer.payHidden).toContain('access');
    expect(designer.rows[0]?.attainmentPercent).toBe('93');
    const pay = designer.rows.flatMap((row) => [row.amount, row.target, row.message, row.nextTier]);
    expect([...new Set(pay)]).toEqual([null]);
    const viewer = await workspace.tenant.as('viewer').get('/api/standings', { planId: workspace.planId });
    expect(viewer.status).toBe(403);
  });

  test('[ACCESS-3] a plan is tracked only by those with somebody on it', async () => {
    const workspace = await paidWorkspace(ctx);
    const rep = workspace.tenant.as('sales-rep');
    const mine: TrackedPlan[] = (await rep.get('/api/standings/plans')).body;
    expect(mine.map(({ id, period }) => [id, period])).toEqual([[workspace.planId, '2024-Q1']]);
    await workspace.sql(`DELETE FROM plan_assignments WHERE tenant_id = $1 AND participant_id = 'ann'`);
    expect((await rep.get('/api/standings/plans')).body).toEqual([]);
    expect((await rep.get('/api/standings', { planId: workspace.planId })).status).toBe(404);
  });

  test('[PAY-45] a payee the engine can’t pay is listed with the reason and stops nobody else', async () => {
    const workspace = await paidWorkspace(ctx);
    await workspace.addDeal({ id: 'd9', amount: '5000.00', currency: 'GBP', participantId: 'bob' });
    const now = await standings(workspace, 'finance');
    expect(now.unpayable.map(({ participantId }) => participantId)).toEqual(['bob']);
    expect(now.unpayable[0]?.problems[0]?.message).toContain('GBP');
    expect(paid(now)['ann bookings']).toBe('1360.00');
  });

  test('[PAY-45] the open period is today’s, or the newest with deals where nothing is recorded in today’s', async () => {
    const workspace = await paidWorkspace(ctx);
    today = '2025-07-01';
    const [plan]: TrackedPlan[] = (await workspace.admin.get('/api/standings/plans')).body;
    expect(plan?.period).toBe('2024-Q1');
    expect(plan?.periods.map(({ key }) => key)).toEqual(['2025-Q3', '2024-Q1']);
    expect(await standings(workspace, 'finance')).toMatchObject({ asOf: '2024-03-31', isOver: true });
  });

  test('a stored import is announced to the rep, and the next look counts its deals', async () => {
    const workspace = await paidWorkspace(ctx);
    const rep = workspace.tenant.as('sales-rep');
    const reader = await openEvents(ctx.url, rep.cookie);
    await reader.until(({ topic }) => topic === 'ready');
    await workspace.importDeals('id,date,amount,currency,participant\nlate1,2024-02-12,7000.00,USD,ann\n');
    await reader.until(({ topic }) => topic === 'deals');
    expect((await standings(workspace, 'sales-rep')).rows[0]?.credited).toBe('100000');
    reader.leave();
  });
});
