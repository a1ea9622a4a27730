import type { Shape } from '../../base/json-shape.ts';
import { MAX_NAME } from './texts.ts';

const excess: Shape = {
  enum: ['lost', 'carried'],
  description: 'Excess over the limit is lost, or carried into later periods.',
};

const limit: Shape = {
  description: 'A limit on what a component pays; its kind defines what it limits.',
  oneOf: [
    {
      type: 'object',
      title: 'Maximum percentage of quota or target',
      additionalProperties: false,
      required: ['kind', 'atMostPercent'],
      properties: {
        kind: { enum: ['attainment', 'payout-percent'] },
        atMostPercent: { $ref: '#/$defs/percent' },
      },
    },
    {
      type: 'object',
      title: 'Maximum per deal',
      additionalProperties: false,
      required: ['kind', 'atMost'],
      properties: { kind: { const: 'deal' }, atMost: { $ref: '#/$defs/amount' } },
    },
    {
      type: 'object',
      title: 'Maximum per period, as a multiple of target or an amount',
      additionalProperties: false,
      required: ['kind', 'atMost', 'excess'],
      properties: {
        kind: { enum: ['target-multiple', 'amount'] },
        atMost: { $ref: '#/$defs/amount' },
        excess,
      },
    },
  ],
};

/** What a component may set on top of rate, weight and cap; each may be left out. */
export const payTerms: Readonly<Record<string, Shape>> = {
  decelerator: {
    type: 'string',
    maxLength: 50,
    description: 'Attainment below a percentage of quota counts less: "<80% @ 0.5x".',
  },
  multiplier: {
    type: 'object',
    description: "Multiplies pay by a factor based on another component's attainment.",
    additionalProperties: false,
    required: ['componentId', 'curve'],
    properties: {
      componentId: { type: 'string', minLength: 1, maxLength: MAX_NAME },
      curve: { $ref: '#/$defs/curve' },
    },
  },
  limits: {
    type: 'array',
    maxItems: 5,
    description: 'Limits in addition to the cap, at most one of each kind.',
    items: limit,
  },
  spiff: {
    type: 'object',
    description:
      'Makes the component a SPIFF: only deals on its dates, paid from a fund, outside weights and, by default, the plan cap.',
    additionalProperties: false,
    required: ['from', 'to', 'fund'],
    properties: {
      from: { type: 'string', maxLength: 10, description: 'First day: "2024-02-01".' },
      to: { type: 'string', maxLength: 10, description: 'Last day: "2024-02-29".' },
      fund: {
        type: ['string', 'null'],
        pattern: '^-?\\d{1,20}(\\.\\d{1,20})?$',
        description: "For all payees together, in the plan's currency; null: no limit.",
      },
      participants: {
        type: 'array',
        minItems: 1,
        maxItems: 1_000,
        description: 'IDs of the participants. Omitted: everyone on the plan.',
        items: { type: 'string', minLength: 1, maxLength: MAX_NAME },
      },
      planCap: {
        const: 'inside',
        description: "Includes this SPIFF in the plan's cap. Omitted: excluded.",
      },
    },
  },
};
