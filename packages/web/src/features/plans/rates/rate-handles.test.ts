import { examplePayee } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Rate } from '@attain/domain/plans/plan';
import { describe, expect, test } from 'vitest';
import { newComponent } from '../words/plan-words.ts';
import { rateHandles } from './rate-handles.ts';
import { rateCourse } from './rate-points.ts';

const plan = {
  name: 'Plan',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'year', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'pay-zero',
  components: [],
} as const;

function handlesOf(rate: Rate) {
  const component: Component = {
    ...newComponent({ ...plan, components: [] }),
    ...{ id: 'one', name: 'One', status: 'Active', weight: 100, rate, cap: null, accelerator: null },
  };
  const course = rateCourse(plan, component, examplePayee);
  if (!course.ok) throw new Error(course.message);
  return rateHandles({ plan, component, payee: examplePayee }, course);
}

describe('points of a rate that can be dragged', () => {
  const marginal: Rate = {
    kind: 'marginal',
    thresholds: 'percent-of-quota',
    per: 'period',
    tiers: [
      { from: '0', to: '100', ratePercent: '2' },
      { from: '100', to: null, ratePercent: '3' },
    ],
  };

  test('stand where the engine pays them, and a marginal tier is moved at its end', () => {
    const [first, second] = handlesOf(marginal);
    expect([first?.x, first?.y, first?.text]).toEqual([100, 2_000, 'up to 100, 2%']);
    expect([second?.x, second?.y]).toEqual([200, 5_000]);
    // to 80 % of a quota of 100,000, paid 4,000 there: 5 %
    expect(first?.moved({ x: 80.2, y: 4_000 }).rate).toMatchObject({
      tiers: [
        { from: '0', to: '80', ratePercent: '2' },
        { from: '80', to: null, ratePercent: '3' },
      ].map((tier, at) => (at === 0 ? { ...tier, ratePercent: '4' } : tier)),
    });
  });

  test('move by steps, and never past each other or below nothing', () => {
    const [first] = handlesOf(marginal);
    expect(first?.stepped({ x: 1, y: 1 }).rate).toMatchObject({
      tiers: [{ to: '101', ratePercent: '2.1' }, { from: '101' }],
    });
    expect(first?.stepped({ x: -1_000, y: -1_000 }).rate).toMatchObject({
      tiers: [{ to: '1', ratePercent: '0' }, { from: '1' }],
    });
  });

  test('of a curve move attainment and percent of target; rates that are looked up have none', () => {
    const curve = {
      shape: 'linear' as const,
      beyond: 'hold' as const,
      points: [
        { atPercent: '50', valuePercent: '0' },
        { atPercent: '100', valuePercent: '100' },
      ],
    };
    const handles = handlesOf({ kind: 'curve', curve });
    expect(handles.map(({ x, y }) => [x, y])).toEqual([
      [50, 0],
      [100, 100_000],
    ]);
    expect(handles[1]?.moved({ x: 119.7, y: 90_400 }).rate).toMatchObject({
      curve: { points: [curve.points[0], { atPercent: '120', valuePercent: '90' }] },
    });
    expect(handlesOf({ kind: 'target' })).toEqual([]);
  });
});
