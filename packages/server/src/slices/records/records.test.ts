import { plusDays } from '@attain/domain/base/day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Client } from '../../testing/client.ts';
import { insertRecords } from '../../testing/insert-records.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

/** Max leads Ann; Bob is nobody's. Deals of all three, one of Bob's shared with Ann. */
async function workspace() {
  const tenant = await ctx.newTenant({
    administrator: { participantId: null },
    manager: { participantId: 'max' },
    'sales-rep': { participantId: 'ann' },
    viewer: { participantId: null },
  });
  const splits = [
    { participantId: 'bob', sharePercent: '70' },
    { participantId: 'ann', sharePercent: '30' },
  ];
  await insertRecords(ctx.ctx.db, tenant.tenantId, {
    participants: [
      { id: 'max', name: 'Max Lead' },
      { id: 'ann', name: 'Ann Rep' },
      { id: 'bob', name: 'Bob Rep' },
    ],
    reportingLines: [{ participantId: 'ann', managerId: 'max', from: '2020-01-01' }],
    territories: [
      { participantId: 'ann', territory: 'North', from: '2023-01-01', to: '2023-12-31' },
      { participantId: 'ann', territory: 'South', from: '2024-01-01' },
      { participantId: 'bob', territory: 'West', from: '2024-01-01' },
    ],
    quotas: [
      { participantId: 'ann', from: '2024-01-01', to: '2024-03-31', amount: '100000.00' },
      { participantId: 'ann', componentId: 'acv', from: '2024-01-01', to: '2024-03-31', amount: '60000' },
      { participantId: 'bob', from: '2024-01-01', to: '2024-03-31', amount: '90000' },
    ],
    deals: [
      {
        id: 'D1',
        date: '2024-01-15',
        amount: '100.50',
        participantId: 'ann',
        customer: 'Acme 100%',
        product: 'Bike',
      },
      { id: 'D2', date: '2024-02-15', amount: '9', participantId: 'bob', splits, customer: 'Globex' },
      { id: 'D3', date: '2024-02-15', amount: '-20.25', participantId: 'bob', product: 'Helmet' },
      { id: 'D4', date: '2024-03-15', amount: '1000', participantId: 'max' },
    ],
    exchangeRates: [
      { from: 'EUR', to: 'USD', date: '2024-01-01', rate: '1.10250000' },
      { from: 'GBP', to: 'USD', date: '2024-02-01', rate: '1.25' },
      { from: 'EUR', to: 'USD', date: '2024-02-01', rate: '1.08' },
    ],
  });
  return tenant;
}

async function ids(client: Client, query: Record<string, string | number> = {}): Promise<string[]> {
  return (await client.get('/api/deals', query)).body.rows.map((row: { id: string }) => row.id);
}

it('[CREDIT-18] the values of a field come most frequent first, of the deals one may read', async () => {
  const tenant = await workspace();
  await insertRecords(ctx.ctx.db, tenant.tenantId, {
    deals: [{ id: 'D5', date: '2024-03-16', amount: '1', participantId: 'max', product: 'Helmet' }],
  });
  const valuesFor = async (role: 'administrator' | 'sales-rep', field: string) =>
    (await tenant.as(role).get(`/api/deal-values?field=${field}`)).body;
  expect(await valuesFor('administrator', 'kind')).toEqual([{ value: 'sale', deals: 5 }]);
  expect(await valuesFor('administrator', 'product')).toEqual([
    { value: 'Helmet', deals: 2 },
    { value: 'Bike', deals: 1 },
  ]);
  expect(await valuesFor('sales-rep', 'product')).toEqual([{ value: 'Bike', deals: 1 }]);
  expect((await tenant.as('viewer').get('/api/deal-values?field=product')).status).toBe(403);
  expect((await tenant.as('administrator').get('/api/deal-values?field=id')).status).toBe(400);
});

