import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { RowGatherer } from '../checking/row-batch.ts';
import type { RowProblem } from '../checking/row-problem.ts';
import { checkMapping } from '../mapping.ts';
import { proposeMapping } from '../propose-mapping.ts';
import { columnNames } from './column-names.ts';
import { hasHeader } from './guess-shape.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { madeFile } from './made-files.fixture.ts';
import { openSource } from './open-source.ts';
import { previewSource } from './preview-source.ts';
import { typedRows } from './read-rows.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** What becomes of a file: its rows as `id|date|amount|currency|participant`, and every problem as `line column: reason`. */
interface Outcome {
  readonly rows: readonly string[];
  readonly problems?: readonly string[];
  /** Every row that is skipped, as `line: reason`. */
  readonly skipped?: readonly string[];
  /** A part of what is said about the whole file. */
  readonly warning?: string;
}

/** Reads, maps and checks a file of deals with the code of the reading thread, on the proposed mapping. */
async function outcomeOf(fileName: string, content: string | Uint8Array): Promise<Outcome | string> {
  const job = { path: madeFile(fileName, content), fileName, limits: DEFAULT_LIMITS };
  try {
    const preview = previewSource(await openSource({ ...job, choices: {} }), null);
    const mapping = proposeMapping('deals', preview, 'USD');
    const faults = checkMapping('deals', mapping, preview.headers);
    if (faults.length > 0) return faults.map(({ message }) => message).join(' ');
    const source = await openSource({ ...job, choices: mapping });
    const gatherer = new RowGatherer('deals', mapping, {
      ...{ minDate: '1990-01-01', maxDate: '2026-06-30', daySerials: source.format !== 'text' },
      columnNames: columnNames(source.head[0] ?? [], mapping.header),
    });
    let skip = mapping.header ? 1 : 0;
    const walk = source.walk((cells, line, text) => {
      if (skip > 0) skip--;
      else gatherer.add(cells, line, text);
    });
    for (const _ of walk);
    const { copy, problems, skipped } = gatherer.take();
    const batch = {
      type: 'batch',
      copy: new TextEncoder().encode(copy),
      problems,
      skipped,
      bad: [],
      done: 1,
      rows: 0,
    } as const;
    return {
      rows: typedRows('deals', batch).map(({ values: v }) =>
        [v.id, v.date, v.amount, v.currency, v.participant].join('|'),
      ),
      problems: problems.map(shown),
      skipped: skipped.map(({ line, reason }) => `${line}: ${reason}`),
      warning: source.warnings.join(' '),
    };
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

const shown = ({ line, column, reason }: RowProblem) => `${line} ${column ?? '–'}: ${reason}`;

const HEAD = 'id,date,amount,currency,participant';
const ONE = '1,2024-01-31,1250.50,USD,ann';
const TWO = '2,2024-02-01,99,USD,bob';
const GOOD = [HEAD, ONE, TWO].join('\n');
const BOTH = ['1|2024-01-31|1250.50|USD|ann', '2|2024-02-01|99|USD|bob'];
const good: Outcome = { rows: BOTH };
/** A file with this row between two good ones. */
const withRow = (row: string) => [HEAD, ONE, row, TWO].join('\n');
/** What a file says whose one amount or one date is written so. */
const amount = (text: string) => `${HEAD}\n1,2024-01-31,${text},USD,ann\n`;
const date = (text: string) => `${HEAD}\n1,${text},5,USD,ann\n`;
const read = (row: string): Outcome => ({ rows: [row] });
const bad = (...problems: string[]): Outcome => ({ rows: [], problems });
const paid = (text: string) => read(`1|2024-01-31|${text}|USD|ann`);
const on = (day: string) => read(`1|${day}|5|USD|ann`);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const latin = (text: string) => Buffer.from(text, 'latin1');
const cells = (text: string) => text.split('\n').map((line) => line.split(','));

type Case = [form: string, content: string | Uint8Array, outcome: Outcome | RegExp, fileName?: string];

const cases: Case[] = [
  // bytes
  ['UTF-8 with a byte order mark', `\ufeff${GOOD}`, good],
  ['two byte order marks', `\ufeff\ufeff${GOOD}`, good],
  [
    'a byte order mark before quoted headers',
    `\ufeff"id","date","amount","currency","participant"\n${ONE}\n${TWO}`,
    good,
  ],
  ['UTF-16 little endian with a mark', utf16(`\ufeff${GOOD}`), good],
  ['UTF-16 little endian without a mark', utf16(GOOD), good],
  ['UTF-16 big endian with a mark', utf16(`\ufeff${GOOD}`).swap16(), good],
  [
    'Windows-1252',
    latin(GOOD.replace('ann', 'Zoë')),
    { rows: [BOTH[0]!.replace('ann', 'Zoë'), BOTH[1]!], warning: 'read as Windows-1252' },
  ],
  [
    'UTF-8 cut in the middle of a character',
    Buffer.concat([Buffer.from(`${GOOD}\n3,2024-02-02,1,USD,Zo`), Buffer.from([0xc3])]),
    { rows: [...BOTH, '3|2024-02-02|1|USD|ZoÃ'], warning: 'read as Windows-1252' },
  ],
  [
    'a zero byte in a cell',
    withRow('3,2024-02-02,1,USD,a\0b'),
    { rows: BOTH, problems: ['3 –: The row contains a zero byte.'] },
  ],
  [
    'emoji and other scripts',
    withRow('3,2024-02-02,1,USD,王 🎉'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|王 🎉', BOTH[1]!] },
  ],
  // delimiters
  [
    'semicolons and decimal commas',
    'id;date;amount;currency;participant\n1;31.01.2024;1.250,50;USD;ann\n2;01.02.2024;99,00;USD;bob',
    { rows: ['1|2024-01-31|1250.50|USD|ann', '2|2024-02-01|99.00|USD|bob'] },
  ],
  ['tabs', GOOD.replaceAll(',', '\t'), good],
  ['pipes', GOOD.replaceAll(',', '|'), good],
  [
    'a line that names the delimiter',
    `sep=;\n${GOOD.replaceAll(',', ';')}`,
    { rows: BOTH, warning: '"sep=" above the table is skipped' },
  ],
  [
    'semicolons, with commas in texts',
    'id;date;amount;currency;participant;product\n1;2024-01-31;1250.50;USD;ann;a, b, c\n2;2024-02-01;99;USD;bob;d, e, f',
    good,
  ],
  ['a delimiter behind every row', GOOD.replaceAll('\n', ',\n').concat(','), good],
  ['a delimiter behind every row but the header', `${HEAD}\n${ONE},\n${TWO},`, good],
  // quotes
  ['quotes around everything', GOOD.replace(/[^,\n]+/g, '"$&"'), good],
  [
    'doubled quotes',
    withRow('3,2024-02-02,1,USD,"O""Neil"'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|O"Neil', BOTH[1]!] },
  ],
  [
    'a line end in a cell',
    withRow('3,2024-02-02,1,USD,"an\nna"\n4,2024-13-01,1,USD,bob'),
    {
      rows: [BOTH[0]!, '3|2024-02-02|1|USD|an\nna', BOTH[1]!],
      problems: ['5 date: This date does not exist.'],
    },
  ],
  [
    'a quote inside a cell without quotes',
    withRow('3,2024-02-02,1,USD,5" disk'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|5" disk', BOTH[1]!] },
  ],
  [
    'text behind a closing quote',
    withRow('3,2024-02-02,1,USD,"an"na'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|anna', BOTH[1]!] },
  ],
  [
    'a file that ends inside a quoted cell',
    `${GOOD}\n3,2024-02-02,1,USD,"an`,
    /ends inside a quoted cell; its record begins on line 4\b.*Close the quote/,
  ],
  [
    'a file that ends inside a row',
    `${GOOD}\n3,2024-02`,
    { rows: BOTH, problems: ['4 –: The row has 2 columns; the file has 5.'] },
  ],
  // line ends
  ['CRLF', GOOD.replaceAll('\n', '\r\n'), good],
  ['CR', GOOD.replaceAll('\n', '\r'), good],
  ['LF and CRLF mixed', `${HEAD}\r\n${ONE}\n${TWO}\r\n`, good],
  ['CR and LF mixed', `${HEAD}\n${ONE}\r${TWO}\n`, bad('2 –: The row has 9 columns; the file has 5.')],
  ['blank lines between and behind rows', `\n${HEAD}\n\n${ONE}\n\r\n${TWO}\n\n\n`, good],
  [
    'a line separator of Unicode in a cell',
    withRow('3,2024-02-02,1,USD,an\u2028na'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|an\u2028na', BOTH[1]!] },
  ],
  // headers
  [
    'a title above the table',
    `Won deals Q1\n\n${GOOD}`,
    { rows: BOTH, warning: '"Won deals Q1" above the table is skipped' },
  ],
  ['two rows of headers', `Deal,Deal,Money,Money,Owner\n${GOOD}`, /“Date” has no column\. Choose its column/],
  ['an empty header', `${HEAD},\n${ONE},x\n${TWO},y`, good],
  [
    'a header twice',
    `id,date,amount,amount,currency,participant\n1,2024-01-31,1250.50,7,USD,ann\n2,2024-02-01,99,8,USD,bob`,
    good,
  ],
  [
    'headers in capitals with spaces',
    GOOD.replace(HEAD, ' ID , DATE,AMOUNT ,CURRENCY,\u00a0PARTICIPANT'),
    good,
  ],
  [
    'invisible characters in headers',
    GOOD.replace(HEAD, 'id\u200b,date,\u200eamount,currency,parti\u00adcipant'),
    good,
  ],
  ['headers that are names of JavaScript', `${HEAD},__proto__,constructor\n${ONE},x,y\n${TWO},x,y`, good],
  [
    '200 columns',
    [HEAD, ONE, TWO]
      .map((line, at) => line + Array.from({ length: 195 }, (_, i) => (at === 0 ? `,c${i}` : ',x')).join(''))
      .join('\n'),
    good,
  ],
  ['no header', `${ONE}\n${TWO}`, /“Deal id” has no column\. Choose its column/],
  ['a header without rows', HEAD, /has a header but no rows/],
  ['headers that name nothing known', 'foo,bar\n1,2\n3,4', /“Deal id” has no column\. Choose its column/],
  // rows
  ['an empty row', withRow(',,,,'), good],
  ['a row of invisible characters', withRow('\u200b,,\u00ad,,'), good],
  ['an empty row above the header', `,,,,\n${GOOD}`, good],
  ['a totals row', `${GOOD}\nTotal,,1349.50,USD,`, { rows: BOTH, skipped: ['4: Total row'] }],
  [
    'a total with an error, and a deal called so',
    `${GOOD}\nTotal,,1349.50,USD,\nTotal,2024-02-02,5,USD,cyd\nSum,2024-02-02,x,USD,cyd`,
    {
      rows: [...BOTH, 'Total|2024-02-02|5|USD|cyd'],
      problems: ['6 amount: This is not a number.'],
      skipped: ['4: Total row'],
    },
  ],
  [
    'a grand total behind a blank row',
    `${GOOD}\n,,,,\nGrand total,,1349.50,USD,`,
    { rows: BOTH, skipped: ['5: Total row'] },
  ],
  [
    'a footer of the report',
    `${GOOD}\n"Generated by CRM, page 1"`,
    { rows: BOTH, skipped: ['4: Report footer'] },
  ],
  [
    'footers of CRM reports, and a row that is cut off',
    `${GOOD}\nGrand Totals (2 records),,"USD 1,349.50",,\nConfidential Information - Do Not Distribute,,,,\n"Copyright © 2000-2024 crm, inc.",,,,\nGenerated By:  Ann Lee  2/2/2024\n7`,
    {
      rows: BOTH,
      problems: ['8 –: The row has 1 columns; the file has 5.'],
      skipped: ['4: Total row', '5: Report footer', '6: Report footer', '7: Report footer'],
    },
  ],
  [
    'the header again on the next page',
    withRow(HEAD),
    {
      rows: BOTH,
      skipped: ['3: Repeated header'],
    },
  ],
  [
    'a row that is too short',
    withRow('3,2024-02-02,1'),
    { rows: BOTH, problems: ['3 –: The row has 3 columns; the file has 5.'] },
  ],
  [
    'a row that is too long',
    withRow('3,2024-02-02,1,000,USD,ann'),
    { rows: BOTH, problems: ['3 –: The row has 6 columns; the file has 5.'] },
  ],
  [
    'an id twice',
    withRow('1,2024-02-02,1,USD,bob'),
    { rows: BOTH, problems: ['3 id: The same deal id is already on line 2.'] },
  ],
  [
    'a cell of 1,001 characters',
    `${HEAD},product\n${ONE},${'x'.repeat(1001)}\n${TWO},y`,
    { rows: [BOTH[1]!], problems: ['2 product: The text has more than 1000 characters.'] },
  ],
  [
    'formulas in texts',
    withRow('3,2024-02-02,1,USD,=cmd|x'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|=cmd|x', BOTH[1]!] },
  ],
  // numbers
  ['thousands commas', amount('"1,250.50"'), paid('1250.50')],
  ['thousands points', amount('"1.250,50"'), paid('1250.50')],
  ['thousands spaces', amount('1\u00a0250.50'), paid('1250.50')],
  ['narrow thousands spaces', amount('"1\u202f250,50"'), paid('1250.50')],
  ['Swiss thousands', amount("1'250.50"), paid('1250.50')],
  ['typographic apostrophes as thousands', amount('1’250.50'), paid('1250.50')],
  ['a currency sign before', amount('"$1,250.50"'), paid('1250.50')],
  ['a currency code before', amount('"USD 1,250.50"'), paid('1250.50')],
  ['a currency code behind', amount('1250.50 USD'), paid('1250.50')],
  ['a currency code in brackets', amount('"(USD 1,250.50)"'), paid('-1250.50')],
  ['a dollar sign with its country', amount('"US$1,250.50"'), paid('1250.50')],
  ['a code that is no currency', amount('KGM 1250.50'), bad('2 amount: This is not a number.')],
  [
    'a code of another currency',
    amount('"EUR 1,250.50"'),
    bad('2 amount: The amount is in EUR, but the currency of the row is USD.'),
  ],
  [
    'codes in place of a column with the currency',
    'id,date,amount,participant\n1,2024-01-31,"USD 1,250.50",ann\n2,2024-02-01,USD 99.00,bob',
    { rows: ['1|2024-01-31|1250.50|USD|ann', '2|2024-02-01|99.00|USD|bob'] },
  ],
  [
    'a sign of another currency',
    amount('€1250.50'),
    bad('2 amount: The amount is in EUR, but the currency of the row is USD.'),
  ],
  ['brackets for a loss', amount('(1250.50)'), paid('-1250.50')],
  ['a minus behind', amount('1250.50-'), paid('-1250.50')],
  ['a typographic minus', amount('\u22121250.50'), paid('-1250.50')],
  [
    'a number that lost digits',
    amount('1.25E+03'),
    bad('2 amount: The number is in scientific notation and has lost digits.'),
  ],
  ['a spreadsheet error', amount('#DIV/0!'), bad('2 amount: This is not a number.')],
  ['a word for none', amount('n/a'), bad('2 amount: This is not a number.')],
  ['NULL', withRow('3,2024-02-02,NULL,USD,ann'), { rows: BOTH, problems: ['3 amount: “Amount” is blank.'] }],
  ['marks of direction around a number', amount('\u200e1250.50\u200f'), paid('1250.50')],
  [
    'both decimal signs in one file',
    `${HEAD}\n1,2024-01-31,1250.50,USD,ann\n2,2024-02-01,"99,50",USD,bob`,
    {
      rows: [BOTH[0]!],
      problems: ['3 amount: The number has a decimal comma, but the file is read with a decimal point.'],
    },
  ],
  // dates
  [
    'day first',
    `${date('31/01/2024')}2,01/02/2024,5,USD,ann`,
    { rows: ['1|2024-01-31|5|USD|ann', '2|2024-02-01|5|USD|ann'] },
  ],
  [
    'month first',
    `${date('01/31/2024')}2,02/01/2024,5,USD,ann`,
    { rows: ['1|2024-01-31|5|USD|ann', '2|2024-02-01|5|USD|ann'] },
  ],
  [
    'day first and month first mixed',
    `${date('31/01/2024')}2,01/31/2024,5,USD,ann\n3,30/01/2024,5,USD,ann`,
    {
      rows: ['1|2024-01-31|5|USD|ann', '3|2024-01-30|5|USD|ann'],
      problems: ['3 date: Month 31 does not exist: the file is read day first.'],
    },
  ],
  [
    'an unclear order',
    date('01/02/2024'),
    bad('2 date: It’s unclear which number is the day and which the month.'),
  ],
  ['two digits for the year', date('31/01/24'), bad('2 date: The year has two digits.')],
  ['a moment in UTC', date('2024-01-31T23:30:00.000Z'), on('2024-01-31')],
  [
    'a compact date',
    withRow('3,20240202,1,USD,ann'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|ann', BOTH[1]!] },
  ],
  [
    'a month as a word',
    withRow('3,2 Feb 2024,1,USD,ann'),
    { rows: BOTH, problems: ['3 date: This is not a date.'] },
  ],
  [
    'the day number of a spreadsheet in a text',
    date('45322'),
    bad('2 date: This looks like a spreadsheet’s day number.'),
  ],
  ['a day that is not', date('2023-02-29'), bad('2 date: This date does not exist.')],
  // texts
  [
    'zero-width characters in ids and names',
    withRow('\u200b3\ufeff,2024-02-02,1,USD,an\u200bna').replace('1,2024', '\u200b1,2024'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|anna', BOTH[1]!] },
  ],
  [
    'marks of direction around a name',
    withRow('3,2024-02-02,1,USD,\u202bann\u202c'),
    { rows: [BOTH[0]!, '3|2024-02-02|1|USD|ann', BOTH[1]!] },
  ],
  ['spaces that do not break around cells', GOOD.replace('USD,ann', '\u00a0USD\u00a0,\u00a0ann'), good],
  ['a currency in small letters', GOOD.replaceAll('USD', 'usd'), good],
  // other files
  [
    'a web page named .csv',
    `<html><table><tr><td>${ONE}</td></tr></table></html>`,
    /is a web page \(HTML\).*Save it as \.csv/,
  ],
  ['a text named .xlsx', GOOD, /is really plain text.*Rename it to end in \.csv/, 'deals.xlsx'],
  ['JSON named .csv', '[{"id": 1}]', /is JSON.*Save it as \.csv/],
  ['only spaces', ' \n \n', /is empty/],
];

test.each(cases)('[PLAN-24] %s', async (_, content, outcome, fileName = 'deals.csv') => {
  const found = await outcomeOf(fileName, content);
  if (outcome instanceof RegExp) return expect(found).toMatch(outcome);
  const { rows, problems = [], skipped = [] } = outcome;
  expect(found).toMatchObject({ rows, problems, skipped });
  if (outcome.warning !== undefined) expect((found as Outcome).warning).toContain(outcome.warning);
});

test('the first row is no header where all of a file repeats without a number, date or id', () => {
  const tiers = [...cells('ann,Gold\nann,Gold\nbob,Silver')];
  expect(hasHeader(tiers)).toBe(false);
  expect(hasHeader([...cells('name,tier'), ...tiers])).toBe(true);
  expect(hasHeader(cells('name,amount\nname,amount\nann,5'))).toBe(true);
});

test('a workbook with a merged title, empty rows and columns, and a totals row', async () => {
  const rows = [['Won deals'], [], ...cells(GOOD), [], ['Total', '', '1349.50']];
  const book = await writeXlsx({
    sheets: [{ name: 'Deals', rows, merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 4 }] }],
  });
  expect(await outcomeOf('deals.xlsx', book)).toMatchObject({
    rows: BOTH,
    skipped: ['7: Total row'],
  });
  expect(await outcomeOf('deals.xlsx', book.slice(0, book.length / 2))).toMatch(
    /incomplete|Export or upload it again/,
  );
});
