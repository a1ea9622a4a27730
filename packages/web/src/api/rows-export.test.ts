import { expect, test } from 'vitest';
import { tableOf } from './rows-export.tsx';

test('an export has an ID next to each name, and figures stay figures', () => {
  const rows = [
    { id: '007', name: 'Ann', amount: '10.50' as string | null },
    { id: 'b', name: 'Bob', amount: null },
  ];
  const columns = [
    {
      head: 'Payee',
      value: (row: (typeof rows)[number]) => row.name,
      nameId: { head: 'Payee ID', value: (row: (typeof rows)[number]) => row.id },
    },
    { head: 'Pay', value: (row: (typeof rows)[number]) => row.amount, kind: 'figure' as const },
  ];
  expect(tableOf(columns, rows)).toEqual({
    head: ['Payee', 'Payee ID', 'Pay'],
    figures: [false, false, true],
    rows: [
      ['Ann', '007', '10.50'],
      ['Bob', 'b', ''],
    ],
  });
});
