import type { Shape } from '../base/json-shape.ts';
import { component } from './schema/component-shape.ts';
import { condition } from './schema/condition-shape.ts';
import { curve } from './schema/curve-shapes.ts';
import { exchange, proration, weeks } from './schema/measure-shapes.ts';
import { rate, tier } from './schema/rate-shapes.ts';
import { amount, bound, MAX_NAME, percent } from './schema/texts.ts';

/** The most components a plan may have. */
export const MAX_COMPONENTS = 1_000;

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
        period: {
          enum: ['week', 'month', 'quarter', 'year'],
          description: 'How long one payable period is; a week in a fiscal year of whole weeks only.',
        },
        fiscalYearStartMonth: { type: 'integer', minimum: 1, maximum: 12, description: '1 = January.' },
        weeks,
      },
    },
    rounding: {
      type: 'object',
      additionalProperties: false,
      required: ['mode'],
      properties: {
        mode: { enum: ['HALF_UP', 'HALF_EVEN'], description: 'What a tie between two cents becomes.' },
        splits: {
          enum: ['largest-remainder'],
          description:
            'Rounds the parts of a split deal together, so that they sum to what the deal pays. Left out: each line is rounded alone.',
        },
      },
    },
    order: {
      type: 'array',
      minItems: 3,
      maxItems: 4,
      items: { enum: ['gate', 'multiplier', 'cap', 'weight'] },
      description:
        'The order of the steps after the rate: "gate", "cap", "weight" once each, and "multiplier" where one is used.',
    },
    acceleratorReading: {
      enum: ['incremental', 'first-dollar'],
      description:
        'Whether an accelerator counts on what lies above its threshold, or on everything once above.',
    },
    deceleratorReading: {
      enum: ['incremental', 'first-dollar'],
      description:
        'Whether a decelerator slows what lies below its percent for ever, or everything until the percent is reached. Left out: as accelerators are read.',
    },
    planCap: {
      ...amount,
      description:
        'The most all components but SPIFFs together pay a participant in a period. Left out: no limit.',
    },
    undefinedAttainment: {
      enum: ['refuse', 'pay-zero'],
      description: 'What happens when a quota that is needed is missing or zero.',
    },
    proration,
    exchange,
    components: {
      type: 'array',
      maxItems: MAX_COMPONENTS,
      items: { $ref: '#/$defs/component' },
      description: 'What the plan pays for. A draft may still have none; a plan that pays has at least one.',
    },
  },
  $defs: { component, condition, rate, tier, curve, bound, percent, amount },
};
