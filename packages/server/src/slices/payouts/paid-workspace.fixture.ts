import type { Run } from '@attain/contract/calculations';
import type { ImportDetail, importKinds } from '@attain/contract/imports';
import type { Deal } from '@attain/domain/crediting/deal';
import type { Plan } from '@attain/domain/plans/plan';
import { newId } from '../../base/ids.ts';
import type { Client } from '../../testing/client.ts';
import type { TestContext, TestTenant } from '../../testing/start-test-context.ts';
import { writeAllSegments } from '../records/ledger/write-segments.ts';

/** A plan of two components: tiers of the quota for everything sold, and a bonus on bikes. */
export const tieredPlan: Plan = {
  name: 'Field sales',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'pay-zero',
  components: [
    {
      id: 'bookings',
      name: 'Bookings',
      status: 'Active',
      measure: { unit: '$', of: 'amount' },
      filter: [],
      weight: 60,
      rate: {
        kind: 'marginal',
        thresholds: 'percent-of-quota',
        per: 'period',
        tiers: [
          { from: '0', to: '50', ratePercent: '1' },
          { from: '50', to: '100', ratePercent: '2' },
          { from: '100', to: null, ratePercent: '5' },
        ],
      },
      cap: null,
      accelerator: null,
      gate: null,
    },
    {
      id: 'bikes',
      name: 'Bike bonus',
      status: 'Active',
      measure: { unit: '$', of: 'amount' },
      filter: [{ field: 'product', in: ['Bikes'] }],
      weight: 40,
      rate: { kind: 'flat', ratePercent: '2' },
      cap: null,
      accelerator: null,
      gate: null,
    },
  ],
};

/** A workspace with people, quotas, deals and an active plan that everybody is on; nothing calculated yet. */
export interface PaidWorkspace {
  readonly tenant: TestTenant;
  readonly planId: string;
  readonly importId: string;
  readonly admin: Client;
  /** Calculates 2024-Q1 and publishes it. */
  calculate(): Promise<Run>;
  sql(text: string, values?: unknown[]): Promise<void>;
  /** Imports a file of deals as a person would: upload, dry run, commit. */
  importDeals(csv: string): Promise<void>;
  addDeal(deal: Partial<Deal> & Pick<Deal, 'id' | 'amount' | 'participantId'>): Promise<void>;
}

