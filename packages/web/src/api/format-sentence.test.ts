import { expect, test } from 'vitest';
import { formatSentence } from './format-sentence.ts';

test.each([
  [
    'ACV Bookings pays 16,063.07 USD: 112.7233% of quota is worth 112.7233% of the 14,250.00 target.',
    'ACV Bookings pays $16,063.07: 112.72% of quota is worth 112.72% of the $14,250.00 target.',
  ],
  [
    'Services takes back 1,200.50 USD: 99.9999% of quota is worth −5% of the 900.00 target.',
    'Services takes back $1,200.50: 99.99% of quota is worth -5% of the $900.00 target.',
  ],
  [
    'Another 17,682.46 of credit reaches 120% of quota; the line would then pay 17,100.00 USD.',
    'Another 17,682.46 of credit reaches 120% of quota; the line would then pay $17,100.00.',
  ],
  ['Deals pays nothing: 3 deals, none in 2025-Q4.', 'Deals pays nothing: 3 deals, none in 2025-Q4.'],
])('%s', (stored, shown) => expect(formatSentence(stored, 'USD')).toBe(shown));

test('every currency is written with its own sign, what is none is left as it was', () => {
  expect(formatSentence('It pays 1,000 JPY of 9.50 EUR for 12 CRM seats.', 'JPY')).toBe(
    'It pays ¥1,000 of €9.50 for 12 CRM seats.',
  );
});

test('days are written as everywhere, ids are not', () => {
  expect(formatSentence('deals-2026-11-22.csv was imported on 2026-11-22.')).toBe(
    'deals-2026-11-22.csv was imported on Nov 22, 2026.',
  );
});
