import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mapping } from '@attain/contract/imports';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { FileTotals } from '../checking/row-batch.ts';
import type { RowProblem } from '../checking/row-problem.ts';
import type { KindName } from '../kinds/kind.ts';
import { checkMapping } from '../mapping.ts';
import { proposeMapping } from '../propose-mapping.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { madeFile, madeXls } from './made-files.fixture.ts';
import { previewFile, readRows, type TypedRow, typedRows } from './read-rows.ts';

interface Outcome {
  readonly mapping: Mapping;
  readonly rows: TypedRow[];
  readonly problems: RowProblem[];
  readonly totals: FileTotals;
  readonly warnings: readonly string[];
}

async function importFile(
  kind: KindName,
  path: string,
  choose: (proposed: Mapping) => Mapping = (m) => m,
): Promise<Outcome> {
  const job = { path, fileName: path.split('/').at(-1) ?? '', limits: DEFAULT_LIMITS };
  const preview = await previewFile(job);
  const mapping = choose(proposeMapping(kind, preview, 'USD'));
  expect(checkMapping(kind, mapping, preview.headers)).toEqual([]);
  const reading = readRows({ ...job, kind, mapping, today: '2024-06-30' });
  const rows: TypedRow[] = [];
  const problems: RowProblem[] = [];
  for (;;) {
    const step = await reading.next();
    if (step.done) return { mapping, rows, problems, ...step.value };
    rows.push(...typedRows(kind, step.value));
    problems.push(...step.value.problems);
  }
}

const DEALS =
  'Order ID,Close Date,Net Amount,Currency,Rep ID\nA-1,2024-01-31,"1,250.50",USD,ann\nA-2,2024-02-01,-99.99999999,EUR,bob\n';

