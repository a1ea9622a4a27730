import { expect, test } from 'vitest';
import { askedTotals, readReason, readTotals } from './import-totals.ts';

const headers = ['Deal id', 'Amount', 'Fees'];
const mapping = {
  fields: {},
  controls: [
    { column: 1, from: 'total-row' as const },
    { column: 2, from: 'person' as const },
  ],
};
const asked = (totals: string) => askedTotals(readTotals(totals), { mapping: mapping as never, headers });

test('a given total is compared with what a person states, also where the profile reads it from the file', () => {
  expect(asked('Rows=3;Amount=12.50')).toEqual([
    { column: null, from: 'person' },
    { column: 1, from: 'person' },
    { column: 2, from: 'person' },
  ]);
  expect(asked('')).toEqual(mapping.controls);
});

test('columns the file does not have, too many totals and unusable reasons are wrong usage', () => {
  expect(() => asked('Net=1')).toThrow('no column "Net"');
  expect(() => readTotals('a=1;b=1;c=1;d=1;e=1;f=1')).toThrow('at most 5');
  const many = { mapping: mapping as never, headers: ['a', 'x', 'y', 'b', 'c', 'd'] };
  expect(() => askedTotals(readTotals('a=1;b=1;c=1;d=1'), many)).toThrow('the profile asks for 2');
  expect(() => readReason('  ')).toThrow('1 to 500');
  expect(() => readReason('x'.repeat(501))).toThrow('1 to 500');
  expect(readReason(' late ')).toBe('late');
});
