import { expect, test } from 'vitest';
import { benchmarkTable } from './benchmark-table.ts';

const of = (columns: string[], rows: string[][]) =>
  benchmarkTable({ title: 'Pay in percent of target', columns, rows, source: null });

test('a distribution has its bounds as one range, and bars as long as its counts', () => {
  const rows = [
    ['0%', '50%', '4'],
    ['50%', '', '9'],
  ];
  expect(of(['From', 'To', 'Lines'], rows)).toEqual({
    columns: ['Range', 'Lines'],
    rows: [
      ['0% to 50%', '4'],
      ['50% or more', '9'],
    ],
    max: 9,
  });
  expect(of(['From', 'To', 'Lines'], [['0%', '50%', '0']]).max).toBe(1);
});

test('any other benchmark stays the table it is', () => {
  const rows = [['Ann', '3,400.00 EUR', '300.00 EUR', '3']];
  expect(of(['Payee', 'Balance', 'Recovered in all', 'Payments'], rows)).toMatchObject({ rows, max: null });
  expect(of(['', 'Amount', 'Of budget'], [['Paid', '10.00 EUR', '5%']]).max).toBeNull();
});
