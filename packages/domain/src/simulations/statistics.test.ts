import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from '../base/decimal.ts';
import { dearestTwentieth, distribution, fitOf, histogram, minorUnits, percentile } from './statistics.ts';

const cents = fc.array(fc.bigInt(-(10n ** 15n), 10n ** 15n), { minLength: 1, maxLength: 60 });

describe('[SIM-6] distributions', () => {
  test('figures of a small sample, by hand', () => {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, Σ(x − 5)² = 32, √(32 ÷ 7) = 2.1380…
    const sample = [900n, 200n, 400n, 500n, 400n, 500n, 400n, 700n];
    expect(distribution(sample, 2)).toEqual({
      mean: '5.00',
      standardDeviation: '2.14',
      min: '2.00',
      max: '9.00',
      percentiles: {
        p5: '2.00',
        p10: '2.00',
        p25: '4.00',
        p50: '4.00',
        p75: '5.00',
        p90: '9.00',
        p95: '9.00',
      },
    });
  });

  test('one value has no spread, and a currency without cents none', () => {
    expect(distribution([1234n], 0)).toMatchObject({ mean: '1234', standardDeviation: '0', max: '1234' });
  });

  test('percentiles are values of the sample by nearest rank (15, 20, 35, 40, 50)', () => {
    const sample = [15n, 20n, 35n, 40n, 50n];
    expect([5, 30, 40, 50, 100].map((percent) => percentile(sample, percent))).toEqual([
      15n,
      20n,
      20n,
      35n,
      50n,
    ]);
  });

  test('percentiles ascend, and all lie between smallest and largest', () => {
    fc.assert(
      fc.property(cents, (sample) => {
        const { min, max, percentiles } = distribution(sample, 2);
        const row = [min, ...Object.values(percentiles), max].map(minorUnits);
        expect(row).toEqual(row.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      }),
    );
  });

  test('the dearest twentieth is at least the mean', () => {
    expect(dearestTwentieth([100n, 200n, 300n], 2).toFixed(2)).toBe('3.00');
    const hundred = Array.from({ length: 100 }, (_, i) => BigInt(i));
    expect(dearestTwentieth(hundred, 0).toFixed()).toBe('97');
  });

  test('a histogram loses and doubles nothing, and its bins join', () => {
    fc.assert(
      fc.property(cents, cents, (baseline, draft) => {
        const bins = histogram(baseline, draft, { bins: 20, digits: 2 });
        expect(bins.reduce((all, bin) => all + bin.baseline, 0)).toBe(baseline.length);
        expect(bins.reduce((all, bin) => all + bin.draft, 0)).toBe(draft.length);
        expect(bins.length).toBeLessThanOrEqual(20);
        for (const [i, bin] of bins.entries()) if (i > 0) expect(bin.from).toBe(bins[i - 1]?.to);
      }),
    );
  });
});

describe('[SIM-4] how pay follows performance', () => {
  const points = (...all: [string, string][]) => all.map(([x, y]) => ({ x: decimal(x), y: decimal(y) }));
  test('on a line the correlation is one and the slope is the line’s', () => {
    expect(fitOf(points(['50', '60'], ['100', '110'], ['150', '160']))).toEqual({
      slope: '1',
      correlation: '1',
    });
    expect(fitOf(points(['50', '160'], ['100', '110'], ['150', '60']))).toEqual({
      slope: '-1',
      correlation: '-1',
    });
  });
  test('by hand: x 1 2 3, y 2 2 5', () => {
    // Sxx = 3·14 − 36 = 6, Sxy = 3·21 − 6·9 = 9, Syy = 3·33 − 81 = 18; r = 9 ÷ √108 = 0.8660
    expect(fitOf(points(['1', '2'], ['2', '2'], ['3', '5']))).toEqual({ slope: '1.5', correlation: '0.866' });
  });
  test('undefined where all attained the same, or were paid the same', () => {
    expect(fitOf(points(['1', '2'], ['1', '3']))).toEqual({ slope: null, correlation: null });
    expect(fitOf(points(['1', '2'], ['2', '2']))).toEqual({ slope: '0', correlation: null });
    expect(fitOf([])).toEqual({ slope: null, correlation: null });
  });
});
