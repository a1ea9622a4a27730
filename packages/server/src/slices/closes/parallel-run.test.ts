import type { ParallelRow, ParallelRun } from '@attain/contract/closes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checked, imported, importer, upload } from '../imports/imports.fixture.ts';
import { listImportProblems } from '../imports/list-import-problems.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

const path = '/api/closes/2024-03/parallel-run';

let ctx: TestContext;
let workspace: PaidWorkspace;
let paid: { participantId: string; amount: string }[];

beforeAll(async () => {
  ctx = await startTestContext();
  workspace = await paidWorkspace(ctx);
  const run = await workspace.calculate();
  const { body } = await workspace.admin.get(`/api/calculations/${run.id}/payouts`, { limit: 100 });
  paid = body.rows;
});
afterAll(() => ctx?.stop());

const finance = () => workspace.tenant.as('finance');
const read = async (): Promise<ParallelRun> => (await finance().get('/api/parallel-run')).body;
const list = async (query = {}) => (await finance().get(path, query)).body;
const sign = (hash: string, note?: string) => finance().post(`${path}/sign-off`, { hash, note });

/** Stores stated pay of 2024-Q1. */
function stored(rows: readonly string[]): Promise<unknown> {
  const content = ['payee,period,payout', ...rows].join('\n');
  return imported(ctx.ctx, importer(workspace.tenant.tenantId), { kind: 'parallel-pay', content });
}
const payOf = (id: string) =>
  paid
    .filter(({ participantId }) => participantId === id)
    .reduce((sum, { amount }) => sum + Number(amount), 0);

