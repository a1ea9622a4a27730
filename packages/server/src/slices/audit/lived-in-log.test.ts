import { type LogVerdict, verifyLog } from '@attain/domain/proofs/verify-log';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../audit/log-lines.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { Answer } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { postedPayments } from '../payments/paid-period.fixture.ts';
import { ended, type PaidWorkspace, paidWorkspace, tieredPlan } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
let paid: PaidWorkspace;
let lines: string[];

beforeAll(async () => {
  ctx = await sharedTestContext();
  paid = await paidWorkspace(ctx);
  await live();
  const file = await paid.admin.get('/api/audit/export');
  lines = String(file.body).trimEnd().split('\n');
});
afterAll(() => ctx?.stop());

const done = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};
const reason = 'as agreed';

/** Everything that states the content of something that was there before, and most of it twice. */
async function live(): Promise<void> {
  const { admin } = paid;
  const run = await paid.calculate();
  await pay(run.id);
  await plans();
  await workflows();
  await connections();
  for (const currency of ['EUR', 'USD'])
    await done(admin.put('/api/workspace/settings', { reportingCurrency: currency }));
}

async function pay(runId: string): Promise<void> {
  const { admin } = paid;
  const terms = { participantId: 'bob', currency: 'USD', kind: 'recoverable', amount: '500.0' };
  const draw = await done(admin.post('/api/draws', { ...terms, from: '2024-01-01', reason }));
  for (const on of ['2024-12-31', '2024-06-30'])
    await done(admin.post(`/api/draws/${draw.id}/end`, { id: draw.id, on, reason }));
  const hold = await done(admin.post('/api/holds', { participantId: 'cid', reason }));
  for (const percent of ['40', '100'])
    await done(admin.post(`/api/holds/${hold.id}/release`, { id: hold.id, percent, reason }));
  const deal = {
    date: '2024-02-03',
    amount: '75000.00',
    currency: 'USD',
    participantId: 'bob',
    kind: 'sale',
  };
  const change = { of: 'deal', id: 'd1', after: { ...deal, product: null } };
  const path = `/api/calculations/${runId}/recalculations`;
  const tried = await done(admin.post(path, { change, reason }));
  const accepted = await done(admin.post(`${path}/${tried.id}/accept`, {}));
  await ended(admin, accepted.id);
  await postedPayments(paid, '2024-Q1');
}

async function plans(): Promise<void> {
  const { admin, planId } = paid;
  const path = `/api/plans/${planId}/tests`;
  const test = { name: 'One sale', period: '2024-Q1', deals: [], expect: { total: '0' } };
  const made = await done(admin.post(path, { test }));
  await done(admin.put(`${path}/${made.id}`, { revision: 1, test: { ...test, name: 'No sale' } }));
  await done(admin.post(`${path}/${made.id}/remove`));
  const suggestion = {
    planId,
    componentId: 'bikes',
    title: 'Cap bikes',
    reasoning: 'Paid three times the target.',
    changes: [{ component: 'bikes', set: { name: 'Bicycles' } }],
    projectedSavings: '1',
    confidence: '0.8',
    evidence: [{ kind: 'plan', id: planId, hash: 'f'.repeat(64), message: 'No cap.' }],
    confidenceFormula: 'payees with a full year ÷ payees',
  };
  const suggested = await done(admin.post('/api/suggestions', suggestion));
  await done(admin.post(`/api/suggestions/${suggested.id}/apply`, { reason }));
  await done(admin.post(`/api/suggestions/${suggested.id}/undo`));
  await done(admin.post(`/api/suggestions/${suggested.id}/apply`, { reason }));
  const { revision } = await done(admin.get(`/api/plans/${planId}`));
  await done(admin.put(`/api/plans/${planId}`, { revision, document: { ...tieredPlan, name: 'Field' } }));
}

