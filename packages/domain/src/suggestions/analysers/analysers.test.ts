import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { defaultThresholds, type Thresholds } from '../configurations/assistant-settings.ts';
import { calculateWeights } from './calculate-weights.ts';
import {
  analyseYear,
  companyPlan,
  companyYear,
  drawn,
  ordinaryYears,
  type PayeeYear,
  suggested,
  targetComponent,
} from './company.fixture.ts';
import { isStable, RESAMPLES } from './guards.ts';
import { correlation, correlationsDiffer, median, percentile, tossesAtLeast } from './statistics.ts';

const ordinary = ordinaryYears(30);
const withMoney = (change: Partial<Component>, plan: Partial<Plan> = {}) => {
  const base = companyPlan(plan);
  return {
    ...base,
    components: base.components.map((one) => (one.id === 'money' ? { ...one, ...change } : one)),
  };
};
/** The keys that are suggested with other thresholds than the shipped ones. */
const suggestedWith = (own: Partial<Thresholds>, ...given: Parameters<typeof analyseYear>) =>
  suggested(analyseYear(given[0], given[1], { ...given[2], thresholds: { ...defaultThresholds, ...own } }));
const message = (found: ReturnType<typeof analyseYear>, key: string) =>
  found.looked.find((one) => one.key === key)?.message;

test('[SGR-17] a well-made plan gets no suggestion, and every rule that was checked is named', () => {
  const found = analyseYear(companyPlan(), companyYear(ordinary));
  expect(suggested(found)).toEqual([]);
  expect(found.read).toMatchObject({
    payees: 30,
    payable: 30,
    periods: 4,
    lines: 240,
    deals: 720,
    months: 12,
  });
  expect(new Set(found.looked.map(({ analyser }) => analyser)).size).toBeGreaterThanOrEqual(4);
});

test('[SGR-17] companies without a defect get at most one false suggestion in twenty', () => {
  const wrong = Array.from({ length: 20 }, (_, seed) =>
    suggested(analyseYear(companyPlan(), companyYear(ordinaryYears(24, seed + 1)))),
  ).filter(({ length }) => length > 0);
  expect(wrong.length).toBeLessThanOrEqual(1);
});

describe('[SGR-101] weights', () => {
  /** Scores that have nothing to do with money. */
  const unrelated: PayeeYear[] = ordinary.map((year, i) => ({
    ...year,
    Score: [0, 1, 2, 3].map((q) => Math.round(60 + drawn(i, q, 55) * 30)),
  }));

  test('move towards the component that follows booked money', () => {
    const found = analyseYear(companyPlan(), companyYear(unrelated));
    expect(suggested(found)).toEqual(['auto-calc-weights']);
    const { claim } = found.found[0]!;
    const weights = claim.changes.map((change) => ('set' in change ? Number(change.set.weight) : 0));
    expect(weights.reduce((sum, one) => sum + one, 0)).toBe(100);
    expect(weights[0]).toBeGreaterThan(61);
    expect(claim.figures?.byComponent).toHaveLength(2);
    expect(claim.reasoning.length).toBeGreaterThanOrEqual(3);
    expect(claim.reasoning.length).toBeLessThanOrEqual(6);
  });

  test('[SGR-48] stay where a weight would move less than the workspace asks', () => {
    const moved = (weightMove: number) =>
      suggestedWith({ weightMove }, companyPlan(), companyYear(unrelated));
    expect(moved(2)).toEqual(['auto-calc-weights']);
    expect(moved(20)).toEqual([]);
  });

  test('follow no own amount, which is not what was booked', () => {
    const own = withMoney({ measure: { unit: '$', of: 'amount', own: 'ARR' } });
    expect(calculateWeights.levers(companyPlan(), defaultThresholds)).toHaveLength(1);
    expect(calculateWeights.levers(own, defaultThresholds)).toEqual([]);
  });

  test.each<[string, Plan, PayeeYear[]]>([
    [
      'a score without variance',
      companyPlan(),
      unrelated.map((year) => ({ ...year, Score: [90, 90, 90, 90] })),
    ],
    [
      'one weighted component',
      companyPlan({ components: [targetComponent({ id: 'money', name: 'Money', cap: '2x' })] }),
      unrelated,
    ],
    [
      'a component that a gate reads',
      withMoney({ gate: { componentId: 'score', atLeastPercent: '1' } }),
      unrelated,
    ],
    ['scores that follow money', companyPlan(), ordinary],
  ])('stay with %s', (_, plan, years) => {
    expect(suggested(analyseYear(plan, companyYear(years)))).not.toContain('auto-calc-weights');
  });
});

