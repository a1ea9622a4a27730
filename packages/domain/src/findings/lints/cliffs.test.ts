import { expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Plan, Rate } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import type { Finding } from '../finding.ts';
import { lintCourse } from '../lint-plan.ts';
import { sampleHistory } from '../sample-history.fixture.ts';

type Matrix = Extract<Rate, { kind: 'matrix' }>;

/** A plan whose first component looks at the second one's attainment, which measures new products only. */
function planOf(first: Partial<Component>, wanted: Partial<Plan> = {}): Plan {
  const other = {
    filter: [{ field: 'product' as const, in: ['New'] }],
    rate: { kind: 'flat' as const, ratePercent: '1' },
  };
  return samplePlan({
    ...wanted,
    components: [
      sampleComponent({ id: 'c0', name: 'Sales', cap: '9x', weight: 100, ...first }),
      sampleComponent({ id: 'c1', name: 'Hygiene', weight: 0, ...other }),
    ],
  });
}

/** The jumps found where ann stands at so many percent of her own quota of 1,000 and of the other one of 1,000. */
function cliffs(plan: Plan, own: number, other: number): readonly Finding[] {
  const course = lintCourse(plan);
  course.take(
    sampleHistory({
      quotas: [sampleQuota('1000', { componentId: 'c0' }), sampleQuota('1000', { componentId: 'c1' })],
      deals: [
        sampleDeal('1', String(own * 10 - other * 10)),
        sampleDeal('2', String(other * 10), { product: 'New' }),
      ],
    }),
  );
  return course.report().findings.filter(({ rule }) => rule === 'LINT-3');
}

const matrix = (special: Partial<Matrix> = {}): Matrix => ({
  kind: 'matrix',
  other: 'c1',
  shape: 'stepped',
  rowsAtPercent: ['50', '100'],
  columnsAtPercent: ['0', '80'],
  valuePercents: [
    ['40', '60'],
    ['90', '120'],
  ],
  ...special,
});

test('[LINT-3] [PAY-24] a stepped matrix jumps from row to row by its own attainment, from column to column by the other’s', () => {
  // 98 % own, 78 % of the other: 40 % of 15,000 is paid; 90 % from the second row on, 60 % from the second column on
  expect(cliffs(planOf({ rate: matrix() }), 98, 78)).toMatchObject([
    {
      severity: 'warning',
      path: 'components[0].rate.rowsAtPercent[1]',
      message: 'Sales: at 100% of quota the matrix pays 90%–120% of target instead of 40%–60% at once.',
      fix: expect.stringMatching(/^Start at 0 and interpolate between its points/),
      stake: { amount: '7500.00', payees: 1 },
    },
    {
      severity: 'warning',
      path: 'components[0].rate.columnsAtPercent[1]',
      message:
        'Sales: when Hygiene reaches 80% of its quota, matrix pay jumps from 40%–90% to 60%–120% of target.',
      stake: { amount: '3000.00', payees: 1 },
    },
    {
      severity: 'note',
      path: 'components[0].rate.rowsAtPercent[0]',
      message: 'Sales: at 50% of quota the matrix pays 40%–60% of target instead of 0% at once.',
      stake: { amount: '0.00', payees: 0 },
    },
  ]);
});

test('[LINT-3] payees at an edge, or more than 5 % below it, lose nothing there', () => {
  for (const [own, other] of [
    [94.9, 75.9],
    [100, 80],
  ] as const)
    expect(cliffs(planOf({ rate: matrix() }), own, other).map(({ severity }) => severity)).toEqual([
      'note',
      'note',
      'note',
    ]);
});

test('[LINT-3] an interpolated matrix jumps only where it begins; equal rows and columns do not', () => {
  expect(cliffs(planOf({ rate: matrix({ shape: 'bilinear' }) }), 98, 78).map(({ path }) => path)).toEqual([
    'components[0].rate.rowsAtPercent[0]',
  ]);
  const same = matrix({
    rowsAtPercent: ['0', '100'],
    valuePercents: [
      ['0', '0.00'],
      ['0', '0'],
    ],
  });
  expect(cliffs(planOf({ rate: same }), 98, 78)).toEqual([]);
});

test('[LINT-3] columns within 5 % of each other: payees between them miss the upper one', () => {
  const close = matrix({
    columnsAtPercent: ['79', '80'],
    rowsAtPercent: ['0', '50'],
    valuePercents: [
      ['0', '0'],
      ['40', '60'],
    ],
  });
  const found = (other: number) =>
    cliffs(planOf({ rate: close }), 120, other).find(({ path }) => path.includes('columns'))?.stake?.amount;
  expect([found(79.5), found(78.9)]).toEqual(['3000.00', '0.00']);
});

const multiplied = (shape: 'stepped' | 'linear', ...points: [string, string][]): Partial<Component> => ({
  rate: { kind: 'target' },
  multiplier: {
    componentId: 'c1',
    curve: {
      shape,
      beyond: 'hold',
      points: points.map(([atPercent, valuePercent]) => ({ atPercent, valuePercent })),
    },
  },
});

test('[LINT-3] [PAY-28] a multiplier’s stepped curve jumps at every point but its first, a linear one nowhere', () => {
  const order = { order: ['gate', 'multiplier', 'cap', 'weight'] as const };
  const stepped = multiplied('stepped', ['0', '80'], ['80', '100'], ['120', '100'], ['150', '130']);
  // 100 % of 15,000 × 80 % is paid, × 100 % from 80 % of the other on
  expect(cliffs(planOf(stepped, order), 100, 78)).toMatchObject([
    {
      severity: 'warning',
      path: 'components[0].multiplier.curve.points[1]',
      message: 'Sales: when Hygiene reaches 80% of its quota, the multiplier jumps from 80% to 100%.',
      stake: { amount: '3000.00', payees: 1 },
    },
    { severity: 'note', path: 'components[0].multiplier.curve.points[3]' },
  ]);
  const linear = multiplied('linear', ['0', '80'], ['80', '100']);
  expect(cliffs(planOf(linear, order), 100, 78)).toEqual([]);
});

test('[LINT-3] a plan with a reference to a missing component still lists its jumps', () => {
  const plan = planOf({ rate: matrix({ other: 'gone' }) });
  expect(cliffs(plan, 98, 78).find(({ path }) => path.includes('columns'))?.message).toContain(
    'when gone reaches',
  );
});
