import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, plain } from '../base/decimal.ts';
import { exchangeTable } from '../crediting/exchange.ts';
import { calculate } from '../payouts/calculate.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import type { Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { quotaFor } from './quota.ts';
import { SAMPLE_PERIOD, samplePart, sampleQuota } from './sample-quota.fixture.ts';

const sales = sampleComponent();
const euros = (date: string, rate: string) => ({ from: 'EUR', to: 'USD', date, rate, source: 'ECB' });
const table = exchangeTable([euros('2023-12-29', '1.1049'), euros('2024-02-01', '9')], 'USD');
const exchanges = { find: table.find, when: (day: string) => `on or before ${day}` };
const terms = { ...samplePart(), period: SAMPLE_PERIOD, currency: 'USD', exchanges };
const found = (quota: ReturnType<typeof sampleQuota>, wanted: Partial<typeof terms> = {}, of = sales) => {
  const read = quotaFor([quota], of, { ...terms, ...wanted });
  return read.ok ? read.value : read.problems.map(({ rule, path }) => `${rule} ${path}`);
};

test('[QUOTA-15] counts at the rate of its first day, with rate, date and source', () => {
  expect(found(sampleQuota('100000.5', { currency: 'EUR' }))).toMatchObject({
    steps: [
      {
        rule: 'QUOTA-15',
        message:
          'The quota for 2024-01-01 to 2024-03-31 is stated in EUR and counts in USD at 1.1049, the rate of 2023-12-29 (ECB)',
        formula: '100,000.50 EUR × 1.1049',
      },
    ],
  });
  const quota = found(sampleQuota('100000.5', { currency: 'EUR' }));
  expect(quota && 'amount' in quota && plain(quota.amount)).toBe('110490.55');
  expect(found(sampleQuota('100', { currency: 'USD' }))).toMatchObject({ steps: [] });
});

test('[QUOTA-15] is prorated after it is converted, and rounded once', () => {
  const hired = samplePart({
    proration: { by: 'days', of: 'quota' },
    participant: { ...terms.participant, hiredOn: '2024-03-01' },
  });
  const quota = found(sampleQuota('0.05', { currency: 'EUR' }), hired);
  // 0.05 × 1.1049 = 0.055245; rounded first it would be 0.06 × 31 ÷ 91 = 0.02 as well, exact it is 0.0188…
  expect(quota).toMatchObject({
    steps: [
      { rule: 'QUOTA-15', formula: '0.05 EUR × 1.1049' },
      { rule: 'QUOTA-10', formula: '0.055245 × 31 ÷ 91 days' },
    ],
  });
});

test('[QUOTA-16] without a rate, or for a unit other than money, it is rejected if pay needs it', () => {
  const where = 'quotas[ann, $, 2024-01-01].currency';
  expect(found(sampleQuota('1', { currency: 'CHF' }))).toEqual([`QUOTA-16 ${where}`]);
  expect(found(sampleQuota('1', { currency: 'EUR', from: '2023-12-28' }), { period: year })).toHaveLength(1);
  const counting = sampleComponent({ measure: { unit: 'Count', of: 'amount' } });
  const count = sampleQuota('1', { unit: 'Count', currency: 'USD' });
  expect(found(count, {}, counting)).toEqual(['QUOTA-16 quotas[ann, Count, 2024-01-01].currency']);
  const flat = { kind: 'flat', ratePercent: '5' } as const;
  const paid = (rate: Plan['components'][number]['rate']) =>
    calculate(
      sampleInput({
        plan: samplePlan({ components: [sampleComponent({ rate })] }),
        quotas: [sampleQuota('1', { currency: 'CHF' })],
      }),
    );
  expect(paid(flat).ok).toBe(true);
  expect(paid({ kind: 'target' })).toMatchObject({ ok: false, problems: [{ rule: 'QUOTA-16' }] });
});

const year = { key: 'around', from: '2023-12-01', to: '2024-03-31' };

test('[QUOTA-15] pays what the same quota in the plan’s currency pays, to the cent', () => {
  const cents = fc.integer({ min: 1, max: 9_000_000 }).map((n) => plain(decimal(`${n}e-2`)));
  const rates = fc.integer({ min: 1, max: 400 }).map((n) => plain(decimal(`${n}e-2`)));
  fc.assert(
    fc.property(cents, rates, (amount, rate) => {
      const plan = samplePlan({ components: [sampleComponent({ rate: { kind: 'target' } })] });
      const exchangeRates = [euros('2024-01-01', rate)];
      const stated = calculate(
        sampleInput({ plan, exchangeRates, quotas: [sampleQuota(amount, { currency: 'EUR' })] }),
      );
      const converted = plain(decimal(amount).times(decimal(rate)).round(2, 1));
      const own = calculate(sampleInput({ plan, quotas: [sampleQuota(converted)] }));
      const lines = (paid: typeof own) =>
        paid.ok && paid.value.lines.map(({ amount, quota }) => ({ amount, quota }));
      expect(lines(stated)).toEqual(lines(own));
    }),
  );
});