describe('[SGR-102] a cap', () => {
  /** Every seventh quarter pays two and a half times the target. */
  const tailed: PayeeYear[] = ordinary.map((year, i) => ({
    ...year,
    $: year.$.map((percent, q) => ((i * 4 + q) % 14 === 0 ? 175 : percent)),
  }));

  test('is the lowest that people can bear', () => {
    const found = analyseYear(withMoney({ cap: null }), companyYear(tailed));
    expect(suggested(found)).toContain('add-cap-money');
    const { claim } = found.found.find((one) => one.claim.key === 'add-cap-money')!;
    expect(claim.changes).toEqual([
      { component: 'money', set: { cap: expect.stringMatching(/^1\.[25]x$/) } },
    ]);
    expect(Number(claim.figures?.greatestLossPercent)).toBeLessThanOrEqual(10);
    expect(claim.flipPoint).toMatch(/^It would not be suggested without the \d+ highest of 120 lines\.$/);
    // more of the cost has to be above 1.2 times target
    const without = suggestedWith({ tailPercent: 50 }, withMoney({ cap: null }), companyYear(tailed));
    expect(without, '[SGR-48]').not.toContain('add-cap-money');
  });

  test.each<[string, Plan, PayeeYear[]]>([
    ['a component that has one', withMoney({ cap: '3x' }), tailed],
    ['a limit on the plan', withMoney({ cap: null }, { planCap: '60000.00' }), tailed],
    ['pay without a tail', withMoney({ cap: null }), ordinary],
    [
      'a tail of one payee',
      withMoney({ cap: null }),
      ordinary.map((year, i) => (i === 3 ? { ...year, $: [400, 400, 400, 400] } : year)),
    ],
  ])('is not suggested for %s', (_, plan, years) => {
    expect(suggested(analyseYear(plan, companyYear(years)))).not.toContain('add-cap-money');
  });
});

describe('[SGR-103] a threshold', () => {
  const accelerated = withMoney({ accelerator: '>100% @ 1.5x' }, { acceleratorReading: 'first-dollar' });
  /** Every sixth quarter ends just above the threshold, and none just below. */
  const crowded: PayeeYear[] = ordinary.map((year, i) => ({
    ...year,
    $: year.$.map((percent, q) => ((i * 4 + q) % 6 === 0 ? 103 : Math.min(percent, 94))),
  }));

  test('moves to the next multiple of five without a crowd', () => {
    const found = analyseYear(accelerated, companyYear(crowded));
    expect(suggested(found)).toEqual(['tighten-accelerator']);
    const { claim } = found.found[0]!;
    expect(claim.changes).toEqual([{ component: 'money', set: { accelerator: '>105% @ 1.5x' } }]);
    expect(claim.benchmark?.rows.find(([from]) => from === '100%')).toEqual(['100%', '105%', '20']);
    expect(claim.flipPoint).toContain('of the 20 lines');
    expect(suggestedWith({ crowdedLines: 20 }, accelerated, companyYear(crowded))).toEqual([
      'tighten-accelerator',
    ]);
    expect(suggestedWith({ crowdedLines: 21 }, accelerated, companyYear(crowded))).not.toContain(
      'tighten-accelerator',
    );
  });

  test.each<[string, Plan, PayeeYear[]]>([
    [
      'as many lines below it',
      accelerated,
      crowded.map((year) => ({ ...year, $: year.$.map((at, q) => (at === 103 || q > 1 ? at : 98)) })),
    ],
    [
      'fewer than eight lines above',
      accelerated,
      crowded.map((year, i) => (i < 8 ? year : { ...year, $: year.$.map((at) => (at === 103 ? 90 : at)) })),
    ],
    [
      'quotas that are far too easy',
      accelerated,
      crowded.map((year) => ({ ...year, $: year.$.map((at) => (at === 103 ? 103 : 150)) })),
    ],
    ['a multiplier that slows down', withMoney({ accelerator: '>100% @ 0.5x' }), crowded],
  ])('stays with %s', (_, plan, years) => {
    expect(suggested(analyseYear(plan, companyYear(years)))).not.toContain('tighten-accelerator');
  });

  test('[SGR-104] [SGR-18] whose reading decides much is alternatively read on the increment', () => {
    const found = analyseYear(accelerated, companyYear(crowded));
    expect(message(found, 'read-on-increment-money')).toMatch(/^It is an alternative of “Move the acc.+”\.$/);
    const other = found.found[0]!.claim.counterfactuals.find(({ kind }) => kind === 'other-lever');
    expect(other?.changes).toEqual([{ plan: { acceleratorReading: 'incremental' } }]);
  });

  test('[SGR-104] with few lines near it keeps its reading', () => {
    const far = crowded.map((year) => ({ ...year, $: year.$.map((at) => (at === 103 ? 112 : at)) }));
    const found = analyseYear(accelerated, companyYear(far));
    expect(message(found, 'read-on-increment-money')).toBe('Its rule is not met.');
    const incremental = { ...accelerated, acceleratorReading: 'incremental' as const };
    expect(message(analyseYear(incremental, companyYear(crowded)), 'read-on-increment')).toBe(
      'The plan has nothing of this kind.',
    );
  });
});

