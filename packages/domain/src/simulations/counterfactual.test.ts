import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from '../base/decimal.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { calculate } from '../payouts/calculate.ts';
import type { CalculationInput } from '../payouts/payout.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../quotas/sample-quota.fixture.ts';
import { counterfactuals, type OtherRecord } from './counterfactual.ts';
import { solveFor } from './solve-for.ts';

const target = sampleInput({
  plan: samplePlan({
    components: [
      sampleComponent({ id: 'target', name: 'Target', weight: 60, rate: { kind: 'target' } }),
      sampleComponent({ id: 'flat', name: 'Flat', weight: 40, rate: { kind: 'flat', ratePercent: '1' } }),
    ],
  }),
  deals: [sampleDeal('1', '312000'), sampleDeal('2', '100000')],
  quotas: [sampleQuota('480000')],
});
const line = { participantId: 'ann', componentId: 'target' };
const stated = ({ of, before, after }: OtherRecord) => [of, before, after];

describe('[SIM-12] the single record that gives the expected pay', () => {
  test('is a quota of 450,000, or about 27,466.60 more of one deal, or more target pay', () => {
    const found = counterfactuals(target, { ...line, expected: '8240.00' });
    expect(found?.pays).toBe('7725.00');
    expect(found?.hits.map(({ record }) => stated(record))).toEqual([
      ['deal-amount', '312000', '339466.6'],
      ['deal-amount', '100000', '127466.6'],
      ['quota', '480000', '450000'],
      ['target', '60000', '64000'],
    ]);
    expect(found?.hits.map(({ pays }) => pays)).toEqual(Array(4).fill('8240.00'));
    expect(found?.nearest).toBeNull();
  });

  test('is a deal that is missing, credited to the payee, or one that does not belong', () => {
    const missing = [sampleDeal('3', '27467', { participantId: 'bob' })];
    const more = counterfactuals(target, { ...line, expected: '8240.01', missing });
    expect(more?.hits[0]?.record).toMatchObject({ of: 'deal-in', deal: { id: '3', participantId: 'ann' } });
    const less = counterfactuals(target, { ...line, expected: '5850' });
    expect(less?.hits[0]?.record).toMatchObject({ of: 'deal-out', deal: { id: '2' } });
  });

  test('is the share of a deal that two people have', () => {
    const splits = [
      { participantId: 'ann', sharePercent: '50' },
      { participantId: 'bob', sharePercent: '50' },
    ];
    const participants = [sampleParticipant('ann'), sampleParticipant('bob')];
    const input = {
      ...target,
      participants,
      payeeIds: ['ann'],
      deals: [sampleDeal('1', '400000', { splits })],
    };
    const found = counterfactuals(input, { ...line, expected: '4500' });
    expect(found?.hits.find(({ record }) => record.of === 'deal-share')?.record).toMatchObject({
      ...{ before: '50', after: '60' },
      splits: [{ sharePercent: '60' }, { sharePercent: '40' }],
    });
  });

  test('does not exist where a limit is in the way; the closest is named', () => {
    const capped = samplePlan({
      components: [sampleComponent({ id: 'target', rate: { kind: 'target' }, cap: '1x' })],
    });
    const term = { participantId: 'ann', from: '2020-01-01', to: null, commissionRatePercent: null };
    const payTerms = [{ ...term, targetVariableAnnual: '60000' }];
    const found = counterfactuals({ ...target, payTerms, plan: capped }, { ...line, expected: '20000' });
    expect([found?.pays, found?.hits, found?.nearest?.pays]).toEqual(['12875.00', [], '15000.00']);
  });

  test('paid again gives the expected cents, whatever is expected', () => {
    const property = fc.property(
      fc.array(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 100_000, max: 90_000_000 }),
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.constantFrom('target', 'flat', null),
      (amounts, quota, expected, componentId) => {
        const cents = (units: number) => (units / 100).toFixed(2);
        const input: CalculationInput = {
          ...target,
          deals: amounts.map((amount, i) => sampleDeal(String(i), cents(amount))),
          quotas: [sampleQuota(cents(quota))],
        };
        const wanted = { participantId: 'ann', componentId, expected: cents(expected) };
        const found = counterfactuals(input, wanted);
        for (const { record } of found?.hits ?? []) {
          const paid = calculate(withRecord(input, record));
          const lines = paid.ok ? paid.value.lines : [];
          const own = lines.filter((one) => componentId === null || one.componentId === componentId);
          const total = own.reduce((all, { amount }) => all.plus(decimal(amount)), decimal('0'));
          expect(total.toFixed(2)).toBe(wanted.expected);
        }
        expect(found).not.toBeNull();
        const far = (pays: string) => decimal(pays).minus(decimal(wanted.expected)).abs();
        const { pays = '0', hits = [], nearest = null } = found ?? {};
        // the closest one is closer than the pay itself, and is for where nothing hits
        if (nearest !== null) expect([hits.length, far(nearest.pays).lt(far(pays))]).toEqual([0, true]);
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});

/** The input with one record as a counterfactual states it. */
function withRecord(input: CalculationInput, record: OtherRecord): CalculationInput {
  switch (record.of) {
    case 'deal-in':
      return { ...input, deals: [...input.deals, record.deal] };
    case 'deal-out':
      return { ...input, deals: input.deals.filter(({ id }) => id !== record.deal.id) };
    case 'deal-amount':
    case 'deal-share': {
      const changed = record.of === 'deal-share' ? { splits: record.splits } : { amount: record.after };
      return {
        ...input,
        deals: input.deals.map((deal) => (deal.id === record.deal.id ? { ...deal, ...changed } : deal)),
      };
    }
    case 'quota':
      return { ...input, quotas: [{ ...record.quota, amount: record.after }] };
    default: {
      const field = record.of === 'rate' ? 'commissionRatePercent' : 'targetVariableAnnual';
      return {
        ...input,
        participants: input.participants.map((one) =>
          one.id === 'ann' ? { ...one, [field]: record.after } : one,
        ),
      };
    }
  }
}

test('[SIM-12] a number is found to its last decimal, and a round one is preferred', () => {
  const third = { now: '1', from: '0', to: '1000', digits: 2, wanted: decimal('100') };
  const read = (text: string) => decimal(text).div('3').round(2, 1);
  expect(solveFor({ ...third, read })?.value).toBe('300');
  const seventh = solveFor({
    ...third,
    wanted: decimal('14.29'),
    read: (text) => decimal(text).div('7').round(2, 1),
  });
  expect([seventh?.value, seventh?.result.toFixed()]).toEqual(['100', '14.29']);
  const capped = (text: string) => (decimal(text).gt('90') ? decimal('30') : read(text));
  expect(solveFor({ ...third, wanted: decimal('500'), read: capped })?.value).toBe('89.99');
  expect(solveFor({ ...third, wanted: decimal('500'), read: () => decimal('7') })).toBeNull();
  const steps = solveFor({ ...third, read: (text) => decimal(text).round(0, 0).times('30') });
  expect(steps?.result.toFixed()).toBe('90');
});
