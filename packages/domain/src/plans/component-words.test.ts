import { expect, test } from 'vitest';
import { componentWords } from './component-words.ts';
import type { Rate } from './plan.ts';
import { sampleComponent } from './sample-plan.fixture.ts';

const other = sampleComponent({ id: 'b', name: 'Bike bonus' });
const words = (rate: Rate) => componentWords(sampleComponent({ rate }), [other]);
const tiers = [
  { from: '0', to: '50000', ratePercent: '1' },
  { from: '50000', to: null, ratePercent: '2.5' },
];

test.each<[Rate, string]>([
  [{ kind: 'flat', ratePercent: '5' }, 'Pays 5% on credited money.'],
  [
    { kind: 'marginal', thresholds: 'amount', per: 'period', tiers },
    'Pays on credited money, by tier of the amount: 1% up to 50,000, 2.5% from 50,000.',
  ],
  [
    {
      kind: 'retroactive',
      thresholds: 'percent-of-quota',
      per: 'deal',
      tiers: [{ from: '80', to: '100', ratePercent: '3' }],
    },
    'Pays on credited money, for each deal all of it by the tier reached of attainment: 3% from 80% to 100%.',
  ],
  [
    {
      kind: 'matrix',
      other: 'b',
      shape: 'stepped',
      rowsAtPercent: ['0'],
      columnsAtPercent: ['0'],
      valuePercents: [['100']],
    },
    'Pays 100% of target variable pay × a matrix of its attainment and that of Bike bonus, on credited money.',
  ],
  [
    {
      kind: 'interpolated-rate',
      thresholds: 'percent-of-quota',
      steps: [{ from: '0', to: '100', ratePercent: '5' }],
    },
    'Pays a rate that grows with attainment over 1 step on credited money.',
  ],
])('a rate of %o reads as a sentence', (rate, expected) => {
  expect(words(rate)).toBe(expected);
});

test('filters and terms follow, and percentages have their word', () => {
  const filter = [{ field: 'product', notIn: ['Bikes'] }] as const;
  const component = sampleComponent({ filter, measure: { unit: '%', of: 'amount' }, cap: '2x' });
  expect(componentWords(component, [])).toBe(
    'Pays 10% on percentages where product is not Bikes. Terms: capped at 2x target.',
  );
});
