import { decimal } from '@attain/domain/base/decimal';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { AppContext } from '../app-context.ts';
import { hashOf, sha256Hex } from '../audit/canonical.ts';
import { systemActor } from '../base/actor.ts';
import { newId } from '../base/ids.ts';
import { type CopyValue, RowBuffer } from '../db/copying/copy-rows.ts';
import { plans } from '../db/schema/plans.ts';
import type { WriteTx } from '../db/write.ts';
import { installGallery } from '../slices/agents/install-gallery.ts';
import { installVersions } from '../slices/branches/install-versions.ts';
import { installCosts } from '../slices/costs/install-costs.ts';
import { installContracts } from '../slices/data-contracts/install-contracts.ts';
import { createWorkspace } from '../slices/people/create-workspace.ts';
import { installPolicies, installRegions } from '../slices/policies/install-policies.ts';
import { writeAllSegments } from '../slices/records/ledger/write-segments.ts';
import { installSuites } from '../slices/suites/install-suites.ts';
import { installAlerts } from '../slices/telemetry/install-alerts.ts';
import { analysePlans } from './analyse-plans.ts';
import { sampleColleagues } from './colleagues.ts';
import { orderCalculations } from './order-calculations.ts';
import { questionPay } from './question-pay.ts';
import { sampleProgress } from './sample-progress.ts';
import type { SampleTenant, SampleWorkspace } from './sample-tenant.ts';
import { dealColumns } from './selling/deal-columns.ts';
import { runCourse } from './terms/run-course.ts';
import { sampleWorkspace } from './workspace.ts';

/** The accounts of the sample and their passwords, to be shown to whoever started Attain. */
export interface SampleLogin {
  readonly username: string;
  readonly password: string;
  readonly workspace: string;
  readonly role: string;
}

/**
 * Makes the sample workspaces with a year of records and the agents of the gallery each, analyzes the plans that are shown first,
 * and orders their calculations; months of history come first. Rows of an earlier, interrupted start stay as they are.
 */
export async function loadSample(
  ctx: AppContext,
  logins: readonly SampleLogin[],
  { tenants, guests }: SampleWorkspace = sampleWorkspace(),
): Promise<void> {
  const passwords = new Map(logins.map((login) => [login.username, login.password]));
  const orders: (() => Promise<void>)[] = [];
  for (const tenant of tenants) {
    const progress = await sampleProgress(ctx, tenant);
    const { tenantId, owner } = progress ?? (await foundWorkspace(ctx, { tenant, guests, passwords }));
    const actor = systemActor(tenantId, owner, 'sample');
    const planIds =
      progress?.planIds ??
      (await ctx.write(actor, (tx) => loadRecords(tx, tenant, owner), { statementTimeoutMs: 120_000 }));
    await installGallery(ctx, actor);
    await installContracts(ctx, actor);
    await installCosts(ctx, actor);
    await installPolicies(ctx, actor);
    await installRegions(ctx, actor, tenant.region);
    await installAlerts(ctx, actor);
    await installSuites(ctx, actor);
    await installVersions(ctx, actor);
    const questioned = await questionPay(ctx, tenant, { tenantId, owner, planIds });
    const ordered = new Set([...(progress?.ordered ?? []), ...questioned]);
    if (tenant.course) await runCourse(ctx, tenant.course, { tenantId, planIds });
    else orders.push(() => orderCalculations(ctx, tenant, { tenantId, owner, planIds, ordered }));
    const analysed = (tenant.analysed ?? []).flatMap((key) => planIds.get(key) ?? []);
    await analysePlans(ctx, { tenantId, owner, planIds: analysed });
  }
  // the long ones last: the course does not wait behind them
  for (const order of orders) await order();
}

