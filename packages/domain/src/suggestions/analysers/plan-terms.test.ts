import { describe, expect, test } from 'vitest';
import type { History } from '../../findings/pay-history.ts';
import type { Component, Plan, Rate } from '../../plans/plan.ts';
import { defaultThresholds, type Thresholds } from '../configurations/assistant-settings.ts';
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
import { fixGate } from './fix-gate.ts';
import { binOf, endOf, histogramOf, mergedBins, robustScores } from './histogram.ts';
import type { Analyser } from './lever.ts';
import { limitDeal } from './limit-deal.ts';
import { lockExchange } from './lock-exchange.ts';
import { lowerTopTier } from './lower-top-tier.ts';
import { separateCredit } from './separate-credit.ts';
import { settleYearToDate } from './settle-year-to-date.ts';
import { smoothTiers } from './smooth-tiers.ts';

const PAYEES = 24;
const ordinary = ordinaryYears(PAYEES);
/** Quarters of every payee: those of the pattern, shifted by the payee. */
const years = (...pattern: number[]): PayeeYear[] =>
  Array.from({ length: PAYEES }, (_, i) => ({
    $: [0, 1, 2, 3].map((q) => pattern[(i * 4 + q) % pattern.length]!),
  }));
const flat: Rate = { kind: 'flat', ratePercent: '10' };
const moneyPlan = (money: Partial<Component>, plan: Partial<Plan> = {}) =>
  companyPlan({
    components: [targetComponent({ id: 'money', name: 'Money', cap: '5x', ...money })],
    ...plan,
  });
const claimsOf = (
  analyser: Analyser,
  plan: Plan,
  histories: readonly History[],
  own: Partial<Thresholds> = {},
) => {
  const thresholds = { ...defaultThresholds, ...own };
  const found = analyseYear(plan, histories, { analysers: [analyser], thresholds });
  expect(found.read.payable, 'payees the plan can pay').toBe(histories.length);
  return found.found.map(({ claim }) => claim);
};
const keys = (...given: Parameters<typeof claimsOf>) => claimsOf(...given).map(({ key }) => key);

describe('[SGR-105] a retroactive table', () => {
  const table = (wanted: object = {}): Rate => ({
    kind: 'retroactive',
    thresholds: 'percent-of-quota',
    per: 'period',
    tiers: [
      { from: '0', to: '100', ratePercent: '5' },
      { from: '100', to: null, ratePercent: '8' },
    ],
    ...wanted,
  });
  const plan = (rate: Rate, wanted: Partial<Component> = {}) =>
    moneyPlan({ rate, weight: 0, cap: null, ...wanted });
  /** 72 of 96 lines at 97 % and 24 at 110 %, of 90,000 each. */
  const near = companyYear(years(97, 97, 97, 110));

  test('with many payees just below an edge pays by tier, at the same cost', () => {
    const [claim] = claimsOf(smoothTiers, plan(table()), near);
    expect(claim?.key).toBe('smooth-tiers-money');
    // before: 72 × 87,300 × 5% + 24 × 99,000 × 8%; by tier 72 × 4,365 + 24 × (4,500 + 720); so rates × 1.146…
    expect(claim?.figures?.baselineCost).toBe('504360.00');
    expect(claim?.changes).toEqual([
      {
        component: 'money',
        set: {
          rate: {
            kind: 'marginal',
            thresholds: 'percent-of-quota',
            per: 'period',
            tiers: [
              { from: '0', to: '100', ratePercent: '5.74' },
              { from: '100', to: null, ratePercent: '9.18' },
            ],
          },
        },
      },
    ]);
    // 72 × 87,300 × 5.74% + 24 × (90,000 × 5.74% + 9,000 × 9.18%) = 504,606.24
    expect(claim?.figures?.projectedSavings).toBe('-246.24');
    expect(claim?.impactType).toBe('neutral');
    expect(claim?.reasoning[0]).toContain('24 payees end a period of Money within 5% below');
  });

  test.each<[string, Plan, readonly History[]]>([
    ['is paid by tier', plan(table({ kind: 'marginal' })), near],
    ['has totals on a bound in the lower tier', plan(table({ atBound: 'lower' })), near],
    ['is applied to each deal', plan(table({ per: 'deal', thresholds: 'amount' })), near],
    ['has no one near its edge', plan(table()), companyYear(years(80, 85, 110, 120))],
  ])('that %s stays', (_, changed, histories) => {
    expect(keys(smoothTiers, changed, histories)).toEqual([]);
  });
});

