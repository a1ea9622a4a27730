import type { Reviews } from '@attain/contract/sign-offs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ended, type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

type Role = Parameters<PaidWorkspace['tenant']['as']>[0];

/** A quarter that is calculated and seen by managers: Mia leads Ann and Bob. */
async function previewed() {
  const paid = await paidWorkspace(ctx);
  const as = (role: Role) => paid.tenant.as(role);
  const calculate = async () => {
    const ordered = await paid.admin.post('/api/calculations', { planId: paid.planId, period: '2024-Q1' });
    return ended(paid.admin, ordered.body.id);
  };
  const run = await calculate();
  expect(await reviewsOf(as('manager'))).toMatchObject({ month: null, rows: [] });
  const close = await as('finance').post('/api/closes/2024-03/publish', { audience: 'managers' });
  expect(close.status).toBe(200);
  return { paid, run, as, calculate };
}

type Client = ReturnType<PaidWorkspace['tenant']['as']>;
const reviewsOf = async (client: Client): Promise<Reviews> =>
  (await client.get('/api/statement-reviews')).body;
const sign = (client: Client, rows: Reviews['rows']) =>
  client.post('/api/statement-reviews/2024-03/sign-off', {
    statements: rows.map(({ runId, participantId, payHash }) => ({ runId, participantId, payHash })),
  });
const signOffStep = async (client: Client) =>
  (await client.get('/api/closes/2024-03')).body.steps.find(
    ({ step }: { step: string }) => step === 'sign-off',
  );

test('[CLOSE-21] managers are notified of a preview, and sign off the pay of those they lead and of no one else', async () => {
  const { run, as } = await previewed();
  const { body: notices } = await as('manager').get('/api/notices');
  expect(notices.rows[0]).toMatchObject({
    title: 'Pay of 2024-03 is ready for your sign-off',
    about: { of: 'sign-off', month: '2024-03' },
  });
  const { rows, counts, month } = await reviewsOf(as('manager'));
  expect([month, counts]).toEqual(['2024-03', { all: 2, signed: 0, disputed: 0 }]);
  expect(rows.map(({ participantId, state, runId }) => [participantId, state, runId])).toEqual([
    ['ann', 'open', run.id],
    ['bob', 'open', run.id],
  ]);
  // reps review no one, and payees still see nothing
  expect(await reviewsOf(as('sales-rep'))).toMatchObject({ months: [], rows: [] });
  for (const role of ['sales-rep', 'viewer', 'plan-designer'] as const)
    expect((await sign(as(role), rows)).status).toBe(403);
  expect((await sign(as('manager'), [{ ...rows[0]!, participantId: 'cid' }])).status).toBe(404);
  expect((await sign(as('manager'), [{ ...rows[0]!, participantId: 'mia' }])).status).toBe(404);

  const signed = await sign(as('manager'), rows);
  expect([signed.status, signed.body]).toEqual([200, { signed: 2 }]);
  expect((await sign(as('manager'), rows)).status).toBe(409);
  expect((await reviewsOf(as('finance'))).rows).toMatchObject([
    { participantId: 'ann', managerName: 'Mia Example', state: 'signed' },
    { participantId: 'bob', state: 'signed' },
  ]);
  expect(await signOffStep(as('finance'))).toMatchObject({ state: 'done', done: 2, of: 2 });
  const { body: log } = await as('administrator').get('/api/audit', { action: 'statement.signed-off' });
  expect(log.rows).toHaveLength(1);
});

test('[CLOSE-21] a sign-off holds while the pay is the same; pay that changed since it was read is not signed off', async () => {
  const { paid, as, calculate } = await previewed();
  const { rows } = await reviewsOf(as('manager'));
  expect((await sign(as('manager'), rows)).body).toEqual({ signed: 2 });
  await paid.importDeals('id,date,amount,currency,participant\nd9,2024-03-09,5000,USD,ann\n');
  const again = await calculate();
  const after = await reviewsOf(as('manager'));
  expect(after.rows.map(({ participantId, state }) => [participantId, state])).toEqual([
    ['ann', 'open'],
    ['bob', 'signed'],
  ]);
  const lapsed = async (client: Client) =>
    (await client.get('/api/notices')).body.rows.filter(({ title }: { title: string }) =>
      title.includes('after you signed off'),
    );
  expect(await lapsed(as('manager'))).toMatchObject([
    {
      title: 'Pay of Ann Example for 2024-Q1 changed after you signed off',
      about: { of: 'sign-off', month: '2024-03' },
    },
  ]);
  expect(await lapsed(as('finance'))).toEqual([]);
  const stale = await sign(as('manager'), [{ ...rows[0]!, runId: again.id }]);
  expect([stale.status, stale.body.error]).toEqual([409, 'Pay of Ann Example changed since you read it.']);
  expect((await sign(as('manager'), [rows[0]!])).status).toBe(404);
  expect(await signOffStep(as('finance'))).toMatchObject({ state: 'open', done: 1, of: 2 });
  // it was not signed off again, so a further change is no news
  await paid.importDeals('id,date,amount,currency,participant\nd10,2024-03-10,500,USD,ann\n');
  await calculate();
  expect(await lapsed(as('manager'))).toHaveLength(1);
});

