import { describe, expect, test } from 'vitest';
import { resultOf } from '../../base/steps.ts';
import type { History } from '../../findings/pay-history.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { defaultThresholds, type Thresholds } from '../configurations/assistant-settings.ts';
import { analysisCourse } from './analyse.ts';
import {
  analyseYear,
  companyPlan,
  companyTerms,
  companyYear,
  ordinaryYears,
  type PayeeYear,
  targetComponent,
} from './company.fixture.ts';
import type { Analyser } from './lever.ts';
import { moveQuota } from './move-quota.ts';
import { rampNewHires } from './ramp-new-hires.ts';
import { reviewConcentration } from './review-concentration.ts';
import { scaleQuotas } from './scale-quotas.ts';

const plan = (wanted: Partial<Component> = {}): Plan =>
  companyPlan({ components: [targetComponent({ id: 'money', name: 'Money', cap: '5x', ...wanted })] });
/** Every payee the same percent in each quarter, by position. */
const steady = (count: number, percentOf: (i: number) => number): PayeeYear[] =>
  Array.from({ length: count }, (_, i) => ({ $: [0, 1, 2, 3].map(() => percentOf(i)) }));
const claimOf = (
  analyser: Analyser,
  histories: readonly History[],
  of = plan(),
  own: Partial<Thresholds> = {},
) => {
  const thresholds = { ...defaultThresholds, ...own };
  const found = analyseYear(of, histories, { analysers: [analyser], thresholds });
  expect(found.read.payable, 'payees the plan can pay').toBe(histories.length);
  return found.found[0]?.claim;
};
const territories = (histories: readonly History[], of: (i: number) => string): readonly History[] =>
  histories.map((one, i) => ({ ...one, deals: one.deals.map((deal) => ({ ...deal, territory: of(i) })) }));

describe('[SGR-114] quotas', () => {
  /** Eight payees at 90 %, sixteen at 60 %. */
  const hard = companyYear(steady(24, (i) => (i % 3 === 0 ? 90 : 60)));

  test('few reach are lowered so that six in ten would have reached them', () => {
    const claim = claimOf(scaleQuotas, hard);
    expect(claim).toMatchObject({
      changes: [],
      recordChange: { kind: 'quotas', factor: '0.6', from: '2025-01-01' },
      impactType: 'negative',
    });
    // pay 80,000 × a: 24 × 80,000 × 70 % before; divided by 0.6 after
    expect(claim?.figures).toMatchObject({ baselineCost: '1344000.00', projectedSavings: '-896000.00' });
    expect(claim?.counterfactuals.map(({ kind, title }) => [kind, title])).toEqual([
      ['milder', 'Multiply quotas of Money by 0.8'],
    ]);
    expect(claim?.riskFactors.map(({ key }) => key)).toContain('QUOTA');
  });

  test('nearly everyone exceeds are raised', () => {
    const claim = claimOf(scaleQuotas, companyYear(steady(24, (i) => (i % 6 === 0 ? 90 : 125))));
    expect(claim?.recordChange).toMatchObject({ factor: '1.25' });
    expect(claim?.impactType).toBe('positive');
  });

  test('reached by half of the payees stay', () => {
    expect(claimOf(scaleQuotas, companyYear(ordinaryYears(24)))).toBeUndefined();
    expect(claimOf(scaleQuotas, companyYear(steady(24, (i) => (i % 2 === 0 ? 101 : 60))))).toBeUndefined();
  });
});

describe('[SGR-115] territories', () => {
  /** North reaches 150 %, South 50 %, on equal quotas: 75 and 25 % of the credit. */
  const apart = companyYear(steady(24, (i) => (i % 2 === 0 ? 150 : 50)));
  const northSouth = territories(apart, (i) => (i % 2 === 0 ? 'North' : 'South'));

  test('out of balance move quota, and the total stays', () => {
    const claim = claimOf(moveQuota, northSouth, plan({ accelerator: '>100% @ 2x' }));
    // a quarter of 24 × 360,000
    expect(claim?.recordChange).toEqual({
      kind: 'move-quota',
      fromTerritory: 'South',
      toTerritory: 'North',
      amount: '2160000',
    });
    // before: 12 × 80,000 × (200 % + 50 %); after, all at 100 %: 24 × 80,000
    expect(claim?.figures).toMatchObject({ baselineCost: '2400000.00', projectedSavings: '480000.00' });
    expect(claim?.benchmark?.rows).toEqual([
      ['North', '75%', '50%', '150%'],
      ['South', '25%', '50%', '50%'],
    ]);
    // the gap is 25 points
    for (const [territoryGap, isSaid] of [
      [24, true],
      [25, false],
    ] as const)
      expect(
        claimOf(moveQuota, northSouth, plan({ accelerator: '>100% @ 2x' }), { territoryGap }) !== undefined,
      ).toBe(isSaid);
  });

  test('are known in a replay that comes without the deals', () => {
    const of = plan({ accelerator: '>100% @ 2x' });
    const terms = { plan: of, analysers: [moveQuota], scenarios: 20, seed: 's' };
    const course = analysisCourse({ ...companyTerms(of), ...terms });
    for (const one of northSouth) course.look(one);
    expect(resultOf(course.beginReplay())).toBe(2);
    const bare = northSouth.map((one) => ({ ...one, deals: [] }));
    for (const one of bare) expect(course.replay(one, true)).toBe(true);
    resultOf(course.beginDraw('input'));
    for (const one of bare) expect([...course.draw(one, true)]).toEqual([]);
    expect(course.findings()).toEqual(analyseYear(of, northSouth, terms));
  });

  test.each<[string, readonly History[]]>([
    ['in balance', territories(companyYear(ordinaryYears(24)), (i) => (i % 2 === 0 ? 'North' : 'South'))],
    ['of fewer than five payees', territories(apart, (i) => (i < 4 ? 'North' : `South ${i % 6}`))],
    [
      'that changed hands within the span',
      northSouth.map((one) => ({
        ...one,
        deals: one.deals.map((deal) => (deal.date < '2024-07-01' ? { ...deal, territory: 'East' } : deal)),
      })),
    ],
  ])('%s keep their quotas', (_, histories) => {
    expect(claimOf(moveQuota, histories)).toBeUndefined();
  });
});

