import type { Shape } from '../../base/json-shape.ts';

/** The most points of a curve, and bands, rows or columns of a table that is interpolated. */
const MAX_POINTS = 1_000;
const MAX_BANDS = 100;

/** Values by attainment. */
export const curve: Shape = {
  type: 'object',
  description: 'Values by attainment.',
  additionalProperties: false,
  required: ['shape', 'points', 'beyond'],
  properties: {
    shape: {
      enum: ['linear', 'stepped'],
      description: '"linear" between the points, or "stepped": the last point reached.',
    },
    points: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_POINTS,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['atPercent', 'valuePercent'],
        properties: {
          atPercent: { $ref: '#/$defs/percent' },
          valuePercent: { $ref: '#/$defs/percent' },
        },
      },
    },
    beyond: {
      enum: ['hold', 'continue'],
      description: 'Above the last point, hold the value or continue the slope.',
    },
  },
};

const percents: Shape = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_BANDS,
  items: { $ref: '#/$defs/percent' },
};

/** The rates beyond a table of tiers or a plain share of target, told apart by `kind`. */
export const furtherRates: readonly Shape[] = [
  {
    type: 'object',
    title: 'Interpolated amounts',
    additionalProperties: false,
    required: ['kind', 'per', 'bands'],
    properties: {
      kind: { const: 'interpolated-amounts' },
      per: {
        enum: ['deal', 'period'],
        description: 'Apply the table to each deal on its own, or to the total of the period.',
      },
      bands: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_BANDS,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['from', 'to', 'amount'],
          properties: {
            from: { $ref: '#/$defs/bound' },
            to: { $ref: '#/$defs/bound' },
            amount: { $ref: '#/$defs/amount' },
          },
        },
      },
    },
  },
  {
    type: 'object',
    title: 'An interpolated rate',
    additionalProperties: false,
    required: ['kind', 'thresholds', 'steps'],
    properties: {
      kind: { const: 'interpolated-rate' },
      thresholds: {
        enum: ['amount', 'percent-of-quota'],
        description: 'Unit of the bounds: amounts of the measure, or percent of quota.',
      },
      steps: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_BANDS,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['from', 'to', 'ratePercent'],
          properties: {
            from: { $ref: '#/$defs/bound' },
            to: { $ref: '#/$defs/bound' },
            ratePercent: { $ref: '#/$defs/percent' },
          },
        },
      },
    },
  },
  {
    type: 'object',
    title: 'A pay curve',
    additionalProperties: false,
    required: ['kind', 'curve'],
    properties: { kind: { const: 'curve' }, curve: { $ref: '#/$defs/curve' } },
  },
  {
    type: 'object',
    title: 'A matrix of two measures',
    additionalProperties: false,
    required: ['kind', 'other', 'shape', 'rowsAtPercent', 'columnsAtPercent', 'valuePercents'],
    properties: {
      kind: { const: 'matrix' },
      other: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'ID of the component whose attainment selects the column.',
      },
      shape: {
        enum: ['stepped', 'bilinear'],
        description: 'The last row and column reached, or interpolated between the four surrounding values.',
      },
      rowsAtPercent: percents,
      columnsAtPercent: percents,
      valuePercents: { type: 'array', minItems: 1, maxItems: MAX_BANDS, items: percents },
    },
  },
];
