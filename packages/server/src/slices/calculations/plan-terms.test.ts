import type { Component, Rate } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { activePlan, paying, planOf, termWorkspace } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const tiers: Rate = {
  kind: 'marginal',
  thresholds: 'percent-of-quota',
  per: 'period',
  tiers: [
    { from: '0', to: '100', ratePercent: '5' },
    { from: '100', to: null, ratePercent: '10' },
  ],
};
const quarters = [
  ['2024-01-01', '2024-03-31'],
  ['2024-04-01', '2024-06-30'],
  ['2024-07-01', '2024-09-30'],
] as const;
const deal = (id: string, date: string, amount: string, participantId = 'ann') => ({
  id,
  date,
  amount,
  participantId,
});
const monthly = { period: 'month', fiscalYearStartMonth: 1 } as const;
const onePercent: Rate = { kind: 'flat', ratePercent: '1' };

describe('a year to date that deducts what was paid', () => {
  test('[MEASURE-4] [MEASURE-5] three quarters sum to one calculation of the whole; each is proven by its own file', async () => {
    const window = { kind: 'year-to-date', settle: 'deduct' } as const;
    const plan = planOf([paying({ rate: tiers, window })]);
    const there = await termWorkspace(ctx, plan, {
      participants: [{ id: 'ann' }],
      quotas: quarters.map(([from, to]) => ({ participantId: 'ann', from, to, amount: '100000' })),
      deals: [
        deal('d1', '2024-02-01', '120000'),
        deal('d2', '2024-05-01', '50000'),
        deal('d3', '2024-08-01', '160000'),
      ],
    });
    const tooEarly = await there.order('2024-Q2');
    expect(tooEarly).toMatchObject({ status: 422, body: { code: 'NOT_CALCULABLE' } });
    expect(JSON.stringify(tooEarly.body)).toContain('Calculate 2024-Q1 first');

    const runs = [await there.pay('2024-Q1'), await there.pay('2024-Q2'), await there.pay('2024-Q3')];
    expect(runs.map(({ total }) => total)).toEqual(['7000.00', '1500.00', '9500.00']);
    for (const run of runs) expect(await there.unproven(run, 'ann')).toEqual([]);
    const why = await there.why(runs[2]!, 'ann', 'sales');
    expect(why).toMatchObject({
      quota: '300000',
      credited: '160000',
      window: { from: '2024-01-01', to: '2024-09-30', credited: '330000', paid: '8500.00' },
    });
    const { body: statement } = await there.admin.get(`/api/statements/${runs[2]?.id}/ann`);
    expect(statement.lines[0].window).toEqual(why.window);

    const whole = planOf([paying({ rate: tiers })], { name: 'The whole at once' });
    const atOnce = await activePlan(there.admin, whole);
    const span = { planId: atOnce, period: '2024-01-01..2024-09-30' };
    const ordered = await there.admin.post('/api/calculations', span);
    await expect
      .poll(async () => (await there.admin.get(`/api/calculations/${ordered.body.id}`)).body.total)
      .toBe('18000.00');

    await there.sql(
      `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id) VALUES ($1, 'late', '2024-03-01', 10000, 'USD', 'ann')`,
    );
    await there.pay('2024-Q1');
    const { body: stale } = await there.admin.get(`/api/calculations/${runs[1]?.id}`);
    expect(stale.stale.map(({ message }: { message: string }) => message).join()).toContain(
      '2024-Q1 was recalculated after this calculation',
    );
    const again = await there.pay('2024-Q2');
    expect(again).toMatchObject({ version: 2, total: '1000.00', stale: [] });
    await there.sql(
      `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, commit_seq, created_by, committed_at, touched_from, touched_to)
       VALUES ($1, gen_random_uuid(), 'deals', 'first-quarter.csv', 'x', 1, 'committed', 99, gen_random_uuid(), now(), '2024-01-05', '2024-01-05')`,
    );
    const { body: late } = await there.admin.get(`/api/calculations/${again.id}`);
    expect(late.stale.map(({ message }: { message: string }) => message).join()).toContain(
      'first-quarter.csv was imported',
    );
  });

  test('[MEASURE-10] against the whole year’s quota from the first quarter on', async () => {
    const window = { kind: 'year-to-date', settle: 'rate-only', quota: 'whole' } as const;
    const there = await termWorkspace(ctx, planOf([paying({ rate: tiers, window })]), {
      participants: [{ id: 'ann' }],
      quotas: [{ participantId: 'ann', from: '2024-01-01', to: '2024-12-31', amount: '100000' }],
      deals: [deal('d1', '2024-02-01', '90000'), deal('d2', '2024-05-01', '20000')],
    });
    expect((await there.pay('2024-Q1')).total).toBe('4500.00');
    const second = await there.pay('2024-Q2');
    expect(second.total).toBe('1500.00');
    expect(await there.unproven(second, 'ann')).toEqual([]);
  });
});

