type Json = Readonly<Record<string, unknown>>;

/** Words of JSON Schema that say nothing about what TypeScript can check. */
const ANNOTATIONS = new Set(
  'description title default examples format pattern minLength maxLength minimum maximum minItems maxItems propertyNames'.split(
    ' ',
  ),
);

/** What a list of any JSON holds: a type cannot hold itself but through an object. */
const ANYTHING = 'JsonValue/1[]';

/**
 * A typed TypeScript client made of an OpenAPI 3.1 document alone: a type for each component and a function for each operation.
 * Throws, with the place, at a schema that says nothing or that it cannot write as a type.
 */
export function clientOf(document: Json): string {
  const { components, paths } = document as { components: { schemas: Json }; paths: Json };
  const named = Object.entries(components.schemas);
  // as the widely used generators write it, so that what they cannot write (a union that holds itself) fails here too
  const shapes = named.map(([name, schema]) => `  '${name}': ${typeOf(schema, name)};`);
  const types = named
    .filter(([name]) => !name.includes('.'))
    .map(([name]) => `export type ${name} = ${componentOf(name)};`);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, operation]) => functionOf(method, path, operation as Json)),
  );
  return [
    'export type Given = { path?: object; query?: object; body?: unknown };',
    'export type Send = (method: string, path: string, given: Given) => Promise<unknown>;',
    'export interface Components {',
    ...shapes,
    '}',
    ...types,
    'export const client = (send: Send) => ({',
    ...operations,
    '});',
  ].join('\n');
}

function functionOf(method: string, path: string, operation: Json): string {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const named = parameters as readonly { name: string; in: string; required?: boolean; schema: Json }[];
  const given = ['path', 'query'].flatMap((place) => {
    const own = named.filter((one) => one.in === place);
    const needed = own.some(({ required = false }) => required);
    return own.length === 0 ? [] : [`${place}${needed ? '' : '?'}: ${fieldsOf(own, `${operationId}`)}`];
  });
  const body = contentOf(requestBody);
  if (body !== undefined) given.push(`body: ${typeOf(body, `${operationId}.body`, true)}`);
  const answers = Object.entries(responses as Json).filter(([status]) => status.startsWith('2'));
  const answer = answers.map(([, one]) => typeOf(contentOf(one), `${operationId}.answer`)).join(' | ');
  const fields = `{ ${given.join('; ')} }`;
  const asked = given.every((one) => /^\w+\?:/.test(one)) ? `given: ${fields} = {}` : `given: ${fields}`;
  return `  '${operationId}': (${asked}) => send('${method.toUpperCase()}', '${path}', given) as Promise<${answer}>,`;
}

function fieldsOf(
  parameters: readonly { name: string; required?: boolean; schema: Json }[],
  at: string,
): string {
  const fields = parameters.map(
    ({ name, required = false, schema }) =>
      `${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema, `${at}.${name}`)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

function contentOf(value: unknown): unknown {
  const content = (value as { content?: Json } | undefined)?.content;
  return (content?.['application/json'] as Json | undefined)?.schema;
}

/** A schema as a type. `mayBeEmpty`: a body of an endpoint that asks for nothing. */
function typeOf(value: unknown, at: string, mayBeEmpty = false): string {
  const schema = Object.entries((value ?? {}) as Json).filter(([word]) => !ANNOTATIONS.has(word));
  const { $ref, anyOf, oneOf, const: only, enum: listed, type, ...rest } = Object.fromEntries(schema) as Json;
  const several = (anyOf ?? oneOf) as readonly unknown[] | undefined;
  const one = several?.map((each, i) => typeOf(each, `${at}/${i}`)).join(' | ');
  if (typeof $ref === 'string') return componentOf($ref.replace('#/components/schemas/', ''));
  if (one !== undefined) return `(${one})`;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(listed)) return `(${listed.map((each) => JSON.stringify(each)).join(' | ')})`;
  if (at === ANYTHING) return 'unknown';
  if (type === undefined) throw new Error(`${at} says nothing: ${JSON.stringify(value)}`);
  const all = [type].flat().map((each) => ofType(String(each), rest, { at, mayBeEmpty }));
  return `(${all.join(' | ')})`;
}

function ofType(type: string, schema: Json, { at, mayBeEmpty }: { at: string; mayBeEmpty: boolean }): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly ${typeOf(schema.items, `${at}[]`)}[]`;
    case 'object':
      return objectOf(schema, at, mayBeEmpty);
    default:
      throw new Error(`${at} is of an unknown type: ${type}`);
  }
}

function objectOf(schema: Json, at: string, mayBeEmpty: boolean): string {
  const { properties, required = [], additionalProperties } = schema;
  if (properties === undefined && additionalProperties === undefined) {
    if (mayBeEmpty) return 'Record<string, never>';
    throw new Error(`${at} is an object of nothing.`);
  }
  const named = (required as readonly string[]) ?? [];
  const fields = Object.entries((properties ?? {}) as Json).map(
    ([name, field]) =>
      `${JSON.stringify(name)}${named.includes(name) ? '' : '?'}: ${typeOf(field, `${at}.${name}`)}`,
  );
  if (typeof additionalProperties === 'object')
    fields.push(`[name: string]: ${typeOf(additionalProperties, `${at}.*`)}`);
  return `{ ${fields.join('; ')} }`;
}

function componentOf(name: string): string {
  return `Components['${name}']`;
}
