import { isObject, type JsonObject, type JsonValue, ownField } from '../workflows/json-value.ts';
import type { JsonSchema } from './contract.ts';

const kinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
type Kind = (typeof kinds)[number] | 'integer';

/** The types of value a schema allows, by its `type`, or those of the values it lists. */
export function kindsOf(schema: JsonObject): readonly Kind[] {
  const type = ownField(schema, 'type');
  const stated = typeof type === 'string' ? [type as Kind] : Array.isArray(type) ? (type as Kind[]) : kinds;
  const listed = valuesOf(schema);
  if (listed === null) return stated;
  const held = new Set(listed.map(kindOfValue));
  return stated.filter((kind) => held.has(kind) || (kind === 'number' && held.has('integer')));
}

/** The JSON Schema type of a value; a whole number is an `integer`. */
export function kindOfValue(value: JsonValue): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as Kind;
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => sameJson(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

/**
 * One schema for what two allow together. Of keywords that don't merge (two patterns) the first is kept: the result may
 * allow more than both, never less, so that a comparison from it stays sound.
 */
export function merged(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  const sum: Record<string, JsonValue> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    const own = ownField(sum, keyword);
    sum[keyword] = own === undefined || sameJson(own, value) ? value : mergedKeyword(keyword, own, value);
  }
  // what these are about depends on the keyword beside them, which differs
  if (bothHave(a, b, 'prefixItems')) delete sum.items;
  if (bothHave(a, b, 'patternProperties')) delete sum.additionalProperties;
  return sum;
}

function bothHave(a: JsonObject, b: JsonObject, keyword: string): boolean {
  const [left, right] = [ownField(a, keyword), ownField(b, keyword)];
  return left !== undefined && right !== undefined && !sameJson(left, right);
}

function mergedKeyword(keyword: string, a: JsonValue, b: JsonValue): JsonValue {
  if (keyword.startsWith('min') || keyword === 'exclusiveMinimum') return Math.max(Number(a), Number(b));
  if (keyword.startsWith('max') || keyword === 'exclusiveMaximum') return Math.min(Number(a), Number(b));
  if (keyword === 'required') return [...new Set([...(a as string[]), ...(b as string[])])];
  if (keyword === 'enum' && Array.isArray(a) && Array.isArray(b))
    return a.filter((one) => b.some((other) => sameJson(one, other)));
  if (keyword === 'type') return mergedTypes(a, b);
  if (keyword === 'properties' && isObject(a) && isObject(b)) {
    const both: Record<string, JsonValue> = { ...a };
    for (const [name, schema] of Object.entries(b))
      both[name] = Object.hasOwn(a, name) ? { allOf: [a[name] as JsonValue, schema] } : schema;
    return both;
  }
  if (keyword === 'items' || keyword === 'additionalProperties') return { allOf: [a, b] };
  return a;
}

function mergedTypes(a: JsonValue, b: JsonValue): JsonValue {
  const [left, right] = [a, b].map((type) => (Array.isArray(type) ? type : [type]) as Kind[]);
  const shared = (left ?? []).filter(
    (kind) => right?.includes(kind) || (kind === 'integer' && right?.includes('number')),
  );
  return right?.includes('integer') && left?.includes('number') && !shared.includes('integer')
    ? [...shared.filter((kind) => kind !== 'number'), 'integer']
    : shared;
}

/** True if it is certain that no value fits both: other types, or a required property with other values. */
export function isDisjoint(a: JsonSchema, b: JsonSchema): boolean {
  if (a === false || b === false) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const types = (schema: JsonObject) => kindsOf(schema).map((kind) => (kind === 'integer' ? 'number' : kind));
  if (!types(a).some((kind) => types(b).includes(kind))) return true;
  const [left, right] = [valuesOf(a), valuesOf(b)];
  if (left !== null && right !== null && !left.some((one) => right.some((other) => sameJson(one, other))))
    return true;
  const onlyObjects = [a, b].every((schema) => kindsOf(schema).every((kind) => kind === 'object'));
  return onlyObjects && required(a).some((name) => required(b).includes(name) && apart(a, b, name));
}

function apart(a: JsonObject, b: JsonObject, name: string): boolean {
  const [left, right] = [a, b].map((schema) => ownField(ownField(schema, 'properties'), name));
  return isObject(left) && isObject(right) && isDisjoint(left, right);
}

/** The values a schema lists; null if it lists none. */
export function valuesOf(schema: JsonObject): readonly JsonValue[] | null {
  const constant = ownField(schema, 'const');
  if (constant !== undefined) return [constant];
  const values = ownField(schema, 'enum');
  return Array.isArray(values) ? values : null;
}

function required(schema: JsonObject): readonly string[] {
  const names = ownField(schema, 'required');
  return Array.isArray(names) ? names.map(String) : [];
}
