import type { Gate } from '@attain/domain/plans/gate';
import { expect, test } from 'vitest';
import { type GateKind, gateAsking, gateKind, withPart } from './gate-kinds.ts';

const ids = { each: ['b', 'c'], average: ['a', 'b', 'c'] };
const both: Gate = {
  componentId: 'c',
  atLeastPercent: '95',
  also: [{ componentId: 'b', atLeastPercent: '80' }],
  closes: 'higher-rates',
};
const average: Gate = {
  average: [
    { componentId: 'a', weightPercent: '60' },
    { componentId: 'c', weightPercent: '40' },
  ],
  atLeastPercent: '90',
  countAtMostPercent: '100',
};

test.each<[string, Gate | null, GateKind, Gate | null]>([
  ['nothing into one component', null, 'each', { componentId: 'b', atLeastPercent: '100' }],
  [
    'nothing into an average, the component itself first',
    null,
    'average',
    {
      average: [
        { componentId: 'a', weightPercent: '50' },
        { componentId: 'b', weightPercent: '50' },
      ],
      atLeastPercent: '100',
    },
  ],
  [
    'each of two into their average, closing what it closed',
    both,
    'average',
    {
      average: [
        { componentId: 'c', weightPercent: '50' },
        { componentId: 'b', weightPercent: '50' },
      ],
      atLeastPercent: '95',
      closes: 'higher-rates',
    },
  ],
  [
    'an average into each, without the component itself',
    average,
    'each',
    { componentId: 'c', atLeastPercent: '90' },
  ],
  ['what is asked already stays as it is', average, 'average', average],
  ['a gate into none', both, 'none', null],
])('[PLAN-8] a gate is asked otherwise: %s', (_, gate, kind, expected) => {
  const asked = gateAsking(gate, kind, ids);
  expect(asked).toEqual(expected);
  expect(gateKind(asked)).toBe(kind);
});

test('[PLAN-8] parts that weigh alike still do with one more, others wait for its weight', () => {
  const two = gateAsking(null, 'average', ids);
  if (two === null || !('average' in two)) throw new Error('no average');
  expect(withPart(two.average, 'c').map(({ weightPercent }) => weightPercent)).toEqual(['34', '33', '33']);
  const uneven = withPart(average.average, 'b');
  expect(uneven.map(({ weightPercent }) => weightPercent)).toEqual(['60', '40', '0']);
});
