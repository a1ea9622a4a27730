import type { Shape } from '../../base/json-shape.ts';
import { MAX_NAME } from './texts.ts';

/** As many components as one gate may ask for beside the first. */
const MAX_FURTHER = 20;

const componentId: Shape = { type: 'string', minLength: 1, maxLength: MAX_NAME };
const atLeastPercent: Shape = { $ref: '#/$defs/percent' };
const closes: Shape = {
  enum: ['everything', 'higher-rates'],
  description:
    'Pay that a closed gate blocks: all of it, or only the part above the first rate. Omitted: all.',
};

const each: Shape = {
  type: 'object',
  title: 'One component at a percentage of its quota, or each of several',
  additionalProperties: false,
  required: ['componentId', 'atLeastPercent'],
  properties: {
    componentId,
    atLeastPercent,
    also: {
      type: 'array',
      maxItems: MAX_FURTHER,
      description: 'Further components that must also be reached. Omitted: none.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['componentId', 'atLeastPercent'],
        properties: { componentId, atLeastPercent },
      },
    },
    closes,
  },
};

const average: Shape = {
  type: 'object',
  title: 'The weighted average of several attainments',
  additionalProperties: false,
  required: ['average', 'atLeastPercent'],
  properties: {
    average: {
      type: 'array',
      minItems: 2,
      maxItems: MAX_FURTHER + 1,
      description: 'Components in the average; their weights are above zero and total 100.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['componentId', 'weightPercent'],
        properties: { componentId, weightPercent: { $ref: '#/$defs/percent' } },
      },
    },
    atLeastPercent,
    countAtMostPercent: { $ref: '#/$defs/percent' },
    closes,
  },
};

/** What must have been reached before a component pays in full; a gate that names an `average` asks for that. */
export const gate: Shape = {
  type: ['object', 'null'],
  default: null,
  description:
    'Pays in full only if the named component reaches the percentage of its quota, or several do on average. Null: no gate.',
  oneOf: [{ type: ['null'] }, each, average],
};
