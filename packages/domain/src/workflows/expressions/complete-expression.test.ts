import { describe, expect, test } from 'vitest';
import { completionsAt, withPath } from './complete-expression.ts';
import { dataPaths, type KnownData } from './known-data.ts';

const data: KnownData = {
  names: {
    input: { amount: '12.50', region: 'EU', 'due date': null, deals: [{ id: 'a' }] },
    run: { id: '' },
    vars: {},
  },
  nodes: { read: { rows: [{ id: 1, name: 'Ada' }] }, 'pay-1': { total: 3 } },
};

/** The labels offered where | stands. */
function offered(source: string, format: 'expression' | 'template' = 'expression') {
  const cursor = source.indexOf('|');
  const text = source.replace('|', '');
  return completionsAt({ text, cursor, format }, data);
}
const labels = (source: string, format?: 'template') => offered(source, format).map(({ label }) => label);
/** The text once the first way to go on is taken. */
function taken(source: string) {
  const [first] = offered(source);
  const text = source.replace('|', '');
  return first === undefined ? null : text.slice(0, first.from) + first.insert + text.slice(first.to);
}

describe('[WF-84] ways to go on with an expression', () => {
  test('names, steps and functions by their beginning', () => {
    expect(labels('in|')).toEqual(['input', 'indexOf()']);
    expect(labels('1 + re|')).toEqual(['nodes.read', 'replace()', 'reverse()', 'replaceMatches()']);
    expect(labels('dateA|')).toEqual(['dateAdd()']);
    expect(taken('no|')).toBe('nodes.read');
  });

  test('fields of what is known, also those that need brackets', () => {
    expect(labels('input.|')).toEqual(['amount', 'region', 'due date', 'deals']);
    expect(labels('nodes.read.rows[0].n|')).toEqual(['name']);
    expect(labels('nodes["pay-1"].|')).toEqual(['total']);
    expect(taken('input.du|')).toBe('input["due date"]');
    expect(taken('nodes.pa|')).toBe('nodes["pay-1"]');
  });

  test('functions of lists and of texts behind their dot', () => {
    expect(labels('input.deals.gr|')).toEqual(['groupBy()']);
    expect(labels('input.region.lo|')).toEqual(['lower()']);
    expect(taken('input.deals.fil|')).toBe('input.deals.filter(x, ');
  });

  test('nothing inside of a text, behind a number or a value, or for what is not known', () => {
    for (const source of [
      '"in|"',
      '12|',
      'input.absent.|',
      'input.amount.x.|',
      '__proto__.|',
      'input.constructor.|',
    ])
      expect(labels(source), source).toEqual([]);
  });

  test('only between the braces of a template', () => {
    expect(labels('Hello in|', 'template')).toEqual([]);
    expect(labels('Hello {{ input.am| }}', 'template')).toEqual(['amount']);
    expect(labels('{{ input }} in|', 'template')).toEqual([]);
  });

  test('picked data is put at the cursor, in braces where a template needs them', () => {
    expect(withPath({ text: 'Hello !', cursor: 6, format: 'template' }, 'input.region')).toEqual({
      text: 'Hello {{ input.region }}!',
      cursor: 24,
    });
    expect(withPath({ text: '1 + ', cursor: 4, format: 'expression' }, 'vars.a').text).toBe('1 + vars.a');
  });
});

test('[WF-84] everything known has its path', () => {
  expect(dataPaths(data).map(({ path }) => path)).toEqual([
    'input',
    'input.amount',
    'input.region',
    'input["due date"]',
    'input.deals',
    'input.deals[0]',
    'input.deals[0].id',
    'run',
    'run.id',
    'vars',
    'nodes.read',
    'nodes.read.rows',
    'nodes.read.rows[0]',
    'nodes.read.rows[0].id',
    'nodes.read.rows[0].name',
    'nodes["pay-1"]',
    'nodes["pay-1"].total',
  ]);
  expect(dataPaths(data, 3)).toHaveLength(3);
});
