import { isObject, type JsonObject, type JsonValue } from '../workflows/json-value.ts';
import { CONTRACT_LIMITS } from './contract.ts';
import { kindOfValue } from './schema-sets.ts';

const maxDepth = 8;
const maxProperties = 100;
/** A text with at most this many different values, each seen often, is listed as an enum. */
const maxChoices = 8;
const timesEach = 5;

/**
 * A schema that accepts each of the values (DC-8): types, the properties that all have as required, formats that all texts
 * have, and an enum where few values repeat. It is open: other properties are allowed.
 */
export function inferSchema(values: readonly JsonValue[]): JsonObject {
  return schemaOf(values.slice(0, CONTRACT_LIMITS.values), 0);
}

function schemaOf(values: readonly JsonValue[], depth: number): JsonObject {
  const seen = new Set<string>(values.map(kindOfValue));
  if (seen.has('number')) seen.delete('integer');
  const kinds = [...seen].sort();
  if (kinds.length === 0 || depth > maxDepth) return {};
  return {
    type: kinds.length === 1 ? (kinds[0] as string) : kinds,
    ...ofObjects(values.filter(isObject), depth),
    ...ofLists(
      values.filter((one) => Array.isArray(one)),
      depth,
    ),
    ...(kinds.length === 1 && kinds[0] === 'string' ? ofTexts(values as readonly string[]) : {}),
  };
}

function ofObjects(objects: readonly JsonObject[], depth: number): JsonObject {
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))].slice(0, maxProperties).sort();
  if (names.length === 0) return {};
  const having = (name: string) => objects.filter((one) => Object.hasOwn(one, name));
  const required = names.filter((name) => having(name).length === objects.length);
  return {
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        schemaOf(
          having(name).map((one) => one[name] as JsonValue),
          depth + 1,
        ),
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

function ofLists(lists: readonly (readonly JsonValue[])[], depth: number): JsonObject {
  const items = lists.flat().slice(0, CONTRACT_LIMITS.values);
  // what lies beyond the first thousand items was not looked at, and may be of another type
  return items.length === 0 || lists.flat().length > items.length
    ? {}
    : { items: schemaOf(items, depth + 1) };
}

const formats: readonly (readonly [string, RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/],
  ['date-time', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/],
];

function ofTexts(texts: readonly string[]): JsonObject {
  const [format] = formats.find(([, pattern]) => texts.every((one) => pattern.test(one))) ?? [];
  if (format !== undefined) return { format };
  const choices = [...new Set(texts)].sort();
  const repeated = choices.length <= maxChoices && texts.length >= choices.length * timesEach;
  return repeated && choices.length > 1 ? { enum: choices } : {};
}
