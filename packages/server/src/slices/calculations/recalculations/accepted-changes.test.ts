import type { Run } from '@attain/contract/calculations';
import type { Recalculation } from '@attain/contract/recalculations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../testing/overtaken.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { postedPayments } from '../../payments/paid-period.fixture.ts';
import {
  ended,
  type PaidWorkspace,
  paidWorkspace,
  tieredPlan,
} from '../../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

/** Imports a file as a person would. */
async function imported(paid: PaidWorkspace, kind: string, csv: string, name = `${kind}.csv`): Promise<void> {
  const { body } = await paid.admin.upload('/api/imports/upload', { name, content: csv }, { kind });
  if (body.id === undefined) throw new Error(JSON.stringify(body));
  const path = `/api/imports/${body.id}`;
  const until = async (status: string) => {
    for (;;) {
      const now = (await paid.admin.get(path)).body;
      if (now.status === status) return;
      if (['failed', 'cancelled'].includes(now.status) || now.problemCount > 0)
        throw new Error(JSON.stringify(now));
      await new Promise((wake) => setTimeout(wake, 50));
    }
  };
  const check = await paid.admin.post(`${path}/check`, { mapping: body.mapping });
  if (check.status >= 300) throw new Error(JSON.stringify(check.body));
  await until('checked');
  const commit = await paid.admin.post(`${path}/commit`);
  if (commit.status >= 300) throw new Error(JSON.stringify(commit.body));
  await until('committed');
}

const deals = 'Deal ID,Date,Amount,Currency,Participant\n';

/** Committed imports: their kind, the days they touched (null: open, or every day), and whether a calculation of 2024-Q1 read any of it. */
const imports: readonly (readonly [string, string | null, string | null, boolean])[] = [
  ['deals', '2024-03-31', '2024-03-31', true],
  ['deals', '2024-04-01', '2024-04-30', false],
  ['deals', '2023-12-31', '2023-12-31', false],
  // one that moved out of the period
  ['deals', '2024-02-01', '2024-05-01', true],
  ['exchange-rates', '2023-06-30', null, true],
  ['exchange-rates', '2024-04-01', null, false],
  ['quotas', '2024-01-01', '2024-12-31', true],
  ['quotas', '2024-04-01', '2024-06-30', false],
  ['participants', null, null, true],
  ['leaves', '2024-02-01', '2024-02-10', true],
  ['ramps', '2023-11-01', '2024-01-01', true],
  ['ramps', '2023-11-01', '2023-12-31', false],
  ['reporting-lines', '2024-02-01', null, true],
  ['territories', '2024-02-01', null, false],
  ['payment-limits', '2024-02-01', null, false],
  ['plan-components', null, null, false],
];

const end = (paid: PaidWorkspace, id: string, on: string) =>
  paid.admin.post('/api/assignments/end', { planId: paid.planId, participantIds: [id], on });
const assign = (paid: PaidWorkspace, id: string, days: { from: string; to?: string }) =>
  paid.admin.post('/api/assignments', { planId: paid.planId, participantIds: [id], ...days });

/** What is done one after the other, and the reason that it gives to a calculation of 2024-Q1; null: none. */
const acts: [string, (paid: PaidWorkspace) => Promise<unknown>, string | null][] = [
  ['who leaves the plan in two years', (paid) => end(paid, 'ann', '2026-12-31'), 'assignments'],
  ['who is not in it by then', (paid) => end(paid, 'ann', '2027-12-31'), null],
  ['who comes after the period', (paid) => assign(paid, 'ann', { from: '2028-01-01' }), null],
  ['which is taken away', (paid) => end(paid, 'ann', '2027-12-31'), null],
  ['an assignment that lies ahead is taken away', (paid) => end(paid, 'bob', '2023-12-31'), 'assignments'],
  ['and given again', (paid) => assign(paid, 'bob', { from: '2024-03-31', to: '2024-06-30' }), 'assignments'],
  [
    'another calendar, in a new version of the plan',
    async (paid) => {
      const { body } = await paid.admin.get(`/api/plans/${paid.planId}`);
      const document = { ...tieredPlan, calendar: { period: 'quarter', fiscalYearStartMonth: 2 } };
      const saved = await paid.admin.put(`/api/plans/${paid.planId}`, { document, revision: body.revision });
      const { documentHash } = saved.body;
      return paid.admin.post(`/api/plans/${paid.planId}/activate`, { documentHash });
    },
    'Version 2',
  ],
];

