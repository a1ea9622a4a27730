import type { Run } from '@attain/contract/calculations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { insertRecords } from '../../testing/insert-records.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checkImport, ended, storeImport } from '../payouts/paid-workspace.fixture.ts';
import { paying, planOf } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

/** Mia leads Ann, Max leads Bob, nobody leads Cid; a plan for Ann, one for Bob and one that pays managers on their teams. All are calculated for the first quarter. */
async function threePlans() {
  const tenant = await ctx.newTenant();
  const admin = tenant.as('administrator');
  await insertRecords(ctx.ctx.db, tenant.tenantId, {
    participants: ['ann', 'bob', 'cid', 'mia', 'max'].map((id) => ({ id })),
    reportingLines: [
      { participantId: 'ann', managerId: 'mia', from: '2024-01-01' },
      { participantId: 'bob', managerId: 'max', from: '2024-01-01' },
    ],
    deals: [
      { id: 'd1', date: '2024-02-01', amount: '1000', participantId: 'ann' },
      { id: 'd2', date: '2024-02-01', amount: '1000', participantId: 'bob' },
    ],
  });
  const flat = { rate: { kind: 'flat', ratePercent: '10' } } as const;
  const runs = {
    ann: await calculated(admin, planOf([paying(flat)], { name: 'Ann' }), ['ann']),
    bob: await calculated(admin, planOf([paying(flat)], { name: 'Bob' }), ['bob']),
    teams: await calculated(
      admin,
      planOf([paying({ ...flat, credit: { of: 'team', levels: null, factorPercents: [] } })], {
        name: 'Teams',
      }),
      ['mia', 'max'],
    ),
  };
  return {
    admin,
    store: async (kind: Parameters<typeof checkImport>[1], csv: string) => {
      const dry = await checkImport(admin, kind, csv);
      expect(dry.problemCount).toBe(0);
      await storeImport(admin, dry);
      return dry;
    },
    /** Which of the runs say that they are out of date. */
    outOfDate: async () => {
      const found: string[] = [];
      for (const [name, { id }] of Object.entries(runs)) {
        const { body } = await admin.get(`/api/calculations/${id}`);
        if (body.stale.length > 0) found.push(name);
      }
      return found;
    },
  };
}

async function calculated(
  admin: Client,
  document: ReturnType<typeof planOf>,
  participantIds: string[],
): Promise<Run> {
  const made = await admin.post('/api/plans', { name: document.name, type: document.type, document });
  const { id: planId, documentHash } = made.body;
  await admin.post(`/api/plans/${planId}/activate`, { documentHash });
  await admin.post('/api/assignments', { planId, participantIds, everybody: false, from: '2024-02-01' });
  const ordered = await admin.post('/api/calculations', { planId, period: '2024-Q1' });
  if (ordered.status !== 202) throw new Error(JSON.stringify(ordered.body));
  return ended(admin, ordered.body.id);
}

const dealHead = 'id,date,amount,currency,participant\n';

describe('a calculation is out of date only where a change can pay somebody otherwise', () => {
  test('[DEP-9] new employees under a manager who is paid on a team make none out of date', async () => {
    const there = await threePlans();
    const people = Array.from({ length: 23 }, (_, at) => `new${at},New ${at},mia,2024-01-01\n`).join('');
    const dry = await there.store('participants', `id,name,manager,hire date\n${people}`);
    expect([dry.summary?.added, dry.summary?.stale]).toEqual([23, []]);
    expect(await there.outOfDate()).toEqual([]);
    await there.store('participants', 'id,name,title\nann,Ann,Senior Account Executive\n');
    expect(await there.outOfDate()).toEqual([]);
  });

  test('[DEP-9] deals make those of their payee and of who leads the payee out of date, deals of people without a plan none', async () => {
    const there = await threePlans();
    await there.store('deals', `${dealHead}e1,2024-02-10,500,USD,cid\n`);
    expect(await there.outOfDate()).toEqual([]);
    await there.store('deals', `${dealHead}e2,2024-01-10,500,USD,bob\n`);
    expect(await there.outOfDate(), 'before the first day in the plan').toEqual([]);
    const dry = await there.store('deals', `${dealHead}e3,2024-02-10,500,USD,bob\n`);
    expect(dry.summary?.stale.map(({ planName }) => planName).sort()).toEqual(['Bob', 'Teams']);
    expect(await there.outOfDate()).toEqual(['bob', 'teams']);
  });

  test('[DEP-9] a change after which every line is the same clears itself', async () => {
    const there = await threePlans();
    await there.store('participants', 'id,name,left on\nann,Ann,2025-12-31\n');
    await expect.poll(there.outOfDate, { timeout: 60_000 }).toEqual([]);
    const { body: log } = await there.admin.get('/api/audit', { action: 'calculation.confirmed' });
    expect(log.rows.length).toBe(1);
  });

  test('[DEP-9] a deal that moves to somebody else reaches both', async () => {
    const there = await threePlans();
    await there.store('deals', `${dealHead}d1,2024-02-01,1000,USD,cid\n`);
    expect(await there.outOfDate()).toEqual(['ann', 'teams']);
  });

  test('[DEP-9] somebody with deals who gets another manager reaches who led and who leads', async () => {
    const there = await threePlans();
    await there.store('reporting-lines', 'participant,manager,from,to\ncid,mia,2024-01-01,\n');
    expect(await there.outOfDate(), 'nobody below has deals').toEqual([]);
    await there.store('participants', 'id,name,manager,effective from\nann,ann,max,2024-01-01\n');
    expect(await there.outOfDate()).toEqual(['teams']);
  });

  test('[DEP-9] a quota for a component of another plan and a rate that nobody was converted by reach none', async () => {
    const there = await threePlans();
    await there.store(
      'quotas',
      'participant,component,from,to,amount\nann,elsewhere,2024-01-01,2024-03-31,5\n',
    );
    await there.store('exchange-rates', 'from,to,date,rate\nEUR,USD,2024-01-05,1.1\n');
    expect(await there.outOfDate()).toEqual([]);
    await there.store('quotas', 'participant,component,from,to,amount\nann,sales,2024-01-01,2024-03-31,5\n');
    expect(await there.outOfDate()).toEqual(['ann']);
  });
});