test('[CREDIT-13] a manager who changes inside the quarter: each is credited for the days they led', async () => {
  const credit = { of: 'team', levels: null, factorPercents: [] } as const;
  const there = await termWorkspace(ctx, planOf([paying({ rate: onePercent, credit })]), {
    participants: [{ id: 'ann' }, { id: 'max' }, { id: 'mia' }, { id: 'zoe' }],
    reportingLines: [
      { participantId: 'ann', managerId: 'mia', from: '2023-01-01', to: '2024-02-15' },
      { participantId: 'ann', managerId: 'max', from: '2024-02-16' },
      { participantId: 'mia', managerId: 'zoe', from: '2024-01-01' },
    ],
    deals: [
      deal('d1', '2024-02-15', '10000'),
      deal('d2', '2024-02-16', '20000'),
      deal('d3', '2024-03-01', '400', 'mia'),
    ],
  });
  const run = await there.pay('2024-Q1');
  expect(await there.amounts(run)).toEqual({ ann: '0.00', max: '200.00', mia: '100.00', zoe: '104.00' });
  const { body: credits } = await there.admin.get(`/api/calculations/${run.id}/payouts/zoe/sales/credits`);
  expect(credits.rows).toMatchObject([
    { dealId: 'd1', role: 'roll-up', through: 'ann' },
    { dealId: 'd3', role: 'roll-up', through: 'mia' },
  ]);
  const { body: ofDeal } = await there.admin.get('/api/deals/d1/credits');
  expect(ofDeal.rows).toMatchObject([
    { participantId: 'mia', role: 'roll-up', throughName: 'ann', earned: '100.00', payments: [] },
    { participantId: 'zoe', role: 'roll-up', throughName: 'ann', earned: '100.00', payments: [] },
  ]);
  for (const id of ['ann', 'max', 'mia', 'zoe']) expect(await there.unproven(run, id)).toEqual([]);
});

test('[CREDIT-12] an overlay credits on top of the deal, and the statement says so', async () => {
  const there = await termWorkspace(ctx, planOf([paying({ rate: onePercent })]), {
    participants: [{ id: 'ann' }, { id: 'eve' }],
    deals: [deal('d1', '2024-02-15', '10000')],
  });
  const overlays = JSON.stringify([{ participantId: 'eve', sharePercent: '50' }]);
  await there.sql('UPDATE deals SET overlays = $2 WHERE tenant_id = $1', [overlays]);
  const run = await there.pay('2024-Q1');
  expect(await there.amounts(run)).toEqual({ ann: '100.00', eve: '50.00' });
  for (const id of ['ann', 'eve']) expect(await there.unproven(run, id)).toEqual([]);
});

test('[PAY-36] the fund of a SPIFF over three payees is spent once, and stays spent in the next month', async () => {
  const idle = paying({ id: 'base', name: 'Base', filter: [{ field: 'product', in: ['Nothing'] }] });
  const spiff = { from: '2024-01-01', to: '2024-02-29', fund: '250' };
  const plan = planOf([idle, paying({ weight: 0, rate: onePercent, spiff })], { calendar: monthly });
  const there = await termWorkspace(ctx, plan, {
    participants: [{ id: 'ann' }, { id: 'bob' }, { id: 'cid' }],
    deals: [
      deal('d3', '2024-01-07', '10000', 'ann'),
      deal('d1', '2024-01-05', '10000', 'bob'),
      deal('d2', '2024-01-06', '10000', 'cid'),
      deal('d4', '2024-02-06', '10000', 'cid'),
    ],
  });
  expect((await there.order('2024-02')).body).toMatchObject({ code: 'NOT_CALCULABLE' });
  const january = await there.pay('2024-01');
  expect(await there.amounts(january)).toEqual({ ann: '50.00', bob: '100.00', cid: '100.00' });
  for (const id of ['ann', 'bob', 'cid']) expect(await there.unproven(january, id)).toEqual([]);
  const imagined = async (amount: string, date: string) => {
    const asked = { planId: there.planId, participantId: 'bob', period: '2024-01' };
    return (await there.admin.post('/api/what-if', { ...asked, furtherDeals: [{ amount, date }] })).body;
  };
  // before the others there is money left, on the last day it is spent; who spent it is not said
  expect(await imagined('4000', '2024-01-04')).toMatchObject({ before: '100.00', after: '140.00' });
  const late = await imagined('4000', '2024-01-31');
  expect(late).toMatchObject({ before: '100.00', after: '100.00', delta: '0.00' });
  expect(JSON.stringify(late.fundUse)).not.toMatch(/ann|cid|d2|d3/);
  const february = await there.pay('2024-02');
  expect(await there.amounts(february)).toEqual({ ann: '0.00', bob: '0.00', cid: '0.00' });
});

