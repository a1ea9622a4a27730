import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMaintenance } from '../../maintenance.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { HEAD, imported, importer } from '../imports/imports.fixture.ts';
import { undoImport } from '../imports/undo/undo-import.ts';
import { writeAllSegments } from '../records/ledger/write-segments.ts';
import { paying, planOf, type TermWorkspace, termWorkspace } from './term-workspace.fixture.ts';

let attain: TestContext;
beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());

/** Two payees of ten per cent with a shared deal and one of a later month of the quarter, all segments written. */
async function workspace(): Promise<TermWorkspace> {
  const splits = [
    { participantId: 'ann', sharePercent: '60' },
    { participantId: 'bob', sharePercent: '40' },
  ];
  const plan = planOf([paying({ rate: { kind: 'flat', ratePercent: '10' } })], {
    calendar: { period: 'month', fiscalYearStartMonth: 1 },
  });
  const there = await termWorkspace(attain, plan, {
    participants: [{ id: 'ann' }, { id: 'bob' }],
    deals: [
      { id: 'd1', date: '2024-01-10', amount: '100.10', participantId: 'ann', customer: 'Acme' },
      { id: 'd2', date: '2024-01-11', amount: '1000', participantId: 'ann', splits },
      { id: 'd3', date: '2024-02-01', amount: '70', participantId: 'ann' },
    ],
  });
  await write(there);
  return there;
}

const write = ({ tenantId }: TermWorkspace) => attain.ctx.db.within(tenantId, writeAllSegments);

/** Changes a deal by an import, which writes the segments. */
const correct = ({ tenantId }: TermWorkspace, id: string, amount: string) =>
  imported(attain.ctx, importer(tenantId), {
    kind: 'deals',
    content: `${HEAD}${id},2024-01-10,${amount},USD,ann,,\n`,
  });

async function rowsOf<T>({ tenantId }: TermWorkspace, sql: string): Promise<T[]> {
  return (await attain.ctx.db.owner.query(sql.replaceAll('TENANT', `tenant_id = '${tenantId}'`))).rows;
}

const inputsOf = (there: TermWorkspace) =>
  rowsOf<{ id: string; deals: unknown; segments: Buffer[] | null; hash: string }>(
    there,
    'SELECT participant_id AS id, deals, segments, input_hash AS hash FROM payout_inputs WHERE TENANT ORDER BY run_id, 1',
  );

const replacedOf = (there: TermWorkspace) =>
  rowsOf<{ hash: Buffer }>(there, 'SELECT hash FROM replaced_segments WHERE TENANT ORDER BY replaced_at');

test('[LEDGER-6] a calculation names the segments that it read instead of copying their deals, with the hash it has on rows', async () => {
  const there = await workspace();
  const run = await there.pay('2024-01');
  expect(await there.amounts(run)).toEqual({ ann: '70.01', bob: '40.00' });
  const named = await inputsOf(there);
  expect(named.map(({ deals, segments }) => [deals, segments?.length])).toEqual([
    [null, 1],
    [null, 1],
  ]);
  for (const id of ['ann', 'bob']) expect(await there.unproven(run, id)).toEqual([]);
  const { body } = await there.admin.get(`/api/calculations/${run.id}/payouts/ann/sales/credits`, {
    search: 'acme',
  });
  expect(body.rows).toMatchObject([{ dealId: 'd1', deal: { amount: '100.10', customer: 'Acme' } }]);
  // the same deals read from rows are the same inputs
  await there.sql(`UPDATE deals SET amount = amount WHERE tenant_id = $1 AND id = 'd1'`);
  expect((await there.pay('2024-01')).status).toBe('unchanged');
  // a change of a row that is in no segment yet is stored with the calculation
  await there.sql(`UPDATE deals SET amount = 200 WHERE tenant_id = $1 AND id = 'd1'`);
  const later = await there.pay('2024-01');
  expect(await there.amounts(later)).toEqual({ ann: '80.00', bob: '40.00' });
  const stored = (await inputsOf(there)).filter(({ deals }) => deals !== null);
  expect(stored).toMatchObject([{ id: 'ann', deals: [{ id: 'd1', amount: '200' }, { id: 'd2' }] }, {}]);
  for (const id of ['ann', 'bob']) expect(await there.unproven(later, id)).toEqual([]);
});

