import type { Shape } from '../../base/json-shape.ts';
import { OWN_NAME_PATTERN } from '../own-fields.ts';
import { gate } from './gate-shape.ts';
import { approval, credit, creditFactors, effective, paidWhen, window } from './measure-shapes.ts';
import { payTerms } from './term-shapes.ts';
import { MAX_NAME } from './texts.ts';

/** One thing the plan pays for. */
export const component: Shape = {
  type: 'object',
  description: 'A component of the plan.',
  additionalProperties: false,
  required: ['id', 'name', 'measure', 'weight', 'rate'],
  properties: {
    id: {
      type: 'string',
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: MAX_NAME,
      description: 'Unique and stable in the plan, in kebab-case: "acv-bookings".',
    },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NAME,
      pattern: '\\S',
      description: 'Name of the component.',
    },
    status: {
      enum: ['Active', 'Draft', 'Inactive'],
      default: 'Active',
      description: 'Only "Active" components are calculated.',
    },
    measure: {
      type: 'object',
      additionalProperties: false,
      required: ['unit', 'of'],
      properties: {
        unit: { enum: ['$', 'Score', 'Count', '%'], description: 'Counts deals of this unit.' },
        of: {
          enum: ['amount', 'deals'],
          description: '"amount" adds amounts, "deals" counts deals (a return counts −1).',
        },
        own: {
          type: 'string',
          pattern: OWN_NAME_PATTERN,
          description:
            'Own field of deals added in place of their amount, such as "ARR". Deals without a number in it don’t count.',
        },
      },
    },
    filter: { type: 'array', maxItems: 100, items: { $ref: '#/$defs/condition' }, default: [] },
    weight: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: 'Whole percentage; active components total 100 if any pays by weight.',
    },
    rate: { $ref: '#/$defs/rate' },
    cap: {
      type: ['string', 'null'],
      maxLength: 50,
      default: null,
      description: 'Maximum as a multiple of the component’s target for the period: "2x". Null: no cap.',
    },
    accelerator: {
      type: ['string', 'null'],
      maxLength: 50,
      default: null,
      description: 'Attainment above a percentage of quota counts more: ">120% @ 1.2x". Null: none.',
    },
    gate,
    ...payTerms,
    window,
    credit,
    creditFactors,
    approval,
    effective,
    paidWhen,
  },
};