describe('[SGR-107] a top tier', () => {
  const table = (top: string): Rate => ({
    kind: 'marginal',
    thresholds: 'percent-of-quota',
    per: 'period',
    tiers: [
      { from: '0', to: top, ratePercent: '5' },
      { from: top, to: null, ratePercent: '20' },
    ],
  });
  const plan = (rate: Rate, wanted: Partial<Component> = {}) =>
    moneyPlan({ rate, weight: 0, cap: null, ...wanted });
  /** One line in eight at 120 %, the others at 80 %. */
  const low = companyYear(years(80, 80, 80, 80, 80, 80, 80, 120));

  test('out of reach begins where one line in ten ends', () => {
    const [claim] = claimsOf(lowerTopTier, plan(table('150')), low);
    expect(claim).toBeUndefined();
    // nothing is above the 90th percentile; with some spread above it, that part is paid 20 instead of 5 %
    const spread = companyYear(years(80, 80, 80, 80, 80, 80, 80, 80, 100, 100, 120));
    const [found] = claimsOf(lowerTopTier, plan(table('150')), spread);
    expect(found?.title).toBe('Start the top tier of Money at 100% of quota');
    // 8 of 96 lines at 120 %: 18,000 × 15 % each
    expect(found?.figures?.projectedSavings).toBe('-21600.00');
    expect(found?.impactType).toBe('negative');
  });

  test.each<[string, Plan, readonly History[]]>([
    ['within reach', plan(table('130')), companyYear(years(80, 80, 80, 80, 80, 100, 120))],
    [
      'of a component that began within the span',
      plan(table('150'), { effective: { from: '2024-01-01', to: null } }),
      companyYear(years(80, 80, 80, 80, 80, 80, 80, 80, 100, 100, 120)),
    ],
    [
      'that only new payees were tried on',
      plan(table('150')),
      companyYear(years(80, 80, 80, 80, 80, 80, 80, 80, 100, 100, 120)).map((one) => ({
        ...one,
        participants: one.participants.map((payee) => ({ ...payee, hiredOn: '2024-01-02' })),
      })),
    ],
  ])('%s stays', (_, changed, histories) => {
    expect(keys(lowerTopTier, changed, histories)).toEqual([]);
  });
});

describe('[SGR-108] a gate', () => {
  const gated = (atLeastPercent: string, wanted: Partial<Component> = {}) => {
    const [money, score] = companyPlan().components as [Component, Component];
    return companyPlan({
      components: [{ ...money, gate: { componentId: 'score', atLeastPercent }, ...wanted }, score],
    });
  };
  const scored = companyYear(
    Array.from({ length: PAYEES }, (_, i) => ({
      $: [100, 100, 100, 100],
      Score: [0, 1, 2, 3].map((q) => [70, 80, 90, 100][(i + q) % 4]!),
    })),
  );

  test('that no one passes is lowered to what three lines in four reach', () => {
    const [claim] = claimsOf(fixGate, gated('130'), scored);
    expect(claim).toMatchObject({
      key: 'fix-gate-money',
      changes: [{ component: 'money', set: { gate: { componentId: 'score', atLeastPercent: '70' } } }],
    });
    // the component that never paid for it stays
    expect(suggested(analyseYear(gated('130'), scored))).not.toContain('remove-dead-money');
    // every line of 20,000 × 60 % is paid now
    expect(claim?.figures?.projectedSavings).toBe('-1152000.00');
    expect(claim?.counterfactuals.map(({ kind, title }) => [kind, title])).toEqual([
      ['milder', 'Lower the gate of Money to 80%'],
    ]);
  });

  test('that everyone passes is a finding: its removal would cost nothing', () => {
    const found = analyseYear(gated('50'), scored, { analysers: [fixGate] });
    expect(suggested(found)).toEqual([]);
    expect(found.looked[0]?.message).toBe('The change is below 0.25% of the cost, or below 1,000.');
  });

  test.each<[string, Plan]>([
    ['decides', gated('85')],
    [
      'asks for an average',
      gated('130', {
        gate: { average: [{ componentId: 'score', weightPercent: '100' }], atLeastPercent: '130' },
      }),
    ],
  ])('that %s stays', (_, plan) => {
    expect(keys(fixGate, plan, scored)).toEqual([]);
  });
});