test('[PAY-33] what is over a cap is carried from month to month, to those who left the plan as well', async () => {
  const limits = [{ kind: 'amount', atMost: '1000', excess: 'carried' }] as const;
  const rate: Rate = { kind: 'flat', ratePercent: '10' };
  const there = await termWorkspace(
    ctx,
    planOf([paying({ rate, limits })], { calendar: monthly, order: ['gate', 'weight', 'cap'] }),
    {
      participants: [{ id: 'ann' }, { id: 'bob' }],
      deals: [
        deal('d1', '2024-01-05', '25000'),
        deal('d2', '2024-02-05', '2000'),
        deal('d3', '2024-01-06', '12000', 'bob'),
      ],
    },
  );
  await there.sql(
    `UPDATE plan_assignments SET to_date = '2024-01-31' WHERE tenant_id = $1 AND participant_id = 'bob'`,
  );
  expect(await there.amounts(await there.pay('2024-01'))).toEqual({ ann: '1000.00', bob: '1000.00' });
  const gap = await there.order('2024-03');
  expect(JSON.stringify(gap.body)).toContain('Calculate 2024-02 first');
  const february = await there.pay('2024-02');
  expect(await there.amounts(february)).toEqual({ ann: '1000.00', bob: '200.00' });
  expect(await there.why(february, 'ann', 'sales')).toMatchObject({
    earnedSum: '0.00',
    carried: { carriedIn: '1500.00', carriedPaid: '1000.00', carriedOut: '700.00' },
  });
  // from March on nothing is limited any more: what was carried is still paid
  const unlimited = planOf([paying({ rate })], { calendar: monthly, order: ['gate', 'weight', 'cap'] });
  const { body: now } = await there.admin.get(`/api/plans/${there.planId}`);
  const draft = { revision: now.revision, document: unlimited };
  const { body: next } = await there.admin.put(`/api/plans/${there.planId}`, draft);
  const { documentHash } = next;
  expect(await there.admin.post(`/api/plans/${there.planId}/activate`, { documentHash })).toMatchObject({
    status: 200,
  });
  const march = await there.pay('2024-03');
  expect(await there.amounts(march)).toEqual({ ann: '700.00' });
  for (const [run, id] of [
    [february, 'ann'],
    [february, 'bob'],
    [march, 'ann'],
  ] as const) {
    expect(await there.unproven(run, id)).toEqual([]);
  }
  const odd = await there.order('2024-04-01..2024-04-15');
  expect(odd.body).toMatchObject({ code: 'NOT_CALCULABLE' });
});

test('[BASE-8] a calendar of 4-4-5 weeks is calculated by its own periods', async () => {
  const calendar = { ...monthly, weeks: { pattern: '4-4-5', weekday: 7, anchor: 'last-in' } } as const;
  const there = await termWorkspace(ctx, planOf([paying({ rate: onePercent })], { calendar }), {
    participants: [{ id: 'ann' }],
    deals: ['2024-01-28', '2024-01-29', '2024-02-25', '2024-02-26'].map((day) => deal(day, day, '10000')),
  });
  const run = await there.pay('2024-P02');
  expect(run.period).toMatchObject({ key: '2024-P02' });
  const within = ['2024-01-28', '2024-01-29', '2024-02-25', '2024-02-26'].filter(
    (day) => run.period.from <= day && day <= run.period.to,
  );
  expect(run.total).toBe(`${within.length}00.00`);
  expect(within).toHaveLength(2);
  expect(await there.unproven(run, 'ann')).toEqual([]);
});

