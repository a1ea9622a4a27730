import type { Problem } from '../base/result.ts';
import { isObject, type JsonObject, type JsonValue, ownField } from '../workflows/json-value.ts';
import { CONTRACT_LIMITS, type JsonSchema } from './contract.ts';
import { resolveRef } from './keywords.ts';
import { kindsOf, valuesOf } from './schema-sets.ts';

/** A schema found in an imported file. */
export interface Imported {
  readonly name: string;
  readonly schema: JsonObject;
}

/**
 * The schemas of a JSON file (DC-9): a JSON Schema, the components of an OpenAPI 3.1 document, or the objects of an ODCS
 * contract. Nothing in the file is executed or fetched.
 */
export function readImport(text: string): {
  readonly found: readonly Imported[];
  readonly problem: Problem | null;
} {
  const no = (message: string) => ({ found: [], problem: { rule: 'DC-9', path: '', message } });
  if (text.length > CONTRACT_LIMITS.imported) return no('The file is larger than 1 MB.');
  let json: JsonValue;
  try {
    json = JSON.parse(text) as JsonValue;
  } catch {
    return no('The file is not valid JSON. Convert YAML to JSON first.');
  }
  if (!isObject(json)) return no('The file has no schema.');
  if (ownField(json, 'openapi') !== undefined || ownField(json, 'swagger') !== undefined)
    return openApi(json, no);
  if (ownField(json, 'kind') === 'DataContract') return odcs(json, no);
  return { found: [{ name: String(ownField(json, 'title') ?? ''), schema: json }], problem: null };
}

type No = (message: string) => { readonly found: readonly Imported[]; readonly problem: Problem };

function openApi(json: JsonObject, no: No) {
  if (!String(ownField(json, 'openapi') ?? '').startsWith('3.1'))
    return no('Only OpenAPI 3.1 uses JSON Schema 2020-12. Convert the document to 3.1.');
  const schemas = ownField(ownField(json, 'components'), 'schemas');
  if (!isObject(schemas) || Object.keys(schemas).length === 0)
    return no('The document has no components/schemas.');
  const found = Object.keys(schemas).map((name) => {
    const needed = closure(name, schemas);
    const $defs = Object.fromEntries([...needed].map((one) => [one, moved(schemas[one] as JsonValue)]));
    const { [name]: own = {}, ...others } = $defs;
    const alone = needed.size === 1 && !JSON.stringify(own).includes(`"#/$defs/${name}"`);
    const schema =
      alone && isObject(own) ? own : { $ref: `#/$defs/${name}`, $defs: { [name]: own, ...others } };
    return { name, schema: schema as JsonObject };
  });
  return { found, problem: null };
}

const componentRef = /"\$ref":"#\/components\/schemas\/([^"/]+)"/g;

function closure(name: string, schemas: JsonObject): ReadonlySet<string> {
  const needed = new Set([name]);
  for (const one of needed) {
    const text = Object.hasOwn(schemas, one) ? JSON.stringify(schemas[one]) : '';
    for (const [, other] of text.matchAll(componentRef))
      if (other !== undefined && Object.hasOwn(schemas, other)) needed.add(other);
  }
  return needed;
}

/** References to components become references below `$defs`; keywords of OpenAPI alone are dropped. */
function moved(value: JsonValue): JsonValue {
  const text = JSON.stringify(value).replace(componentRef, (_, name: string) => `"$ref":"#/$defs/${name}"`);
  const { discriminator: _, xml: __, externalDocs: ___, example, ...rest } = JSON.parse(text) as JsonObject;
  return example === undefined ? rest : { ...rest, examples: [example] };
}

/** ODCS logical types with their JSON Schema. */
const fromOdcs: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  date: { type: 'string', format: 'date' },
  timestamp: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
};

function odcs(json: JsonObject, no: No) {
  const objects = ownField(json, 'schema');
  if (!Array.isArray(objects) || objects.length === 0) return no('The contract has no schema.');
  const found = objects.filter(isObject).map((one) => ({
    name: String(ownField(one, 'name') ?? ''),
    schema: { ...fromProperty({ ...one, logicalType: 'object' }, 0) },
  }));
  return { found, problem: null };
}

function fromProperty(property: JsonObject, depth: number): JsonObject {
  const type = String(ownField(property, 'logicalType') ?? 'string');
  const description = ownField(property, 'description');
  const said: JsonObject = typeof description === 'string' ? { description } : {};
  const options = ownField(property, 'logicalTypeOptions');
  if (depth > CONTRACT_LIMITS.depth) return said;
  if (type === 'array') {
    const items = ownField(property, 'items');
    return { type: 'array', ...said, ...(isObject(items) ? { items: fromProperty(items, depth + 1) } : {}) };
  }
  if (type === 'object') {
    const listed = ownField(property, 'properties');
    const members = (Array.isArray(listed) ? listed : []).filter(isObject);
    const required = members
      .filter((one) => ownField(one, 'required') === true)
      .map((one) => String(one.name));
    return {
      type: 'object',
      ...said,
      properties: Object.fromEntries(members.map((one) => [String(one.name), fromProperty(one, depth + 1)])),
      ...(required.length > 0 ? { required } : {}),
    };
  }
  return { ...(fromOdcs[type] ?? {}), ...said, ...(isObject(options) ? options : {}) };
}

