import { expect, test } from 'vitest';
import { edited, numbersOf, shippedEdits } from './edits.ts';

const stored = {
  off: ['add-cap'],
  thresholds: { minPayees: 20, minSharePercent: 0.25 },
  acting: { actsADay: 3 },
} as unknown as Parameters<typeof edited>[0];

test('[SGR-48] typed numbers are sent as numbers, and other text as a number the server rejects', () => {
  const edits = edited(stored);
  expect(numbersOf(edits, stored)).toEqual(stored);
  const typed = {
    ...edits,
    thresholds: { minPayees: '', minSharePercent: ' 0.5 ' },
    acting: { actsADay: 'x' },
  };
  expect(numbersOf(typed, stored)).toEqual({
    off: ['add-cap'],
    thresholds: { minPayees: -1, minSharePercent: 0.5 },
    acting: { actsADay: -1 },
  });
});

test.each([
  ['2,000', 2000],
  ['1,000,000.5', 1_000_000.5],
  ['2000', 2000],
  // could be half or five hundred
  ['0,5', -1],
  ['2,00', -1],
  ['20,00,000', -1],
  ['1e3', -1],
])('%s is typed for %d', (typed, value) => {
  const edits = edited(stored);
  const sent = numbersOf({ ...edits, acting: { actsADay: typed } }, stored);
  expect(sent.acting).toEqual({ actsADay: value });
});

test('shipped values turn every analyzer on', () => {
  const range = (key: string, value: number) => ({ key, value, min: 0, max: 100 });
  const ranges = {
    thresholds: [{ ...range('minPayees', 20), step: 1, analyser: null }],
    acting: [range('actsADay', 3)],
  };
  expect(shippedEdits({ ranges })).toEqual({
    off: [],
    thresholds: { minPayees: '20' },
    acting: { actsADay: '3' },
  });
});
