import { text } from 'node:stream/consumers';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { selectLoads } from '../closes/closes-store.ts';
import { batchHash } from './batches/adjustment-batch.ts';
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

/** The download of rows with errors, with one text in place of another. */
async function corrected(id: string, from = '', to = ''): Promise<string> {
  const body = await text((await downloadBadRows(ctx(), actor, id)).body);
  return from === '' ? body : body.replaceAll(from, to);
}

/** Records that a file no longer has are removed. */
const all = (mapping: Mapping): Mapping => ({ ...mapping, snapshot: { of: 'all', maxPercent: 100 } });

/** Every row of a file is in exactly one of these. */
function sum({ summary }: ImportDetail): number {
  const { added = 0, changed = 0, unchanged = 0, badRows = 0, skipped = [] } = summary ?? {};
  return skipped.reduce((all, { rows }) => all + rows, added + changed + unchanged + badRows);
}

describe('a file with errors', () => {
  test('is stored without them when a person chooses so; they are counted by reason, listed and downloaded', async () => {
    const { id } = await upload(ctx(), actor, 'deals', HEAD + GOOD + NO_AMOUNT + NO_PERSON, 'crm.csv');
    const stopped = await checked(ctx(), actor, id);
    expect(stopped).toMatchObject({
      skipBadRows: false,
      summary: { rows: 3, added: 1, badRows: 2, skipped: [] },
    });
    await expect(commitImport(ctx(), actor, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('skip them'),
    });
    const openOnes = () => ctx().db.within(actor.tenantId, async (tx) => (await selectLoads(tx)).open);
    expect(await openOnes()).toMatchObject([{ id, problems: 2 }]);
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
    expect([sum(file), file.skipBadRows]).toEqual([3, true]);
    expect(await openOnes()).toMatchObject([{ id, problems: 0 }]);
    const { rows } = await listImportSkips(ctx(), actor, { id, limit: 9 });
    expect(rows.map(({ line, isError }) => [line, isError])).toEqual([
      [3, true],
      [4, true],
    ]);
    const stored = await committed(ctx(), actor, id);
    expect([stored.status, sum(stored), await ids()]).toEqual(['committed', 3, ['A']]);
    expect((await listImportProblems(ctx(), actor, { id, limit: 9 })).rows).toHaveLength(2);
    const { fileName } = await downloadBadRows(ctx(), actor, id);
    const body = await corrected(id);
    expect(fileName).toBe('crm-errors.csv');
    const lines = body.slice(1).split('\r\n');
    expect(lines[0]).toBe(`${HEAD.trim()},Import errors,Line in the file`);
    expect(lines[2]).toMatch(
      /^C,2024-03-03,5\.00,USD,zed,,"Bikes, new","participant: Participant zed not found\. .*",4$/,
    );
    const again = await upload(ctx(), actor, 'deals', HEAD + GOOD + NO_AMOUNT + NO_PERSON, 'crm.csv');
    expect(again.sameAs).toMatchObject({ id, sameMapping: false, skippedRows: true });
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

  test('offers no skipping where no row is left', async () => {
    const { id } = await upload(ctx(), actor, 'deals', HEAD + NO_AMOUNT);
    await checked(ctx(), actor, id);
    await expect(commitImport(ctx(), actor, id)).rejects.toMatchObject({
      message: expect.not.stringContaining('skip them'),
    });
  });

  test('of adjustments shows the approver what is skipped, and asks for approval of exactly that', async () => {
    const head = 'participant,amount,currency,kind,reason\n';
    const rows = 'ann,10,USD,bonus,one\nbob,much,USD,bonus,two\n';
    const { id } = await upload(ctx(), actor, 'adjustments', head + rows);
    await checked(ctx(), actor, id, undefined, { skipBadRows: true });
    const { approvalId } = await committed(ctx(), actor, id);
    const [request] = await rowsIn(
      ctx(),
      actor,
      `SELECT hash, facts FROM attestation_records WHERE id = '${approvalId}'`,
    );
    expect(request.facts.figures).toContainEqual(
      expect.objectContaining({ label: 'Rows with errors, skipped', after: '1' }),
    );
    const hash = () => ctx().db.within(actor.tenantId, (tx) => batchHash(tx, id));
    expect(await hash()).toBe(request.hash);
    await rowsIn(
      ctx(),
      actor,
      `UPDATE imports SET summary = jsonb_set(summary, '{skipped}', '[]') WHERE id = '${id}'`,
    );
    expect(await hash()).not.toBe(request.hash);
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
    const file = await skipping(GOOD + NO_AMOUNT, all);
    expect(file.summary).toMatchObject({ unchanged: 1, removal: { rows: 1, of: 3 } });
    // a row without a readable id can be that of any record
    const cut = await skipping(`${GOOD}B,2024-03-02\n`, all);
    expect(cut.summary?.removal).toMatchObject({ rows: 0, of: 3, unclear: 1 });
    // the duplicate of a record with an error is that record
    const twice = await skipping(GOOD + deal('A', '2024-03-05') + deal('B', '2024-03-02'), all);
    expect(twice.summary?.removal).toMatchObject({ rows: 1, of: 3 });
    expect(twice.summary?.removal?.unclear).toBeUndefined();
    await committed(ctx(), actor, file.id);
    expect(await ids()).toEqual(['A', 'B']);
    // corrected rows are never all there is, and the next export is a snapshot again
    const fixed = await upload(ctx(), actor, 'deals', await corrected(file.id, 'much', '7'));
    expect(fixed).toMatchObject({ mappingOf: { profile: { name: 'crm' } } });
    expect(fixed.mapping?.snapshot).toBeUndefined();
    await expect(checked(ctx(), actor, fixed.id, all)).rejects.toMatchObject({
      problems: [expect.objectContaining({ path: 'snapshot' })],
    });
    await checked(ctx(), actor, fixed.id);
    await committed(ctx(), actor, fixed.id);
    expect(await ids()).toEqual(['A', 'B']);
    expect((await upload(ctx(), actor, 'deals', HEAD + GOOD)).mapping?.snapshot).toBeDefined();
  });

  test('removes nothing if the person of a skipped row is not found', async () => {
    const head = 'participant,from,to,amount,currency\n';
    const quota = (who: string, amount: string) => `${who},2024-01-01,2024-12-31,${amount},USD\n`;
    const file = { kind: 'quotas', name: 'quotas.csv' } as const;
    await imported(ctx(), actor, { ...file, content: head + quota('ann', '100') + quota('bob', '200') });
    const { id } = await upload(
      ctx(),
      actor,
      'quotas',
      head + quota('An Lea', 'x') + quota('bob', '200'),
      file.name,
    );
    const { summary } = await checked(ctx(), actor, id, all, { skipBadRows: true });
    expect(summary).toMatchObject({ unchanged: 1, removal: { rows: 0, of: 2, unclear: 1 } });
  });

  test('skips a return whose deal is skipped, and keeps a deal that a skipped return needs', async () => {
    const head = 'id,date,amount,currency,participant,reverses\n';
    const sale = 'B,2024-03-02,10,USD,ann,\n';
    const crm = (rows: string) => upload(ctx(), actor, 'deals', head + rows, 'crm.csv');
    const first = await crm(
      `A,2024-03-01,5,USD,ann,\n${sale.replace('10', 'much')}C,2024-03-03,-4,USD,ann,B\n`,
    );
    const file = await checked(ctx(), actor, first.id, undefined, { skipBadRows: true });
    expect([file.summary?.added, sum(file)]).toEqual([1, 3]);
    expect(file.summary?.skipped?.map(({ reason }) => reason)).toContain(
      'Deal B, which it reverses, has an error.',
    );
    await committed(ctx(), actor, file.id);
    expect(await ids()).toEqual(['A']);
    await imported(ctx(), actor, {
      kind: 'deals',
      name: 'crm.csv',
      content: `${head}${sale}Z,2024-03-04,1,USD,ann,\n`,
    });
    const next = await crm('A,2024-03-01,5,USD,ann,\nC,2024-03-03,less,USD,ann,B\n');
    const { summary } = await checked(ctx(), actor, next.id, all, { skipBadRows: true });
    expect(summary?.removal).toMatchObject({ rows: 1, of: 3, kept: 1 });
  });

  test('comes back from its download as it was, with and without headers', async () => {
    const products = ['-1.234,56', '-$500', '@Home', "'=x", "'-5", '-5.00', '+1'];
    const rows = products.map((product, at) => `P${at},2024-03-01,1,USD,zed,,"${product}"\n`).join('');
    const header = await skipping(GOOD + rows);
    await committed(ctx(), actor, header.id);
    await imported(ctx(), actor, { kind: 'deals', content: await corrected(header.id, ',zed,', ',bob,') });
    const stored = `SELECT product FROM deals WHERE id LIKE 'P%' ORDER BY id`;
    expect((await rowsIn(ctx(), actor, stored)).map(({ product }) => product)).toEqual(products);
    const bare = GOOD.replace('A', '1') + NO_PERSON.replace('C', '2');
    const { id, mapping } = await upload(ctx(), actor, 'deals', bare, 'bare.csv');
    const columns = ['id', 'date', 'amount', 'currency', 'participant', 'splits', 'product'];
    const fields = Object.fromEntries(columns.map((field, at) => [field, { columns: [at] }]));
    const choose = () => ({ ...(mapping as Mapping), header: false, fields });
    await checked(ctx(), actor, id, choose, { skipBadRows: true });
    await committed(ctx(), actor, id);
    const fixed = await upload(ctx(), actor, 'deals', await corrected(id, ',zed,', ',bob,'));
    expect(fixed).toMatchObject({
      mappingOf: { profile: { name: 'bare' } },
      preview: { hasHeader: false, rows: [['2', '2024-03-03', '5.00', 'USD', 'bob', '', 'Bikes, new']] },
    });
    const { summary } = await checked(ctx(), actor, fixed.id);
    expect(summary).toMatchObject({ rows: 1, added: 1, badRows: 0 });
  });

  test('keeps no text of an overlong row, so that its download can’t store a part of it', async () => {
    const file = await skipping(GOOD + NO_AMOUNT.replace('Bikes', 'x'.repeat(40_000)) + NO_PERSON);
    const [, long, short] = (await corrected(file.id)).split('\r\n');
    expect(long).toMatch(/^,{7}.*The row is too long to be kept\. Correct it in its file\.",3$/);
    expect(short).toMatch(/^C,/);
  });

  test('is not checked through long chains of rows that need one another', async () => {
    const chain = Array.from({ length: 70 }, (_, at) => `m${at},M,${at === 0 ? 'zed' : `m${at - 1}`}\n`);
    const { id } = await upload(ctx(), actor, 'participants', `id,name,manager\n${chain.join('')}`);
    expect(await checked(ctx(), actor, id, undefined, { skipBadRows: true })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('chains of more than 60'),
    });
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
