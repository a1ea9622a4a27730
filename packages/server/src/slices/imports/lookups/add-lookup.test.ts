import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../../base/actor.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { checkImport } from '../check-import.ts';
import { downloadBadRows } from '../download-bad-rows.ts';
import { checked, committed, imported, importer, rowsIn, upload } from '../imports.fixture.ts';
import { listImportProblems } from '../list-import-problems.ts';
import { madeFile } from '../reading/made-files.fixture.ts';
import { addLookup } from './add-lookup.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
});

const add = (importId: string, name: string, content: string | Uint8Array) =>
  addLookup(ctx(), actor, { path: madeFile(name, content), fileName: name, fields: { importId } });

const LINES = 'OrderID,ProductID,UnitPrice,Quantity\n1,A,10.50,2\n1,B,3,1\n2,A,10.50,1\n3,C,5,1\n';
const ORDERS = 'OrderID,OrderDate,Customer\n1,2024-01-05,Acme\n2,2024-02-06,acme \n3,2024-03-07,Best\n';
const CUSTOMERS = 'Customer,Rep\nAcme,ann\nBest,Bob Ray\n';
const amount = { expression: 'number["UnitPrice"] * number["Quantity"]' };

describe('lines, headers and customers in files of their own', () => {
  test('rows get the columns of second files, joined by name; next month nothing is asked', async () => {
    await imported(ctx(), actor, { kind: 'participants', content: 'id,name\nann,Ann Lee\nbob,Bob Ray\n' });
    const { id, preview } = await upload(ctx(), actor, 'deals', LINES, 'Lines.csv');
    expect(preview?.warnings).toEqual([
      '“UnitPrice” is a unit price and “Quantity” a quantity. Choose a column with the total amount, or compute it: number["UnitPrice"] * number["Quantity"].',
    ]);
    await add(id, 'Orders.csv', ORDERS);
    const joined = await add(id, 'Customers.csv', CUSTOMERS);
    expect(joined.preview?.headers.slice(4)).toEqual([
      ...['Orders.OrderID', 'Orders.OrderDate', 'Orders.Customer', 'Customers.Customer', 'Customers.Rep'],
    ]);
    expect(joined.mapping).toMatchObject({
      fields: { id: { columns: [0, 1] }, date: { columns: [5] }, customer: { columns: [6] } },
      lookups: [
        { name: 'Orders', on: [{ column: 0, key: 0 }] },
        { name: 'Customers', on: [{ column: 6, key: 0 }] },
      ],
    });
    const fields = { ...joined.mapping?.fields, amount, participant: { columns: [8] } };
    const dry = await checked(ctx(), actor, id, (mapping) => ({ ...mapping, fields }));
    expect(dry.summary).toMatchObject({ rows: 4, added: 4, badRows: 0, totals: [{ amount: '39.5' }] });
    await committed(ctx(), actor, id);
    const deals = 'SELECT id, date, amount, customer, participant_id AS who FROM deals ORDER BY id';
    expect(await rowsIn(ctx(), actor, deals)).toEqual([
      { id: '1-A', date: '2024-01-05', amount: '21', customer: 'Acme', who: 'ann' },
      { id: '1-B', date: '2024-01-05', amount: '3', customer: 'Acme', who: 'ann' },
      { id: '2-A', date: '2024-02-06', amount: '10.5', customer: 'acme', who: 'ann' },
      { id: '3-C', date: '2024-03-07', amount: '5', customer: 'Best', who: 'bob' },
    ]);
    const next = await upload(ctx(), actor, 'deals', `${LINES}4,C,1,1\n`, 'Lines-2.csv');
    expect(next.lookups).toMatchObject([
      { fileName: 'Orders', missing: true },
      { fileName: 'Customers', missing: true },
    ]);
    await add(next.id, 'Orders-2.csv', `${ORDERS}4,2024-04-08,Best\n`);
    const again = await add(next.id, 'Customers-2.csv', CUSTOMERS);
    expect(again).toMatchObject({ mapping: dry.mapping, mappingOf: { id } });
    expect((await checked(ctx(), actor, next.id)).summary).toMatchObject({ added: 1, unchanged: 3 + 1 });
  });

  test('opportunities, accounts and users of a CRM join by their ids, and people are known by e-mail', async () => {
    const content = 'id,name,email\nann,Ann Lee,ann@example.com\nbob,Bob Ray,bob@example.com\n';
    await imported(ctx(), actor, { kind: 'participants', content });
    const head = 'Opportunity ID,Stage,Owner ID,Account ID,Amount,Close Date\n';
    const won = 'O1,Closed Won,U2,A1,100,2024-01-09\nO2,Closed Won,U1,A1,50.5,2024-01-10\n';
    const rows = `${head}${won}O3,Prospecting,U1,A1,,\n`;
    const { id } = await upload(ctx(), actor, 'deals', rows, 'opportunities.csv');
    await add(id, 'accounts.csv', 'Account ID,Account Name,Country\nA1,Acme,Norway\n');
    const users = 'User ID,Full Name,Email\nU1,Ann Lee,ann@example.com\nU2,Bob Ray,bob@example.com\n';
    const joined = await add(id, 'users.csv', users);
    expect(joined.mapping).toMatchObject({
      fields: { participant: { columns: [11] }, customer: { columns: [7] } },
      lookups: [
        { name: 'accounts', on: [{ column: 3, key: 0 }] },
        { name: 'users', on: [{ column: 2, key: 0 }] },
      ],
    });
    const dry = await checked(ctx(), actor, id);
    expect(dry.summary).toMatchObject({ rows: 3, added: 2, badRows: 0 });
    await committed(ctx(), actor, id);
    const deals = 'SELECT id, customer, participant_id AS who FROM deals ORDER BY id';
    expect(await rowsIn(ctx(), actor, deals)).toEqual([
      { id: 'O1', customer: 'Acme', who: 'bob' },
      { id: 'O2', customer: 'Acme', who: 'ann' },
    ]);
  });

  test('a row without a match is an error, skipped or blank, as chosen; a key that repeats cannot join', async () => {
    const { id } = await upload(ctx(), actor, 'deals', `${LINES}9,C,5,1\n`, 'Lines.csv');
    const { mapping } = await add(id, 'Orders.csv', ORDERS);
    const join = mapping?.lookups?.[0];
    if (!mapping || !join) throw new Error('joined by OrderID');
    const fields: Mapping['fields'] = { ...mapping.fields, amount, participant: { constant: 'ann' } };
    const tried = (missing: 'error' | 'skip' | 'blank') =>
      checked(ctx(), actor, id, () => ({ ...mapping, fields, lookups: [{ ...join, missing }] }));
    await imported(ctx(), actor, { kind: 'participants', content: 'id,name\nann,Ann Lee\n' });
    expect((await tried('error')).summary).toMatchObject({ added: 4, badRows: 1 });
    expect((await listImportProblems(ctx(), actor, { id, limit: 9 })).rows).toMatchObject([
      { line: 6, column: 'OrderID', reason: 'Orders.csv has no row for OrderID 9.' },
    ]);
    expect((await tried('skip')).summary).toMatchObject({
      added: 4,
      badRows: 0,
      skipped: [{ reason: 'No match in Orders', rows: 1 }],
    });
    expect((await tried('blank')).summary).toMatchObject({ added: 4, badRows: 1, skipped: [] });
    const wrongWay = await upload(ctx(), actor, 'deals', ORDERS, 'Orders.csv');
    const added = await add(wrongWay.id, 'Lines.csv', LINES);
    expect(added.mapping?.lookups).toEqual([{ name: 'Lines', on: [], missing: 'error' }]);
    await expect(
      checkImport(ctx(), actor, { id: wrongWay.id, mapping: { ...added.mapping, fields } as Mapping }),
    ).rejects.toMatchObject({
      problems: [{ path: 'lookups[0].on', message: 'Choose the columns that join “Lines.csv”.' }],
    });
    const byOrder = [{ name: 'Lines', on: [{ column: 0, key: 0 }], missing: 'error' as const }];
    await expect(
      checkImport(ctx(), actor, {
        id: wrongWay.id,
        mapping: { ...added.mapping, fields, lookups: byOrder } as Mapping,
      }),
    ).rejects.toMatchObject({ message: expect.stringContaining('OrderID 1 on lines 2 and 3') });
  });
});

