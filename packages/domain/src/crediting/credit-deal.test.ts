import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain, sum } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Condition } from '../plans/condition.ts';
import { sampleComponent } from '../plans/sample-plan.fixture.ts';
import { conditionsMatcher, creditDeal, dealDayFault, dealMatcher } from './credit-deal.ts';
import type { Deal, ExchangeRate } from './deal.ts';
import { exchangeTable } from './exchange.ts';
import { exchangeFinder } from './exchange-policy.ts';
import { sampleDeal } from './sample-deal.fixture.ts';

const rate = (from: string, to: string, date: string, amount: string): ExchangeRate => ({
  from,
  to,
  date,
  rate: amount,
  source: 'ECB',
});

function credit(deal: Deal, rates: readonly ExchangeRate[] = [], asked = true) {
  const problems: Problem[] = [];
  const people = new Set(['ann', 'ben', 'cid']);
  const terms = {
    currency: 'USD',
    exchanges: exchangeFinder(exchangeTable(rates, 'USD'), {
      policy: undefined,
      calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
      period: { key: '2024-Q1', from: '2024-01-01', to: '2024-03-31' },
    }),
    isKnown: (id: string) => people.has(id),
    asksAmount: () => asked,
  };
  const shares = creditDeal(deal, terms, problems);
  const credited = shares.map((share) => `${share.participantId} ${plain(share.amount)}`);
  return { credited, shares, rules: problems.map(({ rule }) => rule) };
}
const splits = (...shares: [string, string][]) => ({
  splits: shares.map(([participantId, sharePercent]) => ({ participantId, sharePercent })),
});

test('[CREDIT-1] a deal credits its participant, or each named one with their share, unrounded', () => {
  expect(credit(sampleDeal('1', '100.01')).credited).toEqual(['ann 100.01']);
  expect(credit(sampleDeal('1', '100.01', splits(['ben', '33.335'], ['cid', '66.665']))).credited).toEqual([
    'ben 33.3383335',
    'cid 66.6716665',
  ]);
});

test('[CREDIT-1] [INV-1] the shares of a deal sum to the deal', () => {
  const property = fc.property(
    fc.bigInt(-(10n ** 12n), 10n ** 12n),
    fc.integer({ min: 1, max: 9998 }),
    fc.integer({ min: 1, max: 9999 }),
    (cents, a, b) => {
      const first = decimal(String(a)).times('0.01');
      const second = decimal('100')
        .minus(first)
        .times(decimal(String(b)))
        .times('0.0001');
      const third = decimal('100').minus(first).minus(second);
      const amount = decimal(String(cents)).times('0.01').toFixed(2);
      const { shares } = credit(
        sampleDeal('1', amount, splits(['ann', plain(first)], ['ben', plain(second)], ['cid', plain(third)])),
      );
      expect(plain(sum(shares.map((share) => share.amount)))).toBe(plain(decimal(amount)));
    },
  );
  fc.assert(property, { numRuns: 200 });
});

describe('[CREDIT-2] invalid shares credit no one', () => {
  test.each([
    ['99 %', splits(['ann', '60'], ['ben', '39'])],
    ['a hair over', splits(['ann', '50'], ['ben', '50.00000001'])],
    ['below zero', splits(['ann', '110'], ['ben', '-10'])],
    ['twice the same', splits(['ann', '50'], ['ann', '50'])],
    ['not a number', splits(['ann', '50'], ['ben', '1/2'])],
  ])('%s', (_, wanted) => {
    const { shares, rules } = credit(sampleDeal('1', '100', wanted));
    expect(shares).toEqual([]);
    expect(new Set(rules)).toEqual(new Set(['CREDIT-2']));
  });
});

