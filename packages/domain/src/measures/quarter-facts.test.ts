import { expect, test } from 'vitest';
import { type QuarterTotals, quarterFacts } from './quarter-facts.ts';

const component = (planId: string, componentId: string, weight: number, pay: string) => ({
  planId,
  componentId,
  name: `${componentId} (${planId})`,
  weight,
  pay,
});

const quarter = (key: string, more: Partial<QuarterTotals> = {}): QuarterTotals => ({
  quarter: key,
  pay: '1000.00',
  target: '800',
  payOnTarget: '1000',
  bookings: '20000',
  medianAttainment: '98.5',
  attained: 8,
  atGoal: 3,
  topTenth: '250',
  components: [
    component('a', 'acv', 70, '900'),
    component('a', 'mbo', 30, '100'),
    component('b', 'only', 100, '0'),
  ],
  ...more,
});

test('[MEAS-5] each fact has its figure, its change and its history', () => {
  const facts = quarterFacts([quarter('2025-Q3', { pay: '900.00', atGoal: 2 }), quarter('2025-Q4')]);
  expect(facts.map(({ key, value, change }) => [key, value, change])).toEqual([
    ['pay-cost', '1000.00', '100'],
    ['pay-to-target', '125', '0'],
    ['cost-per-dollar', '0.05', '0.005'],
    ['median-attainment', '98.5', '0'],
    ['at-goal', '37.5', '12.5'],
    ['top-tenth', '25', '-2.8'],
    ['weight-gap', '20', '0'],
  ]);
  expect(facts[0]?.history).toEqual([
    { key: '2025-Q3', value: '900.00' },
    { key: '2025-Q4', value: '1000.00' },
  ]);
  expect(facts.at(-1)?.about).toBe('acv (a)');
});

test('[MEAS-5] what has no figure is left out, and a first quarter has no change', () => {
  const facts = quarterFacts([
    quarter('2025-Q4', { target: null, bookings: null, medianAttainment: null, attained: 0, components: [] }),
  ]);
  expect(facts.map(({ key, change }) => [key, change])).toEqual([
    ['pay-cost', null],
    ['top-tenth', null],
  ]);
  expect(quarterFacts([])).toEqual([]);
});
