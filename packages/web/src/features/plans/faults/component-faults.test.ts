import type { Component, Plan } from '@attain/domain/plans/plan';
import { expect, test } from 'vitest';
import { readWhole } from '../terms/whole-input.tsx';
import { newComponent } from '../words/plan-words.ts';
import { faultsInPlan, faultsOf } from './component-faults.ts';
import { componentFaults } from './entered-faults.ts';

const empty: Plan = {
  name: 'Plan',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'refuse',
  components: [],
};
const active = (id: string, change: Partial<Component> = {}): Component => ({
  ...newComponent(empty),
  id,
  name: id,
  status: 'Active',
  weight: 50,
  ...change,
});
const plan: Plan = { ...empty, components: [active('new'), active('renewal')] };

test.each<[place: string, rule: string, change: Partial<Component>]>([
  ['rate.ratePercent', 'PLAN-1', { rate: { kind: 'flat', ratePercent: '1e5' } }],
  ['rate.ratePercent', 'PLAN-5', { rate: { kind: 'flat', ratePercent: '-5' } }],
  ['gate.componentId', 'PLAN-8', { gate: { componentId: 'gone', atLeastPercent: '100' } }],
  ['gate.atLeastPercent', 'PLAN-1', { gate: { componentId: 'new', atLeastPercent: 'NaN' } }],
  ['window.periods', 'PLAN-1', { window: { kind: 'rolling', periods: Number.NaN, settle: 'rate-only' } }],
  ['limits[0].atMost', 'PLAN-1', { limits: [{ kind: 'deal', atMost: '١٢' }] }],
])(
  'what is wrong at %s is told at that place [%s], of a component that stands and of a new one',
  (place, _, change) => {
    const at = (index: number, component: Component) =>
      faultsInPlan(plan, component, index).map(({ path }) => path);
    expect(at(1, active('renewal', change))).toContain(place);
    expect(at(-1, active('', change))).toContain(place);
  },
);

test('what is wrong with another component is not told of this one', () => {
  const problems = [
    { path: 'components[1].cap', message: 'second' },
    { path: 'components[11].cap', message: 'twelfth' },
    { path: 'components', message: 'weights' },
  ];
  expect(faultsOf(problems, 1)).toEqual([{ path: 'cap', message: 'second' }]);
});

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['', null],
  ['1e5', Number.NaN],
  ['1,000.5.0', Number.NaN],
  ['-5', Number.NaN],
  ['٣', Number.NaN],
])('a whole number is read as it is typed: %j is %s', (text, number) => {
  expect(readWhole(text)).toEqual(number);
});

test('[PLAN-31] [CONF-COMP-02] [PLAN-11] a new component is a draft; it needs a name of its own, a whole weight and readable cap and accelerator', () => {
  const added = newComponent(plan);
  expect(added.status).toBe('Draft');
  const wrong = (change: Partial<Component>) =>
    Object.entries(componentFaults({ ...added, name: 'Bookings', ...change }, plan.components))
      .filter(([, fault]) => fault !== undefined)
      .map(([field]) => field);
  expect(wrong({})).toEqual([]);
  expect(wrong({ cap: '2x', accelerator: '>120% @ 1.2x', weight: 0 })).toEqual([]);
  expect(wrong({ name: ' ' })).toEqual(['name']);
  expect(wrong({ name: ' Renewal' })).toEqual(['name']);
  for (const weight of [12.5, -1, 101, Number.NaN]) expect(wrong({ weight })).toEqual(['weight']);
  expect(wrong({ cap: 'twice' })).toEqual(['cap']);
  expect(wrong({ accelerator: '120%' })).toEqual(['accelerator']);
});
