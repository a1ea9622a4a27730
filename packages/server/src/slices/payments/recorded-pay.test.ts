import { verifyPayments } from '@attain/domain/proofs/verify-payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../audit/canonical.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { madePayments } from './paid-period.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

/** Changes a row as the owner of the database could, looks, and puts it back. */
async function tampered(
  paid: PaidWorkspace,
  [table, set, where]: readonly [table: string, set: string, where: string],
  look: () => Promise<void>,
): Promise<void> {
  const kept = `kept_${table}`;
  const client = await ctx.ctx.db.owner.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `CREATE TEMP TABLE ${kept} AS SELECT ctid AS place, * FROM ${table} WHERE tenant_id = '${paid.tenant.tenantId}'`,
    );
    const changed = await client.query(
      `UPDATE ${table} SET ${set} WHERE tenant_id = $1 AND ${where} RETURNING 1`,
      [paid.tenant.tenantId],
    );
    expect(changed.rowCount, `${table} ${set}`).toBeGreaterThan(0);
    await look();
    const column = set.split(' =')[0];
    const keys = await client.query<{ name: string }>(
      `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
        WHERE i.indrelid = '${table}'::regclass AND i.indisprimary`,
    );
    const same = keys.rows.map(({ name }) => `t.${name} = k.${name}`).join(' AND ');
    await client.query(`UPDATE ${table} t SET ${column} = k.${column} FROM ${kept} k WHERE ${same}`);
    await client.query(`DROP TABLE ${kept}`);
  } finally {
    await client.query('SET session_replication_role = DEFAULT');
    client.release();
  }
}

const error = (named: RegExp) => ({
  status: 409,
  body: { code: 'NOT_AS_RECORDED', error: expect.stringMatching(named) },
});

