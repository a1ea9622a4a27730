import type { Plan } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../../base/actor.ts';
import { newId } from '../../../base/ids.ts';
import { insertRecords } from '../../../testing/insert-records.ts';
import { settled } from '../../../testing/settled.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';
import { validPlan } from '../../../testing/valid-plan.ts';
import { checked, committed, HEAD, importer, upload } from '../../imports/imports.fixture.ts';
import { designLive } from './design-live.ts';
import { LiveLedgers } from './live-ledgers.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const nobody = { participantId: null };
const people = ['ann', 'ben', 'cid', 'dan', 'eva', 'fay', 'gus'];

/** A draft with tiers in place of the first component's flat rate, of which more is paid from 3,000 on. */
function tiered(ratePercent: string): Plan {
  const [first, second] = validPlan().components;
  const tiers = [
    { from: '0', to: '3000', ratePercent: '2' },
    { from: '3000', to: null, ratePercent },
  ];
  const rate = { kind: 'marginal', thresholds: 'amount', per: 'period', tiers } as const;
  return validPlan({ components: [{ ...first!, rate }, second!] });
}

/** The same with a term that totals do not pay: each deal by itself. */
function perDeal(): Plan {
  const [first, second] = tiered('4').components;
  const rate = { ...(first!.rate as object), per: 'deal' } as Plan['components'][0]['rate'];
  return validPlan({ components: [{ ...first!, rate }, second!] });
}

async function workspace(): Promise<{ tenant: TestTenant; planId: string }> {
  const tenant = await ctx.newTenant({
    administrator: nobody,
    'plan-designer': nobody,
    finance: nobody,
    viewer: nobody,
  });
  const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
  await insertRecords(ctx.ctx.db, tenant.tenantId, {
    participants: people.map((id) => ({ id, name: `Seller ${id}` })),
    deals: people.slice(0, -1).flatMap((id, who) =>
      months.map((month, i) => ({
        id: `${id}-${month}`,
        date: `2024-${month}-15`,
        amount: `${(who + 1) * 400 + i * 100}.${10 + who}`,
        participantId: id,
      })),
    ),
  });
  const admin = tenant.as('administrator');
  const document = validPlan();
  const made = await admin.post('/api/plans', { name: document.name, type: document.type, document });
  const { id: planId, documentHash } = made.body;
  expect((await admin.post(`/api/plans/${planId}/activate`, { documentHash })).status).toBe(200);
  await admin.post('/api/assignments', { planId, everybody: true, from: '2024-01-01' });
  return { tenant, planId };
}

type Role = Parameters<TestTenant['as']>[0];

/** Asks until the totals have been read. */
async function live(tenant: TestTenant, order: object, role: Role = 'finance') {
  for (;;) {
    const answer = await tenant.as(role).post('/api/simulations/live', order);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (answer.body.reading === null) return answer.body;
  }
}

async function replayed(tenant: TestTenant, order: object) {
  const finance = tenant.as('finance');
  const started = await finance.post('/api/simulations', { kind: 'replay', ...order });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const { body } = await settled(finance, `/api/simulations/${started.body.id}`, ['completed']);
  return body.replay;
}

describe('[SIM-11] a plan that is being designed', () => {
  it('costs what a stored replay of it says, whoever wins and loses, whether totals are enough or not', async () => {
    const { tenant, planId } = await workspace();
    for (const [document, calculated] of [
      [tiered('4'), 0],
      [tiered('1.25'), 0],
      [perDeal(), people.length],
    ] as const) {
      for (const span of ['2024', '2024-Q2']) {
        const order = { planId, document, span };
        const stored = await replayed(tenant, order);
        const { outcome } = await live(tenant, order);
        const { payees, winners, losers, same, change, changePercent, unpaid, assumptions } = stored;
        expect(outcome).toMatchObject({
          ...{ payees, winners, losers, same, change, changePercent, unpaid, assumptions },
          baseline: stored.baseline.cost,
          draft: stored.draft.cost,
          leftOut: [],
          calculated,
        });
        expect(winners + losers).toBeGreaterThan(0);
        const counted = outcome.changes.reduce((all: number, bin: { payees: number }) => all + bin.payees, 0);
        expect(counted).toBe(winners + losers);
      }
    }
  });

  it('names the largest changes to those who may see simulated pay, and no small groups to others', async () => {
    const { tenant, planId } = await workspace();
    const order = { planId, document: tiered('4'), span: '2024' };
    const { outcome } = await live(tenant, order);
    const [first] = outcome.largest.winners;
    expect(first).toMatchObject({ participantId: 'fay', participantName: 'Seller fay' });
    expect(Number(first.delta)).toBeCloseTo(Number(first.after) - Number(first.before), 6);
    const seen = (await live(tenant, order, 'plan-designer')).outcome;
    expect(seen.largest).toBeNull();
    for (const { payees } of seen.changes) expect(payees).toBeGreaterThanOrEqual(5);
    expect((await tenant.as('viewer').post('/api/simulations/live', order)).status).toBe(403);
  });

  it('follows the records: a new deal is in the next answer', async () => {
    const { tenant, planId } = await workspace();
    const order = { planId, document: tiered('4'), span: '2024' };
    const before = await live(tenant, order);
    const actor = importer(tenant.tenantId);
    const { id } = await upload(ctx.ctx, actor, 'deals', `${HEAD}late-1,2024-05-20,50000.00,USD,gus,,\n`);
    await checked(ctx.ctx, actor, id);
    expect((await committed(ctx.ctx, actor, id)).status).toBe('committed');
    const after = await live(tenant, order);
    expect(after.outcome.baseline).not.toBe(before.outcome.baseline);
    expect(after.outcome.draft).toBe((await replayed(tenant, order)).draft.cost);
  });

  it('says what it leaves out when records do not fit into the memory, and what to do when totals do not', async () => {
    const { tenant, planId } = await workspace();
    const actor = systemActor(tenant.tenantId, newId(), 'test');
    const within = (liveMemoryMb: number) =>
      new LiveLedgers({ ...ctx.ctx, settings: { ...ctx.ctx.settings, liveMemoryMb } });
    const asked = async (ledgers: LiveLedgers, document: Plan) => {
      for (;;) {
        const found = await designLive({ ctx: ctx.ctx, ledgers }, actor, { planId, document, span: '2024' });
        if (found.outcome !== null) return found.outcome;
        await new Promise((done) => setTimeout(done, 5));
      }
    };
    // 7 payees of 12 deals are about 0.08 MB, their totals 0.08 MB
    const small = within(0.2);
    expect((await asked(small, tiered('4'))).payees).toBe(people.length);
    expect(await asked(small, perDeal())).toMatchObject({
      payees: 0,
      draft: '0.00',
      leftOut: [{ reason: 'The table looks at each deal by itself.', payees: people.length }],
    });
    await expect(asked(within(0.01), tiered('4'))).rejects.toMatchObject({
      code: 'NOT_CALCULABLE',
      message: expect.stringMatching(/raise ATTAIN_LIVE_MEMORY_MB/),
    });
  });

  it('ends when nobody waits for the answer', async () => {
    const { tenant, planId } = await workspace();
    const actor = systemActor(tenant.tenantId, newId(), 'test');
    const ledgers = new LiveLedgers(ctx.ctx);
    const ask = (signal?: AbortSignal) =>
      designLive({ ctx: ctx.ctx, ledgers }, actor, { planId, document: perDeal(), span: '2024' }, signal);
    while ((await ask()).outcome === null) await new Promise((done) => setTimeout(done, 5));
    await expect(ask(AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});
