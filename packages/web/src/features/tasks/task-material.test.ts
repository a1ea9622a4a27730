import { expect, test } from 'vitest';
import { materialOf } from './task-material.ts';

const plan = '0191d5a0-0000-7000-8000-000000000001';
const facts = (value: unknown) => materialOf(value)?.facts.map(({ label, text }) => `${label}: ${text}`);

test.each([
  [{ payee: 'Ann', paidOn: '2024-03-31' }, ['Payee: Ann', 'Paid on: Mar 31, 2024']],
  [{ amount: '1250.5', currency: 'EUR' }, ['Amount: €1,250.50', 'Currency: EUR']],
  [{ amount: '1250.5' }, ['Amount: 1,250.5']],
  [{ url: 'https://a.example' }, ['URL: https://a.example']],
  [{ sentAt: '2026-01-31T12:00:00.000Z' }, [expect.stringMatching(/^Sent at: Jan 31, 2026, \d\d:\d\d$/)]],
  [{ dealId: '0042', deals: 12_000, valid: false }, ['Deal id: 0042', 'Deals: 12,000', 'Valid: No']],
  [{ tags: ['a', 'b'], empty: [], none: null, blank: '' }, ['Tags: a, b']],
  ['as it is', ['Value: as it is']],
  [
    { constructor: 'x', title: '<script>alert(1)</script>' },
    ['Constructor: x', 'Title: <script>alert(1)</script>'],
  ],
])('%j is read as facts', (value, wanted) => {
  expect(facts(value)).toEqual(wanted);
});

test.each([null, '', {}, [], { none: null, list: [] }])('%j has nothing to show', (value) => {
  expect(materialOf(value)).toBeNull();
});

test('lists of records are tables with the columns that hold something, and say how many rows there are', () => {
  const rows = Array.from({ length: 70 }, (_, at) => ({
    payee: `P${at}`,
    paid: '10',
    currency: 'USD',
    none: null,
  }));
  const [table] = materialOf({ rows })?.tables ?? [];
  expect(table).toMatchObject({ title: 'Rows', columns: ['Payee', 'Paid', 'Currency'], count: 70 });
  expect(table?.rows.length).toBe(50);
  expect(table?.rows[0]?.map(({ text, figure }) => [text, figure])).toEqual([
    ['P0', false],
    ['$10.00', true],
    ['USD', false],
  ]);
  expect(materialOf([{ a: 1 }])?.tables[0]).toMatchObject({ title: 'List', count: 1 });
});

test('what it names of the workspace is a place, and records within are parts', () => {
  const made = materialOf({
    planId: plan,
    other: plan,
    dispute: { calculationId: plan, deep: { on: true } },
  });
  expect(made?.facts.map(({ place }) => place)).toEqual([{ kind: 'plan', id: plan }, null]);
  expect(made?.parts).toMatchObject([
    {
      title: 'Dispute',
      material: {
        facts: [{ place: { kind: 'calculation', id: plan } }],
        parts: [{ title: 'Deep', material: { facts: [{ text: 'Yes' }] } }],
      },
    },
  ]);
});

test('very long or deep values are cut', () => {
  let value: object = { end: 'x'.repeat(5_000) };
  for (let depth = 0; depth < 100; depth += 1) value = { deeper: value };
  expect(JSON.stringify(materialOf(value)).length).toBeLessThan(4_000);
});