test('[SGR-118] issues of the plan, whatever their rule, are no missing records of its payees', () => {
  const broken = plan({ rate: { kind: 'interpolated-amounts', per: 'period', bands: [] } });
  const course = analysisCourse({ ...companyTerms(broken), analysers: [], scenarios: 20 });
  for (const one of companyYear(ordinaryYears(24))) course.look(one);
  expect(course.unpaid().map(({ rules }) => rules)).toEqual(Array(24).fill([]));
});

describe('[SGR-116] hires', () => {
  /** Every fourth payee was hired in April: 30, 60 and 75 % after that. */
  const company = (wanted: { hires?: number; quota?: string; ramps?: boolean } = {}) => {
    const { hires = 6, quota, ramps = false } = wanted;
    return companyYear(
      Array.from({ length: 24 }, (_, i) => ({ $: i < hires ? [0, 30, 55, 75] : [100, 100, 100, 100] })),
    ).map((one, i) =>
      i >= hires
        ? one
        : {
            ...one,
            participants: one.participants.map((payee) => ({ ...payee, hiredOn: '2024-04-01' })),
            quotas: one.quotas.map((each) => ({ ...each, amount: quota ?? each.amount })),
            ...(ramps && {
              ramps: [
                {
                  participantId: one.payeeIds![0]!,
                  from: '2024-04-01',
                  to: '2024-06-30',
                  quotaPercent: '90',
                  targetPercent: '100',
                },
              ],
            }),
          },
    );
  };

  test('on full quotas get a ramp of what hires reached', () => {
    const claim = claimOf(rampNewHires, company());
    expect(claim?.recordChange).toEqual({ kind: 'ramp', percents: [30, 55, 75] });
    // 6 × 20,000 × (100 − 30 + 100 − 55 + 100 − 75) %
    expect(claim?.figures?.projectedSavings).toBe('-168000.00');
    expect(claim?.title).toBe('Give hires a ramp of 30%, 55%, 75%');
    expect(claimOf(rampNewHires, company(), plan(), { hires: 6 })).toBeDefined();
    expect(claimOf(rampNewHires, company(), plan(), { hires: 7 })).toBeUndefined();
  });

  test.each([
    ['with a ramp', company({ ramps: true })],
    ['with quotas below 60% of the others', company({ quota: '45000' })],
    ['of whom there are four', company({ hires: 4 })],
    ['who are no hires', companyYear(ordinaryYears(24))],
  ])('%s get none', (_, histories) => {
    expect(claimOf(rampNewHires, histories)).toBeUndefined();
  });
});

describe('[SGR-120] attainment in two heaps', () => {
  /** 22 payees at 140 %, 22 at 60 %: kurtosis 1, no skewness, so the coefficient is 1. */
  const heaps = companyYear(steady(44, (i) => (i % 2 === 0 ? 140 : 60)));

  test('is a finding without a change and without an amount', () => {
    const claim = claimOf(reviewConcentration, heaps);
    expect(claim).toMatchObject({
      changes: [],
      recordChange: null,
      figures: null,
      impactType: 'other',
      impact: 'It proposes no change, so it has no amount.',
    });
    expect(claim?.reasoning[1]).toContain('The coefficient of bimodality is 1;');
  });

  test('is not said where quota can be moved, or of fewer than 40 payees, or of one heap', () => {
    const inTwo = territories(heaps, (i) => (i % 2 === 0 ? 'North' : 'South'));
    const found = analyseYear(plan({ accelerator: '>100% @ 2x' }), inTwo, {
      analysers: [moveQuota, reviewConcentration],
    });
    expect(found.found.map(({ claim }) => claim.key)).toEqual(['move-quota']);
    expect(found.looked.find(({ key }) => key === 'review-concentration')?.message).toBe(
      'A change is suggested for it.',
    );
    expect(claimOf(reviewConcentration, heaps.slice(0, 38))).toBeUndefined();
    expect(claimOf(reviewConcentration, companyYear(ordinaryYears(44)))).toBeUndefined();
  });
});

test('[SGR-17] the order of payees and deals changes no byte of changed records, drawn years included', () => {
  const histories = companyYear(steady(24, (i) => (i % 3 === 0 ? 90 : 60)));
  const mixed = histories.toReversed().map((one) => ({ ...one, deals: one.deals.toReversed() }));
  const text = (of: readonly History[]) => JSON.stringify(analyseYear(plan(), of, { scenarios: 5 }));
  expect(text(mixed)).toBe(text(histories));
  expect(text(histories)).toContain('"seed":"seed"');
});
