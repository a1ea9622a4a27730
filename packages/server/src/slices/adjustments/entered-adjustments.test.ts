import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, client } from '../../testing/client.ts';
import { settled } from '../../testing/settled.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { ledgerOf, madePayments, postedPayments } from '../payments/paid-period.fixture.ts';
import {
  checkImport,
  type PaidWorkspace,
  paidWorkspace,
  storeImport,
} from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

async function calculated(): Promise<PaidWorkspace> {
  const paid = await paidWorkspace(ctx);
  await paid.calculate();
  return paid;
}

const bonus = (special: object = {}) => ({
  participantId: 'ann',
  currency: 'USD',
  amount: '250',
  kind: 'bonus',
  reason: 'closed the renewal of the year',
  ...special,
});
const decide = async (by: Client, id: string, decision: 'approve' | 'reject', reason?: string) => {
  const { hash } = (await by.get(`/api/approvals/${id}`)).body;
  return by.post(`/api/approvals/${id}/decide`, { decision, hash, reason });
};
const statusOf = async (by: Client, id: string) =>
  (await by.get('/api/adjustments')).body.rows.find((row: { id: string }) => row.id === id)?.status;

describe('[PAYM-27] an adjustment', () => {
  test('is entered by a manager for the people they lead that day, and approved by others', async () => {
    const paid = await calculated();
    const manager = paid.tenant.as('manager');
    const enter = (special: object) => manager.post('/api/adjustments', bonus(special));
    const entered = await enter({ dealId: 'd4' });
    expect([entered.status, entered.body]).toMatchObject([201, { participantName: 'Ann Example' }]);
    const { id, approvalId } = entered.body;
    const wrong = {
      'own pay': { participantId: 'mia' },
      'another team': { participantId: 'cid' },
      'an unknown payee': { participantId: 'zoe' },
      'a deal of others': { dealId: 'd5' },
    };
    for (const [what, special] of Object.entries(wrong))
      expect([what, (await enter(special)).status]).toEqual([
        what,
        { 'own pay': 403, 'a deal of others': 400 }[what] ?? 404,
      ]);
    await paid.sql(
      `UPDATE reporting_lines SET to_date = '2024-03-31' WHERE tenant_id = $1 AND participant_id = 'bob'`,
    );
    expect((await enter({ participantId: 'bob' })).status).toBe(404);

    const theirs = (await paid.admin.post('/api/adjustments', bonus({ amount: '10' }))).body;
    expect((await manager.get('/api/adjustments')).body.rows).toMatchObject([{ id, status: 'submitted' }]);
    expect((await manager.post(`/api/adjustments/${theirs.id}/withdraw`)).status).toBe(404);
    // what others entered for the payee is no fact that the manager reads
    const second = (await enter({ amount: '20' })).body;
    const { status, body } = await manager.get(`/api/approvals/${second.approvalId}`);
    expect([status, JSON.stringify(body).includes('other open adjustments')]).toEqual([200, false]);
    expect((await manager.post(`/api/adjustments/${second.id}/withdraw`)).status).toBe(200);
    expect((await decide(manager, approvalId, 'approve')).status).not.toBe(200);
    expect((await decide(paid.tenant.as('finance'), approvalId, 'approve')).body.status).toBe('approved');
    expect((await manager.post(`/api/adjustments/${id}/withdraw`)).body.status).toBe('withdrawn');
    const override = { participantId: 'ann', componentId: 'bookings', shouldPay: '1', reason: 'as agreed' };
    const { rows } = (await paid.admin.get('/api/calculations')).body;
    const calculationId = rows[0].id;
    expect((await manager.post('/api/adjustments/overrides', { ...override, calculationId })).status).toBe(
      403,
    );
    expect((await paid.tenant.as('sales-rep').post('/api/adjustments', bonus())).status).toBe(403);
  });

  test('is approved by someone else, paid once, and read by its payee only once it is posted', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const entered = await paid.admin.post('/api/adjustments', bonus());
    expect([entered.status, entered.body]).toMatchObject([
      201,
      { amount: '250.00', status: 'submitted', countsAs: 'earnings', runId: null },
    ]);
    const { id, approvalId } = entered.body;
    const own = await decide(paid.admin, approvalId, 'approve');
    expect([own.status, own.body.code]).toEqual([403, 'NOT_ALLOWED']);
    const before = await madePayments(paid.admin, '2024-Q1');
    expect((await ledgerOf(finance, before.id, 'ann')).words.join()).not.toContain('adjusted');

    const waiting = (await finance.get(`/api/approvals/${approvalId}`)).body;
    expect(waiting).toMatchObject({
      kind: 'adjustment',
      amount: '250.00',
      currency: 'USD',
      mayDecide: true,
      reason: 'closed the renewal of the year',
    });
    expect((await decide(finance, approvalId, 'approve')).body.status).toBe('approved');
    const outdated = (await paid.admin.get(`/api/payments/${before.id}`)).body;
    expect(outdated.stale).toEqual(['Adjustments were approved after it was made.']);

    const made = await madePayments(paid.admin, '2024-Q1');
    const ledger = await ledgerOf(finance, made.id, 'ann');
    expect(ledger.words.slice(0, 3)).toContain('adjusted-earnings 250.00');
    expect(await statusOf(paid.admin, id)).toBe('taken');
    const late = await paid.admin.post(`/api/adjustments/${id}/withdraw`);
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
    const maker = await paid.admin.post(`/api/payments/${made.id}/approve`);
    expect(maker.status).toBe(403);

    const ann = paid.tenant.as('sales-rep');
    expect((await ann.get('/api/adjustments')).body.rows).toEqual([]);
    await postedPayments(paid, '2024-Q1');
    expect((await ann.get('/api/adjustments')).body.rows).toMatchObject([{ id, status: 'posted' }]);
    const next = await madePayments(paid.admin, '2024-Q2').catch((error: Error) => error.message);
    expect(String(next)).toContain('There is nothing to pay');
  });

  test('goes back when its payments are withdrawn, and can be withdrawn then', async () => {
    const paid = await calculated();
    const { id, approvalId } = (await paid.admin.post('/api/adjustments', bonus({ amount: '-75.5' }))).body;
    await decide(paid.tenant.as('finance'), approvalId, 'approve');
    const run = await madePayments(paid.admin, '2024-Q1');
    expect(await statusOf(paid.admin, id)).toBe('taken');
    await paid.admin.post(`/api/payments/${run.id}/withdraw`);
    expect(await statusOf(paid.admin, id)).toBe('approved');
    expect((await paid.admin.post(`/api/adjustments/${id}/withdraw`)).body.status).toBe('withdrawn');
    const again = await madePayments(paid.admin, '2024-Q1');
    expect((await ledgerOf(paid.admin, again.id, 'ann')).words.join()).not.toContain('adjusted');
    expect((await paid.admin.post(`/api/adjustments/${id}/withdraw`)).status).toBe(409);
  });

  test('waits for its day, and a rejected one is never paid', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const later = (await paid.admin.post('/api/adjustments', bonus({ payFrom: '2024-04-01' }))).body;
    await decide(finance, later.approvalId, 'approve');
    const no = (await paid.admin.post('/api/adjustments', bonus({ kind: 'correction' }))).body;
    await decide(finance, no.approvalId, 'reject', 'paid in March already');
    const first = await postedPayments(paid, '2024-Q1');
    expect((await ledgerOf(finance, first.id, 'ann')).words.join()).not.toContain('adjusted');
    expect(await statusOf(paid.admin, no.id)).toBe('rejected');
    const second = await madePayments(paid.admin, '2024-Q2');
    expect((await ledgerOf(finance, second.id, 'ann')).words).toEqual(['adjusted-earnings 250.00']);
  });

  test('that was split counts as a whole for the approvals it requires', async () => {
    const paid = await calculated();
    const rules = [{ kind: 'adjustment', fromAmount: '400', required: 2 }];
    await paid.sql(
      `INSERT INTO approval_requirements (tenant_id, kind, from_amount, required) SELECT $1, r->>'kind', (r->>'fromAmount')::numeric, (r->>'required')::int FROM jsonb_array_elements($2::jsonb) r`,
      [JSON.stringify(rules)],
    );
    const [one, two] = [
      (await paid.admin.post('/api/adjustments', bonus())).body,
      (await paid.admin.post('/api/adjustments', bonus({ amount: '-250' }))).body,
    ];
    const required = async (id: string) =>
      (await paid.admin.get(`/api/approvals/${id}`)).body.requiredApprovals;
    expect([await required(one.approvalId), await required(two.approvalId)]).toEqual([1, 2]);
  });

  test('of zero, of an unknown deal or payee, or with too many decimals is rejected with the field', async () => {
    const paid = await calculated();
    const tried = async (special: object) => {
      const { status, body } = await paid.admin.post('/api/adjustments', bonus(special));
      return [status, body.issues?.[0]?.path ?? body.error];
    };
    expect(await tried({ amount: '0' })).toEqual([400, 'amount']);
    expect(await tried({ amount: '1.005' })).toEqual([400, 'amount']);
    expect(await tried({ dealId: 'none' })).toEqual([400, 'dealId']);
    expect((await tried({ participantId: 'nobody' }))[0]).toBe(404);
    expect((await paid.tenant.as('sales-rep').post('/api/adjustments', bonus())).status).toBe(403);
    expect((await paid.admin.get('/api/adjustments')).body.rows).toEqual([]);
  });
});