test('[LEDGER-7] what a calculation paid on is shown and proven after its deals were changed, and changed again', async () => {
  const there = await workspace();
  const run = await there.pay('2024-01');
  const { id } = await correct(there, 'd1', '900');
  await undoImport(attain.ctx, importer(there.tenantId), id);
  await correct(there, 'd1', '50');
  await runMaintenance(attain.ctx);
  const { body } = await there.admin.get(`/api/calculations/${run.id}/payouts/ann/sales/credits`);
  expect(body.rows).toMatchObject([{ dealId: 'd1', credited: '100.1', deal: { amount: '100.10' } }, {}]);
  for (const name of ['ann', 'bob']) expect(await there.unproven(run, name)).toEqual([]);
  const { body: made } = await there.admin.post(`/api/calculations/${run.id}/recalculations`, {
    change: { of: 'deal', id: 'd2', after: null },
    reason: 'Tried without it.',
  });
  expect(made.lines).toMatchObject([
    { participantId: 'ann', delta: '-60.00' },
    { participantId: 'bob', delta: '-40.00' },
  ]);
});

test('[LEDGER-7] maintenance removes replaced segments that no calculation names, and none while one is under way', async () => {
  const there = await workspace();
  await correct(there, 'd1', '300');
  expect(await replacedOf(there)).toHaveLength(1);
  await runMaintenance(attain.ctx);
  expect(await replacedOf(there)).toEqual([]);
  const run = await there.pay('2024-01');
  const [ann] = await inputsOf(there);
  await correct(there, 'd1', '400');
  await correct(there, 'd1', '500');
  expect(await replacedOf(there)).toHaveLength(2);
  await there.sql(`UPDATE calculation_runs SET status = 'running' WHERE tenant_id = $1`);
  await runMaintenance(attain.ctx);
  expect(await replacedOf(there)).toHaveLength(2);
  await there.sql(`UPDATE calculation_runs SET status = 'completed' WHERE tenant_id = $1`);
  for (let time = 0; time < 2; time += 1) await runMaintenance(attain.ctx);
  expect(await replacedOf(there)).toEqual([{ hash: ann?.segments?.[0] }]);
  expect(await there.unproven(run, 'ann')).toEqual([]);
});

test('[LEDGER-7] a named segment that is damaged, written again and then replaced is kept', async () => {
  const there = await workspace();
  const run = await there.pay('2024-01');
  await there.sql(
    `UPDATE ledger_segments SET content = content || 'x'::bytea, created_at = created_at - interval '1 day' WHERE tenant_id = $1`,
  );
  expect(await there.admin.get(`/api/calculations/${run.id}/payouts/ann/sales/credits`)).toMatchObject({
    status: 409,
  });
  for (let time = 0; time < 2; time += 1) await runMaintenance(attain.ctx);
  const { id } = await correct(there, 'd1', '400');
  // an hour later, by another clock
  await there.sql(`UPDATE calculation_runs SET created_at = now() + interval '1 hour' WHERE tenant_id = $1`);
  await runMaintenance(attain.ctx);
  expect(await there.unproven(run, 'ann')).toEqual([]);
  // a damaged copy gives way to the same segment in good order
  await there.sql(`UPDATE replaced_segments SET content = content || 'x'::bytea WHERE tenant_id = $1`);
  await undoImport(attain.ctx, importer(there.tenantId), id);
  await correct(there, 'd1', '500');
  expect(await there.unproven(run, 'ann')).toEqual([]);
});

test('[LEDGER-7] a segment that is damaged is kept nowhere, and its pay is reported instead of shown', async () => {
  const there = await workspace();
  const run = await there.pay('2024-01');
  const damage = (table: string) =>
    there.sql(
      `UPDATE ${table} SET content = set_byte(content, length(content) - 1, 88) WHERE tenant_id = $1 AND participant_id = 'ann'`,
    );
  const page = () => there.admin.get(`/api/calculations/${run.id}/payouts/ann/sales/credits`);
  await damage('ledger_segments');
  expect(await page()).toMatchObject({ status: 409, body: { code: 'NOT_AS_RECORDED' } });
  // reading it marked it, and the deals are still what they were
  await runMaintenance(attain.ctx);
  expect(await replacedOf(there)).toEqual([]);
  expect((await page()).status).toBe(200);
  await correct(there, 'd1', '400');
  await damage('replaced_segments');
  const { status, body } = await page();
  expect([status, body.code]).toEqual([409, 'NOT_AS_RECORDED']);
  expect(body.error).toContain('deals of ann in this calculation');
});
