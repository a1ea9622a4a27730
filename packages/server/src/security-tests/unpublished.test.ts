import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDisputes } from '../slices/disputes/filled-disputes.fixture.ts';
import { ended, type PaidWorkspace, paidWorkspace } from '../slices/payouts/paid-workspace.fixture.ts';
import type { Answer, Client } from '../testing/client.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { addressOf, type Endpoint, endpoints } from './endpoints.fixture.ts';

let ctx: TestContext;
let workspace: PaidWorkspace;
let ids: Record<string, string>;
/** Amounts of the payees that appear nowhere else in the workspace. */
let secrets: string[];

beforeAll(async () => {
  ctx = await startTestContext();
  workspace = await paidWorkspace(ctx);
  const { admin, planId } = workspace;
  await workspace.addDeal({ id: 'd7', amount: '31415.92', participantId: 'ann' });
  await workspace.addDeal({ id: 'd8', amount: '27182.81', participantId: 'bob' });
  const ordered = await admin.post('/api/calculations', { planId, period: '2024-Q1' });
  const run = await ended(admin, ordered.body.id);
  expect(run.status).toBe('completed');
  const payouts = await admin.get(`/api/calculations/${run.id}/payouts`, { limit: 1000 });
  const amounts = payouts.body.rows.map(({ amount }: { amount: string }) => amount);
  const paid = (await admin.get('/api/statements')).body.rows.map(({ total }: { total: string }) => total);
  secrets = [...new Set<string>([run.total ?? '', ...amounts, ...paid])].filter(
    (text) => !/^0(\.0+)?$/.test(text),
  );
  const reviewed = await fillDisputes(workspace, { calculationId: run.id, participantIds: ['ann', 'bob'] });
  const suggestions = await admin.get('/api/suggestions', { limit: 100 });
  ids = {
    ...reviewed,
    planId,
    runId: run.id,
    calculationId: run.id,
    participantId: 'ann',
    componentId: 'bookings',
    dealId: 'd7',
    against: run.id,
    period: '2024-Q1',
    suggestionId: suggestions.body.rows?.[0]?.id ?? '',
  };
});
afterAll(() => ctx?.stop());

/** The id an endpoint means by `id`. */
function idOf({ name }: Endpoint): string {
  const noun = name.split('.')[0] ?? '';
  const own: Record<string, string | undefined> = {
    plans: ids.planId,
    planTests: ids.planId,
    calculations: ids.runId,
    recalculations: ids.runId,
    payouts: ids.runId,
    statements: ids.runId,
    disputes: ids.disputeId,
    records: ids.dealId,
    participants: 'ann',
    suggestions: ids.suggestionId,
    explanations: ids.suggestionId,
  };
  return own[noun] ?? String(ids.runId);
}

async function ask(who: Client, endpoint: Endpoint): Promise<Answer> {
  const value = (field: string) => (field === 'id' ? idOf(endpoint) : ids[field]);
  const path = addressOf(
    endpoint,
    Object.fromEntries(endpoint.inPath.map((field) => [field, value(field) ?? ''])),
  );
  const fields = ['planId', 'runId', 'calculationId', 'participantId', 'componentId', 'period', 'against'];
  const given = endpoint.beside.flatMap((field) => {
    const one = fields.includes(field) ? value(field) : undefined;
    return one === undefined ? [] : [[field, one]];
  });
  return who.get(path, Object.fromEntries(given));
}

const reads = endpoints.filter(({ method, access }) => method === 'GET' && access !== 'public');
const files = (runId: string) => ['csv', 'json'].map((format) => `/api/statements/${runId}/ann.${format}`);
const questions = ['How much did Ann Example earn in 2024-Q1?', 'Who earned most in 2024-Q1?'];

/** Endpoints whose answer holds an amount of the calculation, whatever else they say. */
async function leaks(who: Client): Promise<string[]> {
  const found: string[] = [];
  const look = (name: string, { body }: Answer) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
    if (secrets.some((amount) => text.includes(amount))) found.push(name);
  };
  for (const endpoint of reads) look(endpoint.name, await ask(who, endpoint));
  for (const path of files(String(ids.runId))) look(path, await who.get(path));
  for (const text of questions) look(text, await who.post('/api/assistant/ask', { question: text }));
  const tried = { planId: ids.planId, participantId: 'ann', period: '2024-Q1', furtherDeals: [] };
  look('what-if', await who.post('/api/what-if', tried));
  return found;
}

describe('[ACCESS-28] unpublished results', () => {
  test('are there to be found: finance meets them in many places', async () => {
    expect(secrets.length).toBeGreaterThan(4);
    const found = await leaks(workspace.tenant.as('finance'));
    for (const name of [
      'payouts.list',
      'payouts.explain',
      'statements.list',
      'statements.get',
      'standings.read',
    ])
      expect(found).toContain(name);
  });

  test.each(['sales-rep', 'manager'] as const)('appear in no answer to a %s', async (role) => {
    expect(await leaks(workspace.tenant.as(role))).toEqual([]);
  });

  test('appear to managers once previewed, and to payees once published', async () => {
    const publish = (audience: string) =>
      workspace.admin.post(`/api/calculations/${ids.runId}/publish`, { audience });
    await publish('managers');
    expect(await leaks(workspace.tenant.as('sales-rep'))).toEqual([]);
    expect(await leaks(workspace.tenant.as('manager'))).toContain('statements.get');
    await publish('payees');
    expect(await leaks(workspace.tenant.as('sales-rep'))).toContain('statements.get');
  });
});
