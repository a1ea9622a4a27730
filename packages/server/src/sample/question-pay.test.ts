import type { PaymentRun } from '@attain/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, signInClient } from '../testing/client.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { loadSample } from './load-sample.ts';
import { payYear } from './pay-year.ts';
import { sampleWorkspace } from './workspace.ts';

const password = 'a long sample password';
let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
  const [company] = sampleWorkspace().tenants;
  if (company === undefined) throw new Error('The sample has no company.');
  const { accounts, name } = company;
  const logins = accounts.map(({ username, role }) => ({ username, password, workspace: name, role }));
  // the rep’s plan and deals, and the plan that is paid by month: the rest of the company takes time and changes nothing here
  const participantId = accounts.find(({ role }) => role === 'sales-rep')?.participantId;
  const planKey = company.assignments.find((one) => one.participantId === participantId)?.planKey;
  const planKeys = [planKey, 'fy25-specialist-overlay'];
  const own = (one: { readonly participantId: string }) => one.participantId === participantId;
  const tenants = [
    {
      ...company,
      plans: company.plans.filter(({ key }) => planKeys.includes(key)),
      assignments: company.assignments.filter((one) => planKeys.includes(one.planKey)),
      deals: company.deals.filter(own),
      results: company.results.filter(own),
      opportunities: [],
      analysed: [],
    },
  ];
  // the second time is what a start finds that went on after a kill: every step is there
  for (const _ of [1, 2]) await loadSample(ctx.ctx, logins, { tenants, guests: [] });
});
afterAll(() => ctx?.stop());

const as = (username: string): Promise<Client> => signInClient(ctx.url, username, password);

test('a new installation has disputes in each state, an adjustment that waits, and an acknowledged statement, once', async () => {
  const admin = await as('compadmin');
  const { rows: disputes } = (await admin.get('/api/disputes')).body;
  const states = disputes.map((one: { status: string; waitingOn: string; outcome: string | null }) =>
    one.outcome === null ? `${one.status} ${one.waitingOn}` : one.outcome,
  );
  const unresolved = ['assigned payee', 'assigned reviewer', 'open reviewer'];
  const withdrawn = 'resolved reviewer';
  expect(states.sort()).toEqual([...unresolved, 'dismissed', withdrawn, 'upheld'].sort());
  const own = disputes.filter((one: { category: string }) => one.category === 'split');
  expect(own).toMatchObject([
    { status: 'open', periodKey: '2025-Q3', dealId: expect.stringMatching(/^TC-D25-/) },
  ]);
  const { rows: adjustments } = (await admin.get('/api/adjustments')).body;
  expect(adjustments).toMatchObject([{ kind: 'spiff', amount: '750.00', status: 'submitted' }]);
  const finance = await as('finance');
  const { rows: waiting } = (await finance.get('/api/approvals')).body;
  expect(waiting).toMatchObject([{ kind: 'adjustment', mayDecide: true }]);
  const rep = await as('rep');
  const { rows: statements } = (await rep.get('/api/statements')).body;
  const second = statements.find((one: { period: { key: string } }) => one.period.key === '2025-Q2');
  expect(second.acknowledgedAt).toEqual(expect.any(String));
});

test('the closed year is paid month by month by three people, once, and January waits for approval', async () => {
  // the second time is the next start
  for (const _ of [1, 2]) await payYear(ctx.ctx);
  const finance = await as('finance');
  await expect
    .poll(async () => (await finance.get('/api/payments?limit=1')).body.rows[0].status)
    .toBe('calculated');
  const { rows: runs } = (await finance.get('/api/payments?limit=50')).body;
  const year = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')} paid`);
  const states = runs.map((run: PaymentRun) => `${run.period.key} ${run.status}`);
  expect(states.toSorted()).toEqual([...year, '2026-01 calculated']);
  for (const { status, made, approved, posted } of runs as PaymentRun[])
    expect(new Set([made?.by, approved?.by, posted?.by]).size).toBe(status === 'paid' ? 3 : 2);
  const rep = await as('rep');
  expect((await rep.get('/api/statements/next-pay-day')).body).toMatchObject({ isLate: false });
});
