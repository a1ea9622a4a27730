import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PaidWorkspace,
  paidWorkspace,
  tieredPlan,
} from '../../slices/payouts/paid-workspace.fixture.ts';
import { settled } from '../../testing/settled.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { runNode } from '../one-node.fixture.ts';

let ctx: TestContext;
let work: PaidWorkspace;
let calculation: string;
let count = 0;

beforeAll(async () => {
  ctx = await sharedTestContext();
  work = await paidWorkspace(ctx);
  calculation = (await work.calculate()).id;
});
afterAll(() => ctx?.stop());

function run(type: string, config: JsonObject, rest: { input?: JsonValue; port?: string } = {}) {
  count += 1;
  return runNode(work.admin, { name: `Step ${count}`, type, config: { retries: 0, ...config }, ...rest });
}
const failure = (body: { error: string }) => body.error;

describe('import_deals', () => {
  const rows = [
    { id: 'n1', date: '2024-03-10', amount: '100.50', participant: 'cid' },
    { id: 'n2', date: '2024-03-11', amount: '200.00', participant: 'bob' },
  ];

  it('tries rows without storing them, stores them once, and says of a repetition that nothing changes', async () => {
    const tried = await run('import_deals', { mode: 'dry-run' }, { input: rows });
    expect(tried).toMatchObject({ status: 'completed', output: { status: 'checked', rows: 2, added: 2 } });
    expect((await work.admin.get('/api/deals/n1')).status).toBe(404);
    const stored = await run('import_deals', { mode: 'commit', source: 'input.rows' }, { input: { rows } });
    expect(stored).toMatchObject({ status: 'completed', output: { status: 'committed', added: 2 } });
    expect((await work.admin.get('/api/deals/n1')).body.amount).toBe('100.50');
    const again = await run('import_deals', { mode: 'commit' }, { input: rows });
    expect(again.output).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const log = await work.admin.get('/api/audit', { objectId: stored.output.import });
    expect(log.body.rows.map((row: { action: string }) => row.action).toReversed()).toEqual([
      ...['import.uploaded', 'import.check-ordered', 'import.checked'],
      ...['import.commit-ordered', 'import.committed'],
    ]);
  });

  it('removes nothing where the last file with these columns was a snapshot', async () => {
    const content = 'amount,date,id,participant,product\n1.00,2024-03-10,s1,cid,A\n';
    const up = await work.admin.upload(
      '/api/imports/upload',
      { name: 'all.csv', content },
      { kind: 'deals' },
    );
    const { id, profileName } = up.body;
    const mapping = { ...up.body.mapping, snapshot: { of: 'all', maxPercent: 100 } };
    await work.admin.post(`/api/imports/${id}/check`, { mapping, profileName });
    await settled(work.admin, `/api/imports/${id}`, ['checked']);
    await work.admin.post(`/api/imports/${id}/commit`);
    await settled(work.admin, `/api/imports/${id}`, ['committed']);
    const one = { id: 's2', date: '2024-03-11', amount: '2.00', participant: 'cid', product: 'A' };
    const stored = await run('import_deals', { mode: 'commit' }, { input: [one] });
    expect([stored.error, stored.output]).toMatchObject([null, { status: 'committed', added: 1 }]);
    expect((await work.admin.get('/api/deals/s1')).status).toBe(200);
    const used = (await work.admin.get(`/api/imports/${stored.output.import}`)).body;
    expect(used).toMatchObject({
      profileName: 'all (workflow)',
      mapping: expect.not.objectContaining({ snapshot: expect.anything() }),
    });
  });

  it('reads a file that a step has stored', async () => {
    const more = [{ id: 'f1', date: '2024-03-12', amount: '7.00', participant: 'cid' }];
    const file = await run('file_upload', { fileName: 'deals.csv', format: 'csv' }, { input: more });
    const stored = await run('import_deals', { mode: 'commit' }, { input: file.output });
    expect([stored.error, stored.output]).toMatchObject([null, { status: 'committed', added: 1 }]);
  });

  it.each([
    ['a bad row', [{ ...rows[0], amount: 'much' }], 'Line 2'],
    ['no rows', [], 'no rows'],
    ['rows of rows', [[1]], 'not a record'],
    ['nothing of the kind', 'yesterday’s file', 'a stored file'],
  ])('refuses %s in words and stores nothing', async (_, source, message) => {
    const rejected = await run('import_deals', { mode: 'commit' }, { input: source as JsonValue });
    expect([rejected.status, failure(rejected)]).toEqual(['failed', expect.stringContaining(message)]);
  });
});

