import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import { payHistory } from '../../findings/pay-history.ts';
import { sampleHistory } from '../../findings/sample-history.fixture.ts';
import { roundingSplits } from '../../payouts/scenarios/rounding-splits.fixture.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { mergedDeals } from './merged-deals.ts';

const tiers = [
  { from: '0', to: '300', ratePercent: '1' },
  { from: '300', to: null, ratePercent: '3.333' },
];
const tabled = (wanted: Partial<Component>, per: 'deal' | 'period' = 'period') =>
  samplePlan({
    components: [
      sampleComponent({
        weight: 60,
        cap: '1x',
        rate: { kind: 'retroactive', thresholds: 'amount', per, tiers },
        filter: [{ field: 'product', in: ['A', 'B'] }],
        creditFactors: [{ where: [{ field: 'customer', in: ['x'] }], percent: '37.5' }],
        ...wanted,
      }),
      sampleComponent({
        id: 'all',
        name: 'All',
        weight: 40,
        rate: { kind: 'target' },
        accelerator: '>80% @ 2x',
      }),
    ],
  });

const deals = fc
  .array(
    fc.record({
      amount: fc.integer({ min: -20_000, max: 60_000 }).map((cents) => (cents / 100).toFixed(2)),
      product: fc.constantFrom('A', 'B', 'C', null),
      customer: fc.constantFrom('x', 'y'),
      currency: fc.constantFrom('USD', 'USD', 'EUR'),
      date: fc.constantFrom('2024-02-01', '2024-02-28'),
      half: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map((list) =>
    list.map(({ half, amount, ...wanted }, i) => {
      const splits = [
        { participantId: 'ann', sharePercent: '50' },
        { participantId: 'ben', sharePercent: '50' },
      ];
      return sampleDeal(`d${i}`, amount, { ...wanted, splits: half ? splits : [] });
    }),
  );

const ben = { ...sampleHistory().participants[0]!, id: 'ben' };
const history = sampleHistory({
  participants: [...sampleHistory().participants, ben],
  payeeIds: ['ann'],
  quotas: [sampleQuota('900')],
  exchangeRates: [{ from: 'EUR', to: 'USD', date: '2024-02-10', rate: '1.1', source: 'ECB' }].concat([
    { from: 'EUR', to: 'USD', date: '2024-01-01', rate: '0.9', source: 'ECB' },
  ]),
});

test('[SIM-5] deals that a plan cannot tell apart pay to the cent what they pay one by one', () => {
  const plan = tabled({});
  fc.assert(
    fc.property(deals, (list) => {
      const merged = mergedDeals(plan, history, list);
      const amounts = (given: typeof list) => {
        const paid = payHistory(plan, { ...history, deals: given });
        if (!paid.ok) throw new Error(JSON.stringify(paid.problems[0]));
        return paid.value.flatMap(({ lines }) => lines.map(({ amount, credited }) => [amount, credited]));
      };
      expect(amounts([...merged])).toEqual(amounts(list));
      expect(merged.length).toBeLessThanOrEqual(list.length);
    }),
    { numRuns: 80 },
  );
});

test('[SIM-5] deals stay apart by the own fields a plan looks at, and by no others', () => {
  const list = ['Web', 'web', 'Fair', 'Fair'].map((Channel, i) =>
    sampleDeal(`${i}`, '10', { product: 'A', ownFields: { Channel, Note: `${i}` } }),
  );
  const amounts = (plan: Plan) => mergedDeals(plan, history, list).map(({ amount }) => amount);
  expect(amounts(tabled({}))).toEqual(['40']);
  const where = [{ field: 'own:Channel', in: ['Fair'] }] as const;
  expect(amounts(tabled({ creditFactors: [{ where, percent: '50' }] }))).toEqual(['10', '10', '20']);
  const sized = [{ field: 'own:Note', number: { atLeast: '2' } }] as const;
  expect(mergedDeals(tabled({ filter: sized }), history, list)).toBe(list);
});

test('[SIM-5] where a plan looks at single deals or days, all stay as they are', () => {
  const list = [sampleDeal('1', '10', { product: 'A' }), sampleDeal('2', '20', { product: 'A' })];
  expect(mergedDeals(tabled({}), history, list)).toMatchObject([{ amount: '30' }]);
  const looking = [
    tabled({}, 'deal'),
    tabled({ measure: { unit: '$', of: 'deals' } }),
    tabled({ approval: 'required' }),
    tabled({ effective: { from: '2024-02-10', to: null } }),
    tabled({ limits: [{ kind: 'deal', atMost: '5' }] }),
  ];
  for (const plan of looking) expect(mergedDeals(plan, history, list)).toBe(list);
  const enrolled = (from: string, to: string | null) => ({
    ...history,
    enrolments: [{ participantId: 'ann', from, to }],
  });
  const { span } = history;
  for (const days of [enrolled('2024-01-15', null), enrolled(span.from, '2024-03-15')])
    expect(mergedDeals(tabled({}), days, list)).toBe(list);
  for (const days of [enrolled(span.from, span.to), enrolled('2020-01-01', null)])
    expect(mergedDeals(tabled({}), days, list)).toMatchObject([{ amount: '30' }]);
});

test('[SIM-5] [PAY-44] split deals stay apart where their parts are rounded together', () => {
  const splits = ['ann', 'ben'].map((participantId) => ({ participantId, sharePercent: '50' }));
  const list = [sampleDeal('1', '10', { splits }), sampleDeal('2', '20', { splits })];
  expect(mergedDeals(tabled({}), history, list)).toHaveLength(1);
  expect(mergedDeals(roundingSplits(tabled({})), history, list)).toHaveLength(2);
});