describe('[SGR-110] a deal', () => {
  const plan = (wanted: Partial<Component> = {}) =>
    moneyPlan({ rate: flat, weight: 0, cap: null, ...wanted });
  /** Deals of about 30,000 each; two payees have one of a million instead. */
  const large = companyYear(
    Array.from({ length: PAYEES }, (_, i) => ({ $: [0, 1, 2, 3].map((q) => 80 + drawn(i, q, 5) * 60) })),
  ).map((one, i) => ({
    ...one,
    deals: one.deals.map((deal, at) => (i % 12 === 0 && at === 4 ? { ...deal, amount: '1000000' } : deal)),
  }));

  test('far beyond all others pays what 99 of 100 deals earn', () => {
    const [claim] = claimsOf(limitDeal, plan(), large);
    expect(claim?.key).toBe('limit-deal-money');
    const limit = Number(/atMost":"(\d+)\.00"/.exec(JSON.stringify(claim?.changes))?.[1]);
    // 286 of 288 deals earn up to 4,200 each
    expect(limit).toBeGreaterThan(3_000);
    expect(limit).toBeLessThan(4_300);
    // two deals that earned 100,000 earn the limit; no other deal is above it
    expect(Number(claim?.figures?.projectedSavings)).toBeCloseTo(2 * (100_000 - limit), 2);
    expect(claim?.reasoning[0]).toContain('2 of 288 deals of Money');
    expect(keys(limitDeal, plan(), large, { dealScore: 100 }), '[SGR-48]').toEqual([]);
  });

  const split = large.map((one) => ({
    ...one,
    deals: one.deals.map((deal) =>
      deal.amount === '1000000'
        ? {
            ...deal,
            splits: ['40', '30', '30'].map((sharePercent, i) => ({
              participantId: i === 0 ? deal.participantId : `other${i}`,
              sharePercent,
            })),
          }
        : deal,
    ),
    participants: [
      ...one.participants,
      ...['other1', 'other2'].map((id) => ({ ...one.participants[0]!, id, name: id })),
    ],
  }));
  test.each<[string, Plan, readonly History[]]>([
    ['is limited already', plan({ limits: [{ kind: 'deal', atMost: '500000' }] }), large],
    ['is split among three', plan(), split],
    ['is of ordinary size', plan(), companyYear(ordinary)],
  ])('that %s is left alone', (_, changed, histories) => {
    expect(keys(limitDeal, changed, histories)).toEqual([]);
  });

  test('[SGR-17] bins know an amount to 1.1%, and merging them is independent of the order', () => {
    for (const amount of [0.01, 0.5, 1, 1.5, 2, 3, 999, 1e9]) {
      expect(endOf(binOf(amount))).toBeGreaterThan(amount);
      expect(endOf(binOf(amount))).toBeLessThan(amount * 1.012);
    }
    const [one, other] = [histogramOf([1, 2, 900]), histogramOf([2, 2, 5])];
    expect(mergedBins([one, other])).toEqual(mergedBins([other, one]));
    expect(robustScores(mergedBins([histogramOf([2, 2, 2, 9])]))).toBeNull();
  });
});

describe('[SGR-111] credit', () => {
  const focus = (wanted: Partial<Component> = {}) =>
    targetComponent({
      id: 'focus',
      name: 'Focus',
      weight: 0,
      rate: { kind: 'flat', ratePercent: '2' },
      filter: [{ field: 'product', in: ['Bikes'] }],
      ...wanted,
    });
  const plan = (wanted: Partial<Component> = {}) => {
    const money = targetComponent({ id: 'money', name: 'Money', rate: flat, weight: 0 });
    return companyPlan({ components: [money, focus(wanted)] });
  };
  /** The first deal of each quarter is of bikes: a third of 90,000. */
  const bikes = companyYear(years(100)).map((one) => ({
    ...one,
    deals: one.deals.map((deal, i) => ({ ...deal, product: i % 3 === 0 ? 'Bikes' : 'Cars' })),
  }));

  test('by two components is separated by the filter of the narrow one', () => {
    const [claim] = claimsOf(separateCredit, plan(), bikes);
    expect(claim).toMatchObject({
      key: 'separate-credit',
      changes: [{ component: 'money', set: { filter: [{ field: 'product', notIn: ['Bikes'] }] } }],
    });
    // 96 deals of 30,000 × 10 %
    expect(claim?.figures?.projectedSavings).toBe('288000.00');
    expect(claim?.reasoning[0]).toContain('96 times');
  });

  test.each<[string, Plan]>([
    ['of a SPIFF', plan({ spiff: { from: '2024-01-01', to: '2024-12-31', fund: null } })],
    ['that counts deals beside amounts', plan({ measure: { unit: '$', of: 'deals' } })],
    ['of no one', plan({ filter: [{ field: 'product', in: ['Planes'] }] })],
    ['too small to matter', plan({ rate: { kind: 'flat', ratePercent: '0.1' } })],
  ])('%s stays', (_, changed) => {
    expect(keys(separateCredit, changed, bikes)).toEqual([]);
  });
});

describe('[SGR-112] foreign money', () => {
  /** 1.00 USD in the middle of each month, and 1.20 on the day of the third deals, which are half in euros. */
  const rates = (last: string) =>
    Array.from({ length: 12 }, (_, month) => {
      const day = (of: number) => `2024-${String(month + 1).padStart(2, '0')}-${String(of).padStart(2, '0')}`;
      const rate = (date: string, of: string) => ({ from: 'EUR', to: 'USD', date, rate: of, source: 'test' });
      return [rate(day(1), '1'), rate(day(14), month % 3 === 2 ? last : '1')];
    }).flat();
  const abroad = (last = '1.2') =>
    companyYear(years(100), { exchangeRates: rates(last) }).map((one) => ({
      ...one,
      deals: one.deals.map((deal, i) => (i % 3 === 2 ? { ...deal, currency: 'EUR' } : deal)),
    }));
  const plan = (wanted: Partial<Plan> = {}) => moneyPlan({ rate: flat, weight: 0, cap: null }, wanted);

  test('that moves the cost is converted at the average of the period', () => {
    const [claim] = claimsOf(lockExchange, plan(), abroad());
    expect(claim?.changes).toEqual([{ plan: { exchange: { on: 'period-average' } } }]);
    // 96 deals of 30,000 euros at 1.20: 345,600; at the average of each quarter's rates the engine says
    expect(claim?.figures?.baselineCost).toBe('921600.00');
    expect(Number(claim?.figures?.projectedSavings)).toBeGreaterThan(0);
    expect(claim?.reasoning[0]).toBe('37.5% of the cost was credited in foreign money.');
    expect(claim?.riskFactors.map(({ key }) => key)).toContain('FX');
    expect(keys(lockExchange, plan(), abroad(), { foreignPercent: 38 }), '[SGR-48]').toEqual([]);
    expect(keys(lockExchange, plan(), abroad(), { foreignPercent: 37 }), '[SGR-48]').toHaveLength(1);
  });

  test('already averaged is offered a locked rate', () => {
    const [claim] = claimsOf(lockExchange, plan({ exchange: { on: 'period-average' } }), abroad());
    expect(claim?.changes).toEqual([{ plan: { exchange: { on: 'locked', date: '2024-01-01' } } }]);
  });

  test.each<[string, Plan, readonly History[]]>([
    ['at a locked rate', plan({ exchange: { on: 'locked', date: '2024-01-01' } }), abroad()],
    ['at rates that hardly move', plan(), abroad('1.01')],
    ['of no deal', plan(), companyYear(years(100), { exchangeRates: rates('1.2') })],
  ])('%s stays', (_, changed, histories) => {
    expect(keys(lockExchange, changed, histories)).toEqual([]);
  });
});

describe('[SGR-113] deals that wait for the end of the period', () => {
  const accelerated = (wanted: Partial<Plan> = {}) => moneyPlan({ accelerator: '>100% @ 2x' }, wanted);
  /** 110 and 90 % take turns, most of it on the last day; every fourth payee is far from quota, all through the quarter. */
  const waiting = (hasControl: boolean) => {
    const isControl = (i: number) => hasControl && i % 4 === 3;
    const quarters = Array.from({ length: PAYEES }, (_, i) => ({
      $: isControl(i) ? [60, 62, 58, 61] : i % 2 === 0 ? [110, 90, 110, 90] : [90, 110, 90, 110],
    }));
    return companyYear(quarters).map((one, i) => ({
      ...one,
      deals: one.deals.map((deal, at) => {
        if (isControl(i)) return deal;
        const isLast = at % 3 === 2;
        const date = isLast ? `${deal.date.slice(0, 8)}30` : deal.date;
        return { ...deal, date, amount: String((Number(deal.amount) * (isLast ? 22 : 4)) / 10) };
      }),
    }));
  };
  const late = waiting(true);

  test('are settled year to date', () => {
    const [claim] = claimsOf(settleYearToDate, accelerated(), late);
    expect(claim?.changes).toEqual([
      { component: 'money', set: { window: { kind: 'year-to-date', settle: 'deduct' } } },
    ]);
    // 18 payees end the year at 100 %: two quarters of 10 points above it, counted twice, × 20,000 are settled
    expect(claim?.figures?.projectedSavings).toBe('72000.00');
    expect(claim?.riskFactors.map(({ key }) => key)).toContain('SEASON');
  });

  test.each<[string, Plan, readonly History[]]>([
    ['there is no one to compare with', accelerated(), waiting(false)],
    ['the plan has a cap', accelerated({ planCap: '90000.00' }), late],
    ['deals come all through the period', accelerated(), companyYear(ordinary)],
  ])('stay where %s', (_, changed, histories) => {
    const found = analyseYear(changed, histories, { analysers: [settleYearToDate] });
    expect(suggested(found)).toEqual([]);
  });
});

test('[SGR-17] the order of payees and deals changes no byte of these either', () => {
  const histories = companyYear(years(97, 97, 97, 110));
  const plan = moneyPlan({
    weight: 0,
    cap: null,
    rate: {
      kind: 'retroactive',
      thresholds: 'percent-of-quota',
      per: 'period',
      tiers: [
        { from: '0', to: '100', ratePercent: '5' },
        { from: '100', to: null, ratePercent: '8' },
      ],
    },
  });
  const mixed = histories.toReversed().map((one) => ({ ...one, deals: one.deals.toReversed() }));
  const text = (of: readonly History[]) => JSON.stringify(analyseYear(plan, of));
  expect(text(mixed)).toBe(text(histories));
});