/** The contract as an ODCS 3.1 document. JSON is valid YAML. */
export function toOdcs(contract: {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly schema: JsonObject;
}): JsonObject {
  const { id, name, version, status, schema } = contract;
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name,
    version,
    status,
    schema: [{ name, ...toProperty(schema, schema, 0) }],
  };
}

const odcsOptions = [
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'enum', 'format'],
];

function toProperty(schema: JsonSchema, root: JsonObject, depth: number): JsonObject {
  if (!isObject(schema) || depth > CONTRACT_LIMITS.depth) return { logicalType: 'object' };
  const ref = ownField(schema, '$ref');
  const target = typeof ref === 'string' ? resolveRef(root, ref) : undefined;
  if (isObject(target)) return toProperty(target, root, depth + 1);
  const type = odcsType(schema);
  const description = ownField(schema, 'description');
  const kept = odcsOptions.filter(
    (key) => ownField(schema, key) !== undefined && !(key === 'format' && type !== 'string'),
  );
  const members = ownField(schema, 'properties');
  const required = new Set((ownField(schema, 'required') ?? []) as readonly string[]);
  const items = ownField(schema, 'items');
  return {
    logicalType: type,
    ...(typeof description === 'string' ? { description } : {}),
    ...(kept.length > 0 && type !== 'object'
      ? { logicalTypeOptions: Object.fromEntries(kept.map((key) => [key, schema[key] as JsonValue])) }
      : {}),
    ...(type === 'object' && isObject(members)
      ? {
          properties: Object.entries(members).map(([name, one]) => ({
            name,
            required: required.has(name),
            ...toProperty(one as JsonSchema, root, depth + 1),
          })),
        }
      : {}),
    ...(type === 'array' && isObject(items) ? { items: toProperty(items, root, depth + 1) } : {}),
  };
}

function odcsType(schema: JsonObject): string {
  const format = ownField(schema, 'format');
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'timestamp';
  if (format === 'time') return 'time';
  const [kind = 'object'] = kindsOf(schema).filter((one) => one !== 'null');
  return ownField(schema, 'type') === undefined && ownField(schema, 'properties') !== undefined
    ? 'object'
    : kind;
}

/** The contract as a TypeScript type, `export type Orders = …`. Rules that types can’t express are left out. */
export function toTypeScript(name: string, schema: JsonObject): string {
  const defs = ownField(schema, '$defs');
  const named = Object.entries(isObject(defs) ? defs : {});
  const title = typeName(name);
  const names = new Map(named.map(([key], at) => [`#/$defs/${key}`, `${title}${typeName(key)}${at}`]));
  names.set('#', title);
  const write = (own: string, one: JsonValue) =>
    `export type ${own} = ${typeOf(one as JsonSchema, names, 0)};\n`;
  return [
    write(title, schema),
    ...named.map(([key, one]) => write(names.get(`#/$defs/${key}`) ?? title, one)),
  ].join('\n');
}

function typeName(name: string): string {
  const words = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(joined) ? joined : `Contract${joined}`;
}

function typeOf(schema: JsonSchema, names: ReadonlyMap<string, string>, depth: number): string {
  if (schema === false) return 'never';
  if (schema === true || depth > 2 * CONTRACT_LIMITS.depth) return 'unknown';
  const deeper = (one: JsonValue) => typeOf(one as JsonSchema, names, depth + 1);
  const ref = ownField(schema, '$ref');
  if (typeof ref === 'string') return names.get(ref) ?? 'unknown';
  const values = valuesOf(schema);
  if (values !== null) return values.map((one) => JSON.stringify(one)).join(' | ') || 'never';
  for (const [keyword, joint] of [
    ['allOf', ' & '],
    ['anyOf', ' | '],
    ['oneOf', ' | '],
  ] as const) {
    const parts = ownField(schema, keyword);
    if (Array.isArray(parts) && parts.length > 0) return parts.map((one) => `(${deeper(one)})`).join(joint);
  }
  if (ownField(schema, 'type') === undefined && ownField(schema, 'properties') === undefined)
    return 'unknown';
  const kinds = ownField(schema, 'type') === undefined ? (['object'] as const) : kindsOf(schema);
  return kinds.map((kind) => typeOfKind(kind, schema, { deeper, depth })).join(' | ');
}

function typeOfKind(
  kind: string,
  schema: JsonObject,
  { deeper, depth }: { readonly deeper: (one: JsonValue) => string; readonly depth: number },
): string {
  if (kind === 'integer') return 'number';
  if (kind === 'array') return `readonly (${deeper(ownField(schema, 'items') ?? true)})[]`;
  if (kind !== 'object') return kind;
  const properties = ownField(schema, 'properties');
  const required = new Set((ownField(schema, 'required') ?? []) as readonly string[]);
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(isObject(properties) ? properties : {}).map(([name, one]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${indent}readonly ${key}${required.has(name) ? '' : '?'}: ${deeper(one)};\n`;
  });
  return lines.length === 0
    ? 'Readonly<Record<string, unknown>>'
    : `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}
