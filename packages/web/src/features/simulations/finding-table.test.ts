import { expect, test } from 'vitest';
import { findingTable } from './finding-table.ts';

test('findings are kept as a table: money at stake as it is, and the component by its name', () => {
  const finding = {
    severity: 'warning' as const,
    rule: 'LINT-3',
    path: 'components[1].rate',
    message: 'A cliff.',
    fix: 'Smooth it.',
    stake: { amount: '1234.50', currency: 'USD', payees: 2, message: 'Paid at the edge.' },
  };
  const plain = { ...finding, severity: 'note' as const, path: 'currency', stake: null };
  const { head, rows } = findingTable({ findings: [finding, plain] }, [
    { id: 'sales', name: 'Sales' },
    { id: 'wins', name: 'Wins' },
  ]);
  expect(rows.map((row) => row.length)).toEqual([head.length, head.length]);
  const [first, second] = rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
  expect(first).toMatchObject({
    Component: 'Wins',
    'Component ID': 'wins',
    'At stake': '1234.50',
    Payees: '2',
    'How to fix it': 'Smooth it.',
  });
  expect(second).toMatchObject({ Component: '', Location: 'currency', 'At stake': '', Payees: '' });
});