test('[CREDIT-3] a deal counts when its unit fits and every condition holds', () => {
  const counts = dealMatcher(
    sampleComponent({
      filter: [
        { field: 'product', in: ['Bikes', 'Parts'] },
        { field: 'kind', in: ['sale'] },
      ],
    }),
  );
  expect(counts(sampleDeal('1', '1', { product: 'Parts' }))).toBe(true);
  expect(counts(sampleDeal('1', '1', { product: 'Hats' }))).toBe(false);
  expect(counts(sampleDeal('1', '1', { product: null }))).toBe(false);
  expect(counts(sampleDeal('1', '1', { product: 'Bikes', kind: 'renewal' }))).toBe(false);
  expect(counts(sampleDeal('1', '1', { product: 'Bikes', unit: 'Count', currency: null }))).toBe(false);
});

describe('[CREDIT-18] conditions', () => {
  const meets = (condition: Condition, wanted: Partial<Deal>, amount = '100') =>
    conditionsMatcher([condition])(sampleDeal('1', amount, wanted));
  test('texts ignore case unless the condition matches case, in any alphabet', () => {
    expect(meets({ field: 'kind', in: ['won'] }, { kind: 'Won' })).toBe(true);
    expect(meets({ field: 'kind', in: ['ÉTÉ'] }, { kind: 'été' })).toBe(true);
    expect(meets({ field: 'kind', in: ['won'], matchCase: true }, { kind: 'Won' })).toBe(false);
    expect(meets({ field: 'kind', in: ['Won'], matchCase: true }, { kind: 'Won' })).toBe(true);
    expect(meets({ field: 'kind', notIn: ['won'] }, { kind: 'WON' })).toBe(false);
  });
  test('an empty field is none of the values, and no number or day', () => {
    expect(meets({ field: 'product', in: ['x'] }, { product: null })).toBe(false);
    expect(meets({ field: 'product', notIn: ['x'] }, { product: null })).toBe(true);
    expect(meets({ field: 'termMonths', number: { atLeast: '0' } }, {})).toBe(false);
    expect(meets({ field: 'termMonths', number: { moreThan: '11' } }, { termMonths: 12 })).toBe(true);
    expect(meets({ field: 'approvedOn', days: { from: '2024-01-01' } }, {})).toBe(false);
    expect(meets({ field: 'approvedOn', days: { to: '2024-01-31' } }, { approvedOn: '2024-01-31' })).toBe(
      true,
    );
  });
  test('[CREDIT-19] an own field is compared literally, or as a number or day if it is one', () => {
    const own = (condition: Condition, Value?: string) =>
      meets(condition, Value === undefined ? {} : { ownFields: { Value } });
    const is: Condition = { field: 'own:Value', in: ['web'] };
    expect([own(is, 'Web'), own({ ...is, matchCase: true }, 'Web'), own(is)]).toEqual([true, false, false]);
    const isNot: Condition = { field: 'own:Value', notIn: ['web'] };
    expect([own(isNot, 'Web'), own(isNot, 'Fair'), own(isNot)]).toEqual([false, true, true]);
    const low: Condition = { field: 'own:Value', number: { lessThan: '5' } };
    expect([own(low, '-10'), own(low, '10'), own(low, 'ten'), own(low)]).toEqual([true, false, false, false]);
    const late: Condition = { field: 'own:Value', days: { from: '2024-01-01' } };
    expect([own(late, '2024-01-01'), own(late, 'soon'), own(late, '2024-02-30')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(meets({ field: 'own:toString', in: ['x'] }, { ownFields: {} })).toBe(false);
  });
  test('a return is compared by its size', () => {
    const large: Condition = { field: 'amount', number: { moreThan: '99.99', atMost: '100' } };
    expect([meets(large, {}), meets(large, {}, '-100'), meets(large, {}, '-100.01')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

test("[CREDIT-4] the latest rate on or before the deal's date converts, and stays with the credit", () => {
  const rates = [
    rate('EUR', 'USD', '2024-02-16', '2'),
    rate('EUR', 'USD', '2024-02-15', '1.1'),
    rate('EUR', 'USD', '2024-01-01', '1'),
  ];
  const { credited, shares } = credit(sampleDeal('1', '100', { currency: 'EUR' }), rates);
  expect(credited).toEqual(['ann 110']);
  expect(shares[0]?.exchange?.shown).toEqual({ rate: '1.1', date: '2024-02-15', source: 'ECB' });
  expect(credit(sampleDeal('1', '100'), rates).shares[0]?.exchange).toBeNull();
});

test('[CREDIT-4] rates that contradict each other or cannot be read are refused', () => {
  const table = (...rates: ExchangeRate[]) => exchangeTable(rates, 'USD').problems.map(({ rule }) => rule);
  expect(table(rate('EUR', 'USD', '2024-01-01', '1.1'), rate('EUR', 'USD', '2024-01-01', '1.2'))).toEqual([
    'CREDIT-4',
  ]);
  expect(table(rate('EUR', 'USD', '2024-01-01', '1.1'), rate('EUR', 'USD', '2024-01-01', '1.10'))).toEqual(
    [],
  );
  expect(table(rate('EUR', 'USD', '2024-01-01', '0'), rate('EUR', 'USD', '2024-01-01', 'x'))).toEqual([
    'CREDIT-4',
    'CREDIT-4',
  ]);
  expect(table(rate('EUR', 'USD', 'soon', '1'), rate('EUR', 'CHF', 'soon', '1'))).toEqual(['CREDIT-4']);
});

test('[CREDIT-5] the opposite pair is inverted only where the pair itself is not quoted yet', () => {
  const opposite = rate('USD', 'EUR', '2024-01-01', '3');
  const { credited, shares } = credit(sampleDeal('1', '100', { currency: 'EUR' }), [opposite]);
  expect(credited).toEqual(['ann 33.333333333333333333']);
  expect(shares[0]?.exchange?.shown).toEqual({
    rate: '0.33333333333333333333',
    date: '2024-01-01',
    source: 'ECB (1 ÷ 3)',
  });
  const both = [opposite, rate('EUR', 'USD', '2023-01-01', '1.5')];
  expect(credit(sampleDeal('1', '100', { currency: 'EUR' }), both).credited).toEqual(['ann 150']);
});

test('[CREDIT-6] money without a currency or without a rate is refused', () => {
  expect(credit(sampleDeal('1', '100', { currency: null })).rules).toEqual(['CREDIT-6']);
  expect(credit(sampleDeal('1', '100', { currency: 'CHF' })).rules).toEqual(['CREDIT-6']);
  const later = [rate('CHF', 'USD', '2024-02-16', '1.1')];
  expect(credit(sampleDeal('1', '100', { currency: 'CHF' }), later).rules).toEqual(['CREDIT-6']);
  expect(credit(sampleDeal('1', '100', { currency: 'CHF' }), [], false).rules).toEqual([]);
  expect(credit(sampleDeal('1', '80', { unit: 'Score', currency: null })).credited).toEqual(['ann 80']);
});

test('[CREDIT-7] unknown people are refused', () => {
  expect(credit(sampleDeal('1', '100', { participantId: 'zoe' })).rules).toEqual(['CREDIT-7']);
  expect(credit(sampleDeal('1', '100', splits(['ann', '50'], ['zoe', '50']))).rules).toEqual(['CREDIT-7']);
});

test('[CREDIT-8] a return credits negatively and counts −1, a deal of nothing counts 0', () => {
  const counts = (amount: string, wanted: Partial<Deal> = {}) =>
    credit(sampleDeal('1', amount, wanted)).shares.map((s) => plain(s.count));
  expect([counts('5'), counts('-5'), counts('0'), counts('-0.00')]).toEqual([['1'], ['-1'], ['0'], ['0']]);
  expect(counts('-5', splits(['ann', '25'], ['ben', '75']))).toEqual(['-0.25', '-0.75']);
});

test('[CREDIT-9] a deal needs an id, a real date and a plain amount', () => {
  expect(credit(sampleDeal('', '100')).rules).toEqual(['CREDIT-9']);
  expect(credit(sampleDeal('1', '1.234,5')).rules).toEqual(['CREDIT-9']);
  expect(dealDayFault(sampleDeal('1', '1', { date: '2023-02-29' }))).toMatchObject({ rule: 'CREDIT-9' });
  expect(dealDayFault(sampleDeal('1', '1'))).toBeNull();
});
