import type { Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { importJob } from '../../job-list.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checkImport } from './check-import.ts';
import { checked, committed, imported, importer, rowsIn, upload } from './imports.fixture.ts';
import { listImportProblems, listImportSkips } from './list-import-problems.ts';
import { listAliases, nameImportPeople, removeAlias } from './people/name-people.ts';
import { readImport } from './read-import.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
  const content =
    'id,name,email\n1,Darcel Schlecht,darcel@example.com\n2,Moses Frase,\n3,Ann Lee,ann@example.com\n4,Ann Lee,lee@example.com\n';
  await imported(ctx(), actor, { kind: 'participants', content });
});

/** The layout of a public CRM export: all stages in one file, owners by name, open deals without date and amount. */
const PIPELINE = `opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value
O1,Darcel Schlecht,GTXPro,Isdom,Won,2016-10-25,2017-03-11,4514
O2,"Schlecht, Darcel",GTX Basic,Cancity,Engaging,2016-10-25,,
O3,moses  frase,GTX Pro,Cancity,won,2016-10-25,2017-03-12,500
O4,Integration User,GTX Pro,Cancity,Won,2016-10-25,2017-03-13,1
O5,Darcell Schlecht,GTX Pro,Cancity,Won,2016-10-25,2017-03-14,20
O6,Moses Frase,GTX Pro,,Lost,2016-10-25,2017-03-14,0
O7,Moses Frase,GTX Pro,,Prospecting,,,
`;

const won = (mapping: Mapping): Mapping => ({
  ...mapping,
  fields: {
    ...mapping.fields,
    date: { columns: [6] },
    amount: { columns: [7] },
    participant: { columns: [1] },
    product: { columns: [2], values: [{ from: 'gtxpro', to: 'GTX Pro' }] },
  },
  filters: [{ column: 4, keep: 'listed', values: ['Won'] }],
});

async function again(id: string) {
  await importJob.run(ctx(), { tenantId: actor.tenantId, id });
  return readImport(ctx(), actor, id);
}

