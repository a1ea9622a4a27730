import { expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Plan, Rate } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { lintCourse } from '../lint-plan.ts';
import { sampleHistory } from '../sample-history.fixture.ts';

const quarter = { from: '2024-01-01', to: '2024-03-31' };

/** What one rule finds in a plan of these components, where ann sold 160,000 in two deals against a quota of 100,000. */
function found(rule: string, components: readonly Partial<Component>[], wanted: Partial<Plan> = {}) {
  const course = lintCourse(
    samplePlan({
      ...wanted,
      components: components.map((one, i) => sampleComponent({ id: `c${i}`, name: `C${i}`, ...one })),
    }),
  );
  const deals = [sampleDeal('1', '100000'), sampleDeal('2', '60000')];
  course.take(sampleHistory({ quotas: [sampleQuota('100000')], deals }));
  return course.report().findings.filter((one) => one.rule === rule);
}

test('[LINT-4] a SPIFF without a fund has no limit, and all it paid is at stake; with one it has', () => {
  const spiff = (fund: string | null) => ({ weight: 0, spiff: { ...quarter, fund } });
  expect(found('LINT-4', [{ cap: '9x' }, spiff(null)])).toMatchObject([
    { severity: 'warning', path: 'components[1].spiff.fund', stake: { amount: '16000.00', payees: 1 } },
  ]);
  expect(found('LINT-4', [{ cap: '9x' }, spiff('20000')])).toEqual([]);
});

test('[LINT-4] a limit on each deal does not limit how many there are; the plan’s cap limits all but SPIFFs outside it', () => {
  const limits = [{ kind: 'deal', atMost: '9000' } as const];
  expect(found('LINT-4', [{ limits }])).toMatchObject([
    { severity: 'note', path: 'components[0].cap', stake: { amount: '0.00' } },
  ]);
  const spiff = { ...quarter, fund: null };
  const beside = (one: typeof spiff & { planCap?: 'inside' }) =>
    found('LINT-4', [{}, { weight: 0, spiff: one }], { planCap: '1000' });
  expect(beside(spiff)).toMatchObject([{ path: 'components[1].spiff.fund' }]);
  expect(beside({ ...spiff, planCap: 'inside' })).toEqual([]);
});

test('[LINT-4] a commission without weight has no target to measure it by: all it paid is at stake', () => {
  expect(found('LINT-4', [{ cap: '9x' }, { weight: 0 }])).toMatchObject([
    { path: 'components[1].cap', stake: { amount: '16000.00', payees: 1 } },
  ]);
  expect(found('LINT-4', [{ cap: '9x' }, { weight: 0, rate: { kind: 'target' } }])).toEqual([]);
});

test('[LINT-4] without past pay, the possible cost is unknown', () => {
  const course = lintCourse(samplePlan({ components: [sampleComponent({ cap: null })] }));
  expect(course.report().findings).toMatchObject([
    { rule: 'LINT-4', stake: { message: expect.stringMatching(/^No one was paid by it in this history/) } },
  ]);
});

test('[LINT-7] [PAY-29] no one can reach a tier above the attainment limit', () => {
  const rate: Rate = {
    kind: 'marginal',
    thresholds: 'percent-of-quota',
    per: 'period',
    tiers: [
      { from: '0', to: '150', ratePercent: '1' },
      { from: '150', to: null, ratePercent: '2' },
    ],
  };
  expect(found('LINT-7', [{ rate }])).toEqual([]);
  const limits = [{ kind: 'attainment', atMostPercent: '120' } as const];
  const [finding] = found('LINT-7', [{ rate, limits }]);
  expect(finding).toMatchObject({ path: 'components[0].rate.tiers[1]', stake: { amount: '0.00' } });
  expect(finding?.message).toContain('the highest was 120% of quota');
});

