import { isObject, type JsonObject, type JsonValue, ownField } from '../workflows/json-value.ts';
import type { JsonSchema } from './contract.ts';
import { resolveRef } from './keywords.ts';
import { kindsOf, merged, valuesOf } from './schema-sets.ts';

const maxDepth = 12;

/** A value for people to start from. It fits most schemas; one with a pattern or `not` may need a correction. */
export function generateSample(schema: JsonSchema): JsonValue {
  return sampleOf(schema, schema, 0);
}

function sampleOf(schema: JsonSchema, root: JsonSchema, depth: number): JsonValue {
  const flat = flattened(schema, root);
  if (!isObject(flat) || depth > maxDepth) return null;
  const [example] = listOf(flat, 'examples');
  if (example !== undefined) return example;
  const standard = ownField(flat, 'default');
  if (standard !== undefined) return standard;
  const [listed] = valuesOf(flat) ?? [];
  if (listed !== undefined) return listed;
  const [kind] = kindsOf(flat).filter((one) => one !== 'null' || ownField(flat, 'type') !== undefined);
  const stated = ownField(flat, 'type') === undefined ? guessed(flat) : kind;
  if (stated === 'object') return objectOf(flat, root, depth);
  if (stated === 'array') return listOfItems(flat, root, depth);
  if (stated === 'boolean') return true;
  if (stated === 'number' || stated === 'integer') return numberOf(flat, stated === 'integer');
  return stated === 'string' ? textOf(flat) : null;
}

function guessed(schema: JsonObject): string {
  if (ownField(schema, 'properties') !== undefined) return 'object';
  if (ownField(schema, 'items') !== undefined || ownField(schema, 'prefixItems') !== undefined)
    return 'array';
  if (ownField(schema, 'minimum') !== undefined || ownField(schema, 'maximum') !== undefined) return 'number';
  return 'string';
}

function flattened(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let flat = schema;
  for (let turn = 0; turn < 20 && isObject(flat); turn += 1) {
    const { $ref, allOf, anyOf, oneOf, ...rest } = flat;
    if ($ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined) return flat;
    const target = typeof $ref === 'string' ? (resolveRef(root, $ref) ?? true) : true;
    const first = [anyOf, oneOf].flatMap((branches) => (Array.isArray(branches) ? branches.slice(0, 1) : []));
    const parts = [target, ...(Array.isArray(allOf) ? allOf : []), ...first] as JsonSchema[];
    flat = parts.reduce<JsonSchema>((sum, part) => merged(sum, part), rest);
  }
  return flat;
}

function objectOf(schema: JsonObject, root: JsonSchema, depth: number): JsonValue {
  const properties = ownField(schema, 'properties');
  const required = new Set(listOf(schema, 'required').map(String));
  // deep down only what is required: a recursive schema would not end
  const shown = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name, one]) => one !== false && (depth < 3 || required.has(name)),
  );
  const missing = [...required].filter((name) => !isObject(properties) || !Object.hasOwn(properties, name));
  return Object.fromEntries([
    ...shown.map(([name, one]) => [name, sampleOf(one as JsonSchema, root, depth + 1)] as const),
    ...missing.map((name) => [name, null] as const),
  ]);
}

function listOfItems(schema: JsonObject, root: JsonSchema, depth: number): JsonValue {
  const first = listOf(schema, 'prefixItems').map((one) => sampleOf(one as JsonSchema, root, depth + 1));
  const items = ownField(schema, 'items');
  const wanted = Math.max(Number(ownField(schema, 'minItems') ?? 0), depth < 3 && items !== false ? 1 : 0);
  const rest = Math.min(Math.max(wanted - first.length, 0), 10);
  return [
    ...first,
    ...Array.from({ length: rest }, () => sampleOf((items ?? true) as JsonSchema, root, depth + 1)),
  ];
}

function numberOf(schema: JsonObject, whole: boolean): number {
  const step = Number(ownField(schema, 'multipleOf') ?? (whole ? 1 : 0));
  const above = ownField(schema, 'exclusiveMinimum');
  const low = Number(
    ownField(schema, 'minimum') ?? (above === undefined ? Number.NaN : Number(above) + (step || 0.5)),
  );
  const high = Number(ownField(schema, 'maximum') ?? Number.NaN);
  const start = Number.isNaN(low) ? Math.min(Number.isNaN(high) ? 1 : high, 1) : low;
  return step > 0 ? Math.ceil(start / step) * step : start;
}

const formats: Readonly<Record<string, string>> = {
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  date: '2026-01-31',
  'date-time': '2026-01-31T08:00:00Z',
  time: '08:00:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

function textOf(schema: JsonObject): string {
  const known = formats[String(ownField(schema, 'format') ?? '')];
  if (known !== undefined) return known;
  const [low, high] = [
    Number(ownField(schema, 'minLength') ?? 0),
    Number(ownField(schema, 'maxLength') ?? 20),
  ];
  return 'text'.padEnd(Math.min(low, 1_000), 'x').slice(0, Math.max(high, 0));
}

function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const value = ownField(schema, keyword);
  return Array.isArray(value) ? value : [];
}
