import type { Shape } from '../../base/json-shape.ts';
import { DATE_FIELDS, NUMBER_FIELDS, TEXT_FIELDS } from '../condition.ts';
import { OWN_FIELD_PATTERN } from '../own-fields.ts';
import { amount, day, MAX_NAME } from './texts.ts';

const MAX_VALUES = 10_000;

const field = (names: readonly string[]): Shape => ({
  type: 'string',
  pattern: `^(?:${names.join('|')}|${OWN_FIELD_PATTERN})$`,
  description: `A field of the deal: ${names.join(', ')}, or an own field, such as own:Channel.`,
});

const values: Shape = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_VALUES,
  items: { type: 'string', minLength: 1, maxLength: MAX_NAME },
};

const matchCase: Shape = {
  type: 'boolean',
  description: 'Makes "Won" and "won" different. Omitted: case is ignored.',
};

/** A condition on a field of a deal, told apart by what it compares with. */
export const condition: Shape = {
  oneOf: [
    {
      type: 'object',
      title: 'Is one of',
      additionalProperties: false,
      required: ['in', 'field'],
      properties: { field: field(TEXT_FIELDS), in: values, matchCase },
    },
    {
      type: 'object',
      title: 'Is none of; true for a blank field',
      additionalProperties: false,
      required: ['notIn', 'field'],
      properties: { field: field(TEXT_FIELDS), notIn: values, matchCase },
    },
    {
      type: 'object',
      title: 'A number between bounds; for a return, its absolute value',
      additionalProperties: false,
      required: ['number', 'field'],
      properties: {
        field: field(NUMBER_FIELDS),
        number: {
          type: 'object',
          additionalProperties: false,
          properties: { atLeast: amount, moreThan: amount, atMost: amount, lessThan: amount },
        },
      },
    },
    {
      type: 'object',
      title: 'A date between two dates, inclusive',
      additionalProperties: false,
      required: ['days', 'field'],
      properties: {
        field: field(DATE_FIELDS),
        days: { type: 'object', additionalProperties: false, properties: { from: day, to: day } },
      },
    },
  ],
};