async function foundWorkspace(
  ctx: AppContext,
  wanted: {
    tenant: SampleTenant;
    guests: ReturnType<typeof sampleWorkspace>['guests'];
    passwords: ReadonlyMap<string, string>;
  },
): Promise<{ tenantId: string; owner: string }> {
  const { tenant, guests, passwords } = wanted;
  const { tenantId, userIds } = await createWorkspace(ctx, {
    slug: tenant.key,
    name: tenant.name,
    industry: tenant.industry,
    currency: tenant.currency,
    fixedDay: tenant.fixedDay,
    accounts: [
      ...tenant.accounts.map((account) => ({
        ...account,
        password: passwords.get(account.username) ?? '',
        roles: [account.role],
      })),
      ...sampleColleagues(tenant).map(({ username, displayName, role }) => ({
        username,
        displayName,
        password: null,
        roles: [role],
        participantId: null,
      })),
    ],
    members: guests
      .filter((guest) => guest.tenantKey === tenant.key)
      .map(({ username, role }) => ({ username, roles: [role], participantId: null })),
  });
  return { tenantId, owner: Object.values(userIds)[0] ?? '' };
}

async function loadRecords(tx: WriteTx, tenant: SampleTenant, owner: string): Promise<Map<string, string>> {
  const { client } = tx;
  await copy(client, 'holidays', ['tenant_id', 'date', 'name'], tenant.holidays, ({ date, name }) => [
    ...[tx.tenantId, date, name],
  ]);
  const file = sampleFiles(tx, tenant, owner);
  await file(
    'participants',
    tenant.participants,
    [
      'id',
      'name',
      'email',
      'title',
      'hired_on',
      'left_on',
      'currency',
      'target_variable_annual',
      'commission_rate_percent',
    ],
    (p) => [
      ...[
        p.id,
        p.name,
        p.email,
        p.title,
        p.hiredOn,
        p.leftOn,
        p.currency,
        p.targetVariableAnnual,
        p.commissionRatePercent,
      ],
    ],
  );
  await file(
    'pay_terms',
    newYearRaises(tenant),
    ['participant_id', 'from_date', 'title', 'currency', 'target_variable_annual', 'commission_rate_percent'],
    (p) => [p.id, '2026-01-01', p.title, p.currency, p.targetVariableAnnual, p.commissionRatePercent],
  );
  await copy(
    client,
    'reporting_lines',
    ['tenant_id', 'participant_id', 'manager_id', 'from_date', 'to_date'],
    tenant.reportingLines,
    (line) => [...[tx.tenantId, line.participantId, line.managerId, line.from, line.to]],
  );
  await file(
    'territory_assignments',
    tenant.territoryAssignments,
    ['participant_id', 'territory', 'from_date', 'to_date'],
    (t) => [t.participantId, t.territory, t.from, t.to],
  );
  await file(
    'quotas',
    tenant.quotas,
    ['participant_id', 'component_id', 'unit', 'from_date', 'to_date', 'amount'],
    (q) => [...[q.participantId, q.componentId ?? '', q.unit, q.from, q.to, q.amount]],
  );
  await file(
    'exchange_rates',
    tenant.exchangeRates,
    ['from_currency', 'to_currency', 'date', 'rate', 'source'],
    (r) => [r.from, r.to, r.date, r.rate, r.source],
  );
  const { columns, values } = dealColumns(tenant);
  await file('deals', [...tenant.deals, ...tenant.results], columns, values);
  await writeAllSegments(tx);
  await file(
    'opportunities',
    tenant.opportunities ?? [],
    [
      ...['id', 'name', 'participant_id', 'stage', 'status', 'amount', 'expected_on', 'chance_percent'],
      ...['product', 'territory', 'customer'],
    ],
    (o) => [
      ...[o.id, o.name, o.participantId, o.stage, o.status, o.amount, o.expectedOn, o.chancePercent],
      ...[o.product, o.territory, o.customer],
    ],
  );
  const planIds = await loadPlans(tx, tenant, owner);
  await copy(
    client,
    'plan_assignments',
    ['tenant_id', 'plan_id', 'participant_id', 'from_date', 'to_date', 'created_by'],
    tenant.assignments,
    (a) => [...[tx.tenantId, planIds.get(a.planKey) ?? '', a.participantId, a.from, a.to, owner]],
  );
  tx.record({
    action: 'sample.loaded',
    object: { type: 'workspace', id: tx.tenantId },
    evidence: [hashOf({ key: tenant.key, deals: tenant.deals.length })],
  });
  return planIds;
}

