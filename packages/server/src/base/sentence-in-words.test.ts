import { expect, test } from 'vitest';
import { sentenceInWords } from './sentence-in-words.ts';

test.each([
  [
    'ACV Bookings pays 16,063.07 USD: 112.7233% of quota is worth 112.7233% of the 14,250.00 target.',
    'ACV Bookings pays $16,063.07: 112.72% of quota is worth 112.72% of the $14,250.00 target.',
  ],
  [
    'Services takes back −1,200.505 USD, at 99.9999% of quota.',
    'Services takes back ($1,200.505), at 99.99% of quota.',
  ],
  ['84.2083% and 88.4292% of quota', '84.21% and 88.43% of quota'],
  [
    '1,000 JPY of 9.50 EUR for 12 CRM seats since 2026-11-22',
    '¥1,000 of €9.50 for 12 CRM seats since Nov 22, 2026',
  ],
  ['deals-2026-11-22.csv pays for 2025-Q4.', 'deals-2026-11-22.csv pays for 2025-Q4.'],
])('files write figures as the screen does: %s', (stored, shown) =>
  expect(sentenceInWords(stored, 'USD')).toBe(shown),
);