test('corrected rows are joined by the mapping of their file', async () => {
  await imported(ctx(), actor, { kind: 'participants', content: 'id,name\nann,Ann Lee\n' });
  const { id } = await upload(ctx(), actor, 'deals', LINES.replace('3,C,5,1', '3,C,much,1'), 'Lines.csv');
  const { mapping } = await add(id, 'Orders.csv', ORDERS);
  const fields: Mapping['fields'] = { ...mapping?.fields, amount, participant: { constant: 'ann' } };
  await checked(ctx(), actor, id, (one) => ({ ...one, fields }), { skipBadRows: true });
  await committed(ctx(), actor, id);
  const errors = await text((await downloadBadRows(ctx(), actor, id)).body);
  const fixed = await upload(ctx(), actor, 'deals', errors.replace('much', '5'), 'Lines-errors.csv');
  expect(fixed.preview?.headers).toEqual(['OrderID', 'ProductID', 'UnitPrice', 'Quantity']);
  const joined = await add(fixed.id, 'Orders.csv', ORDERS);
  expect(joined).toMatchObject({ mapping: { fields }, mappingOf: { id } });
  expect((await checked(ctx(), actor, fixed.id)).summary).toMatchObject({ added: 1, badRows: 0 });
  await committed(ctx(), actor, fixed.id);
  const deals = 'SELECT date, amount, customer FROM deals WHERE id = $$3-C$$';
  expect(await rowsIn(ctx(), actor, deals)).toEqual([{ date: '2024-03-07', amount: '5', customer: 'Best' }]);
});