describe('a parallel run', () => {
  test('is empty before a file states pay, and unknown in a month without a close', async () => {
    expect(await read()).toMatchObject({ month: '2024-03', totals: [], signedOff: null, signOffs: [] });
    expect(await list()).toEqual({ rows: [], nextCursor: null, total: 0 });
    expect((await sign((await read()).hash)).status).toBe(409);
    expect((await finance().get('/api/closes/2024-02/parallel-run')).status).toBe(404);
  });

  test('[CLOSE-9] [CLOSE-10] [CLOSE-11] a file states pay, which is compared with the calculation of its days', async () => {
    await stored([
      `ann,2024-Q1,${payOf('ann').toFixed(2)}`,
      `bob,2024-Q1,${(payOf('bob') + 100).toFixed(2)}`,
    ]);
    const { counts, totals, notCalculated } = await read();
    const { rows } = await list();
    expect(rows.find(({ participantId }: ParallelRow) => participantId === 'ann')).toMatchObject({
      state: 'equal',
      difference: '0',
      planId: expect.any(String),
      planName: 'Field sales',
      period: '2024-Q1',
      componentName: null,
      currency: 'USD',
    });
    expect(rows.find(({ participantId }: ParallelRow) => participantId === 'bob')).toMatchObject({
      state: 'different',
      difference: '-100',
    });
    expect(counts).toMatchObject({ equal: 1, different: 1, rounding: 0, 'not-calculated': 0 });
    const others = paid.filter(
      ({ participantId, amount }) => !['ann', 'bob'].includes(participantId) && +amount !== 0,
    );
    expect(counts['not-stated']).toBe(others.length);
    expect(totals).toMatchObject([{ currency: 'USD' }]);
    expect(notCalculated).toEqual([]);
    expect(await list({ state: 'different' })).toMatchObject({ total: 1, nextCursor: null });
    const first = await list({ limit: 1 });
    const rest = await list({ cursor: first.nextCursor });
    expect([...first.rows, ...rest.rows]).toEqual(rows);
  });

  test('[CLOSE-12] differences need a note; the sign-off holds while the figures stay, and is in the log', async () => {
    const { hash } = await read();
    const without = await sign(hash);
    expect([without.status, without.body.issues]).toEqual([
      400,
      [expect.objectContaining({ rule: 'CLOSE-12', path: 'note' })],
    ]);
    expect((await sign('another')).status).toBe(409);
    const signed = await sign(hash, 'Bob had a bonus in the spreadsheet.');
    expect(signed.body.signedOff).toMatchObject({
      month: '2024-03',
      equal: 1,
      note: expect.stringContaining('bonus'),
    });
    expect((await sign(hash, 'Again.')).status).toBe(409);
    await stored([`bob,2024-Q1,${payOf('bob').toFixed(2)}`]);
    const changed = await read();
    expect([changed.signedOff, changed.signOffs.length]).toEqual([null, 1]);
    const { body: log } = await workspace.admin.get('/api/audit', { action: 'parallel-run.signed-off' });
    expect(log.rows).toHaveLength(1);
  });

  test('[CLOSE-13] those who imported the pay sign it off only where no one else can; the others are notified', async () => {
    const { admin } = workspace;
    const userOf = async (who: typeof admin) => (await who.get('/api/auth/me')).body.user.id;
    const [financeId, adminId] = [await userOf(finance()), await userOf(admin)];
    const importedByFinance = () =>
      workspace.sql('UPDATE imports SET created_by = $2 WHERE tenant_id = $1', [financeId]);
    const setAdmin = (state: string) =>
      workspace.sql('UPDATE memberships SET state = $3 WHERE tenant_id = $1 AND user_id = $2', [
        adminId,
        state,
      ]);
    await importedByFinance();
    const note = 'Bob is paid elsewhere.';
    const { hash } = await read();
    const own = await sign(hash, note);
    expect([own.status, own.body.error]).toEqual([403, expect.stringContaining('another person')]);
    const signed = await admin.post(`${path}/sign-off`, { hash, note });
    expect(signed.body.signedOff).toMatchObject({ isOwnImport: false });
    const notice = (await finance().get('/api/notices', { status: 'unread' })).body.rows[0];
    expect(notice).toMatchObject({ about: { of: 'parallel-run', month: '2024-03' } });
    expect(notice.title).toBe('Parallel run of 2024-03 signed off');
    // no one else is left
    await setAdmin('disabled');
    await stored([`bob,2024-Q1,${(payOf('bob') + 7).toFixed(2)}`]);
    await importedByFinance();
    const alone = await sign((await read()).hash, note);
    await setAdmin('active');
    expect(alone.body.signedOff).toMatchObject({ isOwnImport: true });
  });

  test('[CLOSE-12] nothing is signed off against a calculation that is out of date', async () => {
    await workspace.addDeal({ id: 'late', amount: '1000', participantId: 'ann', date: '2024-03-05' });
    await workspace.importDeals('id,date,amount,currency,participant\nd77,2024-03-09,5000,USD,ann\n');
    const { hash, notCalculated, counts } = await read();
    expect(notCalculated).toEqual(['Field sales 2024-Q1']);
    expect(counts['not-calculated']).toBeGreaterThan(0);
    expect((await sign(hash, 'Why not.')).body.error).toBe('Calculate Field sales 2024-Q1 first.');
  });

  test('[CLOSE-9] stated pay needs dates, and only those who publish results read it', async () => {
    const actor = importer(workspace.tenant.tenantId);
    const wrong =
      'payee,from,to,payout\nann,2024-03-31,2024-01-01,5\nann,2024-01-01,,5\nzoe,2024-01-01,2024-03-31,5\n';
    const file = await upload(ctx.ctx, actor, 'parallel-pay', wrong);
    await checked(ctx.ctx, actor, file.id);
    const { rows } = await listImportProblems(ctx.ctx, actor, { id: file.id, limit: 9 });
    expect(rows.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: The period ends on 2024-01-01, before it starts on 2024-03-31.',
      '3: The pay has no dates.',
      '4: Participant zoe not found.',
    ]);
    for (const role of ['viewer', 'plan-designer', 'sales-rep', 'manager'] as const)
      expect([role, (await workspace.tenant.as(role).get(path)).status]).toEqual([role, 403]);
  });
});
