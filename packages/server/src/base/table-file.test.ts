import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { csvOf, xlsxOf } from './table-file.ts';

const heads = ['Id', 'Date', 'Said', 'Pay'];
const rows = [
  heads,
  ['007', '2024-02-29', '=1+1', '-100.50'],
  ['a1', '', '2024-02-29', '9007199254740993.12'],
  ['a2', '2025-12-31', '@you', '1250.00'],
];

test('a workbook of the server holds days as dates where a whole column is days, and words as words', async () => {
  const { sheets } = await readXlsx(new Uint8Array(await xlsxOf([{ name: 'Pay', rows }])));
  expect(sheets[0]?.rows).toEqual([
    heads,
    ['007', new Date('2024-02-29T00:00:00Z'), '=1+1', -100.5],
    ['a1', null, '2024-02-29', '9007199254740993.12'],
    ['a2', new Date('2025-12-31T00:00:00Z'), '@you', 1250],
  ]);
});

test('a CSV of the server writes days as they are, and no word of it runs as a formula', () => {
  expect(csvOf(rows).split('\r\n').slice(1, 4)).toEqual([
    "007,2024-02-29,'=1+1,-100.50",
    'a1,,2024-02-29,9007199254740993.12',
    "a2,2025-12-31,'@you,1250.00",
  ]);
});
