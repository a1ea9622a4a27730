import { isObject, type JsonObject, type JsonValue, ownField } from '../workflows/json-value.ts';
import type { JsonSchema } from './contract.ts';

/** Keywords whose value is one schema, a list of schemas, or schemas by name; `inPlace`: they check the same value. */
export const one = {
  inPlace: ['not', 'if', 'then', 'else'],
  inside: [
    'items',
    'additionalProperties',
    'contains',
    'propertyNames',
    'unevaluatedItems',
    'unevaluatedProperties',
  ],
};
export const many = { inPlace: ['allOf', 'anyOf', 'oneOf'], inside: ['prefixItems'] };
export const named = { inPlace: ['dependentSchemas'], inside: ['properties', 'patternProperties'] };

/** Keywords that say something to people and never reject a value. */
export const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'x-attain-data',
]);

/** Keywords that a contract may use (DC-2), apart from those above. */
export const assertions: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['minProperties', 'maxProperties', 'required', 'dependentRequired'],
]);

/** A schema inside another: where it is, and whether it checks the same value. */
export interface Child {
  readonly keyword: string;
  /** Property or pattern; the place in a list; null if the keyword holds one schema. */
  readonly key: string | null;
  readonly schema: JsonValue;
  readonly inPlace: boolean;
}

/** The schemas directly inside a schema, without its `$defs`. */
export function childrenOf(schema: JsonObject): readonly Child[] {
  const found: Child[] = [];
  for (const inPlace of [true, false]) {
    const side = inPlace ? 'inPlace' : 'inside';
    for (const keyword of one[side]) {
      const value = ownField(schema, keyword);
      if (value !== undefined) found.push({ keyword, key: null, schema: value, inPlace });
    }
    for (const keyword of many[side]) {
      const value = ownField(schema, keyword);
      if (Array.isArray(value))
        value.forEach((each, at) => {
          found.push({ keyword, key: String(at), schema: each, inPlace });
        });
    }
    for (const keyword of named[side]) {
      const value = ownField(schema, keyword);
      if (isObject(value))
        for (const [key, each] of Object.entries(value)) found.push({ keyword, key, schema: each, inPlace });
    }
  }
  return found;
}

/** What a local reference (`#`, `#/$defs/address`) names; undefined if it names nothing. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: JsonValue | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decoded(part)?.replaceAll('~1', '/').replaceAll('~0', '~');
    if (key === undefined) return undefined;
    at = Array.isArray(at) && /^\d{1,6}$/.test(key) ? (at[Number(key)] as JsonValue) : ownField(at, key);
    if (at === undefined) return undefined;
  }
  return typeof at === 'boolean' || isObject(at) ? at : undefined;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** A JSON Pointer below another. */
export function below(path: string, ...keys: (string | null)[]): string {
  return keys.reduce<string>(
    (sum, key) => (key === null ? sum : `${sum}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    path,
  );
}