const stale = async (paid: PaidWorkspace, id: string): Promise<string[]> =>
  (await paid.admin.get(`/api/calculations/${id}`)).body.stale.map(
    ({ message }: { message: string }) => message,
  );

describe('a calculation says it is out of date', () => {
  test('after whatever it read has become another, and after nothing else', async () => {
    const paid = await paidWorkspace(ctx);
    const run = await paid.calculate();
    for (const [i, [kind, from, to]] of imports.entries())
      await paid.sql(
        `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, commit_seq, created_by, committed_at, touched_from, touched_to)
         SELECT $1, gen_random_uuid(), $2, $3, 'x', 1, 'committed', $4, created_by, now(), $5, $6 FROM imports WHERE tenant_id = $1 AND commit_seq = 1`,
        [kind, `file ${i}`, i + 2, from, to],
      );
    const found = await stale(paid, run.id);
    expect(found.map((message) => message.split(' was imported')[0]).toSorted()).toEqual(
      imports.flatMap(([, , , touches], i) => (touches ? [`file ${i}`] : [])).toSorted(),
    );
    let before = found.length;
    for (const [what, act, reason] of acts) {
      await act(paid);
      const now = await stale(paid, run.id);
      expect(now.length - before, `${what}: ${now.join(' | ')}`).toBe(reason === null ? 0 : 1);
      if (reason !== null) expect(now.join(), what).toContain(reason);
      before = now.length;
    }
  });
});

