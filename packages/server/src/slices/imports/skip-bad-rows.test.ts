import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checkImport } from './check-import.ts';
import { commitImport } from './commit-import.ts';
import { downloadBadRows } from './download-bad-rows.ts';
import { checked, committed, HEAD, imported, importer, PEOPLE, rowsIn, upload } from './imports.fixture.ts';
import { listImportProblems, listImportSkips } from './list-import-problems.ts';
import { undoImport } from './undo/undo-import.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await sharedTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
  await imported(ctx(), actor, { kind: 'participants', content: PEOPLE });
});

const deal = (id: string, day: string, amount = '10.00', who = 'ann') =>
  `${id},${day},${amount},USD,${who},,"Bikes, new"\n`;
const GOOD = deal('A', '2024-03-01');
const NO_AMOUNT = deal('B', '2024-03-02', 'much');
const NO_PERSON = deal('C', '2024-03-03', '5.00', 'zed');
const ids = async () => (await rowsIn(ctx(), actor, 'SELECT id FROM deals ORDER BY id')).map(({ id }) => id);

/** The dry run of deals whose rows with errors are skipped. */
async function skipping(content: string, choose?: (mapping: Mapping) => Mapping): Promise<ImportDetail> {
  const { id } = await upload(ctx(), actor, 'deals', HEAD + content, 'crm.csv');
  return checked(ctx(), actor, id, choose, { skipBadRows: true });
}

/** Every row of a file is in exactly one of these. */
function sum({ summary }: ImportDetail): number {
  const { added = 0, changed = 0, unchanged = 0, badRows = 0, skipped = [] } = summary ?? {};
  return skipped.reduce((all, { rows }) => all + rows, added + changed + unchanged + badRows);
}

describe('a file with errors', () => {
  test('is stored without them when a person chooses so; they are counted by reason, listed and downloaded', async () => {
    const { id } = await upload(ctx(), actor, 'deals', HEAD + GOOD + NO_AMOUNT + NO_PERSON, 'crm.csv');
    const all = await checked(ctx(), actor, id);
    expect(all).toMatchObject({
      skipBadRows: false,
      summary: { rows: 3, added: 1, badRows: 2, skipped: [] },
    });
    await expect(commitImport(ctx(), actor, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await listImportSkips(ctx(), actor, { id, limit: 9 })).rows).toEqual([]);
    const file = await checked(ctx(), actor, id, undefined, { skipBadRows: true });
    expect(file.summary).toMatchObject({
      ...{ rows: 3, added: 1, badRows: 0, from: '2024-03-01', to: '2024-03-01' },
      skipped: [
        { reason: 'amount: This is not a number.', rows: 1, isError: true },
        { reason: 'participant: Participant zed not found.', rows: 1, isError: true },
      ],
      totals: [{ currency: 'USD', amount: '10.00', rows: 1 }],
      sample: [{ id: 'A' }],
    });
    expect(sum(file)).toBe(3);
    const { rows } = await listImportSkips(ctx(), actor, { id, limit: 9 });
    expect(rows.map(({ line, isError }) => [line, isError])).toEqual([
      [3, true],
      [4, true],
    ]);
    const stored = await committed(ctx(), actor, id);
    expect([stored.status, sum(stored), await ids()]).toEqual(['committed', 3, ['A']]);
    expect((await listImportProblems(ctx(), actor, { id, limit: 9 })).rows).toHaveLength(2);
    const { body, fileName } = await downloadBadRows(ctx(), actor, id);
    expect(fileName).toBe('crm-errors.csv');
    const lines = body.slice(1).split('\r\n');
    expect(lines[0]).toBe(`${HEAD.trim()},Import errors,Line in the file`);
    expect(lines[2]).toMatch(
      /^C,2024-03-03,5\.00,USD,zed,,"Bikes, new","participant: Participant zed not found\. .*",4$/,
    );
    // corrected, the file is read by the mapping of its source
    const fixed = await upload(
      ctx(),
      actor,
      'deals',
      body.replace('zed', 'bob').replace('much', '7'),
      fileName,
    );
    expect(fixed.mappingOf?.profile.name).toBe('crm');
    await checked(ctx(), actor, fixed.id);
    await committed(ctx(), actor, fixed.id);
    expect(await ids()).toEqual(['A', 'B', 'C']);
    await undoImport(ctx(), actor, id);
    expect(await ids()).toEqual(['B', 'C']);
  });

  test('skips every row of a record with an error, and rows that need a skipped one', async () => {
    const twice = await skipping(GOOD + deal('A', '2024-03-05', '99.00') + deal('D', '2024-03-06'));
    expect(twice.summary).toMatchObject({ added: 1, totals: [{ amount: '10.00', rows: 1 }] });
    expect([sum(twice), twice.summary?.skipped?.map(({ rows }) => rows)]).toEqual([3, [1, 1]]);
    const people = 'id,name,manager\nm1,Max,zed\nm2,Moe,m1\nm3,Mia,ann\n';
    const { id } = await upload(ctx(), actor, 'participants', people);
    const file = await checked(ctx(), actor, id, undefined, { skipBadRows: true });
    expect([sum(file), file.summary?.added]).toEqual([3, 1]);
    await committed(ctx(), actor, id);
    const stored = await rowsIn(ctx(), actor, 'SELECT id FROM participants ORDER BY id');
    expect(stored.map((row) => row.id)).toEqual(['ann', 'bob', 'm3']);
  });

  test('is not stored if other rows have errors than were checked', async () => {
    const file = await skipping(GOOD + NO_PERSON);
    await imported(ctx(), actor, { kind: 'participants', content: 'id,name\nzed,Zed\n' });
    expect(await committed(ctx(), actor, file.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('other rows have errors now'),
    });
    expect(await ids()).toEqual([]);
  });

  test('removes no record of a snapshot whose row is skipped', async () => {
    const rows = ['A', 'B', 'C'].map((id, at) => deal(id, `2024-03-0${at + 1}`));
    await imported(ctx(), actor, { kind: 'deals', name: 'crm.csv', content: HEAD + rows.join('') });
    const all = (mapping: Mapping): Mapping => ({ ...mapping, snapshot: { of: 'all', maxPercent: 100 } });
    const file = await skipping(GOOD + NO_AMOUNT, all);
    expect(file.summary).toMatchObject({ unchanged: 1, removal: { rows: 1, of: 3 } });
    // a row without a readable id can be that of any record
    const cut = await skipping(`${GOOD}B,2024-03-02\n`, all);
    expect(cut.summary?.removal).toMatchObject({ rows: 0, of: 3, unclear: 1 });
    await committed(ctx(), actor, file.id);
    expect(await ids()).toEqual(['A', 'B']);
  });
});

test('the components of a plan are never stored in part', async () => {
  const tenant = await attain.newTenant({ administrator: { participantId: null } });
  const admin = tenant.as('administrator');
  const up = await admin.upload(
    '/api/imports/upload',
    { name: 'deals.csv', content: HEAD + NO_AMOUNT },
    { kind: 'deals' },
  );
  const sql = `UPDATE imports SET kind = 'plan-components' WHERE id = $1`;
  await ctx().db.owner.query(sql, [up.body.id]);
  const { id, mapping } = up.body;
  await expect(
    checkImport(ctx(), importer(tenant.tenantId), { id, mapping, skipBadRows: true }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('imported together') });
});
