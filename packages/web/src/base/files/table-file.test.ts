import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { csvOf, xlsxOf } from './table-file.ts';

const table = {
  head: ['Id', 'Name', 'Pay'],
  rows: [
    ['007', '=SUM(A1)', '-100.50'],
    ['12', 'Ann "Bo", Ltd', '9007199254740993.12'],
    ['13', '-Bob', '1250.00'],
    ['14', '', '128201.88276822496'],
  ],
};

test('[SHELL-NAV-17] a CSV keeps every digit, and no word of it runs as a formula', () => {
  expect(csvOf(table)).toBe(
    '\uFEFFId,Name,Pay\r\n007,\'=SUM(A1),-100.50\r\n12,"Ann ""Bo"", Ltd",9007199254740993.12\r\n13,\'-Bob,1250.00\r\n14,,128201.88276822496\r\n',
  );
});

test('[SHELL-NAV-17] a workbook holds numbers as numbers where a cell holds all their digits, and ids as text', async () => {
  const read = async (file: Parameters<typeof xlsxOf>[0]) =>
    (await readXlsx(new Uint8Array(await (await xlsxOf(file, 'pay')).arrayBuffer()))).sheets[0]?.rows;
  expect(await read({ ...table, figures: [false, false, true] })).toEqual([
    ['Id', 'Name', 'Pay'],
    ['007', '=SUM(A1)', -100.5],
    ['12', 'Ann "Bo", Ltd', '9007199254740993.12'],
    ['13', '-Bob', 1250],
    ['14', null, Number('128201.88276822496')],
  ]);
  expect((await read(table))?.map((row) => row[0])).toEqual(['Id', '007', 12, 13, 14]);
});

test('a workbook holds days as dates where a whole column is days', async () => {
  const file = {
    head: ['Date', 'Where', 'Old', 'Never'],
    rows: [
      ['2024-02-29', '2024-02-29', '1900-02-28', '2023-02-29'],
      ['', 'somewhere', '', '2023-13-01'],
      ['2025-12-31', '', '2025-01-01', '2023-01-01'],
    ],
    figures: [false, false, false, false],
  };
  const { sheets } = await readXlsx(new Uint8Array(await (await xlsxOf(file, 'days')).arrayBuffer()));
  expect(sheets[0]?.rows).toEqual([
    ['Date', 'Where', 'Old', 'Never'],
    [new Date('2024-02-29T00:00:00Z'), '2024-02-29', '1900-02-28', '2023-02-29'],
    [null, 'somewhere', null, '2023-13-01'],
    [new Date('2025-12-31T00:00:00Z'), null, '2025-01-01', '2023-01-01'],
  ]);
});