describe('deals', () => {
  it('are shown newest first with exact amounts, the participant’s name and the splits', async () => {
    const admin = (await workspace()).as('administrator');
    const { body } = await admin.get('/api/deals');
    expect(body.rows.map((row: { id: string }) => row.id)).toEqual(['D4', 'D3', 'D2', 'D1']);
    expect(body.total).toBe(4);
    expect(body.rows[3]).toEqual({
      id: 'D1',
      date: '2024-01-15',
      amount: '100.50',
      unit: '$',
      currency: 'USD',
      participantId: 'ann',
      participantName: 'Ann Rep',
      splits: [],
      overlays: [],
      kind: 'sale',
      product: 'Bike',
      territory: null,
      customer: 'Acme 100%',
      ownFields: {},
    });
    expect(body.rows[2].splits).toHaveLength(2);
  });

  it('are found by part of id, customer, product or participant, and narrowed by person and days', async () => {
    const admin = (await workspace()).as('administrator');
    expect(await ids(admin, { search: 'globe' })).toEqual(['D2']);
    expect(await ids(admin, { search: 'HELM' })).toEqual(['D3']);
    expect(await ids(admin, { search: 'd4' })).toEqual(['D4']);
    expect(await ids(admin, { search: 'bob rep' })).toEqual(['D3', 'D2']);
    expect(await ids(admin, { search: '0%' })).toEqual(['D1']);
    expect(await ids(admin, { search: '%' })).toEqual(['D1']);
    expect(await ids(admin, { participantId: 'ann' })).toEqual(['D2', 'D1']);
    expect(await ids(admin, { from: '2024-02-15', to: '2024-02-29' })).toEqual(['D3', 'D2']);
    expect((await admin.get('/api/deals', { from: '0000-01-01' })).status).toBe(400);
    expect((await admin.get('/api/deals', { search: 'a\u0000b' })).status).toBe(400);
  });

  it('are narrowed by kind, and counted and summed by kind and currency under the other filters', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    await ctx.ctx.db.owner.query(
      `UPDATE deals SET kind = 'renewal' WHERE tenant_id = $1 AND id IN ('D3', 'D4')`,
      [tenant.tenantId],
    );
    expect(await ids(admin, { kind: 'renewal' })).toEqual(['D4', 'D3']);
    expect((await admin.get('/api/deals', { kind: 'renewal' })).body.total).toBe(2);
    expect(await ids(admin, { kind: 'renewal', search: 'helm' })).toEqual(['D3']);
    const money = { currency: 'USD', unit: '$' };
    expect((await admin.get('/api/deal-totals')).body.rows).toEqual([
      { kind: 'renewal', ...money, deals: 2, amount: '979.75' },
      { kind: 'sale', ...money, deals: 2, amount: '109.50' },
    ]);
    expect((await admin.get('/api/deal-totals', { to: '2024-01-31' })).body.rows).toEqual([
      { kind: 'sale', ...money, deals: 1, amount: '100.50' },
    ]);
    expect((await tenant.as('sales-rep').get('/api/deal-totals')).body.rows).toEqual([
      { kind: 'sale', ...money, deals: 2, amount: '109.50' },
    ]);
    expect((await tenant.as('viewer').get('/api/deal-totals')).status).toBe(403);
  });

  it('keep one order over pages in every sort: amounts as numbers, equal days by id', async () => {
    const admin = (await workspace()).as('administrator');
    const orders = {
      date: ['D1', 'D2', 'D3', 'D4'],
      '-date': ['D4', 'D3', 'D2', 'D1'],
      amount: ['D3', 'D2', 'D1', 'D4'],
      '-amount': ['D4', 'D1', 'D2', 'D3'],
    };
    for (const [sort, expected] of Object.entries(orders)) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await admin.get('/api/deals', { sort, limit: 1, ...(cursor ? { cursor } : {}) });
        seen.push(page.body.rows[0].id);
        cursor = page.body.nextCursor;
      } while (cursor);
      expect(seen).toEqual(expected);
    }
    const byDate = (await admin.get('/api/deals', { limit: 1 })).body.nextCursor;
    const misused = await admin.get('/api/deals', { sort: 'amount', cursor: byDate });
    expect([misused.status, misused.body.code]).toEqual([400, 'BAD_INPUT']);
  });

  it('[CREDIT-11] [INV-11] [PAY-37] are approved by who leads whoever they credit, with a reason, once, and never by oneself', async () => {
    const tenant = await workspace();
    const manager = tenant.as('manager');
    const reason = 'goal met, seen the report';
    const approved = await manager.post('/api/deals/D1/approve', { reason });
    const by = approved.body.approval?.by;
    expect(approved).toMatchObject({ status: 200, body: { id: 'D1', approval: { reason } } });
    expect(approved.body.approvedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await tenant.as('sales-rep').get('/api/deals/D1')).body).toMatchObject({
      approval: { by, reason },
      history: [{ before: { approvedOn: null, amount: '100.50' } }],
    });
    const rejected = async (client: Client, id: string, why = reason) => {
      const { status, body } = await client.post(`/api/deals/${id}/approve`, { reason: why });
      return `${status} ${body.code}`;
    };
    const admin = tenant.as('administrator');
    expect(await rejected(admin, 'D1')).toBe('409 CONFLICT');
    expect(await rejected(manager, 'D4')).toBe('403 NOT_ALLOWED');
    expect(await rejected(manager, 'D2')).toBe('403 NOT_ALLOWED');
    expect(await rejected(manager, 'D3')).toBe('404 NOT_FOUND');
    expect(await rejected(tenant.as('sales-rep'), 'D2')).toBe('403 NOT_ALLOWED');
    expect(await rejected(admin, 'D3', '')).toBe('400 BAD_INPUT');
    const { body: log } = await admin.get('/api/audit', { limit: 50 });
    const kept = log.rows.filter(({ action }: { action: string }) => action === 'deal.approved');
    expect(kept).toHaveLength(1);
  });

  it('[INV-11] quotas stored by mistake are taken away with a reason, and the log keeps that; nobody else takes any', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    const quota = { participantId: 'ann', componentId: 'acv', from: '2024-01-01', to: '2024-03-31' };
    const remove = (client: Client, body: object) =>
      client.post('/api/quotas/remove', { quotas: [quota], reason: 'months of another calendar', ...body });
    const left = async () =>
      (await admin.get('/api/quotas')).body.rows.map(
        (row: { participantId: string; componentId: string | null }) =>
          `${row.participantId} ${row.componentId}`,
      );
    expect((await remove(tenant.as('manager'), {})).status).toBe(403);
    expect((await remove(admin, { reason: ' ' })).status).toBe(400);
    expect((await remove(admin, { quotas: [] })).status).toBe(400);
    expect(await left()).toEqual(['ann null', 'ann acv', 'bob null']);
    expect((await remove(admin, {})).body).toEqual({ removed: 1 });
    expect((await remove(admin, {})).body).toEqual({ removed: 0 });
    expect(await left()).toEqual(['ann null', 'bob null']);
    const { body: log } = await admin.get('/api/audit', { limit: 50 });
    expect(log.rows.filter(({ action }: { action: string }) => action === 'quota.removed')).toHaveLength(1);
  });

  it('[INV-11] a quota is changed where it is listed, with a reason, unless someone changed it meanwhile', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    const row = async () => (await admin.get('/api/quotas')).body.rows[1];
    const { participantId, componentId, unit, from, to, amount: known } = await row();
    const key = { participantId, componentId, unit, from, to };
    const change = (client: Client, body: object) =>
      client.post('/api/quotas/change', {
        ...key,
        known,
        amount: '123456.50',
        reason: 'New territory',
        ...body,
      });
    expect((await change(tenant.as('manager'), {})).status).toBe(403);
    expect((await change(admin, { reason: ' ' })).status).toBe(400);
    expect((await change(admin, { amount: '0' })).body.issues).toMatchObject([{ path: 'amount' }]);
    expect((await change(admin, { to: '2024-04-01' })).status).toBe(404);
    expect((await change(admin, {})).body).toEqual({ amount: '123456.50' });
    expect(await row()).toMatchObject({ ...key, amount: '123456.50' });
    const stale = await change(admin, { amount: '1' });
    expect([stale.status, stale.body.error]).toEqual([
      409,
      'Someone changed this quota since you read it. Cancel, and look at its amount now.',
    ]);
    const { body: log } = await admin.get('/api/audit', { action: 'quota.changed' });
    expect(log.total).toBe(1);
    const noted = await ctx.ctx.db.owner.query(
      `SELECT before->>'amount' AS before, after->>'amount' AS after, reason FROM record_changes WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    expect(noted.rows).toEqual([{ before: known, after: '123456.50', reason: 'New territory' }]);
  });

  it('[INV-11] a quota changed by hand keeps the file and line it came from, and its history', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    const [{ participantId, unit, from, to, amount: known }] = (await admin.get('/api/quotas')).body.rows;
    const key = { participantId, unit, from, to };
    const importId = newId();
    await ctx.ctx.db.owner.query(
      `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, created_by)
       VALUES ($1, $2, 'quotas', 'quotas.csv', 'x', 1, 'committed', $2)`,
      [tenant.tenantId, importId],
    );
    await ctx.ctx.db.owner.query(
      `UPDATE quotas SET import_id = $2, import_line = 7, source_text = 'ann,Q1' WHERE tenant_id = $1 AND component_id = ''`,
      [tenant.tenantId, importId],
    );
    const change = (body: object) => admin.post('/api/quotas/change', { ...key, reason: 'Ramp', ...body });
    const history = async (of: Record<string, string> = key) =>
      (await admin.get('/api/quotas/history', of)).body;
    expect((await change({ known, amount: '7' })).status).toBe(200);
    expect(await history()).toMatchObject({
      source: { importId, fileName: 'quotas.csv', line: 7, text: 'ann,Q1' },
      changes: [{ after: '7', reason: 'Ramp' }],
    });
    expect((await tenant.as('sales-rep').get('/api/quotas/history', key)).status).toBe(403);
    // a period without a quota gets one, once, and gives it back
    const next = { participantId, unit, from: '2031-01-01', to: '2031-01-31' };
    expect((await admin.get('/api/quotas/history', next)).status).toBe(404);
    const add = { ...next, known: null, amount: '12.50' };
    expect((await change({ ...add, to: '2030-12-31' })).status).toBe(400);
    expect((await change({ ...add, participantId: 'no one' })).status).toBe(400);
    expect((await change(add)).body).toEqual({ amount: '12.50' });
    expect((await change(add)).status).toBe(409);
    const stale = { quotas: [{ ...next, known: '11' }], reason: 'Undo' };
    const kept = await admin.post('/api/quotas/remove', stale);
    expect([kept.status, kept.body.error]).toEqual([
      409,
      expect.stringContaining('changed this quota to 12.5'),
    ]);
    const removal = { quotas: [{ ...next, known: '12.50' }], reason: 'Undo' };
    expect((await admin.post('/api/quotas/remove', removal)).body).toEqual({ removed: 1 });
    expect(await history(next)).toMatchObject({
      source: null,
      changes: [
        { before: '12.50', after: null, reason: 'Undo' },
        { before: null, after: '12.50' },
      ],
    });
    expect((await admin.get('/api/audit', { action: 'quota.added' })).body.total).toBe(1);
  });

  it('[APR-13] quotas changed by hand count against what a person may import in a day', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    await admin.put('/api/approval-rules', { rules: [], importLimits: { rows: 1, amount: null } });
    const { participantId, componentId, unit, from, to, amount } = (await admin.get('/api/quotas')).body
      .rows[1];
    const key = { participantId, componentId, unit, from, to };
    const reason = 'New territory';
    const changed = { ...key, known: amount, amount: '1', reason };
    expect((await admin.post('/api/quotas/change', changed)).status).toBe(200);
    const again = await admin.post('/api/quotas/change', { ...changed, known: '1', amount: '2' });
    const removed = await admin.post('/api/quotas/remove', { quotas: [key], reason });
    for (const rejected of [again, removed])
      expect([rejected.status, rejected.body.error]).toEqual([
        409,
        expect.stringContaining('more in a day than you may without approval'),
      ]);
    expect((await admin.get('/api/quotas')).body.rows[1].amount).toBe('1');
  });

  it('reach a rep by own deals and shares, a manager by the team’s, a viewer not at all', async () => {
    const tenant = await workspace();
    expect(await ids(tenant.as('sales-rep'))).toEqual(['D2', 'D1']);
    expect(await ids(tenant.as('manager'))).toEqual(['D4', 'D2', 'D1']);
    expect(await ids(tenant.as('sales-rep'), { participantId: 'bob' })).toEqual(['D2']);
    expect((await tenant.as('viewer').get('/api/deals')).status).toBe(403);
    const statuses = await Promise.all(
      ['D1', 'D2', 'D3', 'D4', 'D9'].map(
        async (id) => (await tenant.as('sales-rep').get(`/api/deals/${id}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404, 404, 404]);
  });

  it('show the row of the file they came from and what they were before', async () => {
    const tenant = await workspace();
    const [importId, laterId] = [newId(), newId()];
    await ctx.ctx.db.within(tenant.tenantId, async ({ client }) => {
      for (const [id, name] of [
        [importId, 'january.csv'],
        [laterId, 'corrections.csv'],
      ]) {
        await client.query(
          `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, created_by)
           VALUES ($1, $2::uuid, 'deals', $3, '', 1, 'committed', $2::uuid)`,
          [tenant.tenantId, id, name],
        );
      }
      await client.query(
        `INSERT INTO deal_history (tenant_id, deal_id, replaced_by, before, import_id) VALUES ($1, 'D1', $2, $3, $4)`,
        [tenant.tenantId, laterId, JSON.stringify({ amount: '99.00' }), importId],
      );
      await client.query(
        `UPDATE deals SET import_id = $1, import_line = 7, source_text = 'D1;100.50' WHERE id = 'D1'`,
        [laterId],
      );
    });
    const { body } = await tenant.as('administrator').get('/api/deals/D1');
    expect(body).toMatchObject({
      amount: '100.50',
      importFileName: 'corrections.csv',
      provenance: { importId: laterId, importLine: 7, sourceText: 'D1;100.50' },
      history: [{ importId, before: { amount: '99.00' } }],
    });
    expect(body.history[0].replacedAt).toMatch(/Z$/);
    const split = (await tenant.as('administrator').get('/api/deals/D2')).body;
    expect([split.splits[0].participantId, split.people]).toEqual([
      'bob',
      [
        { participantId: 'ann', name: 'Ann Rep' },
        { participantId: 'bob', name: 'Bob Rep' },
      ],
    ]);
    const plain = (await tenant.as('administrator').get('/api/deals/D3')).body;
    expect(plain.people).toEqual([]);
    expect([plain.importFileName, plain.provenance.importId, plain.history]).toEqual([null, null, []]);
  });

  it('[SHELL-PROD-01] of one workspace are invisible in another', async () => {
    await workspace();
    const other = (await ctx.newTenant()).as('administrator');
    const lists = ['/api/deals', '/api/quotas', '/api/territories', '/api/exchange-rates'];
    for (const path of lists)
      expect((await other.get(path)).body).toEqual({ rows: [], nextCursor: null, total: 0 });
    expect((await other.get('/api/deals/D1')).status).toBe(404);
  });
});

