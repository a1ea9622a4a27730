import type { Shape } from '../../base/json-shape.ts';
import { day, percent } from './texts.ts';

/** Over which days a component is measured. */
export const window: Shape = {
  description: 'Over which days credit and quota are measured; left out: the payable period.',
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
            '"deduct" pays what the window comes to less what its earlier periods have paid, "rate-only" the period\'s own credit at what the window reaches.',
        },
        quota: {
          enum: ['to-date', 'whole'],
          description:
            'Whether credit is measured against quota and target of the window so far (left out), or of the whole quarter or year.',
        },
      },
    },
    {
      type: 'object',
      title: 'The last so many periods',
      additionalProperties: false,
      required: ['kind', 'periods', 'settle'],
      properties: {
        kind: { const: 'rolling' },
        periods: { type: 'integer', minimum: 2, maximum: 120, description: 'How many, this one included.' },
        settle: { const: 'rate-only' },
      },
    },
  ],
};

/** Whose credit a component counts. */
export const credit: Shape = {
  type: 'object',
  description: "Whose credit counts; left out: the participant's own.",
  additionalProperties: false,
  required: ['of'],
  properties: {
    of: {
      enum: ['own', 'team', 'own-and-team'],
      description: '"team" counts the credit of everybody below in the hierarchy on the day of the deal.',
    },
    levels: {
      type: ['integer', 'null'],
      minimum: 1,
      default: null,
      description: 'How many levels below; null: all.',
    },
    factorPercents: {
      type: 'array',
      maxItems: 100,
      items: percent,
      default: [],
      description: 'How much of a credit counts at level 1, 2, …; the last holds further down. None: 100.',
    },
  },
};

/** What share of a credited deal counts. */
export const creditFactors: Shape = {
  type: 'array',
  maxItems: 100,
  description:
    'What share of a credited deal counts, toward quota and pay: the first of these whose conditions all hold. Left out, or none holding: all of it.',
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
        description: 'Which deals it is for; none: every deal that no factor before it takes.',
      },
      percent,
    },
  },
};

/** When a component is in force. */
export const effective: Shape = {
  type: 'object',
  description: 'Between which days, both included, the component is part of the plan; left out: always.',
  additionalProperties: false,
  properties: {
    from: { ...day, type: ['string', 'null'], default: null },
    to: { ...day, type: ['string', 'null'], default: null },
  },
};

/** Whether only approved results count. */
export const approval: Shape = {
  enum: ['required'],
  description: 'Only deals (scores) that somebody has approved count; left out: all.',
};

/** How quota and target are scaled for who takes part only partly. */
export const proration: Shape = {
  type: 'object',
  description:
    'Scales quota, target or both by the part of the time somebody takes part; left out: nothing is.',
  additionalProperties: false,
  required: ['by', 'of'],
  properties: {
    by: { enum: ['days', 'whole-months'], description: 'Whether days are counted, or whole months only.' },
    of: { enum: ['quota', 'target', 'both'], description: 'What is scaled.' },
  },
};

/** On which day's rate foreign money is converted. */
export const exchange: Shape = {
  type: 'object',
  description: "On which rate foreign money is converted; left out: that of the deal's date.",
  additionalProperties: false,
  required: ['on'],
  properties: {
    on: { enum: ['deal-date', 'period-end', 'period-average', 'locked'] },
    date: { ...day, description: 'The day of a locked rate.' },
  },
};

/** Fiscal years of whole weeks. */
export const weeks: Shape = {
  type: 'object',
  description: 'A fiscal year of whole weeks; left out: of months.',
  additionalProperties: false,
  required: ['pattern', 'weekday', 'anchor'],
  properties: {
    pattern: {
      enum: ['4-4-5', '4-5-4', '5-4-4', '13-periods'],
      description: "The weeks of a quarter's periods.",
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
        "Whether the year ends on the last such day in its last month, or on the one nearest to that month's end.",
    },
    named: {
      enum: ['by-end', 'by-start'],
      description:
        'After which calendar year it is called: that of its last month (left out), or of its first.',
    },
  },
};