/** Tries a change and accepts it. */
async function tried(paid: PaidWorkspace, run: Run, change: object): Promise<Recalculation> {
  const made = await paid.admin.post(`/api/calculations/${run.id}/recalculations`, {
    change,
    reason: 'as agreed in May',
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}
const accept = (paid: PaidWorkspace, made: Recalculation, more: object = {}, who = paid.admin) =>
  who.post(`/api/calculations/${made.runId}/recalculations/${made.id}/accept`, more);

/** What a run has stored, hash for hash, without the moments. */
async function storedOf(id: string) {
  const rows = async (sql: string) => (await ctx.ctx.db.owner.query(sql, [id])).rows;
  return {
    run: await rows(
      'SELECT input_hash, result_hash, total, participant_count, line_count, deal_count FROM calculation_runs WHERE id = $1',
    ),
    lines: await rows(
      `SELECT to_jsonb(l) - 'run_id' AS line FROM payout_lines l WHERE run_id = $1 ORDER BY seq`,
    ),
    inputs: await rows(
      `SELECT to_jsonb(i) - 'run_id' AS input FROM payout_inputs i WHERE run_id = $1 ORDER BY participant_id COLLATE "C"`,
    ),
    places: await rows(
      `SELECT p.bucket, h, s FROM payout_deal_places p, unnest(p.hashes, p.line_seqs) u (h, s) WHERE run_id = $1 ORDER BY 1, 2, 3`,
    ),
  };
}

/** The same calculated anew by everybody: the hash that lets a run be unchanged is taken away for it. */
async function calculatedInFull(paid: PaidWorkspace, like: Run): Promise<Run> {
  await paid.sql(`UPDATE calculation_runs SET input_hash = 'another' WHERE tenant_id = $1 AND id = $2`, [
    like.id,
  ]);
  const full = await paid.calculate();
  await paid.sql(`UPDATE calculation_runs SET input_hash = $3 WHERE tenant_id = $1 AND id = $2`, [
    like.id,
    like.inputHash,
  ]);
  return full;
}

const teamed = {
  ...tieredPlan,
  components: [
    tieredPlan.components[0]!,
    {
      ...tieredPlan.components[1]!,
      credit: { of: 'own-and-team', levels: null, factorPercents: ['10'] } as const,
    },
  ],
};
const deal = { date: '2024-02-20', amount: '5000', currency: 'USD', participantId: 'bob', product: 'Bikes' };
const changes: [string, object][] = [
  ['a new deal', { of: 'deal', id: 'late', after: deal }],
  [
    'that deal with another amount and owner',
    { of: 'deal', id: 'late', after: { ...deal, amount: '70', participantId: 'cid' } },
  ],
  [
    'a split deal',
    { of: 'deal', id: 'd4', after: { ...deal, splits: [{ participantId: 'cid', sharePercent: '100' }] } },
  ],
  ['a deal taken away', { of: 'deal', id: 'd1', after: null }],
  [
    'a quota',
    { of: 'quota', participantId: 'bob', from: '2024-01-01', to: '2024-03-31', after: { amount: '9000' } },
  ],
  ['a rate', { of: 'exchange-rate', from: 'EUR', to: 'USD', date: '2024-01-01', after: { rate: '1.25' } }],
  ['an assignment taken away', { of: 'assignment', participantId: 'cid', from: '2024-01-01', after: null }],
  [
    'and given for fewer days',
    { of: 'assignment', participantId: 'cid', from: '2024-03-01', after: { to: '2024-03-31' } },
  ],
];

describe('a tried change that is accepted', () => {
  test('[DEP-5] [DEP-8] is made in the records, and the version after it is a full run’s, byte for byte, with only those paid again who were named', async () => {
    const paid = await paidWorkspace(ctx, teamed);
    await paid.addDeal({
      id: 'e1',
      date: '2024-03-05',
      amount: '10',
      currency: 'EUR',
      participantId: 'cid',
    });
    let run = await paid.calculate();
    for (const [what, change] of changes) {
      const made = await tried(paid, run, change);
      const answer = await accept(paid, made);
      expect([answer.status, answer.body.period?.key], `${what}: ${JSON.stringify(answer.body)}`).toEqual([
        202,
        '2024-Q1',
      ]);
      const next = await ended(paid.admin, answer.body.id);
      expect([next.status, next.version, next.stale], what).toEqual(['completed', run.version! + 1, []]);
      const difference = await paid.admin.get(`/api/calculations/${next.id}/difference`, { limit: 200 });
      const said = made.lines.map(({ message: _, because: __, ...line }) => line);
      expect(new Set(difference.body.rows), what).toEqual(new Set(said));
      const again = await accept(paid, made);
      expect([again.status, again.body.code], what).toEqual([409, 'CONFLICT']);
      const full = await calculatedInFull(paid, next);
      expect(await storedOf(next.id), what).toEqual(await storedOf(full.id));
      run = full;
    }
    const log = await paid.admin.get('/api/audit', { action: 'calculation.change-accepted', limit: 50 });
    expect(log.body.rows).toHaveLength(changes.length);
    expect(JSON.parse(log.body.rows[0].body)).toMatchObject({ reason: { code: 'assignment-changed' } });
    const list = await paid.admin.get(`/api/calculations/${run.id}/recalculations`);
    expect(list.body.rows).toEqual([]);
    expect((await paid.admin.get('/api/deals/late')).body).toMatchObject({
      amount: '70',
      participantId: 'cid',
    });
  });

  test('says no when the record or anything read is another by now, to whoever may not change it, and once only', async () => {
    const paid = await paidWorkspace(ctx);
    const run = await paid.calculate();
    const made = await tried(paid, run, { of: 'deal', id: 'd5', after: { ...deal, amount: '1' } });
    const other = await tried(paid, run, { of: 'deal', id: 'd6', after: null });
    const assignment = await tried(paid, run, {
      of: 'assignment',
      participantId: 'cid',
      from: '2024-01-01',
      after: null,
    });
    const finance = paid.tenant.as('finance');
    expect((await accept(paid, assignment, {}, finance)).status).toBe(403);
    expect((await accept(paid, made, {}, paid.tenant.as('sales-rep'))).status).toBe(403);
    const stranger = await paidWorkspace(ctx);
    expect((await accept(stranger, made)).status).toBe(404);
    await imported(paid, 'deals', `${deals}d5,2024-03-02,99,USD,bob\n`);
    const rejected = await accept(paid, made, {}, finance);
    expect([rejected.status, rejected.body.error]).toEqual([
      409,
      'Deal d5 has changed since this preview: amount is 99 instead of 12345.67. Preview the change again before you apply it.',
    ]);
    const late = await accept(paid, other, {}, finance);
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('deals.csv')]);
    expect((await paid.admin.get('/api/deals/d6')).status).toBe(200);
    const next = await paid.calculate();
    const old = await accept(paid, other, {}, finance);
    expect([old.status, old.body.error]).toEqual([
      409,
      expect.stringContaining(`Version ${next.version} of 2024-Q1`),
    ]);
    const last = await tried(paid, next, { of: 'deal', id: 'd6', after: null });
    const busy = await overtaken(
      ctx.ctx,
      {
        hold: [
          'SELECT pg_advisory_xact_lock(hashtextextended($1, 11))',
          [`${paid.tenant.tenantId}/${paid.planId}/2024-01-01..2024-03-31`],
        ],
        meanwhile: [`UPDATE calculation_runs SET status = 'queued' WHERE id = $1`, [run.id]],
      },
      () => accept(paid, last, {}, finance),
    );
    expect([busy.status, busy.body.error]).toEqual([409, expect.stringContaining('is being calculated')]);
    await paid.sql(`UPDATE calculation_runs SET status = 'completed' WHERE tenant_id = $1 AND id = $2`, [
      run.id,
    ]);
    const gone = await tried(paid, next, { of: 'deal', id: 'd6', after: null });
    const [first, second] = await Promise.all([accept(paid, last, {}, finance), accept(paid, last)]);
    expect([first?.status, second?.status].sort()).toEqual([202, 409]);
    const away = await accept(paid, gone, {}, finance);
    expect([away.status, away.body.error]).toEqual([
      409,
      expect.stringContaining('Deal d6 has changed since this preview: it was removed.'),
    ]);
  });

  test('[PAYM-13] of a closed period comes in as an adjustment of the next payments, when that is wanted', async () => {
    const paid = await paidWorkspace(ctx);
    const run = await paid.calculate();
    await postedPayments(paid, '2024-Q1');
    const made = await tried(paid, run, { of: 'deal', id: 'late', after: deal });
    const rejected = await accept(paid, made);
    expect([rejected.status, rejected.body.issues]).toEqual([
      409,
      [expect.objectContaining({ rule: 'PAYM-13' })],
    ]);
    expect((await paid.admin.get('/api/deals/late')).status).toBe(404);
    // whoever is not paid again stands in the new version as stored, whatever that is
    const mark = `UPDATE payout_lines SET participant_name = 'as stored' WHERE tenant_id = $1 AND run_id = $2`;
    await paid.sql(mark, [run.id]);
    const answer = await accept(paid, made, { closedPeriod: 'adjust' });
    const next = await ended(paid.admin, answer.body.id);
    expect(next).toMatchObject({ status: 'completed', version: 2 });
    const names = (await storedOf(next.id)).lines.map(({ line }) => line.participant_name);
    expect(names.filter((name) => name !== 'as stored')).toEqual(['Bob Example', 'Bob Example']);
    const after = await paid.admin.get(`/api/calculations/${run.id}`);
    expect(after.body.total).toBe(run.total);
    expect(after.body.stale.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('Deal late changed'),
    ]);
  });
});