describe('quotas, territories and rates of exchange', () => {
  it('list quotas of a year with their periods side by side, and a total unless periods overlap', async () => {
    const tenant = await workspace();
    const admin = tenant.as('administrator');
    const { body } = await admin.get('/api/quotas/by-period', { search: 'ann' });
    const span = { from: '2024-01-01', to: '2024-03-31' };
    expect(body).toMatchObject({ year: 2024, years: [2024], spans: [span], nextCursor: null });
    expect(
      body.rows.map((row: { componentId: string | null; total: string }) => [row.componentId, row.total]),
    ).toEqual([
      [null, '100000'],
      ['acv', '60000'],
    ]);
    expect(body.rows[0].cells).toEqual([{ ...span, amount: '100000.00' }]);
    await insertRecords(ctx.ctx.db, tenant.tenantId, {
      participants: [],
      quotas: [
        { participantId: 'ann', from: '2024-04-01', to: '2024-06-30', amount: '0.5' },
        { participantId: 'bob', from: '2024-01-01', to: '2024-12-31', amount: '400000' },
      ],
    });
    const { rows } = (await admin.get('/api/quotas/by-period', { year: 2024 })).body;
    const totals = rows.map((row: { participantId: string; total: string | null }) => [
      row.participantId,
      row.total,
    ]);
    expect(totals).toEqual([
      ['ann', '100000.5'],
      ['ann', '60000'],
      ['bob', null],
    ]);
    expect((await admin.get('/api/quotas/by-period', { year: 2023 })).body.rows).toEqual([]);
    const own = await tenant.as('sales-rep').get('/api/quotas/by-period');
    expect(new Set(own.body.rows.map((row: { participantId: string }) => row.participantId))).toEqual(
      new Set(['ann']),
    );
    const first = await admin.get('/api/quotas/by-period', { limit: 1 });
    const second = await admin.get('/api/quotas/by-period', { limit: 1, cursor: first.body.nextCursor });
    expect(second.body.rows[0].componentId).toBe('acv');
    const quotas = [
      { participantId: 'max', from: '2024-07-01', to: '2025-06-30', amount: '700' },
      ...Array.from({ length: 101 }, (_, at) => {
        const day = plusDays('2025-07-01', at);
        return { participantId: 'bob', from: day, to: day, amount: '1' };
      }),
    ];
    await insertRecords(ctx.ctx.db, tenant.tenantId, { participants: [], quotas });
    // a fiscal year is in both years in full, so it has a total in neither
    for (const year of [2024, 2025]) {
      const ofYear = (await admin.get('/api/quotas/by-period', { year, search: 'max' })).body;
      expect(ofYear).toMatchObject({ rows: [{ total: null }], hasMoreSpans: false });
    }
    const many = (await admin.get('/api/quotas/by-period', { year: 2025, search: 'bob' })).body;
    expect([many.spans.length, many.hasMoreSpans, many.rows[0].total]).toEqual([100, true, '101']);
  });

  it('list quotas by person and span, the component’s own after the general one', async () => {
    const tenant = await workspace();
    const { body } = await tenant.as('administrator').get('/api/quotas', { search: 'ann' });
    expect(body.rows.map((row: { componentId: string | null }) => row.componentId)).toEqual([null, 'acv']);
    expect(body.rows[0]).toMatchObject({ amount: '100000.00', participantName: 'Ann Rep', unit: '$' });
    const own = await tenant.as('sales-rep').get('/api/quotas');
    expect([own.body.total, own.body.rows.length]).toEqual([2, 2]);
    expect((await tenant.as('sales-rep').get('/api/quotas', { participantId: 'bob' })).body.rows).toEqual([]);
  });

  it('list who worked which territory when', async () => {
    const tenant = await workspace();
    const { body } = await tenant.as('administrator').get('/api/territories');
    expect(body.rows.map((row: { territory: string; to: string | null }) => [row.territory, row.to])).toEqual(
      [
        ['North', '2023-12-31'],
        ['South', null],
        ['West', null],
      ],
    );
    const found = await tenant.as('administrator').get('/api/territories', { search: 'west' });
    expect(found.body.rows[0].participantName).toBe('Bob Rep');
    expect((await tenant.as('manager').get('/api/territories')).body.total).toBe(2);
  });

  it('list rates newest first, of one pair if asked, to the last digit', async () => {
    const tenant = await workspace();
    const rep = tenant.as('sales-rep');
    const pairs = async (query: Record<string, string | number>) =>
      (await rep.get('/api/exchange-rates', query)).body.rows.map(
        (row: { from: string; date: string; rate: string }) => [row.from, row.date, row.rate].join(' '),
      );
    expect(await pairs({})).toEqual([
      'EUR 2024-02-01 1.08',
      'GBP 2024-02-01 1.25',
      'EUR 2024-01-01 1.10250000',
    ]);
    expect(await pairs({ from: 'eur', to: 'USD' })).toEqual([
      'EUR 2024-02-01 1.08',
      'EUR 2024-01-01 1.10250000',
    ]);
  });

  it('page through every list without losing or repeating a row', async () => {
    const admin = (await workspace()).as('administrator');
    for (const path of ['/api/quotas', '/api/territories', '/api/exchange-rates']) {
      const whole = await admin.get(path);
      const rows: unknown[] = [];
      let cursor: string | null = null;
      do {
        const page = await admin.get(path, { limit: 1, ...(cursor ? { cursor } : {}) });
        rows.push(...page.body.rows);
        cursor = page.body.nextCursor;
      } while (cursor);
      expect(rows).toEqual(whole.body.rows);
      expect(rows).toHaveLength(3);
      expect((await admin.get(path, { cursor: 'WyJ4Il0' })).body.code).toBe('BAD_INPUT');
    }
  });
});
