import type { Shape } from '../../base/json-shape.ts';
import { day, percent } from './texts.ts';

/** Over which days a component is measured. */
export const window: Shape = {
  description: 'Dates over which credit and quota are measured. Omitted: the payable period.',
  oneOf: [
    {
      type: 'object',
      title: 'From a start to the end of the period',
      additionalProperties: false,
      required: ['kind', 'settle'],
      properties: {
        kind: { enum: ['quarter-to-date', 'year-to-date', 'plan-to-date'] },
        settle: {
          enum: ['deduct', 'rate-only'],
          description:
            '"deduct" pays the total of the window minus pay for its earlier periods; "rate-only" pays the period’s own credit at the rate the window reaches.',
        },
        quota: {
          enum: ['to-date', 'whole'],
          description:
            'Measure credit against quota and target of the window to date (omitted), or of the full quarter or year.',
        },
      },
    },
    {
      type: 'object',
      title: 'A fixed number of recent periods',
      additionalProperties: false,
      required: ['kind', 'periods', 'settle'],
      properties: {
        kind: { const: 'rolling' },
        periods: {
          type: 'integer',
          minimum: 2,
          maximum: 120,
          description: 'Number of periods, including this one.',
        },
        settle: { const: 'rate-only' },
      },
    },
  ],
};

/** Whose credit a component counts. */
export const credit: Shape = {
  type: 'object',
  description: "Source of credit. Omitted: the participant's own.",
  additionalProperties: false,
  required: ['of'],
  properties: {
    of: {
      enum: ['own', 'team', 'own-and-team'],
      description:
        '"team" counts credit of everyone below the participant in the hierarchy on the deal’s date.',
    },
    levels: {
      type: ['integer', 'null'],
      minimum: 1,
      default: null,
      description: 'Number of levels below; null: all.',
    },
    factorPercents: {
      type: 'array',
      maxItems: 100,
      items: percent,
      default: [],
      description: 'Percentage of credit at level 1, 2, …; the last applies further down. Empty: 100.',
    },
  },
};

/** What share of a credited deal counts. */
export const creditFactors: Shape = {
  type: 'array',
  maxItems: 100,
  description:
    'Percentage of a credited deal that counts toward quota and pay: the first factor whose conditions all match. Omitted or no match: 100.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['percent'],
    properties: {
      where: {
        type: 'array',
        maxItems: 100,
        items: { $ref: '#/$defs/condition' },
        default: [],
        description: 'Deals to which it applies; empty: all deals not matched by an earlier factor.',
      },
      percent,
    },
  },
};

/** When a component is in force. */
export const effective: Shape = {
  type: 'object',
  description: 'First and last date on which the component is in force. Omitted: always.',
  additionalProperties: false,
  properties: {
    from: { ...day, type: ['string', 'null'], default: null },
    to: { ...day, type: ['string', 'null'], default: null },
  },
};

/** Whether only approved results count. */
export const approval: Shape = {
  enum: ['required'],
  description: 'Counts only approved deals (scores). Omitted: all.',
};

/** When what is earned is paid. */
export const paidWhen: Shape = {
  enum: ['customer-pays'],
  description:
    'Pays what a deal earns in proportion to what its customer has paid. Omitted: when it is earned.',
};

/** How quota and target are scaled for who takes part only partly. */
export const proration: Shape = {
  type: 'object',
  description: 'Prorates quota, target or both by time in the plan. Omitted: no proration.',
  additionalProperties: false,
  required: ['by', 'of'],
  properties: {
    by: { enum: ['days', 'whole-months'], description: 'Count days, or only full months.' },
    of: { enum: ['quota', 'target', 'both'], description: 'Values to prorate.' },
  },
};

/** How pay terms that change within a period count. */
export const payTerms: Shape = {
  enum: ['days', 'months', 'period-end'],
  description:
    'Counts pay terms that change within a period. Omitted: as targets are prorated, else by days.',
};

/** On which day's rate foreign money is converted. */
export const exchange: Shape = {
  type: 'object',
  description: "Exchange rate for foreign money. Omitted: the rate on the deal's date.",
  additionalProperties: false,
  required: ['on'],
  properties: {
    on: { enum: ['deal-date', 'period-end', 'period-average', 'locked'] },
    date: { ...day, description: 'Date of a locked rate.' },
  },
};

/** Fiscal years of whole weeks. */
export const weeks: Shape = {
  type: 'object',
  description: 'A fiscal year of whole weeks. Omitted: of months.',
  additionalProperties: false,
  required: ['pattern', 'weekday', 'anchor'],
  properties: {
    pattern: {
      enum: ['4-4-5', '4-5-4', '5-4-4', '13-periods'],
      description: 'Number of weeks in each period of a quarter.',
    },
    weekday: {
      type: 'integer',
      minimum: 1,
      maximum: 7,
      description: 'The last day of the year: 1 = Monday, 6 = Saturday.',
    },
    anchor: {
      enum: ['last-in', 'nearest-to'],
      description:
        'Year end: the last such day in its last month, or the one nearest to the end of that month.',
    },
    named: {
      enum: ['by-end', 'by-start'],
      description: 'Calendar year used as the name: that of the last month (omitted), or of the first.',
    },
  },
};
