import { expect, test } from 'vitest';
import { recordLinks } from './card/record-links.ts';
import { impactWords } from './words.ts';

const finding = (impact: string, analyser: string | null = 'end-draw') =>
  impactWords({ projectedSavings: null, currency: 'EUR', analyser, impact, impactType: 'other' })?.text;

test('a finding without savings has the figure of its first sentence, as cards write figures', () => {
  expect(finding('3,400.00 EUR is advanced and not recovered. This is an exposure, not a saving.')).toBe(
    '€3,400.00 is advanced and not recovered',
  );
  expect(finding('$1,150.00 more pay in 2025-Q4.')).toBe('$1,150.00 more pay in 2025-Q4');
});

test('a finding that names no figure, and a person who states none, have no impact on the card', () => {
  expect(finding('It proposes no change, so it has no amount.')).toBeUndefined();
  expect(finding('Saves $10.00', null)).toBeUndefined();
});

test('[SGR-118] missing records lead to their lists, in one order; other findings lead nowhere', () => {
  const links = recordLinks({ recordChange: null, missingIn: ['exchange-rates', 'assignments'] });
  expect(links.map(({ to }) => to.to)).toEqual(['/compensation/crediting', '/compensation/eligibility']);
  expect(recordLinks({ recordChange: null, missingIn: [] })).toEqual([]);
});