const HEAD = 'participant,amount,currency,period,reason code,explanation,deal\n';
const FILE = `${HEAD}ann,250,USD,2024-Q1,bonus,closed the renewal of the year,d1
Bob Example,-40.50,USD,,correction,paid twice in February,
mia@example.com,100,USD,2024-Q2,Spiff,launch week,
`;
const entered = async (by: Client) =>
  (await by.get('/api/adjustments')).body.rows as {
    id: string;
    participantId: string;
    status: string;
    payFrom: string | null;
    importId: string;
    approvalId: string;
  }[];
const statuses = async (by: Client) => (await entered(by)).map(({ status }) => status).sort();

/** A calculated workspace with a stored file of adjustments. */
async function withFile(csv = FILE) {
  const paid = await calculated();
  await paid.sql(`UPDATE participants SET email = 'mia@example.com' WHERE tenant_id = $1 AND id = 'mia'`);
  const file = await checkImport(paid.admin, 'adjustments', csv);
  await storeImport(paid.admin, file);
  const { approvalId } = (await paid.admin.get(`/api/imports/${file.id}`)).body;
  return { paid, finance: paid.tenant.as('finance'), id: file.id, approvalId };
}

describe('[PAYM-31] a file of adjustments', () => {
  test('is one request with count, totals and largest rows, is approved as a whole and paid row by row', async () => {
    const { paid, finance, id, approvalId } = await withFile();
    const rows = await entered(paid.admin);
    expect(rows.map(({ participantId, status, payFrom }) => [participantId, status, payFrom]).sort()).toEqual(
      [
        ['ann', 'submitted', '2024-03-31'],
        ['bob', 'submitted', null],
        ['mia', 'submitted', '2024-06-30'],
      ],
    );
    expect(new Set(rows.map((row) => row.approvalId))).toEqual(new Set([approvalId]));
    const asked = (await finance.get(`/api/approvals/${approvalId}`)).body;
    expect(asked).toMatchObject({
      kind: 'adjustment',
      subject: { type: 'adjustments', id },
      summary: '3 adjustments from later.csv',
      amount: '309.50',
      currency: 'USD',
      requiredApprovals: 1,
      mayDecide: true,
    });
    const figures = asked.facts.figures.map((one: { label: string; after: string }) => [
      one.label,
      one.after,
    ]);
    expect(figures).toEqual([
      ['File', 'later.csv'],
      ['Adjustments', '3'],
      ['Payees', '3'],
      ['Paid', '350.00'],
      ['Taken', '-40.50'],
      ['Total', '309.50'],
      ['Bonus for Ann Example, line 2', '250.00'],
      ['SPIFF for Mia Example, line 4', '100.00'],
      ['Correction for Bob Example, line 3', '-40.50'],
    ]);
    expect((await decide(paid.admin, approvalId, 'approve')).status).toBe(403);
    const designer = paid.tenant.as('plan-designer');
    for (const path of ['', '/problems', '/changes', '/skips'])
      expect((await designer.get(`/api/imports/${id}${path}`)).status).toBe(403);
    const scopes = ['read:imports', 'import:records', 'adjust:payments'];
    const made = await paid.admin.post('/api/auth/tokens', { name: 'Imports', scopes, days: 1 });
    const headers = { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/json' };
    for (const path of ['commit', 'undo', 'cancel'])
      expect([
        path,
        (
          await client(ctx.url, '', '').send(`/api/imports/${id}/${path}`, {
            method: 'POST',
            headers,
            body: '{}',
          })
        ).status,
      ]).toEqual([path, 403]);
    const alone = await paid.admin.post(`/api/adjustments/${rows[0]?.id}/withdraw`);
    expect([alone.status, alone.body.error]).toMatchObject([409, /Undo the import/]);
    expect((await decide(finance, approvalId, 'approve')).body.status).toBe('approved');
    expect(await statuses(finance)).toEqual(['approved', 'approved', 'approved']);

    const run = await madePayments(paid.admin, '2024-Q1');
    expect((await ledgerOf(finance, run.id, 'ann')).words).toContain('adjusted-earnings 250.00');
    expect((await ledgerOf(finance, run.id, 'bob')).words).toContain('adjusted-earnings -40.50');
    expect((await ledgerOf(finance, run.id, 'mia')).words.join()).not.toContain('adjusted');
    const late = await paid.admin.post(`/api/imports/${id}/undo`);
    expect([late.status, late.body.error]).toMatchObject([409, /taken in 2 of its adjustments/]);
  });

  test('is undone while no payments have taken it in, is rejected as a whole, and can then come again', async () => {
    const { paid, finance, id, approvalId } = await withFile();
    const second = await checkImport(paid.admin, 'adjustments', FILE);
    expect(second.problemCount).toBe(3);
    expect((await paid.admin.post(`/api/imports/${id}/undo`)).status).toBe(200);
    expect(await statuses(paid.admin)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
    expect((await finance.get(`/api/approvals/${approvalId}`)).body.status).toBe('withdrawn');

    const again = await checkImport(paid.admin, 'adjustments', FILE);
    expect(again.problemCount).toBe(0);
    await storeImport(paid.admin, again);
    const next = (await paid.admin.get(`/api/imports/${again.id}`)).body;
    expect(next.awaitsApproval).toBe(true);
    expect((await decide(finance, next.approvalId, 'reject', 'wrong quarter')).body.status).toBe('rejected');
    expect(await statuses(paid.admin)).toEqual([...Array(3).fill('rejected'), ...Array(3).fill('withdrawn')]);
    const made = await madePayments(paid.admin, '2024-Q1');
    expect((await ledgerOf(finance, made.id, 'ann')).words.join()).not.toContain('adjusted');
    expect((await paid.admin.post(`/api/imports/${again.id}/undo`)).status).toBe(409);
  });

  test('counts as a whole, is not approved by a payee, and stores nothing while a row is wrong', async () => {
    const paid = await calculated();
    await paid.sql(
      `INSERT INTO approval_requirements (tenant_id, kind, from_amount, required) VALUES ($1, 'adjustment', 500, 2)`,
    );
    await paid.sql(
      `UPDATE memberships SET participant_id = 'cid' WHERE tenant_id = $1 AND 'finance' = ANY (roles)`,
    );
    const stored = async (csv: string) => {
      const file = await checkImport(paid.admin, 'adjustments', csv);
      await storeImport(paid.admin, file);
      const { approvalId } = (await paid.admin.get(`/api/imports/${file.id}`)).body;
      return (await paid.admin.get(`/api/approvals/${approvalId}`)).body;
    };
    const small = await stored(`${HEAD}ann,-200,USD,,bonus,first of two,\nbob,200,USD,,bonus,second,\n`);
    expect([small.requiredApprovals, small.amount]).toEqual([1, '0.00']);
    const split = await stored(`${HEAD}ann,299.99,USD,,bonus,just below,\n`);
    expect(split.requiredApprovals).toBe(1);
    expect((await stored(`${HEAD}ann,0.01,USD,,bonus,reaches it,\n`)).requiredApprovals).toBe(2);
    expect(
      (await stored(`${HEAD}mia,5,EUR,,bonus,abroad,\nmia,5,USD,,bonus,here,\n`)).requiredApprovals,
    ).toBe(2);
    await expect(stored(`${HEAD}cid,5,USD,,bonus,for the approver,\n`)).rejects.toThrow(/is paid by them/);

    const before = (await entered(paid.admin)).length;
    const rows = ['nobody,1,USD,,bonus,text,', 'ann,0,USD,,bonus,text,', 'ann,1.005,USD,,gift,text,none'];
    const file = await checkImport(paid.admin, 'adjustments', `${HEAD}${rows.join('\n')}\n`);
    const { body } = await paid.admin.get(`/api/imports/${file.id}/problems`);
    expect(body.rows.map((row: { line: number; reason: string }) => [row.line, row.reason])).toEqual([
      [2, 'Participant nobody not found.'],
      [3, 'An adjustment of zero changes nothing.'],
      [4, 'This value is not allowed.'],
      [4, '1.005 has more decimals than USD allows.'],
    ]);
    expect((await paid.admin.post(`/api/imports/${file.id}/commit`)).status).toBe(409);
    expect(await entered(paid.admin)).toHaveLength(before);
  });

  test('is not approved by who mapped it or added a file, though someone else checked it last', async () => {
    const paid = await calculated();
    const finance = paid.tenant.as('finance');
    const uploaded = async (amount: string) => {
      const content = `${HEAD}ann,${amount},USD,,bonus,work of two people,\n`;
      const { body } = await paid.admin.upload(
        '/api/imports/upload',
        { name: 'two.csv', content },
        { kind: 'adjustments' },
      );
      return { path: `/api/imports/${body.id}`, id: body.id as string, mapping: body.mapping };
    };
    const check = async (by: Client, path: string, mapping: unknown) => {
      expect((await by.post(`${path}/check`, { mapping })).status).toBe(200);
      return (await settled(by, path, ['checked'])).body;
    };
    const approvedBy = async (by: Client, path: string) => {
      await storeImport(paid.admin, { id: path.slice('/api/imports/'.length) });
      const { approvalId } = (await paid.admin.get(path)).body;
      return (await decide(by, approvalId, 'approve')).status;
    };
    const mapped = await uploaded('10');
    await check(finance, mapped.path, mapped.mapping);
    await check(paid.admin, mapped.path, mapped.mapping);
    expect(await approvedBy(finance, mapped.path)).toBe(403);

    const widened = await uploaded('20');
    const second = { name: 'regions.csv', content: 'participant,region\nann,EU\nbob,US\n' };
    const added = await finance.upload('/api/imports/lookups', second, { importId: widened.id });
    expect(added.status).toBe(201);
    expect((await check(paid.admin, widened.path, added.body.mapping)).summary).toMatchObject({ added: 1 });
    expect(await approvedBy(finance, widened.path)).toBe(403);
  });
});

test('tokens and custom roles that may adjust payments may enter adjustments after the upgrade', async () => {
  const { tenant, sql } = await paidWorkspace(ctx);
  const owner = ctx.ctx.db.owner;
  await sql(
    `INSERT INTO custom_roles (tenant_id, id, name, description, cells) VALUES ($1, gen_random_uuid(), 'Pays', '', '{adjust:payments=tenant}'),
       ($1, gen_random_uuid(), 'Reads', '', '{read:payments=tenant}')`,
  );
  await sql(
    `INSERT INTO api_tokens (tenant_id, id, user_id, created_by, name, scopes, token_hash, expires_at)
     SELECT $1, gen_random_uuid(), user_id, user_id, 'SPIFFs', '{adjust:payments}', '\\x00', now() FROM memberships WHERE tenant_id = $1 LIMIT 1`,
  );
  const file = new URL('../../../migrations/0007_request_adjustments.sql', import.meta.url);
  for (let times = 0; times < 2; times += 1) await owner.query(readFileSync(file, 'utf8'));
  const { rows } = await owner.query(
    `SELECT scopes AS held FROM api_tokens WHERE tenant_id = $1 UNION ALL SELECT cells FROM custom_roles WHERE tenant_id = $1 ORDER BY 1`,
    [tenant.tenantId],
  );
  expect(rows.map(({ held }) => held)).toEqual([
    ['adjust:payments', 'request:adjustments'],
    ['adjust:payments=tenant', 'request:adjustments=tenant'],
    ['read:payments=tenant'],
  ]);
});
