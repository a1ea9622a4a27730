import type { Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { checkImport } from './check-import.ts';
import { commitImport } from './commit-import.ts';
import { checked, committed, HEAD, imported, importer, PEOPLE, rowsIn, upload } from './imports.fixture.ts';
import { listImportChanges } from './list-import-problems.ts';
import { readImport } from './read-import.ts';
import { undoImport } from './undo/undo-import.ts';

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
});

const snapshot =
  (of: 'months' | 'all', maxPercent: number) =>
  (mapping: Mapping): Mapping => ({ ...mapping, snapshot: { of, maxPercent } });
const row = (id: string, day: string) => `${id},${day},10.50,USD,ann,,Bikes\n`;
const MARCH = ['A', 'B', 'C', 'D'].map((id, i) => row(id, `2024-03-0${i + 1}`));
const APRIL = row('E', '2024-04-01');
const crm = (...rows: string[]) => ({
  kind: 'deals' as const,
  name: 'crm.csv',
  content: HEAD + rows.join(''),
});

/** A sale, its return, and a deal apart. */
const RETURNS = 'id,date,amount,currency,participant,reverses\n';
const SALE = 'B,2024-03-02,10,USD,ann,\n';
const RETURN = 'C,2024-03-03,-4,USD,ann,B\n';
const OTHER = 'Z,2024-03-04,1,USD,ann,\n';
const crmReturns = (...rows: string[]) => ({
  kind: 'deals' as const,
  name: 'crm.csv',
  content: RETURNS + rows.join(''),
});

async function ids(): Promise<string[]> {
  return (await rowsIn(ctx(), actor, 'SELECT id FROM deals ORDER BY id')).map(({ id }) => id);
}

async function dry(content: string, choose: (mapping: Mapping) => Mapping) {
  const { id } = await upload(ctx(), actor, 'deals', content, 'crm.csv');
  return checked(ctx(), actor, id, choose);
}

