import { expect, test } from 'vitest';
import type { KindName } from './kinds/kind.ts';
import { mappingQuestions, proposeMapping } from './propose-mapping.ts';
import { DEFAULT_LIMITS } from './reading/limits.ts';
import { madeFile } from './reading/made-files.fixture.ts';
import { openSource } from './reading/open-source.ts';
import { previewSource } from './reading/preview-source.ts';

async function previewOf(content: string) {
  const path = madeFile('export.csv', content);
  const job = { path, fileName: 'export.csv', limits: DEFAULT_LIMITS, choices: {} };
  return previewSource(await openSource(job), null);
}

/** Field by field, the headers it would be read from. */
async function proposed(kind: KindName, content: string): Promise<Record<string, string>> {
  const preview = await previewOf(content);
  const { fields } = proposeMapping(kind, preview, 'USD');
  const read = Object.entries(fields).flatMap(([field, source]) =>
    'columns' in source ? [[field, source.columns.map((at) => preview.headers[at]).join(' + ')]] : [],
  );
  return Object.fromEntries(read);
}

test.each<[string, KindName, string, Record<string, string>]>([
  [
    'people',
    'participants',
    'Employee ID,Full Name,Boss,Joined,Last Day\nann,Ann,kim,2021-05-01,\nkim,Kim,,2019-01-01,2024-01-31\n',
    { id: 'Employee ID', name: 'Full Name', manager: 'Boss', hiredOn: 'Joined', leftOn: 'Last Day' },
  ],
  [
    'people with a start date',
    'participants',
    'ID,Reports To,Start date\nann,kim,2021-05-01\nkim,,2019-01-01\n',
    { id: 'ID', manager: 'Reports To', hiredOn: 'Start date' },
  ],
  [
    'opportunities of Salesforce, whose "Closed" is yes or no',
    'deals',
    'Opportunity ID,Opportunity Owner,Owner Role,Account Name,Closed,Close Date,Amount,Amount Currency,Type\n006A,ann,West,Acme,true,2024-01-31,100,USD,New\n006B,bob,East,Bolt,true,2024-02-28,200,USD,Renewal\n',
    {
      id: 'Opportunity ID',
      participant: 'Opportunity Owner',
      customer: 'Account Name',
      date: 'Close Date',
      amount: 'Amount',
      currency: 'Amount Currency',
      kind: 'Type',
    },
  ],
  [
    'deals of HubSpot',
    'deals',
    'Record ID,Deal Name,Close Date,Deal owner,Amount,Associated Company\n901,Big,2024-01-31,ann,100,Acme\n902,Small,2024-02-28,bob,200,Bolt\n',
    {
      id: 'Record ID',
      date: 'Close Date',
      participant: 'Deal owner',
      amount: 'Amount',
      customer: 'Associated Company',
    },
  ],
  [
    'a sheet in few words',
    'deals',
    'Opportunity,Closed,Rep,Amount\nO-1,2024-01-31,ann,100\nO-2,2024-02-28,bob,200\n',
    { id: 'Opportunity', date: 'Closed', participant: 'Rep', amount: 'Amount' },
  ],
  [
    'people with their names in two columns',
    'participants',
    'EmployeeID,LastName,FirstName,ReportsTo\n1,Davolio,Nancy,2\n2,Fuller,Andrew,\n',
    { id: 'EmployeeID', name: 'FirstName + LastName', manager: 'ReportsTo' },
  ],
])('[PLAN-21] usual headers are known: %s', async (_, kind, content, fields) => {
  expect(await proposed(kind, content)).toEqual(fields);
});

test('[PLAN-21] what could be either of two columns, and a word whose values are of another sort, is asked', async () => {
  const twoPeople =
    'Opportunity ID,Close Date,Owner,Rep,Amount\n1,2024-01-31,ann,bob,100\n2,2024-02-28,kim,bob,200\n';
  expect(await proposed('deals', twoPeople)).not.toHaveProperty('participant');
  const yesOrNo = 'Opportunity ID,Closed,Rep,Amount\n1,true,ann,100\n2,false,bob,200\n';
  expect(await proposed('deals', yesOrNo)).not.toHaveProperty('date');
});

test('[QUOTA-18] no field of money is guessed: not on-target earnings as variable pay, not one of several amounts', async () => {
  const people = await proposed('participants', 'ID,Name,OTE\nann,Ann,100000\nbob,Bob,90000\n');
  expect(people).toEqual({ id: 'ID', name: 'Name', oteAnnual: 'OTE' });
  const amounts =
    'Deal ID,Close Date,Rep,Weighted Amount,Discount Amount\n1,2024-01-31,ann,50,10\n2,2024-02-28,bob,60,20\n';
  expect(await proposed('deals', amounts)).not.toHaveProperty('amount');
});

test('[PLAN-21] a price per unit is never taken for the amount; the mapping step asks for the whole amount', async () => {
  const lines =
    'orderNumber,orderDate,productCode,quantityOrdered,priceEach,salesRep\n10100,2024-01-06,S18,30,136.00,ann\n10101,2024-01-09,S24,50,55.09,bob\n';
  const preview = await previewOf(lines);
  const mapping = proposeMapping('deals', preview, 'USD');
  expect(mapping.fields).not.toHaveProperty('amount');
  expect(mappingQuestions('deals', preview, mapping)).toEqual([
    '“priceEach” is a unit price and “quantityOrdered” a quantity. Choose a column with the total amount, or compute it: number["priceEach"] * number["quantityOrdered"].',
  ]);
  const detailed =
    'OrderID,Date,UnitPrice,Quantity,Sales Amount,Rep\n1,2024-01-06,14,12,168,ann\n2,2024-01-07,9,10,90,bob\n';
  const whole = await previewOf(detailed);
  const known = proposeMapping('deals', whole, 'USD');
  expect(known.fields.amount).toEqual({ columns: [4] });
  expect(mappingQuestions('deals', whole, known)).toEqual([]);
});