describe('validate_payouts', () => {
  it('[MEAS-1] computes every line again from its stored inputs, and names those that differ', async () => {
    const right = await run('validate_payouts', { calculation: `"${calculation}"` }, { port: 'valid' });
    expect(right).toMatchObject({
      status: 'completed',
      output: { valid: true, payees: 4, lines: 8, right: 8, wrong: 0, accuracy: '1', overpaid: '0.00' },
    });
    expect(right.output.total).toBe(right.output.stored);
    const line = await work.admin.get(`/api/calculations/${calculation}/payouts/bob/bookings`);
    await work.sql(
      `UPDATE payout_lines SET amount = amount + 10 WHERE tenant_id = $1 AND run_id = $2 AND participant_id = 'bob' AND component_id = 'bookings'`,
      [calculation],
    );
    const wrong = await run('validate_payouts', { calculation: `"${calculation}"` }, { port: 'invalid' });
    const computed = line.body.amount;
    const stored = (Number(computed) + 10).toFixed(2);
    expect(wrong).toMatchObject({
      status: 'completed',
      output: { valid: false, wrong: 1, accuracy: '0.875', overpaid: '10.00', underpaid: '0.00' },
    });
    expect(wrong.output.wrongLines).toEqual([
      { participantId: 'bob', componentId: 'bookings', stored, computed },
    ]);
    const ann = { calculation: `"${calculation}"`, payee: '"ann"' };
    expect(await run('validate_payouts', ann, { port: 'valid' })).toMatchObject({
      output: { lines: 2, valid: true },
    });
    await work.sql(
      `UPDATE payout_lines SET amount = amount - 10 WHERE tenant_id = $1 AND run_id = $2 AND participant_id = 'bob' AND component_id = 'bookings'`,
      [calculation],
    );
  });
});

describe('read_workspace', () => {
  it('[MEAS-2] [MEAS-4] knows the plans that pay with their newest period, and what a calculation measures', async () => {
    const plans = await run('read_workspace', { what: 'plans' });
    expect(plans.output.rows).toMatchObject([
      { id: work.planId, name: tieredPlan.name, currency: 'USD', payees: 4, period: '2024-Q1', version: 1 },
    ]);
    expect(plans.output.rows[0].components.map(({ id }: { id: string }) => id)).toEqual([
      'bookings',
      'bikes',
    ]);
    const measured = await run('read_workspace', { what: 'measures', calculation: `"${calculation}"` });
    // 112,000 + 28,345.67 + 80,000 + 0 against 4 × 100,000: 12,000 + 71,654.33 + 20,000 + 100,000 missed
    expect(measured.output).toMatchObject({ payees: 4, deals: 6, plan: work.planId });
    expect(measured.output.quotaAccuracy).toMatch(/^0\.\d{1,4}$/);
    expect(measured.output.attainment).toMatchObject({ atOrAbove100: 1 });
  });
});

