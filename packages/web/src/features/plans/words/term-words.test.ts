import type { Component } from '@attain/domain/plans/plan';
import { expect, test } from 'vitest';
import { termWords } from './term-words.ts';

const plain: Component = {
  id: 'bookings',
  name: 'Bookings',
  status: 'Active',
  measure: { unit: '$', of: 'amount' },
  filter: [],
  weight: 100,
  rate: { kind: 'flat', ratePercent: '1' },
  cap: null,
  accelerator: null,
  gate: null,
};

test.each<[string, Partial<Component>, string[]]>([
  ['nothing further', {}, []],
  [
    'a SPIFF',
    { spiff: { from: '2026-02-01', to: '2026-03-31', fund: '900' } },
    ['SPIFF Feb 1, 2026 – Mar 31, 2026, fund 900'],
  ],
  [
    'a filter and a window that is settled',
    {
      filter: [{ field: 'kind', in: ['renewal', 'expansion'] }],
      window: { kind: 'year-to-date', settle: 'deduct' },
    },
    ['only kind renewal or expansion', 'Year to date, less amounts already paid'],
  ],
  [
    'a gate on an average, by the names of its parts',
    {
      gate: {
        average: [
          { componentId: 'bookings', weightPercent: '60' },
          { componentId: 'gone', weightPercent: '40' },
        ],
        atLeastPercent: '90',
      },
    },
    ['Gate on Bookings, gone'],
  ],
  [
    'what else there is',
    {
      credit: { of: 'team', levels: null, factorPercents: [] },
      limits: [{ kind: 'deal', atMost: '5' }],
      decelerator: '<80% @ 0.5x',
      approval: 'required',
      paidWhen: 'customer-pays',
      effective: { from: '2026-02-01', to: null },
    },
    [
      'Team credit',
      'Decelerator <80% @ 0.5x',
      '1 more limit',
      'approved results only',
      'paid when the customer pays',
      'effective from Feb 1, 2026',
    ],
  ],
])('a component tells %s', (_title, wanted, words) => {
  expect(termWords({ ...plain, ...wanted }, [plain])).toEqual(words);
});
