import type { Shape } from '../../base/json-shape.ts';
import { type ConfigSchema, DEFAULT_RELIABILITY, type Port, type PortType } from './node-type.ts';

/** The longest expression and the longest template or other long text of a configuration, in characters. */
export const MAX_EXPRESSION = 4_000;
const MAX_LONG_TEXT = 20_000;

/** How names are written that expressions, ports and results use. */
export const NAME_PATTERN = '^[a-z][a-zA-Z0-9_]{0,39}$';

type Described = readonly [title: string, description: string];

/** A short text, taken as it is. */
export function text(...[title, description]: Described): Shape {
  return { type: 'string', title, description, maxLength: 500 };
}

/** A text in which `{{ expression }}` is filled in when the node runs. */
export function template(...[title, description]: Described): Shape {
  return { type: 'string', title, description, format: 'template', maxLength: MAX_LONG_TEXT };
}

/** A program in JavaScript, taken as it is. */
export function code(...[title, description]: Described): Shape {
  return { type: 'string', title, description, format: 'javascript', maxLength: MAX_LONG_TEXT };
}

/** A text that is computed as a whole when the node runs. */
export function expression(...[title, description]: Described): Shape {
  return {
    type: 'string',
    title,
    description,
    format: 'expression',
    minLength: 1,
    maxLength: MAX_EXPRESSION,
  };
}

/** An expression about the answer of a call, computed by the step itself: it sees `status`, `headers`, `body` and `page`. */
export function answerExpression(...described: Described): Shape {
  const { minLength: _, ...shape } = expression(...described);
  return { ...shape, format: 'answer' };
}

/** A name that expressions can write without quotes. */
export function name(...[title, description]: Described): Shape {
  return { type: 'string', title, description, pattern: NAME_PATTERN };
}

/** The id of something registered in the workspace; `of` says what, so that the form can offer a list. */
export function registered(of: string, ...[title, description]: Described): Shape {
  return { type: 'string', title, description, format: of, minLength: 1, maxLength: 200 };
}

/** Of a node whose value a data contract checks: `orders@1.2.0`. */
export const CONTRACT = {
  contract: text('Data contract', 'Checks the value, such as orders@1.0.0. Blank: unchecked.'),
};

/** A whole number between two bounds. */
export function whole(
  described: Described,
  bounds: readonly [min: number, max: number],
  standard?: number,
): Shape {
  const [title, description] = described;
  const shape: Shape = { type: 'integer', title, description, minimum: bounds[0], maximum: bounds[1] };
  return standard === undefined ? shape : { ...shape, default: standard };
}

/** One of a few words; the first is taken when nothing is said. */
export function choice(described: Described, options: readonly string[]): Shape {
  const [title, description] = described;
  return { type: 'string', title, description, enum: options, default: options[0] };
}

/** Yes or no; no when nothing is said. */
export function flag(...[title, description]: Described): Shape {
  return { type: 'boolean', title, description, default: false };
}

/** A list of records with these fields. */
export function records(described: Described, items: ConfigSchema, max = 50): Shape {
  const [title, description] = described;
  return { type: 'array', title, description, items, maxItems: max };
}

/** The configuration itself, or one record in it. */
export function fields(
  properties: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): ConfigSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const { timeoutSeconds, retries, backoffSeconds } = DEFAULT_RELIABILITY;

/** A configuration of something performed outside: its own fields, and how patiently it is tried (NODES-11, -12, -13). */
export function attempted(
  properties: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): ConfigSchema {
  return fields(
    {
      ...properties,
      timeoutSeconds: whole(['Timeout (s)', 'Timeout of an attempt in seconds.'], [1, 3_600], timeoutSeconds),
      retries: whole(['Retries', 'Number of retries.'], [0, 10], retries),
      backoffSeconds: whole(
        ['Backoff (s)', 'Seconds before the first retry; doubles each time.'],
        [0, 3_600],
        backoffSeconds,
      ),
      logLevel: choice(
        ['Log level', 'Lowest level that its steps write to the run log.'],
        ['INFO', 'DEBUG', 'WARN', 'ERROR'],
      ),
    },
    required,
  );
}

/** Of a step that calls over HTTP. */
export const TRACED = {
  traceContext: choice(
    ['Trace context', 'Sends traceparent, so that spans of the host join the trace.'],
    ['send', 'none'],
  ),
};

/** A list of values by name, each an expression. */
export function namedExpressions(...described: Described): Shape {
  return records(
    described,
    fields(
      {
        name: name('Name', 'Letters, digits and _, starting with a letter.'),
        value: expression('Value', 'An expression.'),
      },
      ['name', 'value'],
    ),
  );
}

/** The same for names that somebody else has given: headers (`Accept-Language`), fields of a CRM (`Amount__c`). */
export function foreignExpressions(...described: Described): Shape {
  return records(
    described,
    fields(
      {
        name: {
          type: 'string',
          title: 'Name',
          description: 'The name on the other side: letters, digits, - _ or a period.',
          pattern: '^[A-Za-z_][A-Za-z0-9_.-]{0,99}$',
        },
        value: expression('Value', 'An expression.'),
      },
      ['name', 'value'],
    ),
  );
}

/** The fields of a form or of an expected record. */
export function namedFields(...described: Described): Shape {
  return records(
    described,
    fields(
      {
        name: name('Name', 'Letters, digits and _, starting with a letter.'),
        label: { ...text('Label', 'Label shown to people.'), default: '' },
        type: choice(['Type', 'Type of value.'], [...FIELD_TYPES]),
        required: flag('Required', 'Requires a value.'),
        options: {
          type: 'array',
          title: 'Options',
          description: 'Options of a choice.',
          items: { type: 'string', maxLength: 200 },
          maxItems: 100,
          default: [],
        },
      },
      ['name', 'type'],
    ),
  );
}

/** What a field of a record or form may hold. */
export const FIELD_TYPES = [
  'text',
  'number',
  'boolean',
  'date',
  'choice',
  'list',
  'object',
  'file',
  'any',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** An input; one connection enters it. */
export function input(type: PortType = 'any', rest: Partial<Port> = {}): Port {
  return { name: 'in', label: 'In', type, ...rest };
}

/** An output. */
export function output(type: PortType = 'any', portName = 'out', label = 'Out'): Port {
  return { name: portName, label, type };
}

/** Where a step leaves that failed after all attempts; it carries `{ code, say }`. */
export const ERROR_PORT: Port = { name: 'error', label: 'On error', type: 'object' };