describe('simulate_plan and create_suggestion', () => {
  it('[SIM-2] [SGR-2] [SGR-4] tries a change over what happened, and proposes it with its evidence', async () => {
    const changes = '[{"component": "bikes", "set": {"rate": {"kind": "flat", "ratePercent": "1"}}}]';
    const days = { planFrom: `"${tieredPlan.name}"`, period: '"2024-Q1"', changes };
    const { rows: deals } = (await work.admin.get('/api/deals', { limit: 1000 })).body;
    const tried = await run('simulate_plan', { ...days, kind: 'replay' });
    // bikes: 2 % of 60,000 becomes 1 %
    expect(tried).toMatchObject({
      status: 'completed',
      output: {
        plan: work.planId,
        change: '-600.00',
        savings: '600.00',
        losers: 1,
        deals: deals.length,
        kind: 'replay',
      },
    });
    const drawn = await run('simulate_plan', { ...days, kind: 'monte-carlo', scenarios: 20 });
    expect(Number(drawn.output.confidence)).toBeLessThanOrEqual(1);
    expect(Number(drawn.output.savings)).toBe(-Number(drawn.output.change));
    const { simulation, hash } = tried.output;
    const propose = () =>
      run(
        'create_suggestion',
        {
          plan: work.planId,
          title: 'Halve bikes',
          reason: 'It saves {{ input.savings }}.',
          changes,
          component: '"bikes"',
          savings: 'input.savings',
          confidence: '0.5',
          confidenceFormula: 'a coin',
          evidence:
            '[{"kind": "simulation", "id": input.simulation, "hash": input.hash, "message": "A replay."}]',
        },
        { input: { simulation, hash, savings: tried.output.savings } },
      );
    const made = await propose();
    expect(made).toMatchObject({ status: 'completed', output: { status: 'open', known: false } });
    const shown = await work.admin.get(`/api/suggestions/${made.output.suggestion}`);
    expect(shown.body).toMatchObject({
      reasoning: 'It saves 600.00.',
      projectedSavings: '600.00',
      componentId: 'bikes',
      id: 'halve-bikes',
      workflowRunId: made.id,
      confidence: 50,
      evidence: [{ kind: 'simulation', id: simulation, hash }],
    });
    // word for word the same is there once
    expect((await propose()).output).toMatchObject({ suggestion: made.output.suggestion, known: true });
    const findings = await run('simulate_plan', { ...days, changes: '[]', kind: 'lint' });
    expect(findings.output).toMatchObject({ payees: 4, findings: expect.any(Array) });
  });

  it.each([
    ['a component that is not there', { plan: 'Field sales', changes: '[{"remove": "yachts"}]' }, 'yachts'],
    ['a change that is none', { plan: 'Field sales', changes: '[{"make": "more"}]' }, 'not a change'],
    ['a plan that is not there', { plan: 'Nobody’s', changes: '[]' }, 'not found'],
  ])('refuses %s', async (_, config, message) => {
    const rejected = await run('simulate_plan', { period: '"2024-Q1"', ...config });
    expect([rejected.status, failure(rejected)]).toEqual(['failed', expect.stringContaining(message)]);
  });
});

describe('open_dispute and resolve_dispute', () => {
  it('[DISP-1] [DISP-3] open one about a line and end it, once each', async () => {
    const line = `{"calculation": "${calculation}", "payee": "ann", "component": "bookings"}`;
    const config = { line, expected: '9999.5', reason: 'A deal is missing.' };
    const opened = await run('open_dispute', config);
    expect(opened).toMatchObject({ status: 'completed', output: { status: 'open', expected: '9999.5' } });
    expect(failure(await run('open_dispute', config))).toContain('open dispute');
    const read = await run('read_workspace', { what: 'disputes' });
    expect(read.output).toMatchObject({
      rows: [{ id: opened.output.dispute, workflowRunId: opened.id }],
      more: false,
    });
    const end = { dispute: `"${opened.output.dispute}"`, outcome: '"dismissed"', reason: 'It is right.' };
    const resolved = await run('resolve_dispute', end);
    expect(resolved).toMatchObject({ output: { status: 'resolved', outcome: 'dismissed' } });
    expect(failure(await run('resolve_dispute', end))).toContain('already');
    expect(failure(await run('resolve_dispute', { ...end, outcome: '"perhaps"' }))).toContain('upheld');
  });
});