/** Makes it: Mia leads Ann and Bob, Cid is led by nobody. Ann and Mia can sign in. */
export async function paidWorkspace(ctx: TestContext, plan: Plan = tieredPlan): Promise<PaidWorkspace> {
  const tenant = await ctx.newTenant({
    administrator: { participantId: null },
    manager: { participantId: 'mia' },
    'sales-rep': { participantId: 'ann' },
    finance: { participantId: null },
    viewer: { participantId: null },
    'plan-designer': { participantId: null },
  });
  const admin = tenant.as('administrator');
  const owner = ctx.ctx.db.owner;
  const sql = async (text: string, values: unknown[] = []) => {
    await owner.query(text, [tenant.tenantId, ...values]);
  };
  const importId = newId();
  await sql(
    `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, commit_seq, created_by, committed_at, touched_from, touched_to)
     VALUES ($1, $2, 'deals', 'deals-q1.csv', 'x', 1, 'committed', 1, $2, now(), '2024-01-01', '2024-03-31')`,
    [importId],
  );
  await sql(
    `INSERT INTO participants (tenant_id, id, name, title, hired_on) SELECT $1, id, name, 'Account Executive', '2020-01-01'
       FROM (VALUES ('ann', 'Ann Example'), ('bob', 'Bob Example'), ('cid', 'Łukasz Żółć 王'), ('mia', 'Mia Example')) p(id, name)`,
  );
  await sql(
    `INSERT INTO reporting_lines (tenant_id, participant_id, manager_id, from_date) VALUES ($1, 'ann', 'mia', '2020-01-01'), ($1, 'bob', 'mia', '2020-01-01')`,
  );
  await sql(
    `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
     SELECT $1, id, '$', '2024-01-01', '2024-03-31', 100000 FROM participants WHERE tenant_id = $1`,
  );
  await sql(
    `INSERT INTO exchange_rates (tenant_id, from_currency, to_currency, date, rate, source) VALUES ($1, 'EUR', 'USD', '2024-01-01', 1.1, 'central bank')`,
  );
  let line = 1;
  const addDeal: PaidWorkspace['addDeal'] = async (deal) => {
    line += 1;
    await sql(
      `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id, splits, kind, product, customer, import_id, import_line, source_text)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        deal.id,
        deal.date ?? '2024-02-01',
        deal.amount,
        deal.currency ?? 'USD',
        deal.participantId,
        deal.splits ? JSON.stringify(deal.splits) : null,
        deal.kind ?? 'sale',
        deal.product ?? null,
        deal.customer ?? 'A customer',
        importId,
        line,
        `${deal.id},${deal.amount}`,
      ],
    );
  };
  await addDeal({ id: 'd1', date: '2024-01-10', amount: '60000.00', participantId: 'ann', product: 'Bikes' });
  await addDeal({ id: 'd2', date: '2024-02-10', amount: '30000.00', participantId: 'ann', currency: 'EUR' });
  await addDeal({ id: 'd3', date: '2024-02-20', amount: '-5000.00', participantId: 'ann', kind: 'return' });
  const splits = [
    { participantId: 'ann', sharePercent: '60' },
    { participantId: 'bob', sharePercent: '40' },
  ];
  await addDeal({ id: 'd4', date: '2024-03-01', amount: '40000.00', participantId: 'ann', splits });
  await addDeal({ id: 'd5', date: '2024-03-02', amount: '12345.67', participantId: 'bob' });
  await addDeal({ id: 'd6', date: '2024-03-03', amount: '80000.00', participantId: 'cid' });
  await ctx.ctx.db.within(tenant.tenantId, writeAllSegments);
  const planId = await activePlan(admin, plan);
  return {
    tenant,
    planId,
    importId,
    admin,
    sql,
    addDeal,
    calculate: () => calculateQuarter(admin, planId),
    importDeals: (csv) => importDeals(admin, csv),
  };
}

async function activePlan(admin: Client, plan: Plan): Promise<string> {
  const made = await admin.post('/api/plans', { name: plan.name, type: plan.type, document: plan });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id, documentHash } = made.body as { id: string; documentHash: string };
  const active = await admin.post(`/api/plans/${id}/activate`, { documentHash });
  if (active.status !== 200) throw new Error(JSON.stringify(active.body));
  const assigned = await admin.post('/api/assignments', { planId: id, everybody: true, from: '2024-01-01' });
  if (assigned.status !== 201) throw new Error(JSON.stringify(assigned.body));
  return id;
}

async function calculateQuarter(admin: Client, planId: string): Promise<Run> {
  const ordered = await admin.post('/api/calculations', { planId, period: '2024-Q1' });
  if (ordered.status !== 202) throw new Error(JSON.stringify(ordered.body));
  const run = await ended(admin, ordered.body.id);
  await publish(admin, run.id);
  return run;
}

/** Publishes the results of a calculation to payees; those of a published period are left alone. */
export async function publish(admin: Client, runId: string): Promise<void> {
  const { status, body } = await admin.post(`/api/calculations/${runId}/publish`);
  if (status !== 200 && status !== 409) throw new Error(JSON.stringify(body));
}

/** Waits until a calculation has ended. */
export async function ended(client: Client, runId: string): Promise<Run> {
  for (;;) {
    const { body } = await client.get(`/api/calculations/${runId}`);
    if (!['queued', 'running'].includes(body.status)) return body;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function importDeals(admin: Client, csv: string): Promise<void> {
  await storeImport(admin, await checkImport(admin, 'deals', csv));
}

/** Uploads a file of a kind and waits for its dry run. */
export async function checkImport(
  admin: Client,
  kind: (typeof importKinds)[number],
  csv: string,
): Promise<ImportDetail> {
  const uploaded = await admin.upload('/api/imports/upload', { name: 'later.csv', content: csv }, { kind });
  const path = `/api/imports/${uploaded.body.id}`;
  await admin.post(`${path}/check`, { mapping: uploaded.body.mapping });
  return reached(admin, path, 'checked');
}

/** Stores what was checked. */
export async function storeImport(admin: Client, { id }: Pick<ImportDetail, 'id'>): Promise<void> {
  await admin.post(`/api/imports/${id}/commit`);
  await reached(admin, `/api/imports/${id}`, 'committed');
}

async function reached(client: Client, path: string, status: string): Promise<ImportDetail> {
  for (;;) {
    const { body } = await client.get(path);
    if (body.status === status) return body;
    if (['failed', 'cancelled'].includes(body.status)) throw new Error(JSON.stringify(body));
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