async function workflows(): Promise<void> {
  const { admin } = paid;
  const { id } = await done(admin.post('/api/workflows', { name: 'Two ends' }));
  for (const [round, name] of ['Two ends', 'Two other ends'].entries()) {
    const document: Workflow = { ...EMPTY_WORKFLOW, name, nodes: ends, edges };
    const saved = await done(admin.put(`/api/workflows/${id}`, { revision: round + 1, document }));
    await done(admin.post(`/api/workflows/${id}/versions`, { documentHash: saved.documentHash }));
  }
}

async function connections(): Promise<void> {
  const { admin } = paid;
  const chat = {
    name: 'Chat',
    kind: 'chat',
    address: 'http://127.0.0.1:9/hook',
    authMethod: 'none',
    config: {},
  };
  for (const round of [1, 2]) {
    const made = await done(admin.post('/api/connections', chat));
    await done(admin.post(`/api/connections/${made.id}/test`));
    const description = `round ${round}`;
    await done(admin.put(`/api/connections/${made.id}`, { ...chat, description, revision: made.revision }));
    await done(admin.post(`/api/connections/${made.id}/remove`));
  }
}

const end = (id: string, type: string, x: number) => ({
  id,
  type,
  title: id,
  position: { x, y: 0 },
  config: {},
});
const ends = [end('begin', 'start', 0), end('finish', 'end', 200)];
const edges = [{ id: 'e1', from: { node: 'begin', port: 'out' }, to: { node: 'finish', port: 'in' } }];

const bodiesOf = (exported: readonly string[]) =>
  exported.slice(1).flatMap((line) => {
    const { body } = JSON.parse(line) as { body?: string };
    return body === undefined ? [] : [JSON.parse(body) as Record<string, unknown>];
  });
const failures = ({ steps }: LogVerdict) => steps.filter(({ outcome }) => outcome === 'FAIL');

describe('[AUD-11] the exported log of a workspace in use', () => {
  it('is accepted, every object followed from one entry to the next', async () => {
    const acts = new Set(bodiesOf(lines).map(({ action }) => action));
    for (const act of [
      ...['workflow.published', 'hold.released', 'draw.ended', 'connection.tested', 'connection.removed'],
      ...['plan.test-added', 'plan.test-changed', 'plan.test-removed', 'workspace.settings-saved'],
      ...[
        'suggestion.applied',
        'suggestion.undone',
        'plan.saved',
        'calculation.recalculated',
        'calculation.change-accepted',
      ],
    ])
      expect(acts, act).toContain(act);
    const verdict = await verifyLog(nodeDigest, lines);
    expect(failures(verdict)).toEqual([]);
    expect(verdict.steps.find(({ step }) => step === 'objects')).toMatchObject({ outcome: 'PASS' });
  });

  it('names the first entry that was deleted, changed, moved or added, or is missing at the end', async () => {
    const at = lines.findIndex((line) => line.includes('draw.ended'));
    const place = JSON.parse(lines[at] ?? '').leafIndex as number;
    const [line = '', next = ''] = lines.slice(at, at + 2);
    const tampered: Record<string, string[]> = {
      deleted: lines.toSpliced(at, 1),
      changed: lines.with(at, line.replace('draw.ended', 'draw.kept')),
      moved: lines.with(at, next).with(at + 1, line),
      added: lines.toSpliced(at, 0, lines[1] ?? ''),
    };
    for (const [what, file] of Object.entries(tampered)) {
      const verdict = await verifyLog(nodeDigest, file);
      expect([verdict.ok, verdict.firstBadIndex], what).toEqual([false, place]);
    }
    const cut = await verifyLog(nodeDigest, lines.slice(0, -1));
    expect([cut.ok, failures(cut)[0]?.message]).toEqual([
      false,
      expect.stringMatching(/entries were signed; the file has/),
    ]);
  });

  it('is read from bytes as the command line does', async () => {
    async function* bytes() {
      yield Buffer.from(`${lines.join('\n')}\n`);
    }
    expect((await verifyLog(nodeDigest, linesOf(bytes()))).ok).toBe(true);
  });
});
