import type { PaymentDetail } from '@attain/contract/payments';
import type { Suggestion } from '@attain/contract/suggestions';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { verifyStatement } from '@attain/domain/proofs/verify-statement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeDigest } from '../../audit/node-digest.ts';
import { type Client, signInClient } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { loadSample } from '../load-sample.ts';
import { TERMS_COMPANY } from './terms-company.ts';

const password = 'a long sample password';
let ctx: TestContext;
let rep: Client;
let admin: Client;
beforeAll(async () => {
  ctx = await startTestContext();
  const { accounts, name } = TERMS_COMPANY;
  const logins = accounts.map(({ username, role }) => ({ username, password, workspace: name, role }));
  // the second time is what a start finds that went on after a kill: every step is there
  for (const _ of [1, 2]) await loadSample(ctx.ctx, logins, { tenants: [TERMS_COMPANY], guests: [] });
  rep = await signInClient(ctx.url, 'halden-rep', password);
  admin = await signInClient(ctx.url, 'halden-admin', password);
});
afterAll(() => ctx?.stop());

/** The rep's statement of a month as it is read and as it was paid. */
async function statementOf(period: string) {
  const { rows } = (await rep.get('/api/statements')).body;
  const row = rows.find((one: { period: { key: string } }) => one.period.key === period);
  const path = `/api/statements/${row.runId}/HR-1002`;
  const [{ body }, paid] = [await rep.get(path), await rep.get(`${path}/payments`)];
  const [payment] = paid.body as PaymentDetail[];
  const file = await fetch(`${ctx.url}${path}.json`, { headers: { cookie: rep.cookie } });
  return {
    lines: body.lines as { componentId: string; amount: string; message: string; window: unknown }[],
    file: await file.text(),
    ledger: payment?.ledger.map(({ kind, amount, message }) => [kind, amount, message]) ?? [],
    net: payment?.net,
  };
}

test('the plans of the company are sound, and every step of its course was done once', async () => {
  for (const { plan } of TERMS_COMPANY.plans) expect(checkPlan(plan)).toEqual([]);
  const { rows: runs } = (await admin.get('/api/calculations', { limit: 100 })).body;
  expect(runs.map(({ status }: { status: string }) => status)).toEqual(Array(8).fill('completed'));
  const { rows: payments } = (await admin.get('/api/payments')).body;
  expect(payments.map(({ status }: { status: string }) => status)).toEqual([
    'calculated',
    ...Array(3).fill('paid'),
  ]);
  for (const [list, count] of Object.entries({ draws: 2, holds: 1, clawbacks: 1 }))
    expect((await admin.get(`/api/${list}`)).body.rows).toHaveLength(count);
});

test('[SGR-117] [SGR-118] the analysis of its plan finds the draw that grows, and the deal before the first plan', async () => {
  const { rows } = (await admin.get('/api/suggestions')).body;
  const found = rows.map(({ analyser, title, impact }: Suggestion) => [analyser, title, impact]);
  expect(found.sort()).toEqual([
    [
      'complete-records',
      'Assign a plan to the payees of 1 deal',
      'Deals of $25,000.00 are not in anyone’s pay.',
    ],
    [
      'end-draw',
      'End 1 draw that is not being recovered',
      '$5,032.80 is advanced and not recovered. This is an exposure, not a saving.',
    ],
  ]);
});

test('[PAYM-6] the first month: a draw is advanced', async () => {
  const { ledger, net } = await statementOf('2025-01');
  expect(net).toBe('4000.00');
  expect(ledger.at(-1)).toEqual([
    'draw-advanced',
    '700.00',
    'Advanced up to your draw of 4,000.00; to be recovered from later earnings',
  ]);
});

test('[PAY-33] [PAYM-2] [CREDIT-12] the second: a cap carries, a hold keeps back, an overlay counts', async () => {
  const { lines, ledger } = await statementOf('2025-02');
  expect(lines.map(({ amount }) => amount)).toEqual(['4900.00', '1500.00', '2000.00']);
  expect(lines[1]?.message).toContain('500.00 USD over the limit goes on to the next period');
  expect(ledger.map(([kind, amount]) => `${kind} ${amount}`).slice(3)).toEqual([
    'held -2100.00',
    'draw-recovered -315.00',
  ]);
  const { rows } = (await rep.get('/api/deals/HR-D25-06/credits')).body;
  expect(rows).toMatchObject([{ role: 'overlay', credited: '20000' }]);
});

test('[MEASURE-4] [PAY-9] [PAY-36] [PAYM-3] [PAYM-10] the third: all of it on one statement, proven by its file', async () => {
  const { lines, ledger, net, file } = await statementOf('2025-03');
  expect(lines.map(({ amount }) => amount)).toEqual(['8120.00', '900.00', '500.00']);
  expect(lines[0]?.window).toMatchObject({ paid: '7000.00', trueUp: '1400.00' });
  expect(ledger.slice(3)).toEqual([
    ['released', '2100.00', 'Released from hold: Nordvik Verft paid on 12 March'],
    ['draw-recovered', '-385.00', 'Recovered from your draw; all of it is paid back now'],
    ['clawback', '-1000.00', 'Taken back for deal HR-D25-02: Fjordlaks cancelled its contract'],
  ]);
  expect(net).toBe('10235.00');
  expect(verifyStatement(nodeDigest, file).steps.filter(({ outcome }) => outcome === 'FAIL')).toEqual([]);
});

test('[CREDIT-13] [CREDIT-17] the manager is paid on what the team sold, services at half, and the fourth month waits for somebody else', async () => {
  const manager = await signInClient(ctx.url, 'halden-manager', password);
  const { rows } = (await manager.get('/api/statements')).body;
  const own = rows.filter(({ participantId }: { participantId: string }) => participantId === 'HR-1001');
  expect(own.map(({ total }: { total: string }) => total)).toContain('4125.00');
  expect((await statementOf('2025-04')).ledger).toEqual([]);
});
