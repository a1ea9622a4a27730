import { expect, test } from 'vitest';
import { forecastSeries, historyRead, intervalAround } from './forecast.ts';
import { type MethodName, methods } from './methods.ts';
import { daysAfter, wholeQuarters, withoutGap } from './periods.ts';

const by = (name: MethodName) => {
  const method = methods.find((one) => one.name === name);
  if (method === undefined) throw new Error(`no method ${name}`);
  return method;
};

test('[FC-1] each candidate carries a series on by its own formula', () => {
  expect(by('drift').forecast([10, 12, 14, 16], 2, 4)).toEqual([18, 20]);
  expect(by('last-value').forecast([3, 8], 2, 4)).toEqual([8, 8]);
  expect(by('mean-of-three').forecast([100, 1, 2, 6], 1, 4)).toEqual([3]);
  const twoYears = [1, 2, 3, 4, 10, 20, 30, 40];
  expect(by('seasonal-naive').forecast(twoYears, 4, 4)).toEqual([10, 20, 30, 40]);
  // level 2 with any α, a slope of 0: theta and smoothing say the same
  expect(by('simple-smoothing').forecast([2, 2, 2, 2], 1, 4)).toEqual([2]);
  expect(by('theta').forecast([2, 2, 2, 2], 2, 4)).toEqual([2, 2]);
  // a straight line goes on at half its slope, after a start near it
  const [next = 0, second = 0] = by('theta').forecast([10, 12, 14, 16, 18, 20], 2, 4);
  expect(second - next).toBeCloseTo(1);
  // seasons of two equal years come back, and a trend on top of them goes on
  expect(by('holt-winters').forecast([1, 5, 1, 9, 1, 5, 1, 9, 1, 5, 1, 9], 4, 4)).toEqual([1, 5, 1, 9]);
  const [first = 0] = by('holt-winters').forecast([1, 5, 1, 9, 5, 9, 5, 13, 9, 13, 9, 17], 1, 4);
  expect(first).toBeCloseTo(13);
  // a damped trend lies between the last value and the whole trend
  const [damped = 0] = by('damped-trend').forecast([10, 12, 14, 16, 18, 20], 1, 4);
  expect(damped).toBeGreaterThan(20.5);
  expect(damped).toBeLessThan(22.01);
});

const seasonal = Array.from({ length: 36 }, (_, month) => 100 + 10 * (month % 12) + (month % 5));

test('[FC-2] the method that was off least so far is used; without seasons no seasonal one', () => {
  const rising = Array.from({ length: 12 }, (_, at) => 100 + 7 * at);
  expect(forecastSeries({ series: rising, cycle: 12, steps: 1, withSeasons: true })).toMatchObject({
    method: 'drift',
    value: 184,
    backtest: { averageError: 0, relativeError: 0, comparedWith: 'last-value' },
  });
  expect(forecastSeries({ series: [5, 5, 5, 5], cycle: 4, steps: 1, withSeasons: true })?.method).toBe(
    'last-value',
  );
  const withSeasons = forecastSeries({ series: seasonal, cycle: 12, steps: 1, withSeasons: true });
  expect(['seasonal-naive', 'holt-winters']).toContain(withSeasons?.method);
  const without = forecastSeries({ series: seasonal, cycle: 12, steps: 1, withSeasons: false });
  expect(['seasonal-naive', 'holt-winters']).not.toContain(without?.method);
  // one full year and seven quarters are no two years
  const seven = [1, 2, 3, 4, 1, 2, 3];
  expect(forecastSeries({ series: seven, cycle: 4, steps: 1, withSeasons: true })?.method).not.toBe(
    'seasonal-naive',
  );
});

test('[FC-1] nothing older than three years is read, and too little history gives no forecast', () => {
  const old = [9e9, ...seasonal];
  expect(historyRead(12)).toBe(36);
  const asked = { cycle: 12, steps: 1, withSeasons: true };
  expect(forecastSeries({ ...asked, series: old })).toEqual(forecastSeries({ ...asked, series: seasonal }));
  expect(forecastSeries({ ...asked, series: [] })).toBeNull();
  expect(forecastSeries({ ...asked, series: [4] })).toBeNull();
  expect(forecastSeries({ ...asked, series: [4, 6] })?.value).toBe(6);
  // a year ahead needs a year that is known besides the first quarter
  expect(forecastSeries({ series: [1, 1, 1, 1], cycle: 4, steps: 4, withSeasons: true })).toBeNull();
  expect(forecastSeries({ series: [1, 1, 1, 1, 1], cycle: 4, steps: 4, withSeasons: true })?.value).toBe(4);
});