test('[QUOTA-10] [QUOTA-12] a late hire, a leave and a ramp scale the quota of those they are of', async () => {
  const proration = { by: 'days', of: 'quota' } as const;
  const there = await termWorkspace(ctx, planOf([paying({ rate: tiers })], { proration }), {
    participants: [{ id: 'ann' }, { id: 'bob', hiredOn: '2024-02-01' }, { id: 'cid' }, { id: 'dee' }],
    quotas: ['ann', 'bob', 'cid', 'dee'].map((participantId) => {
      const [from, to] = quarters[0];
      return { participantId, from, to, amount: '91000' };
    }),
    deals: ['ann', 'bob', 'cid', 'dee'].map((id) => deal(`d-${id}`, '2024-03-01', '10000', id)),
  });
  await there.sql(
    `INSERT INTO leaves (tenant_id, participant_id, from_date, to_date) VALUES ($1, 'cid', '2024-01-01', '2024-01-11')`,
  );
  await there.sql(
    `INSERT INTO ramps (tenant_id, participant_id, from_date, to_date, quota_percent, target_percent) VALUES ($1, 'dee', '2024-01-01', '2024-03-31', 50, 100)`,
  );
  const run = await there.pay('2024-Q1');
  const quotas = await Promise.all(
    ['ann', 'bob', 'cid', 'dee'].map(async (id) => (await there.why(run, id, 'sales')).quota),
  );
  expect(quotas).toEqual(['91000', '60000', '80000', '45500']);
  for (const id of ['ann', 'bob', 'cid', 'dee']) expect(await there.unproven(run, id)).toEqual([]);
});

test('[CREDIT-11] [PAY-37] a score nobody has approved pays nothing, and the line says that it waits', async () => {
  const mbo = paying({
    measure: { unit: 'Score', of: 'amount' },
    rate: { kind: 'target' },
    approval: 'required',
  });
  const there = await termWorkspace(ctx, planOf([mbo]), { participants: [{ id: 'ann' }, { id: 'bob' }] });
  await there.sql(`UPDATE participants SET target_variable_annual = 40000 WHERE tenant_id = $1`);
  await there.sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
     SELECT $1, id, 'Score', '2024-01-01', '2024-03-31', 1 FROM participants WHERE tenant_id = $1`,
  );
  await there.sql(
    `INSERT INTO deals (tenant_id, id, date, amount, unit, participant_id, approved_on)
     VALUES ($1, 's1', '2024-03-31', 0.8, 'Score', 'ann', NULL), ($1, 's2', '2024-03-31', 0.8, 'Score', 'bob', '2024-04-02')`,
  );
  const run = await there.pay('2024-Q1');
  expect(await there.amounts(run)).toEqual({ ann: '0.00', bob: '8000.00' });
  expect(JSON.stringify(await there.why(run, 'ann', 'sales'))).toMatch(/approv/);
  for (const id of ['ann', 'bob']) expect(await there.unproven(run, id)).toEqual([]);
});

test('[PAY-42] a gate on an average is closed, then opened by a late deal of another component; each is proven by its own file', async () => {
  const average = [
    { componentId: 'sales', weightPercent: '60' },
    { componentId: 'renewals', weightPercent: '40' },
  ];
  const of = (product: string, change: Partial<Component>) =>
    paying({ rate: onePercent, filter: [{ field: 'product', in: [product] }], ...change });
  const plan = planOf([
    of('Bike', { weight: 60, gate: { average, atLeastPercent: '90', countAtMostPercent: '100' } }),
    of('Renewal', { id: 'renewals', name: 'Renewals', weight: 40 }),
  ]);
  const [from, to] = quarters[0];
  const there = await termWorkspace(ctx, plan, {
    participants: [{ id: 'ann' }],
    quotas: [{ participantId: 'ann', from, to, amount: '1000' }],
    deals: [
      { ...deal('d1', '2024-02-01', '1300'), product: 'Bike' },
      { ...deal('d2', '2024-02-02', '749.99'), product: 'Renewal' },
    ],
  });
  const closed = await there.pay('2024-Q1');
  expect(closed.total).toBe('7.50');
  expect((await there.why(closed, 'ann', 'sales')).message).toBe(
    'Sales pays nothing: its gate needs an average of 90% and stands at 89.9996% (Sales at 130%, counted as 100%, weighs 60%; Renewals at 74.999% weighs 40%).',
  );
  await there.sql(
    `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id, product) VALUES ($1, 'late', '2024-03-01', 0.01, 'USD', 'ann', 'Renewal')`,
  );
  const open = await there.pay('2024-Q1');
  expect(open).toMatchObject({ version: 2, total: '20.50' });
  expect(JSON.stringify(await there.why(open, 'ann', 'sales'))).toContain(
    '60% × min(130%, 100%) + 40% × 75%',
  );
  for (const run of [closed, open]) expect(await there.unproven(run, 'ann')).toEqual([]);
});