describe('text files', () => {
  test('[PLAN-21] a .csv: columns are proposed from the headers, every row is typed and keeps line and text', async () => {
    const { rows, totals } = await importFile('deals', madeFile('deals.csv', DEALS));
    expect(rows[0]).toEqual({
      line: 2,
      source: 'A-1,2024-01-31,"1,250.50",USD,ann',
      values: {
        id: 'A-1',
        date: '2024-01-31',
        amount: '1250.50',
        unit: '$',
        currency: 'USD',
        participant: 'ann',
        splits: null,
        kind: 'sale',
        product: null,
        territory: null,
        customer: null,
        overlays: null,
        approvedOn: null,
        termMonths: null,
        reverses: null,
        ownFields: null,
      },
    });
    expect(totals).toMatchObject({ rows: 2, badRows: 0, from: '2024-01-31', to: '2024-02-01' });
    expect(totals.totals).toContainEqual({
      ...{ unit: '$', currency: 'EUR', amount: '-99.99999999' },
      ...{ gross: '99.99999999', rows: 1 },
    });
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${DEALS.replace('ann', 'Zoë')}`)],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${DEALS.replace('ann', 'Zoë')}`, 'utf16le')],
    ['UTF-16LE without', Buffer.from(DEALS.replace('ann', 'Zoë'), 'utf16le')],
    ['UTF-16BE', Buffer.from(`\ufeff${DEALS.replace('ann', 'Zoë')}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(DEALS.replace('ann', 'Zoë'), 'latin1')],
  ])('%s', async (name, bytes) => {
    const { rows, warnings } = await importFile('deals', madeFile('deals.csv', bytes));
    expect(rows.map((row) => row.values.participant)).toEqual(['Zoë', 'bob']);
    expect(warnings).toHaveLength(name === 'Windows-1252' ? 1 : 0);
  });

  test.each([';', '\t', '|'])(
    'delimiter %j, decimal comma and day-first dates are seen in the sample',
    async (delimiter) => {
      const lines = [
        ['id', 'date', 'amount', 'currency', 'participant'],
        ['1', '31.12.2023', '1.234,56', 'EUR', 'ann'],
        ['2', '01.02.2024', '7,5', 'EUR', 'ann'],
      ];
      const { rows, mapping } = await importFile(
        'deals',
        madeFile('deals.csv', lines.map((line) => line.join(delimiter)).join('\r\n')),
      );
      expect(mapping).toMatchObject({ delimiter, decimal: ',', date: 'dmy' });
      expect(rows.map((row) => [row.values.date, row.values.amount])).toEqual([
        ['2023-12-31', '1234.56'],
        ['2024-02-01', '7.5'],
      ]);
    },
  );
});

test.each([
  [
    'a title above the table',
    'Sales report 2024\n\nid,date,amount,currency,participant\n1,2024-01-01,5,USD,ann\n',
    /"Sales report 2024" above the table is skipped/,
  ],
  [
    'the line with which spreadsheet programs name the delimiter',
    'sep=;\nid;date;amount;currency;participant\n1;2024-01-01;5;USD;ann\n',
    /"sep=" above the table is skipped/,
  ],
])('%s is no row', async (_, text, warning) => {
  const { rows, problems, warnings } = await importFile('deals', madeFile('deals.csv', text));
  expect(rows.map((row) => row.values.amount)).toEqual(['5']);
  expect(problems).toEqual([]);
  expect(warnings.join(' ')).toMatch(warning);
});

test('a German export maps itself; a sign of another currency than the row names is refused', async () => {
  const german =
    'Beleg;Datum;Betrag;Währung;Mitarbeiter\n1;31.01.2024;1.234,50 €;EUR;ann\n2;01.02.2024;99,9 €;USD;bob\n';
  const { rows, problems } = await importFile('deals', madeFile('deals.csv', german));
  expect(rows.map((row) => [row.values.date, row.values.amount])).toEqual([['2024-01-31', '1234.50']]);
  expect(problems.map((p) => p.reason)).toEqual([
    'The amount is in EUR, but the currency of the row is USD.',
  ]);
});

describe('every bad row is listed with line, column, value, reason and how to mend it', () => {
  test('[PLAN-24] all problems of all rows, and good rows beside them', async () => {
    const text = [
      'Order ID,date,amount,currency,participant,splits',
      'A,2024-01-05,10.00,USD,ann,',
      'B,2024-13-05,ten,XYZ,,',
      'A,2024-01-06,11.00,USD,ann,',
      'C,2024-01-07,"12,5",USD,ann,',
      'D,1889-01-07,1,USD,ann,"ann:50;bob:40"',
      'E,2024-01-08,13.00,USD,ann,,extra',
      'F,2024-01-09,14.00,USD',
      'G,2024-01-09,14.00,USD,,ann:50;bob:50',
    ].join('\n');
    const { problems, rows, totals } = await importFile('deals', madeFile('deals.csv', text));
    expect(problems.map((p) => [p.line, p.column, p.value, p.reason])).toEqual([
      [3, 'date', '2024-13-05', 'This date does not exist.'],
      [3, 'amount', 'ten', 'This is not a number.'],
      [3, 'currency', 'XYZ', 'This is not a currency code.'],
      [3, 'participant', '', 'The deal credits no one.'],
      [4, 'Order ID', 'A', 'The same deal id is already on line 2.'],
      [5, 'amount', '12,5', 'The number has a decimal comma, but the file is read with a decimal point.'],
      [6, 'date', '1889-01-07', 'The date 1889-01-07 is not between 1990-01-01 and 2026-06-30.'],
      [6, 'splits', 'ann:50;bob:40', 'The shares total 90% instead of 100%.'],
      [7, null, 'E,2024-01-08,13.00,USD,ann,,extra', 'The row has 7 columns; the file has 6.'],
      [8, null, 'F,2024-01-09,14.00,USD', 'The row has 4 columns; the file has 6.'],
    ]);
    expect(problems.every((problem) => problem.fix.length > 10)).toBe(true);
    expect(rows.map((row) => [row.values.id, row.values.participant])).toEqual([
      ['A', 'ann'],
      ['G', 'ann'],
    ]);
    expect(totals).toMatchObject({ rows: 8, badRows: 6 });
  });

  test('hostile text stays text: __proto__ headers, formulas, zero bytes, backslashes and tabs', async () => {
    const text =
      'id,__proto__,constructor,name\n1,x,y,=HYPERLINK("http://x")\n2,x,y,"a\\b\tc"\n3,x,y,zero\0byte\n';
    const { rows, problems } = await importFile('participants', madeFile('people.csv', text));
    expect(rows.map((row) => row.values.name)).toEqual(['=HYPERLINK("http://x")', 'a\\b\tc']);
    expect(rows[1]?.source).toBe('2,x,y,"a\\b\tc"');
    expect(problems.map((p) => [p.line, p.reason])).toEqual([[4, 'The row contains a zero byte.']]);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  test('a quota of zero is a warning, a rate of zero and a quota without time are errors', async () => {
    const quotas = await importFile(
      'quotas',
      madeFile('q.csv', 'participant,period,amount\nann,2024-Q1,0.00\nbob,2024-02,5\n'),
    );
    expect(quotas.problems.map((p) => [p.line, p.severity])).toEqual([[2, 'warning']]);
    expect(quotas.rows.map((row) => [row.values.from, row.values.to])).toEqual([
      ['2024-01-01', '2024-03-31'],
      ['2024-02-01', '2024-02-29'],
    ]);
    const rates = await importFile(
      'exchange-rates',
      madeFile(
        'r.csv',
        'from,to,date,rate\nUSD,EUR,2024-01-01,0\nUSD,USD,2024-01-01,1.0000\nUSD,USD,2024-01-02,2\n',
      ),
    );
    expect(rates.problems.map((p) => p.line)).toEqual([2, 4]);
  });

  test('[PLAN-24] plan components: measure, weight, cap, accelerator and status are read by the grammar of plans', async () => {
    const text =
      'component,measure,weight,cap,accelerator,status\nACV Bookings,$,60,2x,>120% @ 1.2x,Active\nHygiene,Score,10%,,,draft\nBad,Euro,60.5,2,>120,Gone\n';
    const { rows, problems } = await importFile('plan-components', madeFile('plan.csv', text));
    expect(rows.map((row) => Object.values(row.values))).toEqual([
      ['ACV Bookings', '$', '60', '2x', '>120% @ 1.2x', 'Active'],
      ['Hygiene', 'Score', '10', null, null, 'Draft'],
    ]);
    expect(problems.map((p) => p.field)).toEqual(['measure', 'weight', 'cap', 'accelerator', 'status']);
  });
});

describe('spreadsheets', () => {
  test('[PLAN-22] a .xlsx: numbers keep their digits, dates are dates, formulas give their saved result', async () => {
    const rows = [
      ['id', 'date', 'amount', 'currency', 'participant'],
      ['A', new Date(Date.UTC(2024, 0, 31)), 20565.6206, 'USD', 'ann'],
      ['B', 45323, 0.1 + 0.2, 'USD', '=SUM(1)'],
      ['C', '2024-02-01', null, 'USD', 'ann'],
      ['D', '2024-02-01', null, 'USD', 'ann'],
      ['E', '2024-02-01', 123456789012345, 'USD', 'ann'],
      ['F', '2024-02-01', null, 'USD', 'ann'],
    ];
    const cells = new Map([
      ['3,2', { formula: 'C2*2', formulaResult: 41131.2412, value: 41131.2412, type: 'formula' as const }],
      ['4,2', { formula: 'C2*3', value: null, type: 'formula' as const }],
      ['6,2', { value: '#DIV/0!', type: 'error' as const }],
    ]);
    const book = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [] },
        { name: 'Deals', rows, cells },
      ],
    });
    const outcome = await importFile('deals', madeFile('deals.xlsx', book));
    expect(
      outcome.rows.map(({ line, values }) => [
        line,
        values.id,
        values.date,
        values.amount,
        values.participant,
      ]),
    ).toEqual([
      [2, 'A', '2024-01-31', '20565.6206', 'ann'],
      [3, 'B', '2024-02-01', '0.3', '=SUM(1)'],
      [4, 'C', '2024-02-01', '41131.2412', 'ann'],
      [6, 'E', '2024-02-01', '123456789012345', 'ann'],
    ]);
    expect(outcome.problems.map((p) => [p.line, p.column, p.value, p.reason])).toEqual([
      [5, 'amount', '=', 'The cell contains a formula without a saved result.'],
      [7, 'amount', '#DIV/0!', 'The cell contains a spreadsheet error.'],
    ]);
    expect(outcome.warnings.join(' ')).toMatch(/2 sheets.*“Deals” is imported.*2 cells have formulas/);
  });

  test('[PLAN-23] a .xls of Excel 97', async () => {
    const book = madeXls([
      ['id', 'date', 'amount', 'currency', 'participant'],
      ['A', { serial: 45322 }, 1250.5, 'USD', 'Zoë'],
    ]);
    const { rows } = await importFile('deals', madeFile('deals.xls', book));
    expect(rows.map(({ values }) => [values.id, values.date, values.amount, values.participant])).toEqual([
      ['A', '2024-01-31', '1250.5', 'Zoë'],
    ]);
  });
});

describe('reading gives way', () => {
  const many = () =>
    madeFile(
      'deals.csv',
      DEALS.split('\n')[0] +
        Array.from({ length: 200_000 }, (_, i) => `\nA-${i},2024-01-31,5.25,USD,ann`).join(''),
    );
  const mapping: Mapping = {
    header: true,
    decimal: '.',
    date: 'iso',
    fields: {
      id: { columns: [0] },
      date: { columns: [1] },
      amount: { columns: [2] },
      currency: { columns: [3] },
      participant: { columns: [4] },
    },
  };
  const job = () =>
    ({
      path: many(),
      fileName: 'deals.csv',
      kind: 'deals',
      mapping,
      limits: DEFAULT_LIMITS,
      today: '2024-06-30',
    }) as const;

  test('to a consumer that stops, to a cancel, to the row limit and to the clock', async () => {
    const path = job();
    for await (const batch of readRows(path)) {
      expect(batch.done).toBeGreaterThan(0);
      break;
    }
    const stop = new AbortController();
    const reading = readRows({ ...path, signal: stop.signal });
    await reading.next();
    stop.abort();
    await expect(
      (async () => {
        for await (const _ of reading);
      })(),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    const all = async (limits: object) => {
      for await (const _ of readRows({ ...path, limits: { ...DEFAULT_LIMITS, ...limits } }));
    };
    await expect(all({ maxRows: 1000 })).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' });
    await expect(all({ timeoutMs: 1 })).rejects.toMatchObject({ code: 'TOOK_TOO_LONG' });
  });
});

const adventureWorks = fileURLToPath(
  new URL('../../../../../../../shared/data/adventureworks/', import.meta.url),
);
const there = existsSync(adventureWorks);
if (!there)
  console.warn('SKIPPED: ../shared/data/adventureworks is absent, so the import is not shown on real files.');

describe.skipIf(!there)('AdventureWorks', () => {
  test('3,796 orders, mapped from their headers alone, summed exactly', async () => {
    const { totals, mapping } = await importFile('deals', `${adventureWorks}derived_orders.csv`);
    expect(mapping.fields).toMatchObject({
      id: { columns: [0] },
      date: { columns: [1] },
      participant: { columns: [3] },
      amount: { columns: [8] },
    });
    expect(totals).toMatchObject({ rows: 3796, badRows: 0, from: '2017-07-01', to: '2020-06-30' });
    expect(totals.totals).toEqual([{ unit: '$', currency: 'USD', amount: '80479762.2122', rows: 3796 }]);
  });

  test('a late batch gets its id from order number and line', async () => {
    const { totals, mapping } = await importFile('deals', `${adventureWorks}ResellerSales_202006.csv`);
    expect(mapping.fields.id).toEqual({ columns: [0, 1] });
    expect(totals).toMatchObject({ rows: 3004, badRows: 0 });
  });

  test('files without a header: people with their rates as fractions, quotas with a length, rates of exchange', async () => {
    const headless =
      (fields: Mapping['fields']) =>
      (m: Mapping): Mapping => ({ ...m, fields });
    const people = await importFile(
      'participants',
      `${adventureWorks}SalesPerson.tsv`,
      headless({ id: { columns: [0] }, commissionRatePercent: { columns: [4], as: 'fraction' } }),
    );
    expect(people.mapping).toMatchObject({ header: false, delimiter: '\t' });
    expect(people.rows.find((row) => row.values.id === '276')?.values.commissionRatePercent).toBe('1.50');
    expect(people.totals.rows).toBe(17);
    const quotas = await importFile(
      'quotas',
      `${adventureWorks}SalesPersonQuotaHistory.tsv`,
      headless({
        participant: { columns: [0] },
        from: { columns: [1] },
        length: { constant: 'quarter' },
        amount: { columns: [2] },
      }),
    );
    expect(quotas.totals).toMatchObject({ rows: 163, badRows: 0, totals: [{ amount: '95714000' }] });
    const rates = await importFile(
      'exchange-rates',
      `${adventureWorks}CurrencyRate.tsv`,
      headless({
        from: { columns: [2] },
        to: { columns: [3] },
        date: { columns: [1] },
        rate: { columns: [5] },
      }),
    );
    expect(rates.totals).toMatchObject({ rows: 13532, badRows: 0 });
  });
});
