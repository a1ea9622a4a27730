import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../../base/actor.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { postedPayments } from '../../payments/paid-period.fixture.ts';
import { paidWorkspace } from '../../payouts/paid-workspace.fixture.ts';
import { DEALS, HEAD, imported, importer, PEOPLE, rowsIn } from '../imports.fixture.ts';
import { readImport } from '../read-import.ts';
import { undoImport } from './undo-import.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
  await imported(ctx(), actor, { kind: 'participants', content: PEOPLE });
  await imported(ctx(), actor, { kind: 'deals', content: DEALS });
  const quotas = 'participant,period,quota\nann,2024-Q1,1000.10\nbob,2024-Q1,20\n';
  await imported(ctx(), actor, { kind: 'quotas', content: quotas });
});

const tables = ['participants', 'reporting_lines', 'territory_assignments', 'deals', 'quotas', 'leaves'];

/** Every record of the workspace as the database writes it. */
async function everything(): Promise<string> {
  const parts = await Promise.all(
    tables.map((table) => rowsIn(ctx(), actor, `SELECT t::text AS row FROM ${table} t ORDER BY t::text`)),
  );
  return JSON.stringify(parts, null, 1);
}

const amount = fc.integer({ min: -999, max: 999 }).map((cents) => (cents / 100).toFixed(2));
const day = fc.integer({ min: 1, max: 28 }).map((at) => `2024-03-${String(at).padStart(2, '0')}`);
const file = fc.oneof(
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), day, amount, fc.constantFrom('ann', 'bob')), {
      minLength: 1,
      selector: ([id]) => id,
    })
    .map((rows) => ({
      kind: 'deals' as const,
      content: HEAD + rows.map(([id, on, sum, who]) => `D${id},${on},${sum},USD,${who},,Bikes\n`).join(''),
    })),
  fc
    .uniqueArray(
      fc.tuple(
        fc.constantFrom('ann', 'bob', 'kim', 'zoe'),
        day,
        fc.constantFrom('', 'ann'),
        fc.constantFrom('', 'North'),
      ),
      { minLength: 1, selector: ([id]) => id },
    )
    .map((rows) => ({
      kind: 'participants' as const,
      content: `id,name,manager,territory,effective from\n${rows
        .map(
          ([id, from, manager, place]) => `${id},New ${id},${id === 'ann' ? '' : manager},${place},${from}\n`,
        )
        .join('')}`,
    })),
  fc
    .uniqueArray(
      fc.tuple(fc.constantFrom('ann', 'bob'), fc.constantFrom('2024-Q1', '2024-Q2'), fc.nat(5000)),
      {
        minLength: 1,
        selector: ([who, period]) => who + period,
      },
    )
    .map((rows) => ({
      kind: 'quotas' as const,
      content: `participant,period,quota\n${rows.map((row) => `${row.join(',')}\n`).join('')}`,
    })),
);

describe('an import that is undone', () => {
  test('leaves the records as they were before, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (one) => {
        const before = await everything();
        const { id, summary } = await imported(ctx(), actor, one);
        const touched = (summary?.added ?? 0) + (summary?.changed ?? 0) > 0;
        expect((await everything()) !== before).toBe(touched);
        if (!touched) return;
        const undone = await undoImport(ctx(), actor, id);
        expect(undone).toMatchObject({ canUndo: false, undone: { fileName: `Undo of ${one.kind}.csv` } });
        expect(await everything()).toBe(before);
      }),
      { numRuns: 8 },
    );
  });

  test('is stored as an import of its own, and is not undone twice', async () => {
    const { id } = await imported(ctx(), actor, {
      kind: 'deals',
      content: `${HEAD}D1,2024-03-01,7,USD,bob,,X\n`,
    });
    const { undone } = await undoImport(ctx(), actor, id);
    expect(await readImport(ctx(), actor, undone?.id ?? '')).toMatchObject({
      fileName: 'Undo of deals.csv',
      undoes: id,
      status: 'committed',
      canUndo: false,
    });
    await expect(undoImport(ctx(), actor, id)).rejects.toMatchObject({
      message: 'This import was undone already.',
    });
    await expect(undoImport(ctx(), actor, undone?.id ?? '')).rejects.toMatchObject({ code: 'CONFLICT' });
    const history = await rowsIn(
      ctx(),
      actor,
      `SELECT before->>'amount' AS amount FROM deal_history ORDER BY replaced_at`,
    );
    expect(history).toEqual([{ amount: '100.10' }, { amount: '7' }]);
  });

  test('is rejected where later imports or records depend on it', async () => {
    const kim = await imported(ctx(), actor, { kind: 'participants', content: 'id,name\nkim,Kim Fox\n' });
    const first = await imported(ctx(), actor, {
      kind: 'deals',
      content: `${HEAD}D9,2024-03-01,7,USD,kim,,X\n`,
    });
    await expect(undoImport(ctx(), actor, kim.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Participant kim is used by deals. Remove those first.',
    });
    const second = await imported(ctx(), actor, {
      kind: 'deals',
      content: `${HEAD}D9,2024-03-01,8,USD,kim,,X\n`,
    });
    await expect(undoImport(ctx(), actor, first.id)).rejects.toMatchObject({
      message: '1 of its 1 records were changed by a later import. Undo that import first.',
    });
    for (const { id } of [second, first, kim]) await undoImport(ctx(), actor, id);
    expect(await rowsIn(ctx(), actor, `SELECT id FROM participants WHERE id = 'kim'`)).toEqual([]);
    const people = await imported(ctx(), actor, {
      kind: 'participants',
      content: 'id,name,manager\nzoe,Zoe,ann\n',
    });
    const lines = 'participant,manager,from\nzoe,bob,2024-05-01\n';
    const later = await imported(ctx(), actor, { kind: 'reporting-lines', content: lines });
    await expect(undoImport(ctx(), actor, people.id)).rejects.toMatchObject({
      message: '“reporting-lines.csv” was imported later and may build on this. Undo that import first.',
    });
    for (const { id } of [later, people]) await undoImport(ctx(), actor, id);
  });
});

test('calculations that read an undone import are out of date; posted payments keep it', async () => {
  const work = await paidWorkspace(attain);
  await work.addDeal({ id: 'd0', amount: '100.00', participantId: 'ann' });
  const head = 'id,date,amount,currency,participant\n';
  const import_ = async (csv: string) => {
    await work.importDeals(csv);
    const { body } = await work.admin.get('/api/imports', { limit: '1' });
    return String(body.rows[0].id);
  };
  const kept = await import_(`${head}d1,2024-02-01,500.00,USD,ann\n`);
  const taken = await import_(`${head}d2,2024-02-02,900.00,USD,bob\n`);
  const run = await work.calculate();
  const undo = (id: string) => work.admin.post(`/api/imports/${id}/undo`);
  expect((await undo(taken)).status).toBe(200);
  expect((await work.admin.get(`/api/calculations/${run.id}`)).body.stale).toMatchObject([
    { message: expect.stringContaining('Undo of') },
  ]);
  expect((await work.tenant.as('viewer').post(`/api/imports/${kept}/undo`)).status).toBe(403);
  await work.calculate();
  await postedPayments(work, '2024-Q1');
  const rejected = await undo(kept);
  expect([rejected.status, rejected.body.error]).toEqual([
    409,
    'Payments of 2024-Q1 with these records are posted. Import a corrected file; the difference is paid next.',
  ]);
});
