import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRow, type CreditedRow, type PayeeCredits } from './credited-deal.ts';
import { decodeSegment, encodeSegment, hashOfSegment } from './segment.ts';

const maybe = (text: fc.Arbitrary<string>) => fc.oneof(fc.constant(null), text);
const word = fc.oneof(
  fc.constantFrom('Core', 'Größe', '😀a', '😃b', ''),
  fc.string({ unit: 'grapheme', maxLength: 9 }),
);
const day = fc
  .integer({ min: 1, max: 91 })
  .map((at) => new Date(Date.UTC(2024, 0, at)).toISOString().slice(0, 10));
const amount = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: 0, max: 10 }))
    .map(([whole, decimals]) => (decimals === 0 ? `${whole}` : `${whole}.${'7'.repeat(decimals)}`)),
  fc.constantFrom('0', '0.00', '-0.5', '9007199254740993', '9223372036854775807', '0.0000000001', '100.10'),
);
const shares = fc.constantFrom(
  '[{"sharePercent": "70", "participantId": "ann"}, {"sharePercent": "30", "participantId": "bob"}]',
  '[{"participantId": "bob", "sharePercent": "12.5"}]',
);
const row: fc.Arbitrary<CreditedRow> = fc.record({
  payee: fc.constant('ann'),
  id: fc.oneof(
    fc.integer({ min: 0, max: 9_999 }).map((at) => `D-${at}`),
    word,
  ),
  date: day,
  amount,
  unit: fc.constantFrom('$', 'Score', 'Count'),
  currency: maybe(fc.constantFrom('USD', 'EUR')),
  participantId: fc.constantFrom('ann', 'bob'),
  splits: maybe(shares),
  kind: fc.constantFrom('sale', 'return'),
  product: maybe(word),
  territory: maybe(word),
  customer: maybe(word),
  overlays: maybe(shares),
  approvedOn: maybe(day),
  termMonths: maybe(fc.integer({ min: 1, max: 600 }).map(String)),
  reversesId: maybe(word),
  ownFields: maybe(fc.constantFrom('{"b": "2", "a": "1"}', '{"margin": "12.5"}')),
  importId: maybe(fc.constantFrom('018f0000-0000-7000-8000-000000000001')),
  importLine: maybe(fc.integer({ min: 1, max: 2_000_000 }).map(String)),
});

test('[LEDGER-1] [LEDGER-2] a segment gives back the deals of its rows to the letter, and the same rows give the same bytes', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 300 }), (rows) => {
      const content = encodeSegment('ann', '2024-01-01', rows);
      expect(encodeSegment('ann', '2024-01-01', structuredClone(rows)).equals(content)).toBe(true);
      const expected: PayeeCredits = { deals: [], sources: null, segments: null };
      for (const one of rows) addRow(expected, one);
      const read: PayeeCredits = { deals: [], sources: null, segments: null };
      const days = { from: '2024-01-01', to: '2024-12-31', spans: [{ from: '2023-01-01', to: null }] };
      decodeSegment({ quarter: '2024-01-01', content }, days, read);
      expect(JSON.stringify(read.deals)).toBe(JSON.stringify(expected.deals));
      expect(read.sources).toEqual(expected.sources);
    }),
  );
});

test('[LEDGER-2] only deals of the days on which the payee is credited are read', () => {
  const rows = usual(91);
  const content = encodeSegment('ann', '2024-01-01', rows);
  const read: PayeeCredits = { deals: [], sources: null, segments: null };
  const spans = [
    { from: '2023-12-01', to: '2024-01-20' },
    { from: '2024-02-10', to: null },
  ];
  decodeSegment({ quarter: '2024-01-01', content }, { from: '2024-01-05', to: '2024-03-10', spans }, read);
  const wanted = rows.filter(
    ({ date }) =>
      date >= '2024-01-05' && date <= '2024-03-10' && (date <= '2024-01-20' || date >= '2024-02-10'),
  );
  expect(wanted.length).toBeLessThan(rows.length);
  expect(read.deals.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
});

test('[LEDGER-5] the hash of a segment is of its content and of whose it is', () => {
  const content = encodeSegment('ann', '2024-01-01', usual(3));
  const own = { payee: 'ann', quarter: '2024-01-01', content };
  const damaged = Buffer.from(content);
  damaged[damaged.length - 1]! ^= 1;
  const others = [
    { ...own, payee: 'bob' },
    { ...own, quarter: '2024-04-01' },
    { ...own, content: damaged },
  ];
  for (const other of others) expect(hashOfSegment(other).equals(hashOfSegment(own))).toBe(false);
});

/** A deal of ann on each of the first days of 2024. */
function usual(days: number): CreditedRow[] {
  return Array.from({ length: days }, (_, at) => ({
    ...{ payee: 'ann', id: `D-${at}`, date: new Date(Date.UTC(2024, 0, at + 1)).toISOString().slice(0, 10) },
    ...{ amount: '10.00', unit: '$', currency: 'USD', participantId: 'ann', splits: null, kind: 'sale' },
    ...{
      product: 'Core',
      territory: null,
      customer: null,
      overlays: null,
      approvedOn: null,
      termMonths: null,
    },
    ...{ reversesId: null, ownFields: null, importId: null, importLine: null },
  }));
}
