import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain, sum } from './decimal.ts';
import { figure, money, percent, shortMoney } from './figures.ts';
import { allocate, isCurrency, minorDigits, moneyText, roundMoney, roundTogether } from './money.ts';
import { ratio, roundRatio } from './ratio.ts';

describe('[BASE-3] minor digits', () => {
  test.each([
    ['USD', 2, '1.24'],
    ['JPY', 0, '1'],
    ['KWD', 3, '1.235'],
    ['CLF', 4, '1.2350'],
  ])('%s has %i', (currency, digits, text) => {
    expect(minorDigits(currency)).toBe(digits);
    expect(moneyText(roundMoney(decimal('1.235'), currency, 'HALF_UP'), currency)).toBe(text);
  });
  test('codes that are not in the list are no currencies', () => {
    expect(['USD', 'EUR', 'KWD'].every(isCurrency)).toBe(true);
    expect(['usd', 'QQQ', 'ABC', ''].some(isCurrency)).toBe(false);
  });
});

describe('[BASE-4] largest remainder', () => {
  const parts = (whole: string, shares: readonly string[]) =>
    allocate(decimal(whole), shares.map(decimal), 2).map((part) => part.toFixed(2));
  test('a hundred in three', () =>
    expect(parts('100.00', ['1', '1', '1'])).toEqual(['33.34', '33.33', '33.33']));
  test('sixty to forty of an odd cent', () =>
    expect(parts('8185.91', ['60', '40'])).toEqual(['4911.55', '3274.36']));
  test('a debit is divided as the mirror', () =>
    expect(parts('-100.00', ['1', '1', '1'])).toEqual(['-33.34', '-33.33', '-33.33']));
  test('parts always sum to the whole, and none is off by a unit', () => {
    const property = fc.property(
      fc.bigInt(-(10n ** 15n), 10n ** 15n),
      fc
        .array(fc.nat(1000), { minLength: 1, maxLength: 12 })
        .filter((shares) => shares.some((share) => share > 0)),
      (cents, shares) => {
        const whole = decimal(String(cents)).times('0.01');
        const weights = shares.map((share) => decimal(String(share)));
        const divided = allocate(whole, weights, 2);
        expect(plain(sum(divided))).toBe(plain(whole));
        divided.forEach((part, i) => {
          const exact = whole.times(weights[i] ?? '0');
          expect(part.times(sum(weights)).minus(exact).abs().lt(sum(weights).times('0.01'))).toBe(true);
        });
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});

describe('[BASE-10] rounded together', () => {
  const rounded = (parts: readonly string[], under = '1') =>
    roundTogether(parts.map(decimal), decimal(under), { digits: 2, mode: 'HALF_UP' }).map((part) =>
      part.toFixed(2),
    );
  test('the cent that is left goes to the largest remainder', () =>
    expect(rounded(['40.002', '30.0015', '30.0015'])).toEqual(['40.01', '30.00', '30.00']));
  test('of equal ones to the earlier part', () => {
    expect(rounded(['0.005', '0.005'])).toEqual(['0.01', '0.00']);
    expect(rounded(['1', '1', '1'], '3')).toEqual(['0.34', '0.33', '0.33']);
  });
  test('a debit is the mirror', () =>
    expect(rounded(['-40.002', '-30.0015', '-30.0015'])).toEqual(['-40.01', '-30.00', '-30.00']));
  test('the parts sum to their rounded sum, and each is less than a unit from its exact value', () => {
    const property = fc.property(
      fc.array(fc.integer({ min: -300_000, max: 900_000 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
      fc.constantFrom(0, 2, 3),
      (numbers, divisor, mode, digits) => {
        const under = decimal(String(divisor));
        const exact = numbers.map((one) => decimal(String(one)).times('0.001'));
        const parts = roundTogether(exact, under, { digits, mode });
        expect(plain(sum(parts))).toBe(plain(roundRatio(ratio(sum(exact), under), digits, mode)));
        parts.forEach((part, i) => {
          expect(plain(part.round(digits))).toBe(plain(part));
          const apart = part.times(under).minus(exact[i] ?? '0');
          expect(apart.abs().lt(under.times(`1e-${digits}`))).toBe(true);
        });
      },
    );
    fc.assert(property, { numRuns: 400 });
  });
});

test('[BASE-7] figures are grouped, keep their minor digits and never look more exact than they are', () => {
  expect(money(decimal('1234567.5'), 'USD')).toBe('1,234,567.50');
  expect(money(decimal('8185.905'), 'USD')).toBe('8,185.905');
  expect(money(decimal('-1000'), 'JPY')).toBe('−1,000');
  expect(money(ratio(decimal('10000'), decimal('3')), 'USD')).toBe('3,333.33333333…');
  expect(money(ratio(decimal('9000'), decimal('3')), 'USD')).toBe('3,000.00');
  expect(percent(ratio(decimal('1560'), decimal('10')))).toBe('156%');
  expect(figure(decimal('999'))).toBe('999');
});

test('[BASE-7] a sentence has minor digits, and never more than the value has', () => {
  expect(shortMoney(decimal('136505.11471692918'), 'USD')).toBe('136,505.11');
  expect(shortMoney(decimal('149999.999'), 'USD')).toBe('149,999.99');
  expect(shortMoney(decimal('-0.999'), 'USD')).toBe('−0.99');
  expect(shortMoney(decimal('1999.9'), 'JPY')).toBe('1,999');
});
