import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../../../crediting/sample-deal.fixture.ts';
import { sampleInput } from '../../../payouts/scenarios/sample-input.fixture.ts';
import { sampleComponent, samplePlan } from '../../../plans/sample-plan.fixture.ts';
import { defaultThresholds as thresholds } from '../../configurations/assistant-settings.ts';
import { completeRecords, ownRecords } from './complete-records.ts';
import { type DrawCourse, endDraw } from './end-draw.ts';
import { nextTiers, type OpenLine } from './next-tier.ts';
import { recordClaim } from './record-claim.ts';
import { uncreditedDeals } from './uncredited-deal.ts';

describe('[SGR-117] draws that are not being recovered', () => {
  const paid = (period: string, advanced: string, recovered = '0', eased = false) => {
    const to = `2025-${period}-28`;
    return { period, to, advanced, recovered, eased };
  };
  const draw = (wanted: Partial<DrawCourse>): DrawCourse => ({
    drawId: 'd1',
    participantId: 'ann',
    participantName: 'Ann',
    currency: 'USD',
    recoverFrom: null,
    payments: [paid('01', '3000'), paid('02', '500', '100'), paid('03', '200', '200')],
    ...wanted,
  });
  const fires = (one: Partial<DrawCourse>) => endDraw([draw(one)], { endOn: '2025-03-31', thresholds });

  test('a balance that did not fall twice and takes over twelve payments is an exposure, not a saving', () => {
    expect(fires({})).toMatchObject({
      title: 'End 1 draw that is not being recovered',
      impact: '$3,400.00 is advanced and not recovered. This is an exposure, not a saving.',
      change: { kind: 'end-draw', draws: ['d1'], on: '2025-03-31' },
      benchmark: { rows: [['Ann', '$3,400.00', '$300.00', '3']] },
    });
    const other = draw({ drawId: 'd2', participantName: 'Ben', currency: 'EUR' });
    expect(
      endDraw([draw({})], { endOn: '2025-03-31', thresholds: { ...thresholds, drawPayments: 60 } }),
    ).toBeNull();
    expect(endDraw([other, draw({})], { endOn: '2025-03-31', thresholds })?.impact).toContain('and');
  });

  test('it is silent while the balance falls, is small, or is not due by leave, ramp or terms', () => {
    expect(
      fires({ payments: [paid('01', '3000'), paid('02', '0', '100'), paid('03', '0', '0')] }),
    ).toBeNull();
    expect(fires({ payments: [paid('01', '3000')] })).toBeNull();
    expect(
      fires({ payments: [paid('01', '300', '0'), paid('02', '100', '100'), paid('03', '0', '0')] }),
    ).toBeNull();
    expect(fires({ payments: [paid('01', '0'), paid('02', '0'), paid('03', '0')] })).toBeNull();
    expect(
      fires({ payments: [paid('01', '3000'), paid('02', '500'), paid('03', '1', '0', true)] }),
    ).toBeNull();
    expect(fires({ recoverFrom: '2025-06-01' })).toBeNull();
  });
});

describe('[SGR-118] records without which pay can’t be computed', () => {
  test('payees and deals are counted with the money of their deals, and no one is named', () => {
    const usd = (amount: string, deals = 1) => ({ currency: 'USD', deals, amount });
    const found = completeRecords({
      unpaid: [
        {
          participantId: 'ann',
          rules: ['CREDIT-6', 'CREDIT-6'],
          money: [usd('100'), { currency: 'CHF', deals: 1, amount: '50.5' }],
        },
        { participantId: 'ben', rules: ['QUOTA-5'], money: [usd('20')] },
      ],
      uncovered: [{ participantId: 'ben', ...usd('3', 2) }],
    });
    expect(found).toMatchObject({
      title: 'Complete the records of 2 payees',
      impact: 'Deals of 50.50 CHF and $123.00 are not in anyone’s pay.',
      seen: [
        '1 payee can’t be paid: a target variable pay is missing.',
        '1 payee can’t be paid: an exchange rate is missing.',
        '2 deals are on days on which the payee has no plan.',
      ],
      missingIn: ['exchange-rates', 'payees', 'assignments'],
    });
    expect(
      completeRecords({ unpaid: [], uncovered: [{ participantId: 'ben', ...usd('3', 2) }] })?.title,
    ).toContain('2 deals');
    expect(completeRecords({ unpaid: [], uncovered: [] })).toBeNull();
    const ofPlan = { participantId: 'ann', rules: [], money: [usd('20')] };
    expect(completeRecords({ unpaid: [ofPlan], uncovered: [] })).toBeNull();
  });

  test('each payee concerned learns what is missing of their own records, and nothing of others', () => {
    const money = [{ currency: 'USD', deals: 1, amount: '20' }];
    const found = ownRecords({
      unpaid: [
        { participantId: 'ben', rules: ['QUOTA-5', 'QUOTA-5'], money },
        { participantId: 'ann', rules: ['CREDIT-6'], money: [] },
        { participantId: 'cid', rules: [], money },
      ],
      uncovered: [{ participantId: 'ben', currency: 'USD', deals: 1, amount: '3' }],
    });
    expect(found.map(({ participantId, seen, impact }) => [participantId, seen, impact])).toEqual([
      ['ann', ['An exchange rate is missing.'], 'This pay can’t be calculated yet.'],
      [
        'ben',
        ['A target variable pay is missing.', 'Deals are on days without a plan.'],
        'Deals of $23.00 are not in this pay.',
      ],
    ]);
  });
});