describe('[SGR-106] a component', () => {
  const wins = targetComponent({
    id: 'wins',
    name: 'Wins',
    weight: 10,
    cap: '2x',
    measure: { unit: 'Count', of: 'amount' },
  });
  const base = companyPlan();
  const [money, score] = base.components as [Component, Component];
  const plan = (change: Partial<Component> = {}, scores: Partial<Component> = {}) =>
    companyPlan({
      components: [
        { ...money, weight: 50 },
        { ...score, ...scores },
        { ...wins, ...change },
      ],
    });
  const unearned = ordinary.map((year) => ({ ...year, Count: [0, 0, 0, 0] }));

  test('that pays no one is removed, and its weight is spread', () => {
    const found = analyseYear(plan(), companyYear(unearned));
    expect(suggested(found)).toContain('remove-dead-wins');
    const { claim } = found.found.find((one) => one.claim.key === 'remove-dead-wins')!;
    expect(claim.changes).toEqual([
      { remove: 'wins' },
      { component: 'money', set: { weight: 56 } },
      { component: 'score', set: { weight: 44 } },
    ]);
    // others pay more for the weight they get
    expect(claim.impactType).toBe('negative');
  });

  test.each<[string, Plan, PayeeYear[]]>([
    ['is earned', plan(), ordinary.map((year) => ({ ...year, Count: [90, 90, 90, 90] }))],
    ['is read by another', plan({}, { gate: { componentId: 'wins', atLeastPercent: '1' } }), unearned],
    [
      'has paid for one period',
      plan(
        {
          effective: { from: '2024-10-01', to: '2024-12-31' },
          measure: { unit: '$', of: 'amount' },
          filter: [{ field: 'product', in: ['None'] }],
          rate: { kind: 'flat', ratePercent: '1' },
          weight: 0,
          cap: null,
        },
        { weight: 50 },
      ),
      unearned,
    ],
  ])('that %s stays', (_, changed, years) => {
    const found = analyseYear(changed, companyYear(years));
    expect(found.read.payable).toBe(30);
    expect(suggested(found)).not.toContain('remove-dead-wins');
  });
});

describe('[SGR-109] a decelerator', () => {
  const low: PayeeYear[] = ordinary.map((year, i) => (i % 2 === 0 ? { ...year, $: [45, 48, 40, 46] } : year));

  test('is suggested where much is paid for less than half of quota', () => {
    const found = analyseYear(companyPlan(), companyYear(low));
    const { claim } = found.found.find((one) => one.claim.key === 'decelerate-money')!;
    expect(claim.changes).toEqual([{ component: 'money', set: { decelerator: '<50% @ 0.5x' } }]);
    expect(claim.impactType).toBe('positive');
    const more = { lowSharePercent: 60 };
    expect(suggestedWith(more, companyPlan(), companyYear(low))).not.toContain('decelerate-money');
  });

  const hired = (on: string) =>
    companyYear(low).map((one) => ({
      ...one,
      participants: one.participants.map((payee) => ({ ...payee, hiredOn: on })),
    }));
  test.each([
    ['there is one', withMoney({ decelerator: '<40% @ 0.5x' }), companyYear(low)],
    ['few lines are low', companyPlan(), companyYear(ordinary)],
    ['people are new', companyPlan(), hired('2024-06-01')],
    [
      'a leave explains it',
      companyPlan(),
      companyYear(low).map((one) => ({
        ...one,
        leaves: [{ participantId: one.payeeIds![0]!, from: '2024-02-01', to: '2024-02-02' }],
      })),
    ],
  ])('is not suggested where %s', (_, changed, histories) => {
    const found = analyseYear(changed, histories);
    expect(found.read.lines).toBeGreaterThan(100);
    expect(suggested(found)).not.toContain('decelerate-money');
  });
});