test.each<[string, Rate]>([
  [
    'curve.points[1]',
    {
      kind: 'curve',
      curve: {
        shape: 'stepped',
        beyond: 'hold',
        points: [
          { atPercent: '50', valuePercent: '50' },
          { atPercent: '170', valuePercent: '200' },
        ],
      },
    },
  ],
  [
    'bands[1]',
    {
      kind: 'interpolated-amounts',
      per: 'deal',
      bands: [
        { from: '0', to: '100000', amount: '100' },
        { from: '100000', to: '200000', amount: '500' },
      ],
    },
  ],
  [
    'steps[1]',
    {
      kind: 'interpolated-rate',
      thresholds: 'percent-of-quota',
      steps: [
        { from: '0', to: '160', ratePercent: '1' },
        { from: '160', to: '200', ratePercent: '2' },
      ],
    },
  ],
])('[LINT-7] points, bands and steps that nobody reached are told as tiers are: %s', (path, rate) => {
  expect(found('LINT-7', [{ rate }])).toMatchObject([{ path: `components[0].rate.${path}` }]);
});

test('[LINT-10] [PAY-12] the weight is put in order with a limit in money on a curve too, which pays a share of target', () => {
  const points = [
    { atPercent: '0', valuePercent: '0' },
    { atPercent: '100', valuePercent: '100' },
  ];
  const rate: Rate = { kind: 'curve', curve: { shape: 'linear', beyond: 'hold', points } };
  const limits = [{ kind: 'amount', atMost: '5000', excess: 'lost' } as const];
  // 15,000, at most 5,000, × 50 % as written; 7,500, at most 5,000 with the weight first
  expect(
    found('LINT-10', [
      { rate, weight: 50, limits },
      { rate, weight: 50, cap: '9x' },
    ]),
  ).toMatchObject([{ path: 'order', stake: { amount: '2500.00', payees: 1 } }]);
});

test('[LINT-10] gains and losses of payees do not cancel out: both are at stake', () => {
  const points = [
    { atPercent: '0', valuePercent: '50' },
    { atPercent: '100', valuePercent: '200' },
  ];
  const sales = sampleComponent({
    limits: [{ kind: 'amount', atMost: '1000', excess: 'lost' }],
    multiplier: { componentId: 'new', curve: { shape: 'linear', beyond: 'hold', points } },
  });
  const fresh = sampleComponent({
    id: 'new',
    name: 'New',
    weight: 0,
    rate: { kind: 'flat', ratePercent: '0' },
    filter: [{ field: 'product', in: ['New'] }],
  });
  const course = lintCourse(
    samplePlan({ order: ['gate', 'multiplier', 'cap', 'weight'], components: [sales, fresh] }),
  );
  // 2,000 times a half or twice, at most 1,000; or at most 1,000, times a half or twice
  for (const [participantId, product] of [
    ['ann', 'Old'],
    ['ben', 'New'],
  ] as const)
    course.take(
      sampleHistory({
        participants: [sampleParticipant(participantId)],
        quotas: [sampleQuota('20000', { participantId, componentId: 'new' })],
        deals: [sampleDeal(participantId, '20000', { participantId, product })],
      }),
    );
  const [finding] = course.report().findings.filter(({ rule }) => rule === 'LINT-10');
  expect(finding?.stake).toMatchObject({ amount: '1500.00', payees: 2 });
  expect(finding?.stake?.message).toContain('1,000.00 USD more to some and 500.00 USD less to others');
});

test('[LINT-13] a SPIFF that names an unknown payee is reported, so that a typo withholds no pay', () => {
  const spiff = (...participants: string[]) => ({
    weight: 0,
    spiff: { ...quarter, fund: '1', participants },
  });
  const [finding] = found('LINT-13', [{}, spiff('ann', 'bne', 'An')]);
  expect(finding).toMatchObject({ path: 'components[1].spiff.participants', stake: { amount: '0.00' } });
  expect(finding?.message).toContain('names An, bne, who are not among the 1 payee checked');
  expect(found('LINT-13', [{}, spiff('ann')])).toEqual([]);
});
