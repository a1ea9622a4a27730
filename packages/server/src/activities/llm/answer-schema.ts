import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { recordFaults } from '@attain/domain/workflows/steps/record-faults';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

const types: Readonly<Record<string, JsonObject>> = {
  text: { type: 'string' },
  number: { type: ['number', 'string'], description: 'A decimal number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', description: 'A day, YYYY-MM-DD' },
  list: { type: 'array' },
  object: { type: 'object' },
  file: { type: 'object' },
};

/** The JSON Schema of a record with these fields, as providers take it. */
export function schemaOf(expected: JsonValue | undefined): JsonObject {
  const fields = Array.isArray(expected) ? expected.filter(isObject) : [];
  const properties = fields.map((field): [string, JsonObject] => {
    const shape =
      field.type === 'choice'
        ? { type: 'string', enum: field.options ?? [] }
        : (types[String(field.type)] ?? {});
    return [String(field.name), { ...(field.label ? { title: field.label } : {}), ...shape }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(({ required }) => required === true).map(({ name }) => String(name)),
    ...(fields.length > 0 ? { additionalProperties: false } : {}),
  };
}

/** The JSON of an answer, checked against the expected fields; a fence around it is taken off. Fails with every fault. */
export function readJsonAnswer(text: string, expected: JsonValue | undefined): JsonValue {
  const value = jsonOf(text.replace(/^\s*```(?:json)?\s*\n?|\n?\s*```\s*$/g, ''));
  const faults = recordFaults(expected, value);
  if (faults.length === 0) return value;
  const message = `The answer is missing required values: ${faults.map((one) => one.message).join(' ')}`;
  throw new EffectFailed('BAD_ANSWER', message, { retryable: true });
}

function jsonOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    const message = `The answer is not JSON: ${text.slice(0, 200)}`;
    throw new EffectFailed('BAD_ANSWER', message, { retryable: true });
  }
}