test('invisible characters and blank rows are left out before rows are filtered and joined', async () => {
  await imported(ctx(), actor, { kind: 'participants', content: 'id,name\nann,Ann Lee\n' });
  const deals = 'OrderID,Stage,Amount\n1,Closed Won\u200b,10\n\u200b2,Closed Won,5\n,\u200b,\n3,Lost,1\n';
  const { id, preview } = await upload(ctx(), actor, 'deals', deals, 'Deals.csv');
  expect(preview?.values[1]).toEqual(['Closed Won', 'Lost']);
  const { mapping } = await add(id, 'Orders.csv', 'OrderID,OrderDate\n1,2024-01-05\n2\u200f,2024-02-06\n,\n');
  const fields = {
    ...{ id: { columns: [0] }, date: { columns: [4] }, amount: { columns: [2] } },
    ...{ currency: { constant: 'USD' }, participant: { constant: 'ann' } },
  };
  const filters = [{ column: 1, keep: 'listed' as const, values: ['Closed Won'] }];
  const dry = await checked(ctx(), actor, id, () => ({ ...mapping, fields, filters }) as Mapping);
  expect(mapping?.lookups).toMatchObject([{ on: [{ column: 0, key: 0 }], missing: 'error' }]);
  expect(dry.summary).toMatchObject({
    ...{ rows: 3, added: 2, badRows: 0, totals: [{ amount: '15', rows: 2 }] },
    skipped: [{ reason: 'Stage: Lost', rows: 1 }],
  });
});

const shared = fileURLToPath(new URL('../../../../../../../shared/data/', import.meta.url));
const publicFile = (name: string) => ({ path: shared + name, there: existsSync(shared + name) });

const northwind = publicFile('northwind/OrderDetails.csv');
if (!northwind.there) console.warn('SKIPPED: the Northwind files are not beside this checkout.');

test.skipIf(!northwind.there)(
  'Northwind as published: 2,155 lines with the dates and sellers of 830 orders',
  async () => {
    const read = (name: string) => readFileSync(`${shared}northwind/${name}`);
    const people = (mapping: Mapping): Mapping => ({
      ...mapping,
      fields: { id: { columns: [0] }, name: { columns: [2, 1] }, hiredOn: { columns: [5] } },
    });
    await imported(ctx(), actor, { kind: 'participants', content: read('Employees.csv'), choose: people });
    const { id } = await upload(ctx(), actor, 'deals', read('OrderDetails.csv'), 'OrderDetails.csv');
    const joined = await add(id, 'Orders.csv', read('Orders.csv'));
    const net = { expression: 'number.UnitPrice * number.Quantity * (1 - number.Discount)' };
    const dry = await checked(ctx(), actor, id, (mapping) => ({
      ...mapping,
      fields: { ...mapping.fields, amount: net },
    }));
    expect(joined.mapping?.fields).toMatchObject({ id: { columns: [0, 1] }, participant: { columns: [7] } });
    expect({ error: dry.error, summary: dry.summary }).toMatchObject({
      error: null,
      summary: {
        rows: 2155,
        added: 2155,
        badRows: 0,
        from: '1996-07-04',
        to: '1998-05-06',
        totals: [{ unit: '$', currency: 'USD', amount: '1265793.0395', rows: 2155 }],
      },
    });
    await committed(ctx(), actor, id);
    expect(
      await rowsIn(
        ctx(),
        actor,
        'SELECT count(*)::int AS n, count(DISTINCT participant_id)::int AS people FROM deals',
      ),
    ).toEqual([{ n: 2155, people: 9 }]);
  },
);

const pipeline = publicFile('crm/sales_pipeline.csv');
if (!pipeline.there) console.warn('SKIPPED: the public CRM pipeline is not beside this checkout.');

test.skipIf(!pipeline.there)(
  'the public CRM pipeline as exported: 4,238 won deals, 2,089 open ones skipped',
  async () => {
    const team = readFileSync(`${shared}crm/sales_teams.csv`, 'utf8').trim().split(/\r?\n/).slice(1);
    const names = team.map((line, at) => `${at + 1},${line.split(',')[0]}`);
    await imported(ctx(), actor, { kind: 'participants', content: `id,name\n${names.join('\n')}\n` });
    const { id } = await upload(ctx(), actor, 'deals', readFileSync(pipeline.path), 'sales_pipeline.csv');
    // not one click: columns, filter and people are found by themselves
    const dry = await checked(ctx(), actor, id);
    expect(dry.summary).toMatchObject({
      rows: 8800,
      added: 4238,
      badRows: 0,
      unknownPeople: [],
      totals: [{ amount: '10005534', currency: 'USD', rows: 4238 }],
      skipped: [
        { reason: 'deal_stage: Lost', rows: 2473 },
        { reason: 'deal_stage: Engaging', rows: 1589 },
        { reason: 'deal_stage: Prospecting', rows: 500 },
      ],
    });
  },
);