describe('a file that is all there is', () => {
  test('removes what the profile stored in the months of the file, shows it before, and is undone', async () => {
    await imported(ctx(), actor, crm(...MARCH, APRIL));
    // another source of deals, without customer and with other headers
    const erp = 'order number,order date,net amount,currency,rep id\nX,2024-03-05,1,USD,ann\n';
    await imported(ctx(), actor, { kind: 'deals', name: 'erp.csv', content: erp });
    const before = await rowsIn(ctx(), actor, 'SELECT d::text FROM deals d ORDER BY id');
    const file = await dry(HEAD + MARCH[0] + MARCH[1] + row('C', '2024-03-09'), snapshot('months', 50));
    expect(file.summary).toMatchObject({
      ...{ added: 0, changed: 1, unchanged: 2 },
      removal: {
        ...{ rows: 1, of: 4, kept: 0, from: '2024-03-01', to: '2024-03-31', exceeds: false },
        totals: [{ unit: '$', currency: 'USD', amount: '10.50', rows: 1 }],
      },
    });
    const { rows: changes } = await listImportChanges(ctx(), actor, { id: file.id, limit: 10 });
    expect(changes.map(({ key, line }) => [key, line])).toEqual([
      ['C', 4],
      ['D', null],
    ]);
    expect(changes[1]?.changes).toContainEqual({ field: 'amount', before: '10.50', after: null });
    expect(await ids()).toEqual(['A', 'B', 'C', 'D', 'E', 'X']);
    const stored = await committed(ctx(), actor, file.id);
    expect(stored.summary?.removal?.rows).toBe(1);
    expect(await ids()).toEqual(['A', 'B', 'C', 'E', 'X']);
    await undoImport(ctx(), actor, file.id);
    expect(await rowsIn(ctx(), actor, 'SELECT d::text FROM deals d ORDER BY id')).toEqual(before);
  });

  test('stops where it would remove more than allowed, and without months in the file', async () => {
    await imported(ctx(), actor, crm(...MARCH, APRIL));
    const half = await dry(HEAD + MARCH[0] + MARCH[1], snapshot('months', 10));
    expect(half.summary?.removal).toMatchObject({ rows: 2, of: 4, exceeds: true });
    await expect(commitImport(ctx(), actor, half.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('2 of 4 records would be removed, more than the 10%'),
    });
    expect((await ids()).length).toBe(5);
    const all = await dry(HEAD + MARCH[0], snapshot('all', 100));
    expect(all.summary?.removal).toMatchObject({ rows: 4, of: 5, from: null });
    const bad = await dry(`${HEAD}A,2024-03-01,x,USD,ann,,\n`, snapshot('all', 100));
    expect(bad.summary?.removal).toBeUndefined();
  });

  test('keeps deals that a return or a customer’s payment needs', async () => {
    const head = 'id,date,amount,currency,participant,reverses\n';
    const deals = `${head}A,2024-03-01,5,USD,ann,\nB,2024-03-02,5,USD,ann,\nC,2024-03-03,5,USD,ann,\n`;
    await imported(ctx(), actor, { kind: 'deals', name: 'crm.csv', content: deals });
    const paid = 'payment id,deal,paid on,amount,currency\nP,A,2024-03-09,5,USD\n';
    await imported(ctx(), actor, { kind: 'receipts', content: paid });
    const file = await dry(`${head}R,2024-03-20,-5,USD,ann,B\n`, snapshot('months', 100));
    expect(file.summary?.removal).toMatchObject({ rows: 1, of: 3, kept: 2 });
    await committed(ctx(), actor, file.id);
    expect(await ids()).toEqual(['A', 'B', 'R']);
  });

  test('keeps a sale whose return stays because a customer’s payment needs it', async () => {
    await imported(ctx(), actor, crmReturns(SALE, RETURN, OTHER));
    await imported(ctx(), actor, {
      kind: 'receipts',
      content: 'payment id,deal,paid on,amount,currency\nP,C,2024-03-09,-4,USD\n',
    });
    const file = await dry(RETURNS + OTHER, snapshot('months', 100));
    expect(file.summary?.removal).toMatchObject({ rows: 0, of: 3, kept: 2 });
    await committed(ctx(), actor, file.id);
    expect(await ids()).toEqual(['B', 'C', 'Z']);
  });

  test('can’t be undone once removed records came back', async () => {
    await imported(ctx(), actor, crm(...MARCH));
    const { id } = await imported(ctx(), actor, { ...crm(MARCH[0] ?? ''), choose: snapshot('months', 100) });
    await imported(ctx(), actor, crm(MARCH[1] ?? ''));
    await expect(undoImport(ctx(), actor, id)).rejects.toMatchObject({
      message: expect.stringContaining('1 record that it removed was stored again later'),
    });
  });

  test('can’t be undone while a later snapshot lacks its records as well', async () => {
    await imported(ctx(), actor, crmReturns(SALE, RETURN, OTHER));
    const before = await rowsIn(ctx(), actor, 'SELECT d::text FROM deals d ORDER BY id');
    const choose = snapshot('months', 100);
    const first = await imported(ctx(), actor, { ...crmReturns(SALE, OTHER), choose });
    const second = await imported(ctx(), actor, { ...crmReturns(OTHER), choose });
    expect(await ids()).toEqual(['Z']);
    await expect(undoImport(ctx(), actor, first.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('“crm.csv” was imported later'),
    });
    await undoImport(ctx(), actor, second.id);
    await undoImport(ctx(), actor, first.id);
    expect(await rowsIn(ctx(), actor, 'SELECT d::text FROM deals d ORDER BY id')).toEqual(before);
  });

  test('can’t be undone once a person of the removed records is gone', async () => {
    const people = await imported(ctx(), actor, { kind: 'participants', content: 'id,name\ncid,Cid\n' });
    await imported(ctx(), actor, crm(MARCH[0] ?? '', 'X,2024-03-05,1,USD,cid,,\n'));
    const { id } = await imported(ctx(), actor, { ...crm(MARCH[0] ?? ''), choose: snapshot('months', 100) });
    await undoImport(ctx(), actor, people.id);
    await expect(undoImport(ctx(), actor, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Participant cid was removed later'),
    });
  });

  test('can’t be undone once a person whom a split or overlay of the removed records names is gone', async () => {
    await imported(ctx(), actor, { kind: 'participants', content: 'id,name\ncid,Cid\n' });
    const head = 'id,date,amount,currency,participant,splits,overlays\n';
    const kept = 'A,2024-03-01,1,USD,ann,,\n';
    for (const share of ['X,2024-03-05,1,USD,,ann:50;cid:50,\n', 'X,2024-03-05,1,USD,ann,,cid:100\n']) {
      await imported(ctx(), actor, { kind: 'deals', name: 'crm.csv', content: head + kept + share });
      const file = { kind: 'deals', name: 'crm.csv', content: head + kept } as const;
      const { id } = await imported(ctx(), actor, { ...file, choose: snapshot('months', 100) });
      await rowsIn(ctx(), actor, `UPDATE participants SET id = 'gone' WHERE id = 'cid'`);
      await expect(undoImport(ctx(), actor, id)).rejects.toMatchObject({
        message: expect.stringContaining('Participant cid was removed later'),
      });
      await rowsIn(ctx(), actor, `UPDATE participants SET id = 'cid' WHERE id = 'gone'`);
    }
  });

  test('belongs to a profile that a person chose', async () => {
    await imported(ctx(), actor, crm(...MARCH));
    const { id } = await upload(ctx(), actor, 'deals', HEAD + MARCH[0], 'other.csv');
    const mapping = snapshot('all', 100)((await readImport(ctx(), actor, id)).mapping as Mapping);
    await expect(checkImport(ctx(), actor, { id, mapping })).rejects.toMatchObject({
      problems: [expect.objectContaining({ path: 'profileName' })],
    });
    const file = await checked(ctx(), actor, id, snapshot('all', 100), { profile: 'Another source' });
    expect(file.summary?.removal).toMatchObject({ rows: 0, of: 0 });
  });

  test('kinds without a day, and others’ records, are never removed', async () => {
    const { id } = await upload(ctx(), actor, 'participants', PEOPLE, 'people.csv');
    await expect(checked(ctx(), actor, id, snapshot('all', 100))).rejects.toMatchObject({
      problems: [expect.objectContaining({ path: expect.stringContaining('snapshot') })],
    });
  });
});

