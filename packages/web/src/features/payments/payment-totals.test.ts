import { expect, test } from 'vitest';
import { isMixed, reportingText, totalText } from './payment-totals.ts';

const euros = (amount: string) => ({ currency: 'EUR', amount });
const dollars = (amount: string) => ({ currency: 'USD', amount });
const together = (currency: string, amount: string | null) => ({
  currency,
  amount,
  converted: [],
  missing: amount === null ? ['No rate.'] : [],
});

test.each([
  ['a currency in which nothing is paid is left out', [euros('0.00'), dollars('4683.46')], '$4,683.46'],
  ['each in which something is paid stands there', [euros('-1.00'), dollars('2.00')], '(€1.00) + $2.00'],
  ['nothing at all is one zero', [euros('0.00'), dollars('0.00')], '€0.00'],
  ['nothing made yet is a dash', null, '—'],
])('[PAYM-21] %s', (_, totals, text) => {
  expect(totalText({ totals })).toBe(text);
});

test('[PAYM-21] a total together is told only where something is paid in another currency', () => {
  const one = { totals: [euros('0.00'), dollars('5.00')], reporting: together('USD', '5.00') };
  expect([isMixed(one), reportingText(one)]).toEqual([false, null]);
  const two = { totals: [euros('3.00'), dollars('5.00')], reporting: together('USD', '8.30') };
  expect([isMixed(two), reportingText(two)]).toEqual([true, '$8.30 in total']);
  const unknown = { totals: [euros('3.00')], reporting: together('USD', null) };
  expect([isMixed(unknown), reportingText(unknown)]).toEqual([true, 'exchange rate missing']);
});
