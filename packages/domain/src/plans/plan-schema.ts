import type { Shape } from '../base/json-shape.ts';
import { component } from './schema/component-shape.ts';
import { condition } from './schema/condition-shape.ts';
import { curve } from './schema/curve-shapes.ts';
import { exchange, payTerms, proration, weeks } from './schema/measure-shapes.ts';
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
  description: 'Amounts, percentages and rates are decimal texts, never JSON numbers.',
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
    $schema: { type: 'string', maxLength: MAX_NAME, description: 'URL of this schema, for editors.' },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NAME,
      pattern: '\\S',
      description: 'Name of the plan.',
    },
    type: {
      enum: ['quota-mbo-spiff', 'sales-commission', 'bonus-plan', 'territory-plan'],
      description: 'Type of the plan.',
    },
    currency: {
      type: 'string',
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217 currency of pay: "USD".',
    },
    calendar: {
      type: 'object',
      additionalProperties: false,
      required: ['period', 'fiscalYearStartMonth'],
      properties: {
        period: {
          enum: ['week', 'month', 'quarter', 'year'],
          description: 'Length of a payable period. A week needs a fiscal year of whole weeks.',
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
        mode: { enum: ['HALF_UP', 'HALF_EVEN'], description: 'How ties between two cents are rounded.' },
        splits: {
          enum: ['largest-remainder'],
          description:
            'Rounds the parts of a split deal together, so that they total what the deal pays. Omitted: each line is rounded alone.',
        },
      },
    },
    order: {
      type: 'array',
      minItems: 3,
      maxItems: 4,
      items: { enum: ['gate', 'multiplier', 'cap', 'weight'] },
      description:
        'Order of the steps after the rate: "gate", "cap", "weight" once each, and "multiplier" if one is used.',
    },
    acceleratorReading: {
      enum: ['incremental', 'first-dollar'],
      description: 'An accelerator applies to the part above its threshold, or to everything once above.',
    },
    deceleratorReading: {
      enum: ['incremental', 'first-dollar'],
      description:
        'A decelerator permanently reduces the part below its percentage, or everything until the percentage is reached. Omitted: as for accelerators.',
    },
    planCap: {
      ...amount,
      description:
        'Maximum pay of a participant per period, over all components except SPIFFs. Omitted: no maximum.',
    },
    undefinedAttainment: {
      enum: ['refuse', 'pay-zero'],
      description: 'Behavior if a required quota is missing or zero.',
    },
    proration,
    payTerms,
    exchange,
    components: {
      type: 'array',
      maxItems: MAX_COMPONENTS,
      items: { $ref: '#/$defs/component' },
      description: 'Components that pay. A draft can have none; an active plan has at least one.',
    },
  },
  $defs: { component, condition, rate, tier, curve, bound, percent, amount },
};