test('a removed deal makes the pay that counted it out of date, and shows the difference', async () => {
  const paid = await paidWorkspace(attain);
  actor = importer(paid.tenant.tenantId);
  const [one, other] = ['S1,2024-02-01,100,USD,ann,,Bikes\n', 'S2,2024-02-02,50,USD,ann,,Bikes\n'];
  await imported(ctx(), actor, crm(one, other));
  const run = await paid.calculate();
  const file = await dry(HEAD + one, snapshot('months', 50));
  expect(file.summary?.stale).toMatchObject([{ runId: run.id }]);
  expect(file.summary?.pay?.runs).toMatchObject([
    { rejected: null, difference: { lines: expect.any(Array) } },
  ]);
  await committed(ctx(), actor, file.id);
  const next = await paid.calculate();
  expect([next.version, Number(next.total) < Number(run.total)]).toEqual([2, true]);
});

test('an amount that names its currency changes that of a stored record, and ends its approval', async () => {
  const head = 'id,date,amount,participant\n';
  // the currency is in the amounts only
  const choose = ({ fields: { currency: _, ...fields }, ...mapping }: Mapping): Mapping => ({
    ...mapping,
    fields,
  });
  const first = `${head}A,2024-01-01,USD 10.00,ann\nC,2024-01-01,USD 10.00,ann\n`;
  await imported(ctx(), actor, { kind: 'deals', content: first, choose });
  await rowsIn(ctx(), actor, `UPDATE deals SET approved_on = '2024-01-02'`);
  const next = `${head}A,2024-01-01,EUR 10.00,ann\nB,2024-01-01,EUR 12.00,ann\nC,2024-01-01,USD 10.00,ann\n`;
  await imported(ctx(), actor, { kind: 'deals', content: next, choose });
  const stored = 'SELECT id, amount::text, currency, approved_on FROM deals ORDER BY id';
  expect(await rowsIn(ctx(), actor, stored)).toEqual([
    { id: 'A', amount: '10.00', currency: 'EUR', approved_on: null },
    { id: 'B', amount: '12.00', currency: 'EUR', approved_on: null },
    { id: 'C', amount: '10.00', currency: 'USD', approved_on: '2024-01-02' },
  ]);
});