describe('guards', () => {
  const plan = withMoney({ accelerator: '>100% @ 1.5x' }, { acceleratorReading: 'first-dollar' });
  const crowded: PayeeYear[] = ordinary.map((year, i) => ({
    ...year,
    $: year.$.map((percent, q) => ((i * 4 + q) % 6 === 0 ? 103 : Math.min(percent, 94))),
  }));
  const histories = companyYear(crowded);

  test('[SGR-17] too few payees are said to be too few', () => {
    const found = analyseYear(plan, histories.slice(0, 19));
    expect(suggested(found)).toEqual([]);
    expect(found.looked.every(({ outcome }) => outcome === 'silent')).toBe(true);
    expect(message(found, 'tighten-accelerator')).toBe('Too little to analyse: 19 of 20 payees with pay.');
  });

  test('[SGR-48] a workspace says how much is needed, what is worth it and how many resamples agree', () => {
    const key = 'tighten-accelerator';
    const with19 = (own: Partial<Thresholds>) => suggestedWith(own, plan, histories.slice(0, 19));
    expect(with19({})).toEqual([]);
    expect(with19({ minPayees: 19 })).toContain(key);
    const quiet: readonly Partial<Thresholds>[] = [
      { minPeriods: 5 },
      { minDeals: 721 },
      { minSharePercent: 10 },
      { minAmount: 1_000_000_000 },
    ];
    for (const own of quiet)
      expect(suggestedWith(own, plan, histories), JSON.stringify(own)).not.toContain(key);
    const small = analyseYear(plan, histories, {
      thresholds: { ...defaultThresholds, minSharePercent: 10, minAmount: 2_000 },
    });
    expect(message(small, key)).toBe('The change is below 10% of the cost, or below 2,000.');
    const claim = analyseYear(plan, histories, {
      thresholds: { ...defaultThresholds, crowdedLines: 10 },
    }).found.find((one) => one.claim.key === key)?.claim;
    expect(claim?.provenance.thresholds[0]).toEqual({
      label: 'Lines up to 5 points above the threshold',
      value: '10, and twice those up to 5 points below',
    });
  });

  test('[SGR-48] all resamples can be asked to agree', () => {
    expect([isStable(100, defaultThresholds), isStable(99, defaultThresholds)]).toEqual([true, false]);
    const all = { ...defaultThresholds, agreedPercent: 100 };
    expect([isStable(RESAMPLES, all), isStable(RESAMPLES - 1, all)]).toEqual([true, false]);
  });

  test('[SGR-17] nothing is suggested where a tenth of the payees can’t be paid', () => {
    const broken = histories.map((one, i) =>
      i < 4
        ? {
            ...one,
            deals: [
              sampleDeal(`x${i}`, '1', {
                participantId: one.payeeIds![0]!,
                currency: 'EUR',
                date: '2024-05-05',
              }),
            ],
          }
        : one,
    );
    const found = analyseYear(plan, broken);
    expect(suggested(found)).toEqual([]);
    expect(message(found, 'tighten-accelerator')).toBe('Only 26 of 30 payees can be paid.');
  });

  test('[SGR-17] a change that was declined on the same records is not suggested again', () => {
    const asked: string[] = [];
    const found = analyseYear(plan, histories, {
      isDeclined: (inputHash, key) => {
        asked.push(`${inputHash} ${key}`);
        return key === 'tighten-accelerator';
      },
    });
    expect(asked).toContain('input tighten-accelerator');
    expect(suggested(found)).toEqual(['read-on-increment-money']);
    expect(message(found, 'tighten-accelerator')).toBe('The same change was declined on the same records.');
  });

  test('[SGR-17] the order of payees and deals changes no byte', () => {
    const mixed = histories.toReversed().map((one) => ({ ...one, deals: one.deals.toReversed() }));
    expect(JSON.stringify(analyseYear(plan, mixed, { scenarios: 20 }))).toBe(
      JSON.stringify(analyseYear(plan, histories, { scenarios: 20 })),
    );
  });

  test('[SGR-13] risks are those the figures show, at most four, the largest first', () => {
    const found = analyseYear(plan, histories.slice(0, 24), { isActive: true });
    const { riskFactors, figures } = found.found[0]!.claim;
    expect(riskFactors.map(({ key }) => key)).toEqual(['LOSERS', 'THIN', 'MIDYEAR', 'BEHAVIOUR']);
    expect(riskFactors[0]?.message).toContain(`${figures?.losers} of 24 payees`);
  });
});

test('[SGR-17] statistics of triggers', () => {
  expect(tossesAtLeast(14, 20)).toBeCloseTo(0.0577, 4);
  expect([tossesAtLeast(0, 5), tossesAtLeast(6, 5)]).toEqual([1, 0]);
  expect(
    correlation([
      [1, 2],
      [2, 4],
      [3, 6],
    ]),
  ).toBeCloseTo(1, 12);
  expect(correlation(Array.from({ length: 30 }, (_, i) => [0.9, i] as const))).toBeNull();
  expect(
    correlation([
      [1, 2],
      [1, 4],
    ]),
  ).toBeNull();
  // n = 28: the interval is tanh(artanh r ± 0.392)
  expect(correlationsDiffer(0.5, 0.16, 28)).toBe(false);
  expect(correlationsDiffer(0.5, 0.15, 28)).toBe(true);
  expect(correlationsDiffer(1, 0.999, 28)).toBe(true);
  expect([percentile([3, 1, 2, 4], 50), median([3, 1, 2, 4]), median([])]).toEqual([2, 2.5, 0]);
});
