import type { Rate } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  paying,
  planOf,
  type TermWorkspace,
  termWorkspace,
} from '../slices/calculations/term-workspace.fixture.ts';
import type { Answer } from '../testing/client.ts';
import { settled } from '../testing/settled.ts';
import { sharedTestContext, type TestContext } from '../testing/start-test-context.ts';

let ctx: TestContext;
let there: TermWorkspace;
beforeAll(async () => {
  ctx = await sharedTestContext();
  const credit = { of: 'team', levels: null, factorPercents: [] } as const;
  const target: Rate = { kind: 'target' };
  there = await termWorkspace(
    ctx,
    planOf([
      paying({ rate: target, effective: { from: '2024-01-01', to: null } }),
      paying({ id: 'team', name: 'Team', weight: 0, credit, effective: { from: '2024-01-01', to: null } }),
    ]),
    {
      participants: [{ id: 'ann' }, { id: 'bob' }],
      deals: [{ id: 'd1', date: '2024-02-01', amount: '10', participantId: 'ann' }],
    },
  );
  await there.sql(`UPDATE participants SET target_variable_annual = 40000 WHERE tenant_id = $1`);
});
afterAll(() => ctx?.stop());

/** The rules an answer refuses by; every one with its place and a sentence. */
function rulesOf(answer: Answer, problems: unknown = answer.body.issues): string[] {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  const reported = problems as { rule: string; path: string; message: string }[];
  for (const { path, message } of reported) expect([path !== '', message.length > 15]).toEqual([true, true]);
  return [...new Set(reported.map(({ rule }) => rule))].sort();
}

/** What the calculation of a quarter is refused for. */
async function rejectionsOf(period: string): Promise<string[]> {
  const ordered = await there.order(period);
  if (ordered.status !== 202) return rulesOf(ordered);
  const run = await settled(there.admin, `/api/calculations/${ordered.body.id}`, ['failed']);
  return rulesOf(run, run.body.problems);
}

const check = async (document: unknown) => {
  const answer = await there.admin.post('/api/plans/check', { document });
  return rulesOf(answer, answer.body.problems ?? answer.body.issues);
};

describe('a plan that makes no sense is refused over the API by the rule it breaks', () => {
  const tiers = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      from: String(i),
      to: i === count - 1 ? null : String(i + 1),
      ratePercent: '0.00000001',
    }));
  const tiered = (count: number) =>
    planOf([
      paying({ rate: { kind: 'marginal', thresholds: 'amount', per: 'period', tiers: tiers(count) } }),
    ]);

  test('[PLAN-1] a thousand tiers are a plan, one more is none', async () => {
    expect(await check(tiered(1_000))).toEqual([]);
    expect(await check(tiered(1_001))).toEqual(['PLAN-1']);
  });

  test('[PLAN-1] a hundred thousand components are told at once', async () => {
    expect(await check({ ...planOf([]), components: Array(100_000).fill({}) })).toEqual(['PLAN-1']);
    const whole = await there.admin.post('/api/plans/check', {
      document: planOf(Array(100_000).fill(paying({}))),
    });
    expect([whole.status, whole.body.code]).toEqual([413, 'TOO_LARGE']);
  });

  test('[PLAN-1] [PLAN-5] rates that are no numbers, or below zero', async () => {
    const flat = (ratePercent: string) => check(planOf([paying({ rate: { kind: 'flat', ratePercent } })]));
    for (const text of ['NaN', '1e9', '', '２']) expect(await flat(text)).toEqual(['PLAN-1']);
    for (const text of ['-1', '1000001']) expect(await flat(text)).toEqual(['PLAN-5']);
  });

  test('[PLAN-8] a gate on a component that no longer exists', async () => {
    expect(await check(planOf([paying({ gate: { componentId: 'gone', atLeastPercent: '50' } })]))).toEqual([
      'PLAN-8',
    ]);
    const averaging = (weightPercent: string) => {
      const average = ['sales', 'gone'].map((componentId) => ({ componentId, weightPercent }));
      return check(planOf([paying({ gate: { average, atLeastPercent: '90' } })]));
    };
    for (const weight of ['50', '-50', '0']) expect(await averaging(weight)).toEqual(['PLAN-8']);
    for (const weight of ['1e2', 'NaN']) expect(await averaging(weight)).toEqual(['PLAN-1']);
  });
});

describe('records that make no sense pay nobody, and say by which rule', () => {
  test('[MEASURE-7] a period before the plan', async () => {
    await there.sql(`UPDATE plan_assignments SET from_date = '2020-01-01' WHERE tenant_id = $1`);
    expect(await rejectionsOf('2023-Q1')).toEqual(['MEASURE-7']);
  });

  test('[ATT-2] a quota that is missing, or zero', async () => {
    expect(await rejectionsOf('2024-Q1')).toEqual(['ATT-2']);
    await there.sql(
      `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
       SELECT $1, id, '$', '2024-01-01', '2024-03-31', 0 FROM participants WHERE tenant_id = $1`,
    );
    expect(await rejectionsOf('2024-Q1')).toEqual(['ATT-2']);
  });

  test('[QUOTA-4] a quota below zero', async () => {
    await there.sql('UPDATE quotas SET amount = -1 WHERE tenant_id = $1');
    expect(await rejectionsOf('2024-Q1')).toEqual(['QUOTA-4']);
    await there.sql('UPDATE quotas SET amount = 100 WHERE tenant_id = $1');
  });

  test('[CREDIT-15] a hierarchy with a loop', async () => {
    await there.sql(
      `INSERT INTO reporting_lines (tenant_id, participant_id, manager_id, from_date)
       VALUES ($1, 'ann', 'bob', '2020-01-01'), ($1, 'bob', 'ann', '2020-01-01')`,
    );
    expect(await rejectionsOf('2024-Q1')).toEqual(['CREDIT-15']);
    await there.sql('DELETE FROM reporting_lines WHERE tenant_id = $1');
  });

  test('[BASE-1] 10^15 and a cent is paid to the cent', async () => {
    await there.sql(`UPDATE deals SET amount = 1000000000000000.01 WHERE tenant_id = $1`);
    const run = await there.pay('2024-Q1');
    // target pay of 10,000 for a quota of 100
    expect((await there.amounts(run)).ann).toBe('100000000000000001.00');
  });

  test('[QUOTA-9] an assignment that would overlap is not made: who is on the plan already is left as they are', async () => {
    const wanted = { planId: there.planId, participantIds: ['ann'], from: '2024-05-01' };
    const again = await there.admin.post('/api/assignments', wanted);
    expect([again.status, again.body.assigned]).toEqual([201, 0]);
    const { body } = await there.admin.get('/api/assignments', {
      planId: there.planId,
      participantId: 'ann',
    });
    expect(body.rows).toHaveLength(1);
  });

  test.each(['2024-Q5', '2024-13', 'NaN', '2024-03-01..2024-02-01'])(
    '[BASE-6] %s is no period',
    async (period) => expect(rulesOf(await there.order(period))).toEqual(['BASE-6']),
  );
});