describe('a CRM export as it is', () => {
  test('[QUOTA-20] open deals are skipped and counted, names are asked once, and remembered', async () => {
    const { id } = await upload(ctx(), actor, 'deals', PIPELINE, 'pipeline.csv');
    const dry = await checked(ctx(), actor, id, won);
    expect(dry.summary).toMatchObject({ rows: 7, added: 2, badRows: 2 });
    expect(dry.summary?.skipped).toEqual([
      { reason: 'deal_stage: Engaging', rows: 1 },
      { reason: 'deal_stage: Lost', rows: 1 },
      { reason: 'deal_stage: Prospecting', rows: 1 },
    ]);
    expect(dry.summary?.unknownPeople).toEqual([
      { name: 'Darcell Schlecht', rows: 1, proposals: [{ id: '1', name: 'Darcel Schlecht' }] },
      { name: 'Integration User', rows: 1, proposals: [] },
    ]);
    await nameImportPeople(ctx(), actor, {
      id,
      answers: [
        { name: 'Integration User', participantId: null },
        { name: 'Darcell Schlecht', participantId: '1' },
      ],
    });
    const answered = await again(id);
    expect(answered.summary).toMatchObject({ rows: 7, added: 3, badRows: 0, unknownPeople: [] });
    expect(answered.summary?.skipped?.[3]).toEqual({
      reason: 'sales_agent: Integration User is no one',
      rows: 1,
    });
    const skips = await listImportSkips(ctx(), actor, { id, limit: 2 });
    expect(skips.rows.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'deal_stage: Engaging'],
      [5, 'sales_agent: Integration User is no one'],
    ]);
    const rest = await listImportSkips(ctx(), actor, { id, limit: 9, cursor: skips.nextCursor ?? '' });
    expect(rest.rows.map(({ source }) => source)).toEqual(PIPELINE.split('\n').slice(6, 8));
    await committed(ctx(), actor, id);
    const deals = 'SELECT id, participant_id AS who, product, amount FROM deals ORDER BY id';
    expect(await rowsIn(ctx(), actor, deals)).toEqual([
      { id: 'O1', who: '1', product: 'GTX Pro', amount: '4514' },
      { id: 'O3', who: '2', product: 'GTX Pro', amount: '500' },
      { id: 'O5', who: '1', product: 'GTX Pro', amount: '20' },
    ]);
    // the next month: the mapping with its filter is taken over, and nobody is asked
    const next = PIPELINE.replace('O5,', 'O8,').replace('O4,', 'O9,');
    const later = await upload(ctx(), actor, 'deals', next, 'pipeline-2.csv');
    expect((await checked(ctx(), actor, later.id)).summary).toMatchObject({
      added: 1,
      unchanged: 2,
      badRows: 0,
      unknownPeople: [],
    });
  });

  test('[QUOTA-20] a name that two people share is asked, with both; a wrong answer is forgotten again', async () => {
    const content = 'id,date,amount,owner\nD1,2024-01-31,10,Ann Lee\n';
    const { id } = await upload(ctx(), actor, 'deals', content);
    const dry = await checked(ctx(), actor, id, (mapping) => ({
      ...mapping,
      fields: { ...mapping.fields, participant: { columns: [3] } },
    }));
    expect(dry.summary?.unknownPeople?.[0]?.proposals.map((one) => one.id)).toEqual(['3', '4']);
    await expect(
      nameImportPeople(ctx(), actor, { id, answers: [{ name: 'Ann Lee', participantId: '9' }] }),
    ).rejects.toMatchObject({ message: 'Participant 9 not found. Choose an existing participant.' });
    await nameImportPeople(ctx(), actor, { id, answers: [{ name: 'Ann Lee', participantId: '4' }] });
    expect((await again(id)).summary).toMatchObject({ added: 1, badRows: 0 });
    const { rows } = await listAliases(ctx(), actor, { limit: 1 });
    expect(rows).toMatchObject([{ name: 'Ann Lee', participantId: '4', participantName: 'Ann Lee' }]);
    await removeAlias(ctx(), actor, rows[0]?.id ?? '');
    await checkImport(ctx(), actor, { id, mapping: dry.mapping as Mapping });
    expect((await again(id)).summary?.badRows).toBe(1);
  });

  test('[WF-9] amounts are computed, rows filtered by expressions; what cannot be computed is a problem of its row', async () => {
    const content =
      'id,closed,tcv,services,stage,owner\nD1,31.01.2024,"1.250,50","250,50",Won,1\nD2,01.02.2024,"99,00",,Won,darcel@example.com\nD3,,,,Open,1\nD4,02.02.2024,abc,"1,00",Won,1\nD5,03.02.2024,"5,00","9,00",Won,1\n';
    const { id } = await upload(ctx(), actor, 'deals', content);
    const net = 'round(number.tcv - (number.services == null ? 0 : number.services), 2)';
    const mapping: Mapping = {
      header: true,
      delimiter: ',',
      decimal: ',',
      date: 'dmy',
      fields: {
        id: { columns: [0] },
        date: { columns: [1] },
        amount: { expression: net },
        currency: { constant: 'USD' },
        participant: { columns: [5] },
      },
      filters: [
        { expression: 'lower(row["Stage"]) == "won"', reason: 'Not won' },
        {
          expression: 'row.services == "" || row.tcv == "abc" || number.tcv > number.services',
          reason: 'Negative',
        },
      ],
    };
    const dry = await checked(ctx(), actor, id, () => mapping);
    expect(dry.summary).toMatchObject({
      rows: 5,
      added: 2,
      badRows: 1,
      totals: [{ unit: '$', currency: 'USD', amount: '1099' }],
      skipped: [
        { reason: 'Negative', rows: 1 },
        { reason: 'Not won', rows: 1 },
      ],
    });
    expect((await listImportProblems(ctx(), actor, { id, limit: 9 })).rows).toMatchObject([
      {
        line: 5,
        column: 'tcv + services',
        field: 'amount',
        value: 'abc, 1,00',
        reason: '“Amount” can’t be computed: - needs numbers, not the text "abc". (character 18)',
      },
    ]);
    const wrong = (fields: object, filters: Mapping['filters'] = []) =>
      checkImport(ctx(), actor, {
        id,
        mapping: { ...mapping, fields: { ...mapping.fields, ...fields }, filters },
      });
    await expect(wrong({ amount: { expression: 'number.TVC * 2' } })).rejects.toMatchObject({
      problems: [{ path: 'fields.amount', message: expect.stringContaining('no column “TVC”') }],
    });
    await expect(wrong({}, [{ expression: 'row.stage ==', reason: 'x' }])).rejects.toMatchObject({
      problems: [{ path: 'filters[0].expression' }],
    });
    await expect(wrong({}, [{ column: 99, keep: 'listed', values: ['x'] }])).rejects.toMatchObject({
      problems: [{ path: 'filters[0].column' }],
    });
  });

  test('a row that is cut is an error even where a filter would skip it', async () => {
    const { id } = await upload(ctx(), actor, 'deals', `${PIPELINE}O8,Moses Frase,GTX\n`);
    const dry = await checked(ctx(), actor, id, won);
    expect(dry.summary).toMatchObject({ rows: 8, badRows: 3 });
  });
});
