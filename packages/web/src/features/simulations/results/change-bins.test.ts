import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBins } from './change-bins.ts';

test('changes fall into round bins with an edge at no change', () => {
  const bins = changeBins([-150, -20, 0, 0, 40, 980], String);
  expect(bins.map(({ from }) => from)).toContain(0);
  expect(bins[0]).toMatchObject({ from: -200, to: -100, text: '-200 to below -100', counts: [1] });
  expect(bins.find(({ from }) => from === 0)?.counts).toEqual([3]);
  expect(bins.at(-1)).toMatchObject({ from: 900, to: 1000, counts: [1] });
});

test('nobody is lost and nobody counted twice, whatever changed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 }), (changes) => {
      const bins = changeBins(changes, String);
      expect(bins.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)).toBe(changes.length);
      expect(bins.length).toBeLessThanOrEqual(22);
    }),
  );
});

test('without changes there is nothing to draw; where nobody changes there is one bin of all', () => {
  expect(changeBins([], String)).toEqual([]);
  expect(changeBins([0, 0], String).filter(({ counts }) => counts[0] !== 0)).toHaveLength(1);
});