describe('[PAYM-23] stored pay that was changed outside Attain', () => {
  test('is refused where payments are read, exported, approved, posted and paid, and named', async () => {
    const paid = await paidWorkspace(ctx);
    await paid.calculate();
    const run = await madePayments(paid.admin, '2024-Q1');
    const path = `/api/payments/${run.id}`;
    const finance = paid.tenant.as('finance');
    const ann = "participant_id = 'ann'";
    const changes = [
      ['payments', 'net = net + 1000', ann, /payment of Ann Example/],
      ['payments', `paid = paid || '{"amount":"9999.00"}'`, ann, /payment of Ann Example/],
      ['payment_lines', 'amount = amount + 1000', ann, /payment of Ann Example/],
      ['payment_runs', `totals = '{"USD":"9999.00"}'`, 'true', /total in USD/],
      ['payment_runs', `result_hash = '${'0'.repeat(64)}'`, 'true', /list of payments/],
    ] as const;
    for (const [table, set, where, named] of changes)
      await tampered(paid, [table, set, where], async () => {
        const asked = [
          ...['payees.csv', 'payees.xlsx', 'proof.json'].map((file) => paid.admin.get(`${path}/${file}`)),
          finance.post(`${path}/approve`),
          paid.admin.get(`${path}/payees`),
        ];
        for (const answer of await Promise.all(asked)) expect(answer, set).toMatchObject(error(named));
        if (table === 'payments')
          expect(await paid.admin.get(`${path}/payees/ann/USD`)).toMatchObject(error(named));
        else if (table === 'payment_runs') expect(await paid.admin.get(path)).toMatchObject(error(named));
      });
    expect((await finance.post(`${path}/approve`)).status).toBe(200);
    for (const move of ['post', 'pay']) {
      await tampered(paid, ['payments', 'net = net + 1', ann], async () => {
        expect(await paid.admin.post(`${path}/${move}`)).toMatchObject(error(/payment of Ann Example/));
      });
      expect((await paid.admin.post(`${path}/${move}`)).status).toBe(200);
    }
    const rep = paid.tenant.as('sales-rep');
    const [source] = run.sources;
    await tampered(paid, ['payments', 'net = net + 1', ann], async () => {
      expect(await rep.get(`/api/statements/${source?.calculationId}/ann/payments`)).toMatchObject(
        error(/payment of Ann Example/),
      );
    });
    expect((await paid.admin.get(`${path}/payees.csv`)).status).toBe(200);
  });

  test('is refused where payouts and statements are read, and nothing is paid by it', async () => {
    const paid = await paidWorkspace(ctx);
    const run = await paid.calculate();
    const ann = `run_id = '${run.id}' AND participant_id = 'ann'`;
    const changes = [
      ['payout_lines', 'amount = amount + 1000', ann, /pay of Ann Example/],
      ['payout_inputs', `figures_hash = '${'0'.repeat(64)}'`, ann, /pay of Ann Example/],
      ['calculation_runs', 'total = total + 1000', `id = '${run.id}'`, /total of Field sales/],
      ['calculation_runs', `result_hash = '${'0'.repeat(64)}'`, `id = '${run.id}'`, /result of Field sales/],
    ] as const;
    for (const [table, set, where, named] of changes)
      await tampered(paid, [table, set, where], async () => {
        const statement = `/api/statements/${run.id}/ann`;
        for (const path of [statement, `${statement}.pdf`, `${statement}.csv`, `${statement}.json`])
          expect(await paid.admin.get(path), `${set} ${path}`).toMatchObject(error(named));
        expect(await paid.admin.get(`/api/calculations/${run.id}/payouts`)).toMatchObject(error(named));
        const made = await madePayments(paid.admin, '2024-Q1');
        expect(made).toMatchObject({ status: 'failed', error: expect.stringMatching(named) });
      });
    expect((await madePayments(paid.admin, '2024-Q1')).status).toBe('calculated');
  });

  test('a plan document is refused when it is read, and no calculation pays by it', async () => {
    const paid = await paidWorkspace(ctx);
    const better = `document = jsonb_set(document, '{components,1,rate,ratePercent}', '"20"')`;
    const hash = `document_hash = '${'0'.repeat(64)}'`;
    const orders = () => paid.admin.post('/api/calculations', { planId: paid.planId, period: '2024-Q1' });
    for (const set of [better, hash])
      await tampered(paid, ['plan_versions', set, 'true'], async () => {
        expect(await paid.admin.get(`/api/plans/${paid.planId}`)).toMatchObject(error(/Version 1/));
        expect(await orders()).toMatchObject(error(/Version 1 of Field sales/));
      });
    const stored = await ctx.ctx.db.owner.query<{ document: unknown }>(
      `SELECT ${better.slice('document = '.length)} AS document FROM plan_versions WHERE tenant_id = $1`,
      [paid.tenant.tenantId],
    );
    const rehashed = `document_hash = '${hashOf(stored.rows[0]?.document)}'`;
    // its hash was changed with it: only the log still knows what was activated
    await tampered(paid, ['plan_versions', better, 'true'], () =>
      tampered(paid, ['plan_versions', rehashed, 'true'], async () => {
        expect(await orders()).toMatchObject(error(/Version 1 of Field sales/));
      }),
    );
    const run = await paid.calculate();
    expect(run.status).toBe('completed');
    const change = { of: 'deal', id: 'd1', after: null };
    const tried = () =>
      paid.admin.post(`/api/calculations/${run.id}/recalculations`, { change, reason: 'as booked twice' });
    await tampered(paid, ['plan_versions', better, 'true'], async () => {
      expect(await tried()).toMatchObject(error(/Version 1 of Field sales/));
    });
    expect((await tried()).status).toBe(201);
  });
});

describe('[AUD-14] the proof of payments', () => {
  test('is checked offline, and refused once a payment in it is changed', async () => {
    const paid = await paidWorkspace(ctx);
    await paid.calculate();
    const run = await madePayments(paid.admin, '2024-Q1');
    const path = `/api/payments/${run.id}/proof.json`;
    const response = await paid.admin.send(path, { method: 'GET' });
    const file = `${JSON.stringify(response.body)}\n`;
    const verdict = verifyPayments(nodeDigest, file);
    expect(verdict.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      ...['file PASS', 'sums PASS', 'key SKIP', 'log PASS', 'payments PASS'],
    ]);
    expect(verifyPayments(nodeDigest, file, { pin: 'f'.repeat(64) }).ok).toBe(false);
    const failed = (changed: string) =>
      verifyPayments(nodeDigest, changed).steps.flatMap(({ step, outcome }) =>
        outcome === 'FAIL' ? step : [],
      );
    expect(failed(file.replace('"net":"', '"net":"1'))).toEqual(['sums', 'payments']);
    expect(failed(file.replace('Ann Example', 'Eve Example'))).toEqual(['payments']);
    expect(failed(file.replace('"version":1', '"version":2'))).toEqual(['payments']);
    expect((await paid.tenant.as('sales-rep').get(path)).status).toBeGreaterThanOrEqual(403);
  });
});
