import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { EffectFailed } from '../runs/engine/effect-failed.ts';

/** A text from a step's resolved configuration. Fails with the field's name if it is missing, blank or not text. */
export function textOf(config: JsonObject, field: string): string {
  const value = config[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new EffectFailed('BAD_CONFIG', `“${field}” must be text, but is ${JSON.stringify(value ?? null)}.`);
}

/** A value as JSON carries it: what has no place in JSON (dates, undefined) becomes text or goes. */
export function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** Values that a configuration lists by name, as one record. */
export function namedValues(list: JsonValue | undefined): JsonObject {
  const given = Array.isArray(list) ? list.filter(isObject) : [];
  return Object.fromEntries(given.map(({ name, value }) => [String(name), value ?? null]));
}

/** The connection a configuration names; null when it leaves that to the workspace, which then has one of the kind. */
export function connectionNamed({ connection }: JsonObject): string | null {
  return typeof connection === 'string' && connection.trim() !== '' ? connection.trim() : null;
}

/** A text without the spaces around it; null for a blank one or another value. */
export function optionalText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
