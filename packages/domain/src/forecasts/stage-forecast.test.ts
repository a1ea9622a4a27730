import { expect, test } from 'vitest';
import {
  apart,
  carriedBy,
  chanceOf,
  type PastPeriod,
  type StageGroup,
  stageForecast,
} from './stage-forecast.ts';

const group = (of: Partial<StageGroup>): StageGroup => ({
  stage: 'Proposal',
  isExpected: true,
  opportunities: 1,
  withoutAmount: 0,
  withoutChance: 0,
  amount: 0,
  stated: 0,
  unstated: 0,
  ...of,
});

/** A past month with four proposals of 100, of which `won` became deals of 90, and 50 that were not in the pipeline. */
const past = (won: number, month = 1, soFar = 100): PastPeriod => ({
  day: `2025-${String(month).padStart(2, '0')}-10`,
  to: `2025-${String(month).padStart(2, '0')}-28`,
  groups: [
    { ...group({ opportunities: 4, amount: 400, stated: 160 }), won, stood: won * 100, deals: won * 90 },
  ],
  soFar,
  total: soFar + won * 90 + 50,
});

test('[FC-9] a measured chance is drawn to the stated one by the weight of ten opportunities', () => {
  expect(chanceOf({ won: 18, seen: 40 }, 0.4)).toBeCloseTo(0.44);
  expect(chanceOf({ won: 0, seen: 0 }, 0.35)).toBeCloseTo(0.35);
});

test('[FC-9] without past periods the stated chances count, else the win rate; what lacks both is counted and named', () => {
  const groups = [
    group({ stage: 'Negotiation', opportunities: 2, amount: 200_000, stated: 124_000 }),
    group({
      opportunities: 3,
      withoutAmount: 1,
      withoutChance: 1,
      amount: 260_000,
      stated: 20_000,
      unstated: 60_000,
    }),
    // expected later: nothing is known of it
    group({ stage: 'Discovery', isExpected: false, amount: 300_000, stated: 36_000 }),
  ];
  expect(stageForecast({ groups, soFar: 412_000 }, [], 40)).toEqual({
    value: 412_000 + 124_000 + 44_000,
    soFar: 412_000,
    fromOpen: 168_000,
    unseen: null,
    counted: 4,
    unknown: 1,
    measured: 0,
    interval: null,
    missingForInterval: 7,
    backtest: null,
  });
  expect(stageForecast({ groups, soFar: 0 }, [], null)).toMatchObject({
    fromOpen: 144_000,
    counted: 3,
    unknown: 2,
  });
  expect(stageForecast({ groups: groups.slice(2), soFar: 5 }, [], 40)).toBeNull();
});

test('[FC-9] past periods give the chances, what a deal brings of its amount, and what was not in the pipeline', () => {
  const now = { groups: [group({ opportunities: 2, amount: 200, stated: 80 })], soFar: 30 };
  const found = stageForecast(now, [past(1), past(3, 2)], null);
  // 4 of 8 became deals: (4 + 10 × 0.4) ÷ 18, at 0.9 of the amount
  expect(found?.fromOpen).toBeCloseTo((200 * 0.9 * 8) / 18);
  expect(found).toMatchObject({ unseen: 50, measured: 2, counted: 2, missingForInterval: 5 });
  expect(found?.value).toBeCloseTo(30 + 80 + 50);
  // the second by the first alone: 100 + 400 × 0.9 × (1 + 4) ÷ 14 + 50, and 420 came
  expect(found?.backtest?.origins).toBe(1);
  expect(found?.backtest?.bias).toBeCloseTo((420 - 150 - (360 * 5) / 14) / 420);
  // those that were expected later are measured for themselves
  const pulled: PastPeriod = {
    ...{ day: '2025-01-10', to: '2025-01-31' },
    groups: [{ ...group({ isExpected: false, opportunities: 10, amount: 10 }), won: 5, stood: 5, deals: 5 }],
    soFar: 0,
    total: 5,
  };
  const later = { groups: [group({ isExpected: false, amount: 100, stated: 90 })], soFar: 0 };
  expect(stageForecast(later, [pulled], null)?.fromOpen).toBeCloseTo(25);
  // older periods than eight are not read
  expect(
    stageForecast(
      now,
      Array.from({ length: 11 }, (_, at) => past(2, at + 1)),
      null,
    ),
  ).toMatchObject({
    measured: 8,
    interval: { low: expect.any(Number), high: expect.any(Number) },
    missingForInterval: 0,
    backtest: { origins: 10 },
  });
  // a period that was not over on the day of another says nothing of it
  const overlapping = [past(1, 1), { ...past(3, 2), day: '2025-01-20' }, past(2, 3)];
  expect(stageForecast(now, overlapping, null)).toMatchObject({
    measured: 3,
    missingForInterval: 5,
    backtest: { origins: 1 },
  });
});

test('[FC-10] the method that was off less carries the figure, the stages only after six past forecasts', () => {
  const runRate = { backtest: { averageError: 0.2 } };
  const stages = (origins: number, averageError: number) => ({
    unseen: 1,
    backtest: { origins, averageError, bias: 0 },
  });
  expect(carriedBy(runRate, stages(6, 0.1))).toBe('stages');
  expect(carriedBy(runRate, stages(5, 0.1))).toBe('run-rate');
  expect(carriedBy(runRate, stages(6, 0.2))).toBe('run-rate');
  expect(carriedBy(runRate, { unseen: 1, backtest: null })).toBe('run-rate');
  expect(carriedBy(runRate, null)).toBe('run-rate');
  expect(carriedBy(null, { unseen: 1, backtest: null })).toBe('stages');
  expect(carriedBy(null, { unseen: null, backtest: null })).toBeNull();
  expect(carriedBy(null, null)).toBeNull();
});

test('[FC-11] methods are far apart outside the typical range, or a quarter apart without one', () => {
  const interval = { low: 900, high: 1_500 };
  expect(apart({ value: 1_205.5, interval }, { value: 795.496 })).toBe('below');
  expect(apart({ value: 1_205.5, interval }, { value: 900 })).toBeNull();
  expect(apart({ value: 1_205.5, interval }, { value: 1_501 })).toBe('above');
  expect(apart({ value: 1_000, interval: null }, { value: 749 })).toBe('below');
  expect(apart({ value: 1_000, interval: null }, { value: 1_250 })).toBeNull();
});
