import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, plain, sum } from '../base/decimal.ts';
import type { CreditFactor } from '../plans/plan.ts';
import { sampleComponent } from '../plans/sample-plan.fixture.ts';
import { type CreditShare, creditDeal } from './credit-deal.ts';
import { factored, factoringOf, whereWords } from './credit-factor.ts';
import { sampleDeal } from './sample-deal.fixture.ts';

const TERMS = {
  currency: 'USD',
  exchanges: { find: () => null, when: () => '' },
  isKnown: () => true,
  asksAmount: () => true,
};
const sharesOf = (amount: string, sharePercent: string | null, kind = 'renewal'): readonly CreditShare[] => {
  const other = plain(decimal('100').minus(decimal(sharePercent ?? '0')));
  const splits = [
    { participantId: 'ann', sharePercent: sharePercent ?? '' },
    { participantId: 'ben', sharePercent: other },
  ];
  return creditDeal(
    sampleDeal('d', amount, { kind, splits: sharePercent === null ? [] : splits }),
    TERMS,
    [],
  );
};
const renewals = (percent: string): CreditFactor => ({
  where: [{ field: 'kind', in: ['renewal'] }],
  percent,
});
const counted = (shares: readonly CreditShare[], creditFactors: readonly CreditFactor[], of?: 'deals') => {
  const measure = { unit: '$', of: of ?? 'amount' } as const;
  const factoring = factoringOf(sampleComponent({ creditFactors, measure }));
  return shares.map((share) => factored(share, factoring?.(share.deal) ?? null, measure));
};

test('[CREDIT-17] [INV-1] the factored parts of a deal sum to the factored deal, exactly, and a refund takes all of it back', () => {
  const money = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const part = fc.integer({ min: 1, max: 9_999 }).map((share) => (share / 100).toFixed(2));
  const percent = fc.integer({ min: 0, max: 30_000 }).map((one) => (one / 100).toFixed(2));
  fc.assert(
    fc.property(money, part, percent, (amount, sharePercent, text) => {
      const parts = counted(sharesOf(amount, sharePercent), [renewals(text)]);
      const expected = decimal(amount).times(decimal(text)).times('0.01');
      expect(plain(sum(parts.map((share) => share.amount)))).toBe(plain(expected));
      const refund = counted(sharesOf(plain(decimal(amount).neg()), sharePercent), [renewals(text)]);
      expect(plain(sum([...parts, ...refund].map((share) => share.amount)))).toBe('0');
      for (const [i, { factor, amount: counts }] of parts.entries()) {
        const whole = sharesOf(amount, sharePercent)[i]!;
        // what a credit says of its factor works out to what it counts (INV-12)
        const { percent: by, of } = factor ?? { percent: '100', of: plain(whole.amount) };
        expect(plain(decimal(of).times(decimal(by)).times('0.01'))).toBe(plain(counts));
        expect(of).toBe(plain(whole.amount));
      }
    }),
    { numRuns: 300 },
  );
});

test('[CREDIT-17] a credit that counts in full is unchanged and shows no factor', () => {
  const [share] = sharesOf('1000', null);
  expect(factoringOf(sampleComponent({}))).toBeNull();
  expect(factoringOf(sampleComponent({ creditFactors: [] }))).toBeNull();
  for (const factors of [
    [renewals('100')],
    [{ where: [{ field: 'kind', in: ['sale'] }], percent: '5' }],
  ] as const)
    expect(counted([share!], factors)[0]).toBe(share);
});

test('[CREDIT-17] where deals are counted, the factor applies to the count, and the original is shown', () => {
  const [share] = counted(sharesOf('-1000', '40'), [renewals('150')], 'deals');
  expect(plain(share!.count)).toBe('-0.6');
  expect(share?.factor).toEqual({ percent: '150', of: '-0.4', where: 'kind renewal' });
});

test.each([
  [[], false, 'every deal'],
  [[], true, 'all other deals'],
  [
    [
      { field: 'product', in: ['Bikes', 'Boats'] },
      { field: 'territory', in: ['West'] },
    ],
    true,
    'product Bikes or Boats, territory West',
  ],
  [[{ field: 'customer', in: ['A', 'B', 'C'] }], false, 'customer A, B or C'],
  [[{ field: 'customer', in: ['A', 'B', 'C', 'D', 'E'] }], false, 'customer A, B, C or one of 2 more'],
] as const)('[CREDIT-17] which deals a factor is for is said in a few words: %j', (where, others, words) => {
  expect(whereWords(where, others)).toBe(words);
});
