import { describe, expect, test } from 'vitest';
import type { Component, Plan } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { examplePayee, imaginePays } from './imagined-pay.ts';
import { otherReadings } from './readings.ts';

function compared(
  component: Partial<Component>,
  credits: readonly string[],
  plan: Partial<Plan> = {},
): Readonly<Record<string, readonly string[]>> {
  const one = sampleComponent(component);
  const asWritten = samplePlan({ ...plan, components: [one] });
  const pays = (of: Plan, component: Component) =>
    imaginePays(of, component, examplePayee, credits).map((pay) => (pay.ok ? pay.pay : pay.message));
  return Object.fromEntries([
    ['written', pays(asWritten, one)],
    ...otherReadings(asWritten, one).map((other) => [
      `${other.of} ${other.as}`,
      pays(other.plan, other.component),
    ]),
  ]);
}

describe('[PAY-38] readings side by side', () => {
  test('a table is paid both ways round', () => {
    const tiers = [
      { from: '0', to: '100', ratePercent: '3' },
      { from: '100', to: null, ratePercent: '5' },
    ];
    const rate = { kind: 'marginal', thresholds: 'percent-of-quota', per: 'period', tiers } as const;
    expect(compared({ rate }, ['100000', '104000'])).toEqual({
      written: ['3000.00', '3200.00'],
      'table retroactive': ['5000.00', '5200.00'],
    });
  });

  test('speed is read on the rest and on everything, each by itself', () => {
    const component = {
      rate: { kind: 'target' },
      accelerator: '>120% @ 1.2x',
      decelerator: '<80% @ 0.5x',
    } as const;
    expect(compared(component, ['50000', '100000', '150000'])).toEqual({
      written: ['6250.00', '15000.00', '29000.00'],
      'accelerator first-dollar': ['6250.00', '15000.00', '45000.00'],
      'decelerator first-dollar': ['6250.00', '25000.00', '39000.00'],
    });
  });

  test('a curve in steps, a matrix between its values; nothing else is ambiguous', () => {
    const points = [
      { atPercent: '50', valuePercent: '50' },
      { atPercent: '100', valuePercent: '100' },
    ];
    const curve = { kind: 'curve', curve: { shape: 'linear', points, beyond: 'continue' } } as const;
    expect(compared({ rate: curve }, ['75000', '150000'])).toEqual({
      written: ['18750.00', '37500.00'],
      'curve stepped': ['12500.00', '25000.00'],
    });
    const matrix = {
      kind: 'matrix',
      other: 'rest',
      shape: 'stepped',
      rowsAtPercent: ['50', '100'],
      columnsAtPercent: ['50', '100'],
      valuePercents: [
        ['20', '40'],
        ['80', '100'],
      ],
    } as const;
    expect(compared({ rate: matrix }, ['75000'])).toEqual({
      written: ['10000.00'],
      'matrix bilinear': ['17500.00'],
    });
    expect(Object.keys(compared({}, ['1']))).toEqual(['written']);
  });
});
