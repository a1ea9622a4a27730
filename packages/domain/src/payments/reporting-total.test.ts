import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, plain, sum } from '../base/decimal.ts';
import { reportingTotal } from './reporting-total.ts';

const rate = (from: string, date: string, price: string, to = 'USD') => ({
  from,
  to,
  date,
  rate: price,
  source: 'ECB',
});
const rates = [
  rate('EUR', '2024-02-01', '1.1'),
  rate('EUR', '2024-03-28', '1.0811'),
  rate('EUR', '2024-04-01', '9'),
];
const day = '2024-03-31';

test('[PAYM-21] totals are shown in one currency at the rate of the last day, with rate, date and source', () => {
  const totals = [
    { currency: 'EUR', amount: '100.55' },
    { currency: 'USD', amount: '10.00' },
  ];
  expect(reportingTotal(totals, { into: 'USD', day, rates })).toEqual({
    currency: 'USD',
    amount: '118.70',
    converted: [
      {
        currency: 'EUR',
        amount: '108.70',
        exchange: { rate: '1.0811', date: '2024-03-28', source: 'ECB' },
        message: '100.55 EUR are 108.70 USD at 1.0811, the rate of 2024-03-28 (ECB)',
      },
    ],
    missing: [],
  });
});

test('[PAYM-21] where only the opposite pair is quoted, one divided by it, and the source says so', () => {
  const total = reportingTotal([{ currency: 'USD', amount: '110' }], {
    into: 'EUR',
    day,
    rates: [rate('EUR', '2024-01-01', '1.1')],
  });
  expect(total).toMatchObject({ amount: '100.00', converted: [{ exchange: { source: 'ECB (1 ÷ 1.1)' } }] });
});

test('[PAYM-21] a missing rate is named, and there is no total', () => {
  const totals = ['CHF', 'EUR', 'USD'].map((currency) => ({ currency, amount: '1' }));
  expect(reportingTotal(totals, { into: 'USD', day, rates })).toMatchObject({
    amount: null,
    converted: [{ currency: 'EUR' }],
    missing: ['There is no exchange rate from CHF to USD on or before 2024-03-31. Import one.'],
  });
  expect(reportingTotal([], { into: 'JPY', day, rates: [] })).toMatchObject({ amount: '0', missing: [] });
});

test('[PAYM-21] what is shown of each currency sums to the total', () => {
  const cents = fc.integer({ min: -9_000_000, max: 9_000_000 }).map((n) => plain(decimal(`${n}e-2`)));
  fc.assert(
    fc.property(cents, cents, cents, (euros, francs, dollars) => {
      const totals = [
        { currency: 'EUR', amount: euros },
        { currency: 'CHF', amount: francs },
        { currency: 'USD', amount: dollars },
      ];
      const all = reportingTotal(totals, {
        into: 'USD',
        day,
        rates: [...rates, rate('USD', day, '0.9037', 'CHF')],
      });
      const shown = sum([decimal(dollars), ...all.converted.map(({ amount }) => decimal(amount))]);
      expect(decimal(all.amount ?? 'x').eq(shown)).toBe(true);
    }),
  );
});