test('[FC-3] errors are of forecasts made from what was known then', () => {
  const found = forecastSeries({ series: [100, 50, 100, 50, 100], cycle: 4, steps: 1, withSeasons: false });
  // the mean of three was off by 83⅓ − 50 and 66⅔ − 100, the last value by 50 each time
  expect(found?.method).toBe('mean-of-three');
  expect(found?.backtest.averageError).toBeCloseTo(66.667 / 150, 4);
  expect(found?.backtest.bias).toBeCloseTo(0, 4);
  expect(found?.backtest.relativeError).toBeCloseTo(66.667 / 100, 4);
});

test('[FC-3] errors are compared with those of a year before, over the periods that have one', () => {
  const asked = { cycle: 4, steps: 1, withSeasons: false };
  // two quarters after the first year are too few to compare by
  const level = [100, 105, 100, 105, 100, 125];
  expect(forecastSeries({ ...asked, series: level })?.backtest.comparedWith).toBe('last-value');
  // the values are repeated a year later: last year's value is never off, and so no ratio is known
  const repeated = [1, 9, 2, 8, 1, 9, 2, 8];
  expect(forecastSeries({ ...asked, series: repeated })?.backtest).toMatchObject({
    comparedWith: 'last-year',
    relativeError: null,
  });
  // drift is never off, last year's value by 28 each time
  const rising = Array.from({ length: 12 }, (_, at) => 100 + 7 * at);
  expect(forecastSeries({ ...asked, series: rising })).toMatchObject({
    method: 'drift',
    backtest: { comparedWith: 'last-year', relativeError: 0 },
  });
  // the quarters of a year differ far more than the years: last year's value is off by 1 twice
  const worse = forecastSeries({ ...asked, series: [100, 10, 100, 10, 101, 10, 100, 11] });
  expect(worse?.backtest.comparedWith).toBe('last-year');
  expect(worse?.backtest.relativeError).toBeGreaterThan(1);
});

test('[FC-4] the range comes from past errors, and there is none below six', () => {
  const off = (errors: number[]) => errors.map((error) => ({ expected: 100, actual: 100 + error }));
  expect(intervalAround(50, off([1, -2, 3, -4, 5]))).toBeNull();
  expect(intervalAround(50, off([1, -2, 3, -4, 5, 6]))).toEqual({ low: 44, high: 56 });
  expect(intervalAround(50, off([1, -2, 3, -4, 5, 6, 7, 8, 9]))).toEqual({ low: 42, high: 58 });
  const ten = intervalAround(200, off([-10, -8, -6, -4, -2, 2, 4, 6, 8, 10]));
  expect(ten?.low).toBeCloseTo(200 * 0.918);
  expect(ten?.high).toBeCloseTo(200 * 1.082);
});

test('[FC-5] only whole periods without a gap are read', () => {
  const month = (key: string) => ({ key, value: '1.5' });
  const months = ['2025-02', '2025-03', '2025-04', '2025-05', '2025-06', '2025-07'].map(month);
  expect(wholeQuarters(months)).toEqual([{ key: '2025-Q2', value: '4.5' }]);
  const quarters = ['2024-Q2', '2024-Q4', '2025-Q1', '2025-Q2'].map(month);
  expect(withoutGap(quarters).map(({ key }) => key)).toEqual(['2024-Q4', '2025-Q1', '2025-Q2']);
  expect(withoutGap([])).toEqual([]);
  expect(daysAfter('2025-Q4', 1)).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  expect(daysAfter('2025-Q3', 4)).toEqual({ from: '2025-10-01', to: '2026-09-30' });
  expect(daysAfter('2025-12', 1)).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  expect(daysAfter('2024-02', 0)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
});