describe('[SGR-121] the next tier', () => {
  const line = (wanted: Partial<OpenLine> = {}): OpenLine => ({
    participantId: 'ann',
    participantName: 'Ann',
    componentId: 'bookings',
    componentName: 'Bookings',
    currency: 'USD',
    quota: '42000',
    amount: '5000.00',
    nextTier: { needed: '4200', wouldPay: '6150.00', message: '4,200 more reaches 100%.' },
    ...wanted,
  });
  const days = { period: '2025-Q4', daysLeft: 10, thresholds };

  test('within a tenth of quota and ten days before the end it says what it would pay more', () => {
    const ben = line({ participantId: 'ben', nextTier: { needed: '1', wouldPay: '9000.00', message: '' } });
    expect(
      nextTiers([line(), ben], days).map(({ participantId, impact }) => [participantId, impact]),
    ).toEqual([
      ['ben', '$4,000.00 more pay in 2025-Q4.'],
      ['ann', '$1,150.00 more pay in 2025-Q4.'],
    ]);
  });

  test('it is silent further away, late, without quota or next tier, and where nothing is gained', () => {
    const far = { needed: '4200.01', wouldPay: '6150.00', message: '' };
    const same = { needed: '1', wouldPay: '5000.00', message: '' };
    for (const one of [{ nextTier: far }, { nextTier: same }, { nextTier: null }, { quota: null }])
      expect(nextTiers([line(one)], days)).toEqual([]);
    expect(nextTiers([line()], { ...days, daysLeft: 9 })).toEqual([]);
    // 4,200 of 42,000 is a tenth
    const own = (more: object) => nextTiers([line()], { ...days, thresholds: { ...thresholds, ...more } });
    expect([own({ tierGapPercent: 9 }), own({ tierDays: 11 })], '[SGR-48]').toEqual([[], []]);
    expect(
      nextTiers([line()], { ...days, daysLeft: 9, thresholds: { ...thresholds, tierDays: 9 } }),
    ).toHaveLength(1);
  });
});

describe('[SGR-122] deals that no component counts', () => {
  const plan = samplePlan({
    components: [
      sampleComponent({
        rate: { kind: 'flat', ratePercent: '10' },
        filter: [
          { field: 'product', in: ['Core'] },
          { field: 'territory', in: ['North'] },
        ],
      }),
    ],
  });
  const deal = (id: string, product: string | null, territory: string | null) =>
    sampleDeal(id, '1000', { product, territory });
  const found = (deals: ReturnType<typeof deal>[], disputed: string[] = []) =>
    uncreditedDeals(sampleInput({ plan, deals, payeeIds: ['ann'] }), new Set(disputed)).map(
      ({ key, description, impact }) => [key, description, impact],
    );

  test('one field that is missed is named, with what the engine pays more', () => {
    expect(found([deal('D-118', null, 'North')])).toEqual([
      [
        'uncredited-deal-D-118-ann',
        'Sales would count it, but it has no product, not Core.',
        'It would pay $100.00 more in 2024-Q1.',
      ],
    ]);
  });

  test('it is silent for deals that count, miss two fields, or are disputed', () => {
    expect(found([deal('1', 'Core', 'North'), deal('2', 'Other', 'South')])).toEqual([]);
    expect(found([deal('3', 'Other', 'North')], ['3'])).toEqual([]);
  });

  test('a component that lacks its own amount is not said to count it', () => {
    const filter = [{ field: 'product', in: ['Core'] }] as const;
    const rate = { kind: 'flat', ratePercent: '10' } as const;
    const arr = { unit: '$', of: 'amount', own: 'ARR' } as const;
    const components = [
      sampleComponent({ id: 'a', name: 'ARR', rate, filter, measure: arr }),
      sampleComponent({ id: 'b', name: 'Sales', rate, filter }),
    ];
    const input = sampleInput({
      plan: samplePlan({ components }),
      deals: [deal('5', null, null)],
      payeeIds: ['ann'],
    });
    expect(uncreditedDeals(input, new Set()).map(({ componentId }) => componentId)).toEqual(['b']);
  });

  test('a claim of a finding has no figure, and the model card of its rule', () => {
    const [finding] = uncreditedDeals(
      sampleInput({ plan, deals: [deal('4', 'Other', 'North')], payeeIds: ['ann'] }),
      new Set(),
    );
    expect(recordClaim(finding!, { inputHash: 'h', isDesigned: false, thresholds })).toMatchObject({
      participantId: 'ann',
      figures: null,
      changes: [],
      provenance: { analyser: 'uncredited-deal', inputHash: 'h', languageModel: null },
    });
  });
});