test('[CLOSE-21] a notice of changed pay goes to those who can sign it off, until they did or the pay is back', async () => {
  const { paid, as, calculate } = await previewed();
  const { rows } = await reviewsOf(as('manager'));
  await sign(as('manager'), rows);
  const unread = async () =>
    (await as('manager').get('/api/notices', { status: 'unread' })).body.rows
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title.includes('after you signed off'));
  const sells = async (amount: number) => {
    await paid.importDeals(`id,date,amount,currency,participant\nd9,2024-03-09,${amount},USD,ann\n`);
    await calculate();
  };
  await sells(5000);
  expect(await unread()).toHaveLength(1);
  await sign(as('manager'), (await reviewsOf(as('manager'))).rows.slice(0, 1));
  expect(await unread()).toEqual([]);
  await sells(6000);
  expect(await unread()).toHaveLength(1);
  await sells(5000);
  expect(await unread()).toEqual([]);
  await paid.sql(
    `UPDATE reporting_lines SET from_date = '2024-04-01' WHERE tenant_id = $1 AND participant_id = 'ann'`,
  );
  await sells(7000);
  expect(await unread()).toEqual([]);
});

test('[CLOSE-21] the period before counts if managers see it, it is a period of the plan, and the payee was on the team', async () => {
  const paid = await paidWorkspace(ctx);
  await paid.importDeals(
    'id,date,amount,currency,participant\nd8,2024-05-09,5000,USD,ann\nd9,2024-05-09,700,USD,bob\n',
  );
  const calculated = async (period: string, audience: 'managers' | null) => {
    const ordered = await paid.admin.post('/api/calculations', { planId: paid.planId, period });
    expect([ordered.status, ordered.body.error]).toEqual([202, null]);
    const run = await ended(paid.admin, ordered.body.id);
    if (audience) await paid.admin.post(`/api/calculations/${run.id}/publish`, { audience });
    return run;
  };
  const before = async () =>
    Object.fromEntries(
      (await reviewsOf(paid.tenant.as('manager'))).rows.map(({ participantId, previous }) => [
        participantId,
        previous,
      ]),
    );
  const quarter = await calculated('2024-Q1', null);
  await calculated('2024-03-01..2024-03-31', 'managers');
  await calculated('2024-Q2', 'managers');
  expect(await before()).toEqual({ ann: null, bob: null });
  await paid.admin.post(`/api/calculations/${quarter.id}/publish`, { audience: 'managers' });
  const { body } = await paid.admin.get('/api/statements', { runId: quarter.id });
  const totals = Object.fromEntries(
    body.rows.map((row: { participantId: string; total: string }) => [row.participantId, row.total]),
  );
  expect(await before()).toEqual({ ann: totals.ann, bob: totals.bob });
  await paid.sql(
    `UPDATE reporting_lines SET from_date = '2024-04-01' WHERE tenant_id = $1 AND participant_id = 'bob'`,
  );
  expect(await before()).toEqual({ ann: totals.ann, bob: null });
});

test('[CLOSE-21] disputed pay is not signed off, and a dispute opened later takes the sign-off out of the count', async () => {
  const { run, as } = await previewed();
  const { rows } = await reviewsOf(as('manager'));
  expect((await sign(as('manager'), [rows[0]!])).body).toEqual({ signed: 1 });
  for (const participantId of ['ann', 'bob']) {
    const { status, body } = await as('manager').post('/api/disputes', {
      ...{ calculationId: run.id, participantId, componentId: 'bookings', reason: 'Too little.' },
    });
    expect([status, body.error]).toEqual([201, undefined]);
  }
  expect((await reviewsOf(as('manager'))).counts).toEqual({ all: 2, signed: 0, disputed: 2 });
  const { status, body } = await sign(as('manager'), [rows[1]!]);
  expect([status, body.error]).toEqual([409, 'Pay of Bob Example is disputed. Resolve the dispute first.']);
});