/** Every twelfth participant with a target who stays gets 5% more of it from 2026 on. */
function newYearRaises({ participants }: SampleTenant): SampleTenant['participants'] {
  const staying = participants.filter(
    ({ leftOn, targetVariableAnnual }) => leftOn === null && targetVariableAnnual !== null,
  );
  return staying
    .filter((_, at) => at % 12 === 0)
    .map((one) => ({
      ...one,
      targetVariableAnnual: `${decimal(one.targetVariableAnnual ?? '0').times('1.05')}`,
    }));
}

/** Stores rows as if they had come from one file each: every row knows its import, its line and its text. */
function sampleFiles(tx: WriteTx, tenant: SampleTenant, owner: string) {
  let seq = 0;
  const kinds: Record<string, string> = {
    territory_assignments: 'territories',
    pay_terms: 'pay-terms',
    exchange_rates: 'exchange-rates',
  };
  return async <T>(
    table: string,
    rows: readonly T[],
    columns: readonly string[],
    values: (row: T) => readonly (string | null)[],
  ): Promise<void> => {
    if (rows.length === 0) return;
    seq += 1;
    const importId = newId();
    const buffer = new RowBuffer(table, ['tenant_id', ...columns, 'import_id', 'import_line', 'source_text']);
    const lines: string[] = [columns.join(',')];
    for (const [at, row] of rows.entries()) {
      const cells = values(row);
      const text = cells.map(csvCell).join(',');
      lines.push(text);
      buffer.add([tx.tenantId, ...cells, importId, at + 2, text]);
    }
    const content = `${lines.join('\n')}\n`;
    const kind = kinds[table] ?? table;
    await tx.client.query(
      `INSERT INTO imports (tenant_id, id, kind, file_name, content_hash, byte_count, status, summary, commit_seq, created_by, committed_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'committed', $7, $8, $9, now())`,
      [
        tx.tenantId,
        importId,
        kind,
        `${tenant.key}-${kind}.csv`,
        sha256Hex(content),
        Buffer.byteLength(content),
        sampleSummary(rows.length),
        seq,
        owner,
      ],
    );
    await buffer.flush(tx.client);
  };
}

function sampleSummary(rows: number): string {
  return JSON.stringify({
    rows,
    added: rows,
    changed: 0,
    unchanged: 0,
    badRows: 0,
    warnings: 0,
    from: null,
    to: null,
    totals: [],
    sample: [],
    stale: [],
  });
}

function csvCell(value: string | null): string {
  if (value === null) return '';
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

async function copy<T>(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: readonly T[],
  values: (row: T) => readonly CopyValue[],
): Promise<void> {
  const buffer = new RowBuffer(table, columns);
  for (const row of rows) buffer.add(values(row));
  await buffer.flush(client);
}

async function loadPlans(tx: WriteTx, tenant: SampleTenant, owner: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const sample of tenant.plans) {
    const id = newId();
    ids.set(sample.key, id);
    await tx.db.insert(plans).values({ tenantId: tx.tenantId, id, name: sample.plan.name, createdBy: owner });
    const active = sample.status === 'Active';
    await tx.client.query(
      `INSERT INTO plan_versions (tenant_id, plan_id, version, status, document, document_hash, created_by, activated_at, activated_by)
       VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8)`,
      [
        tx.tenantId,
        id,
        sample.status,
        JSON.stringify(sample.plan),
        hashOf(sample.plan),
        owner,
        active ? new Date() : null,
        active ? owner : null,
      ],
    );
  }
  for (const { key, follows } of tenant.plans) {
    if (follows === undefined) continue;
    await tx.db
      .update(plans)
      .set({ followsPlanId: ids.get(follows) })
      .where(eq(plans.id, ids.get(key) ?? ''));
  }
  return ids;
}

/** Orders the year's periods of every active plan, so that the screens show pay as soon as the queue has done its work. */
