import {
  choice,
  ERROR_PORT,
  expression,
  fields,
  input,
  namedFields,
  output,
  template,
  whole,
} from './fields.ts';
import type { NodeType } from './node-type.ts';

const tool = {
  group: 'Tools',
  version: '1.0.0',
  status: 'stable',
  inputs: [input()],
  sideEffect: 'pure',
  idempotency: 'natural',
  working: 'computed',
  reliability: null,
} as const;

/** Tools of the palette (CANVAS-15). */
export const TOOL_NODES: readonly NodeType[] = [
  {
    ...tool,
    type: 'calculator',
    label: 'Calculator',
    description: 'Computes exactly, to the last digit; rounds once, at the end.',
    category: 'Tools',
    icon: 'calculator',
    outputs: [output('number'), ERROR_PORT],
    config: fields(
      {
        formula: expression('Formula', 'A number, such as input.amount * 0.05.'),
        digits: whole(['Decimals', 'Left out: not rounded.'], [0, 20]),
        rounding: choice(['Rounding', 'What happens to a tie.'], ['HALF_UP', 'HALF_EVEN']),
      },
      ['formula'],
    ),
  },
  {
    ...tool,
    type: 'validator',
    label: 'Validator',
    description: 'Checks that a record has the expected fields; every fault is told.',
    category: 'Tools',
    icon: 'list-checks',
    outputs: [output('any', 'valid', 'Valid'), output('object', 'invalid', 'Invalid')],
    config: fields({ fields: namedFields('Fields', 'What the record has to hold.') }, ['fields']),
  },
  {
    ...tool,
    type: 'formatter',
    label: 'Formatter',
    description: 'Fills a text in.',
    category: 'Tools',
    icon: 'type',
    outputs: [output('text'), ERROR_PORT],
    config: fields({ template: template('Template', 'A text with {{ expression }}.') }, ['template']),
  },
  {
    ...tool,
    type: 'parser',
    label: 'Parser',
    description: 'Reads a text as JSON, CSV, a number or lines.',
    category: 'Tools',
    icon: 'braces',
    inputs: [input()],
    outputs: [output(), ERROR_PORT],
    config: fields({
      format: choice(['Format', 'What the text is.'], ['json', 'csv', 'number', 'lines']),
      source: expression('Text', 'Left out: what came in.'),
      separator: choice(['Separator', 'Between the columns of CSV.'], [',', ';', '\t', '|']),
    }),
  },
];
