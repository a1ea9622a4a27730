import {
  attempted,
  CONTRACT,
  choice,
  code,
  ERROR_PORT,
  expression,
  fields,
  input,
  namedExpressions,
  namedFields,
  output,
  template,
  whole,
} from './fields.ts';
import { DEFAULT_RELIABILITY, type NodeType } from './node-type.ts';

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
    description: 'Calculates exactly and rounds once at the end.',
    category: 'Tools',
    icon: 'calculator',
    outputs: [output('number'), ERROR_PORT],
    config: fields(
      {
        formula: expression('Formula', 'A number, such as input.amount * 0.05.'),
        digits: whole(['Decimals', 'Blank: not rounded.'], [0, 20]),
        rounding: choice(['Rounding', 'How ties are rounded.'], ['HALF_UP', 'HALF_EVEN']),
      },
      ['formula'],
    ),
  },
  {
    ...tool,
    type: 'validator',
    label: 'Validator',
    description: 'Checks that a record has the expected fields and lists all errors.',
    category: 'Tools',
    icon: 'list-checks',
    outputs: [output('any', 'valid', 'Valid'), output('object', 'invalid', 'Invalid')],
    config: fields({ fields: namedFields('Fields', 'Expected fields.') }, ['fields']),
  },
  {
    ...tool,
    type: 'formatter',
    label: 'Formatter',
    description: 'Fills in a text template.',
    category: 'Tools',
    icon: 'type',
    outputs: [output('text'), ERROR_PORT],
    config: fields({ template: template('Template', 'Text with {{ expression }}.') }, ['template']),
  },
  {
    ...tool,
    type: 'parser',
    label: 'Parser',
    description: 'Parses text as JSON, CSV, a number or lines.',
    category: 'Tools',
    icon: 'braces',
    inputs: [input()],
    outputs: [output(), ERROR_PORT],
    config: fields({
      format: choice(['Format', 'Format of the text.'], ['json', 'csv', 'number', 'lines']),
      source: expression('Text', 'Blank: the input.'),
      separator: choice(['Separator', 'Delimiter of CSV columns.'], [',', ';', '\t', '|']),
      ...CONTRACT,
    }),
  },
  {
    ...tool,
    type: 'code',
    label: 'Code',
    description: 'Runs JavaScript, without access to network or files.',
    category: 'Data Processing',
    icon: 'code',
    outputs: [output(), ERROR_PORT],
    config: attempted(
      {
        code: {
          ...code('Code', 'JavaScript that knows input and values, and returns the output.'),
          minLength: 1,
        },
        values: { ...namedExpressions('Values', 'Read in the code as values.name.'), default: [] },
        ...CONTRACT,
      },
      ['code'],
    ),
    working: 'effect',
    reliability: DEFAULT_RELIABILITY,
  },
];
