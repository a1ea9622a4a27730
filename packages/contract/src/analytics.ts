import { methodNames } from '@attain/domain/forecasts/methods';
import { z } from 'zod';
import { Currency, Day, Decimal, endpoint, Moment, Month } from './base.ts';

const Figure = z.object({
  key: z.string().describe('Month or quarter, `2025-11` or `2025-Q4`'),
  value: Decimal,
});

/** What the last quarters show. Percents and ratios are decimals: 104.5 percent is `104.5`. */
export const SmartAnalytics = z.object({
  asOf: Moment,
  currency: Currency,
  quarters: z.array(z.string()).describe('The last eight quarters with calculations, oldest first'),
  calculations: z.number().int().describe('Calculations that were read'),
  leftOut: z.number().int().describe('Calculations in another currency, not read'),
  facts: z.array(
    z.object({
      key: z.enum([
        'pay-cost',
        'pay-to-target',
        'cost-per-dollar',
        'median-attainment',
        'at-goal',
        'top-tenth',
        'weight-gap',
      ]),
      unit: z.enum(['money', 'percent', 'ratio', 'points']),
      value: Decimal.describe('Of the newest quarter'),
      change: Decimal.nullable().describe('Newest quarter less the one before; null: there is none'),
      history: z.array(Figure),
      about: z.string().nullable().describe('The plan and component of a weight gap'),
    }),
  ),
  outOfDate: z.object({
    calculations: z.number().int(),
    pay: Decimal.nullable().describe('Null: withheld'),
  }),
  withheld: z.string().nullable().describe('Why amounts are not shown; null: none is withheld'),
  dataQuality: z.number().int().nullable().describe('Percent, by the newest analysis; null: there is none'),
});
export type SmartAnalytics = z.infer<typeof SmartAnalytics>;

export const forecastRanges = ['monthly', 'quarterly', 'yearly'] as const;

const StageForecast = z.object({
  from: Day,
  to: Day,
  value: Decimal.describe('Booked so far, from open opportunities, and what is not in the pipeline yet'),
  soFar: Decimal,
  fromOpen: Decimal.describe('Σ amount × chance of becoming a deal in the period'),
  unseen: Decimal.nullable().describe('Null: unknown, and not added'),
  counted: z.number().int().describe('Open opportunities in `fromOpen`'),
  unknown: z
    .number()
    .int()
    .describe('Those expected in the period without an amount, an exchange rate or a chance'),
  measured: z.number().int().describe('Past periods that the chances are measured by'),
  interval: z.object({ low: Decimal, high: Decimal }).nullable().describe('Typical range, 80 %'),
  missingForInterval: z.number().int().describe('Past periods that are missing for a range'),
  backtest: z.object({ origins: z.number().int(), averageError: z.number(), bias: z.number() }).nullable(),
  apart: z
    .enum(['below', 'above'])
    .nullable()
    .describe('Far from `forecast`: outside its range, or without one a quarter off'),
});

const Forecast = z.object({
  of: z.enum(['bookings', 'pay-cost']),
  currency: Currency,
  /** The newest whole period that was read. */
  until: Day.nullable().describe('Last day of the newest period read; null: nothing to read'),
  forecast: z
    .object({
      from: Day,
      to: Day,
      value: Decimal,
      interval: z.object({ low: Decimal, high: Decimal }).nullable().describe('Typical range, 80 %'),
      missingForInterval: z.number().int().describe('Periods of history that are missing for a range'),
      method: z.enum(methodNames),
      backtest: z.object({
        origins: z.number().int(),
        averageError: z.number().nullable().describe('Σ |error| ÷ Σ |actual|'),
        bias: z.number().nullable().describe('Σ error ÷ Σ |actual|; above zero: forecasts were too low'),
        relativeError: z
          .number()
          .nullable()
          .describe('Mean |error| ÷ that of the naive value; below 1 is better'),
        comparedWith: z.enum(['last-year', 'last-value']),
      }),
      budget: z
        .object({ amount: Decimal, percent: Decimal, isOver: z.boolean() })
        .nullable()
        .describe('Share of the cost at target; null for bookings and without targets'),
    })
    .nullable()
    .describe('Null: too little history'),
  stages: StageForecast.nullable().describe('Bookings by open opportunities; null: none is expected'),
  carriedBy: z
    .enum(['run-rate', 'stages'])
    .nullable()
    .describe('Whose value is the figure: that of `forecast` or of `stages`; null: neither has one'),
  missing: z.number().int().describe('Periods that are missing for a forecast'),
  history: z.array(Figure),
});

/** What comes next, by the method that was off least so far. */
export const PredictiveInsights = z.object({
  asOf: Moment,
  range: z.enum(forecastRanges),
  seasons: z.object({
    isPossible: z.boolean(),
    missing: z.number().int().describe('Periods that are missing for two full years'),
  }),
  withheld: z.string().nullable().describe('Why pay is not shown; null: it is not withheld'),
  forecasts: z.array(Forecast),
});
export type PredictiveInsights = z.infer<typeof PredictiveInsights>;

/** The pay of a quarter against its cost at target and what earlier quarters forecast for it. */
export const QuarterCost = z.object({
  quarter: z.string().describe('Of the calendar, `2025-Q4`'),
  to: Day,
  isOver: z.boolean(),
  currency: Currency,
  pay: Decimal.nullable().describe('Calculated so far; null: nothing is, or it is withheld'),
  payOnTarget: Decimal.nullable().describe('The part of it that has a target'),
  target: Decimal.nullable().describe('What that part costs at target; null: none has a target'),
  calculations: z.number().int().describe('Calculations that were added up'),
  leftOut: z.number().int().describe('Calculations of the quarter in another currency, not added up'),
  forecast: z
    .object({
      value: Decimal,
      interval: z.object({ low: Decimal, high: Decimal }).nullable().describe('Typical range, 80 %'),
      missingForInterval: z.number().int().describe('Quarters that are missing for a range'),
      method: z.enum(methodNames),
    })
    .nullable()
    .describe('From the quarters before; null: they are too few'),
  missing: z.number().int().describe('Quarters that are missing for a forecast'),
  withheld: z.string().nullable().describe('Why pay is not shown; null: it is not withheld'),
});
export type QuarterCost = z.infer<typeof QuarterCost>;

/** Figures over everyone; totals of few payees only for users who see individual pay. */
export const analytics = {
  smart: endpoint
    .route({
      method: 'GET',
      path: '/assistant/analytics/smart',
      summary: 'Get what the last quarters show: cost, attainment, spread',
      tags: ['Assistant'],
    })
    .meta({ access: 'read:simulations' })
    .output(SmartAnalytics),
  predictive: endpoint
    .route({
      method: 'GET',
      path: '/assistant/analytics/predictive',
      summary: 'Forecast bookings and pay, with the range and error of such forecasts so far',
      tags: ['Assistant'],
    })
    .meta({ access: 'read:simulations' })
    .input(
      z.object({
        range: z.enum(forecastRanges).default('quarterly'),
        withSeasons: z.stringbool().default(true),
        alertThreshold: z.coerce.number().int().min(80).max(100).default(90),
      }),
    )
    .output(PredictiveInsights),
  quarter: endpoint
    .route({
      method: 'GET',
      path: '/assistant/analytics/quarter',
      summary:
        'Compare the pay of a month’s quarter with its cost at target and the forecast of earlier ones',
      tags: ['Assistant'],
    })
    .meta({ access: 'read:simulations' })
    .input(z.object({ month: Month }))
    .output(QuarterCost),
};
