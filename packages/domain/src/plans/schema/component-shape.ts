import type { Shape } from '../../base/json-shape.ts';
import { gate } from './gate-shape.ts';
import { approval, credit, creditFactors, effective, window } from './measure-shapes.ts';
import { payTerms } from './term-shapes.ts';
import { MAX_NAME } from './texts.ts';

/** One thing the plan pays for. */
export const component: Shape = {
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
      description: 'Whole percent; active components sum to 100 where any pays by its weight.',
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
    gate,
    ...payTerms,
    window,
    credit,
    creditFactors,
    approval,
    effective,
  },
};
