import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runNode } from '../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { madePayments } from '../payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let receiver: Server;
let ctx: TestContext;
let paid: PaidWorkspace;
const got: { type: string; data: { object: string; id: string; path: string } }[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    got.push(JSON.parse(await text(request)));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: origin } });
  paid = await paidWorkspace(ctx);
  const events = [
    ...['import.completed', 'calculation.completed', 'results.published'],
    ...['payment.approved', 'payment.posted', 'payment.paid', 'run.failed'],
  ];
  expect((await paid.admin.post('/api/webhooks', { url: `${origin}/all`, events })).status).toBe(200);
});
afterAll(async () => {
  await ctx?.stop();
  receiver?.close();
});

const arrived = (type: string) =>
  vi.waitFor(
    () => {
      const found = got.filter((one) => one.type === type);
      expect(found.length, JSON.stringify(got)).toBeGreaterThan(0);
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );

/** The event is about this object, and its path answers with it. */
async function expectOne(type: string, id: string): Promise<void> {
  const [event, ...more] = await arrived(type);
  expect(more).toEqual([]);
  expect(event?.data.id).toBe(id);
  const { status, body } = await paid.admin.get(event?.data.path ?? '');
  expect([status, body.id]).toEqual([200, id]);
}

test('[HOOK-1] [HOOK-2] an import, a calculation, its publication and each move of its payments are sent once each', async () => {
  await paid.importDeals('id,date,amount,currency,participant\nd9,2024-03-09,500.00,USD,ann\n');
  const imports = await arrived('import.completed');
  expect(imports).toHaveLength(1);
  expect((await paid.admin.get(imports[0]?.data.path ?? '')).body.status).toBe('committed');
  const calculation = await paid.calculate();
  await expectOne('calculation.completed', calculation.id);
  await expectOne('results.published', calculation.id);
  const run = await madePayments(paid.admin, '2024-Q1');
  expect((await paid.tenant.as('finance').post(`/api/payments/${run.id}/approve`)).status).toBe(200);
  await expectOne('payment.approved', run.id);
  expect((await paid.admin.post(`/api/payments/${run.id}/post`)).status).toBe(200);
  await expectOne('payment.posted', run.id);
  expect((await paid.admin.post(`/api/payments/${run.id}/pay`)).status).toBe(200);
  await expectOne('payment.paid', run.id);
});

test('[HOOK-2] a failed run is sent, a completed one is not', async () => {
  const common = {
    type: 'email',
    config: { to: 'ann@example.com', subject: 'x', retries: 0, backoffSeconds: 0 },
  };
  const failed = await runNode(paid.admin, { name: 'Fails', ...common });
  expect(failed.status).toBe('failed');
  await expectOne('run.failed', failed.id);
});
