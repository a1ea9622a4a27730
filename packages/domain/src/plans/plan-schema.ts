import type { Shape } from '../base/json-shape.ts';

/** The most components a plan may have, and tiers a table. */
export const MAX_COMPONENTS = 1_000;
export const MAX_TIERS = 1_000;
const MAX_NAME = 200;
const MAX_VALUES = 10_000;

const percent: Shape = {
  type: 'string',
  pattern: '^-?\\d{1,20}(\\.\\d{1,20})?$',
  description: 'A percent as a plain decimal text: "2.5" means 2.5 %.',
};

const bound: Shape = {
  ...percent,
  description: 'A bound as a plain decimal text: "1000", or "100" for 100 % of quota.',
};

const tier: Shape = {
  type: 'object',
  description: 'A tier holds what lies from `from` up to, but not at, `to`.',
  additionalProperties: false,
  required: ['from', 'to', 'ratePercent'],
  properties: {
    from: { $ref: '#/$defs/bound' },
    to: {
      ...bound,
      type: ['string', 'null'],
      description: 'Where the next tier starts; null for the last one, which is open.',
    },
    ratePercent: { $ref: '#/$defs/percent' },
  },
};

const rate: Shape = {
  description: 'How credit becomes pay.',
  oneOf: [
    {
      type: 'object',
      title: 'One rate',
      additionalProperties: false,
      required: ['kind', 'ratePercent'],
      properties: { kind: { const: 'flat' }, ratePercent: { $ref: '#/$defs/percent' } },
    },
    {
      type: 'object',
      title: "The participant's own commission rate",
      additionalProperties: false,
      required: ['kind'],
      properties: { kind: { const: 'individual' } },
    },
    {
      type: 'object',
      title: 'A table of tiers',
      additionalProperties: false,
      required: ['kind', 'thresholds', 'per', 'tiers'],
      properties: {
        kind: {
          enum: ['marginal', 'retroactive'],
          description:
            '"marginal" pays each part at its own tier\'s rate, "retroactive" everything at the rate reached.',
        },
        thresholds: {
          enum: ['amount', 'percent-of-quota'],
          description: 'Whether the bounds are amounts of the measure, or percent of quota.',
        },
        per: {
          enum: ['deal', 'period'],
          description:
            'Whether the table is applied to each deal by itself, or to the running total of the period.',
        },
        tiers: { type: 'array', minItems: 1, maxItems: MAX_TIERS, items: { $ref: '#/$defs/tier' } },
      },
    },
    {
      type: 'object',
      title: 'A share of the target variable pay, by attainment',
      additionalProperties: false,
      required: ['kind'],
      properties: { kind: { const: 'target' } },
    },
  ],
};

const condition: Shape = {
  type: 'object',
  additionalProperties: false,
  required: ['field', 'in'],
  properties: {
    field: {
      enum: ['product', 'territory', 'customer', 'kind', 'currency'],
      description: 'The field of the deal.',
    },
    in: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_VALUES,
      items: { type: 'string', minLength: 1, maxLength: MAX_NAME },
    },
  },
};

const component: Shape = {
  type: 'object',
  description: 'One thing the plan pays for.',
  additionalProperties: false,
  required: ['id', 'name', 'measure', 'weight', 'rate'],
  properties: {
    id: {
      type: 'string',
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: MAX_NAME,
      description: 'Stable inside the plan, in kebab-case: "acv-bookings".',
    },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NAME,
      pattern: '\\S',
      description: 'What people call it.',
    },
    status: {
      enum: ['Active', 'Draft', 'Inactive'],
      default: 'Active',
      description: 'Only "Active" is calculated.',
    },
    measure: {
      type: 'object',
      additionalProperties: false,
      required: ['unit', 'of'],
      properties: {
        unit: { enum: ['$', 'Score', 'Count', '%'], description: 'Which deals count: those of this unit.' },
        of: {
          enum: ['amount', 'deals'],
          description: '"amount" sums amounts, "deals" counts deals (a return counts −1).',
        },
      },
    },
    filter: { type: 'array', maxItems: 100, items: { $ref: '#/$defs/condition' }, default: [] },
    weight: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: 'Whole percent; active components sum to 100.',
    },
    rate: { $ref: '#/$defs/rate' },
    cap: {
      type: ['string', 'null'],
      maxLength: 50,
      default: null,
      description: 'At most this many times the component\'s target for the period: "2x". Null: no cap.',
    },
    accelerator: {
      type: ['string', 'null'],
      maxLength: 50,
      default: null,
      description: 'Above a percent of quota attainment counts more: ">120% @ 1.2x". Null: none.',
    },
    gate: {
      type: ['object', 'null'],
      default: null,
      description: 'Pays only when the named component reaches the percent of its quota. Null: no gate.',
      additionalProperties: false,
      required: ['componentId', 'atLeastPercent'],
      properties: {
        componentId: { type: 'string', minLength: 1, maxLength: MAX_NAME },
        atLeastPercent: { $ref: '#/$defs/percent' },
      },
    },
  },
};

/**
 * The published JSON Schema (2020-12) of a compensation plan. `parsePlan` reads by this very object, so what the schema
 * says and what Attain accepts cannot differ; whether a well-shaped plan is also sound is `checkPlan`'s to say.
 */
export const planSchema: Shape & { readonly $defs: Readonly<Record<string, Shape>> } = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:attain:schema:plan:1',
  title: 'Compensation plan',
  description: 'Amounts, percents and rates are plain decimal texts, never JSON numbers.',
  type: 'object',
  additionalProperties: false,
  required: [
    'name',
    'type',
    'currency',
    'calendar',
    'rounding',
    'order',
    'acceleratorReading',
    'undefinedAttainment',
    'components',
  ],
  properties: {
    $schema: { type: 'string', maxLength: MAX_NAME, description: 'Where this schema lives, for editors.' },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NAME,
      pattern: '\\S',
      description: 'What people call the plan.',
    },
    type: {
      enum: ['quota-mbo-spiff', 'sales-commission', 'bonus-plan', 'territory-plan'],
      description: 'The kind of plan.',
    },
    currency: {
      type: 'string',
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217 code in which the plan pays: "USD".',
    },
    calendar: {
      type: 'object',
      additionalProperties: false,
      required: ['period', 'fiscalYearStartMonth'],
      properties: {
        period: { enum: ['month', 'quarter', 'year'], description: 'How long one payable period is.' },
        fiscalYearStartMonth: { type: 'integer', minimum: 1, maximum: 12, description: '1 = January.' },
      },
    },
    rounding: {
      type: 'object',
      additionalProperties: false,
      required: ['mode'],
      properties: {
        mode: { enum: ['HALF_UP', 'HALF_EVEN'], description: 'What a tie between two cents becomes.' },
      },
    },
    order: {
      type: 'array',
      minItems: 3,
      maxItems: 3,
      items: { enum: ['gate', 'cap', 'weight'] },
      description: 'The order of the steps after the rate: "gate", "cap", "weight" once each.',
    },
    acceleratorReading: {
      enum: ['incremental', 'first-dollar'],
      description:
        'Whether an accelerator counts on what lies above its threshold, or on everything once above.',
    },
    undefinedAttainment: {
      enum: ['refuse', 'pay-zero'],
      description: 'What happens when a quota that is needed is missing or zero.',
    },
    components: {
      type: 'array',
      maxItems: MAX_COMPONENTS,
      items: { $ref: '#/$defs/component' },
      description: 'What the plan pays for. A draft may still have none; a plan that pays has at least one.',
    },
  },
  $defs: { component, condition, rate, tier, bound, percent },
};
