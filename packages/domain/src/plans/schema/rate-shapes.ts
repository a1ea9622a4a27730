import type { Shape } from '../../base/json-shape.ts';
import { furtherRates } from './curve-shapes.ts';
import { bound } from './texts.ts';

/** The most tiers a table may have. */
export const MAX_TIERS = 1_000;

/** One tier of a table. */
export const tier: Shape = {
  type: 'object',
  description: 'A tier covers values from `from` up to, but not including, `to`.',
  additionalProperties: false,
  required: ['from', 'to', 'ratePercent'],
  properties: {
    from: { $ref: '#/$defs/bound' },
    to: {
      ...bound,
      type: ['string', 'null'],
      description: 'Start of the next tier; null for the last one, which has no upper limit.',
    },
    ratePercent: { $ref: '#/$defs/percent' },
  },
};

/** How credit becomes pay, told apart by `kind`. */
export const rate: Shape = {
  description: 'Converts credit to pay.',
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
      title: 'Individual commission rate (ICR): target variable × weight ÷ quota',
      additionalProperties: false,
      required: ['kind'],
      properties: { kind: { const: 'icr' } },
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
            '"marginal" pays each part at its own tier’s rate, "retroactive" pays everything at the rate reached.',
        },
        atBound: {
          enum: ['higher', 'lower'],
          description: 'Tier of a total exactly on a bound. Omitted: the higher one.',
        },
        thresholds: {
          enum: ['amount', 'percent-of-quota'],
          description: 'Unit of the bounds: amounts of the measure, or percent of quota.',
        },
        per: {
          enum: ['deal', 'period'],
          description: 'Apply the table to each deal on its own, or to the running total of the period.',
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
    ...furtherRates,
  ],
};
