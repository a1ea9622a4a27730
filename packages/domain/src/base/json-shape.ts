import { DECIMAL_PATTERN, decimalFault } from './decimal.ts';
import type { Problem } from './result.ts';

/** The part of JSON Schema 2020-12 our published documents are described with, and that `readShape` understands. */
export interface Shape {
  readonly type?:
    | 'object'
    | 'array'
    | 'string'
    | 'integer'
    | 'boolean'
    | 'number'
    | readonly ('string' | 'object' | 'array' | 'integer' | 'number' | 'boolean' | 'null')[];
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** What a text is for whoever draws a form or evaluates it; it is not checked here. */
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** False: no others. A shape: of all others, where there are no `properties`. */
  readonly additionalProperties?: false | Shape;
  /**
   * Told apart by the `const` or `enum` of the property `kind`; where none has such a property, by what each requires first, and
   * what has none of that is read as the first of them.
   */
  readonly oneOf?: readonly Shape[];
  readonly default?: unknown;
  readonly $ref?: string;
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** Where a shape is read: the rule its problems carry, the shapes `$ref` may name, and the problems found so far. */
export interface ShapeReading {
  readonly rule: string;
  readonly defs: Readonly<Record<string, Shape>>;
  readonly problems: Problem[];
  /** How many problems are told at most; all when left out. */
  readonly max?: number;
}

/**
 * Reads an unknown JSON value by a shape: returns it with all defaults filled in and adds every problem, located, to
 * `reading.problems`. The value is only good when no problem was added.
 */
export function readShape(shape: Shape, value: unknown, path: string, reading: ShapeReading): unknown {
  const resolved = resolve(shape, reading);
  const fault = typeFault(resolved, value);
  if (fault !== null) return complain(reading, path, fault, resolved);
  if (typeof value === 'string') return readText(resolved, value, path, reading);
  if (typeof value === 'number') return readNumber(resolved, value, path, reading);
  if (Array.isArray(value)) return readList(resolved, value, path, reading);
  if (isRecord(value)) return readObject(resolved, value, path, reading);
  return value;
}

function resolve(shape: Shape, reading: ShapeReading): Shape {
  const name = shape.$ref?.replace('#/$defs/', '');
  return name === undefined ? shape : (reading.defs[name] ?? {});
}

function typeFault(shape: Shape, value: unknown): string | null {
  const allowed = [shape.type ?? (shape.oneOf ? 'object' : 'string')].flat();
  const found = typeOf(value);
  if (allowed.some((type) => type === found || (type === 'number' && found === 'integer'))) return null;
  const binary = allowed.includes('string') && typeof value === 'number' ? ' Put the number in quotes.' : '';
  return `Expected ${allowed.map((type) => NAMES[type]).join(' or ')}, found ${shortly(value)}.${binary}`;
}

const NAMES = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
} as const;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function readText(shape: Shape, value: string, path: string, reading: ShapeReading): unknown {
  const allowed = shape.const === undefined ? shape.enum : [shape.const];
  if (allowed && !allowed.includes(value)) {
    return complain(
      reading,
      path,
      `${shortly(value)} is not one of ${allowed.map((text) => `"${text}"`).join(', ')}.`,
      shape,
    );
  }
  const length = [...value].length;
  if (shape.minLength !== undefined && length < shape.minLength)
    return complain(reading, path, 'The text is blank.', shape);
  if (shape.maxLength !== undefined && length > shape.maxLength) {
    return complain(
      reading,
      path,
      `The text has ${length} characters; the limit is ${shape.maxLength}.`,
      shape,
    );
  }
  if (shape.pattern !== undefined && !compiled(shape.pattern).test(value)) {
    const fault =
      shape.pattern === DECIMAL_PATTERN
        ? decimalFault(value)
        : `${shortly(value)} does not have the expected format.`;
    return complain(reading, path, fault, shape);
  }
  return value;
}

const patterns = new Map<string, RegExp>();

/** Patterns come from our own schemas, of which there are few; compiling one for every text costs more than matching it. */
function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}

function readNumber(shape: Shape, value: number, path: string, reading: ShapeReading): unknown {
  const { minimum = -Infinity, maximum = Infinity } = shape;
  if (value < minimum || value > maximum) {
    return complain(reading, path, `${value} is not between ${minimum} and ${maximum}.`, shape);
  }
  return value;
}

function readList(shape: Shape, value: readonly unknown[], path: string, reading: ShapeReading): unknown {
  if (shape.maxItems !== undefined && value.length > shape.maxItems) {
    return complain(
      reading,
      path,
      `The list has ${value.length} entries; the maximum is ${shape.maxItems}.`,
      shape,
    );
  }
  if (shape.minItems !== undefined && value.length < shape.minItems) {
    complain(reading, path, `The list has ${value.length} entries; the minimum is ${shape.minItems}.`, shape);
  }
  const { items } = shape;
  return items ? value.map((entry, i) => readShape(items, entry, `${path}[${i}]`, reading)) : value;
}

function readObject(
  shape: Shape,
  value: Readonly<Record<string, unknown>>,
  path: string,
  reading: ShapeReading,
): unknown {
  if (shape.oneOf) return readVariant(shape, value, path, reading);
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const { additionalProperties: others } = shape;
  if (shape.properties === undefined && others !== false) {
    if (others === undefined) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, readShape(others, inner, at(key), reading)]),
    );
  }
  const properties = shape.properties ?? {};
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  for (const key of shape.additionalProperties === false ? unknown : []) {
    const known = Object.keys(properties).join(', ');
    complain(reading, at(key), `There is no field ${shortly(key)}; the fields are ${known}.`, {});
  }
  const read: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(properties)) {
    const present = Object.hasOwn(value, key) ? value[key] : undefined;
    const resolved = resolve(inner, reading);
    if (present !== undefined) read[key] = readShape(inner, present, at(key), reading);
    else if (shape.required?.includes(key)) complain(reading, at(key), 'The field is missing.', resolved);
    else if ('default' in inner) read[key] = inner.default;
  }
  return read;
}

function readVariant(
  shape: Shape,
  value: Readonly<Record<string, unknown>>,
  path: string,
  reading: ShapeReading,
): unknown {
  const variants = (shape.oneOf ?? []).map((variant) => resolve(variant, reading));
  const variant = chosenVariant(variants, value);
  if (variant) return readShape(variant, value, path, reading);
  const kinds = variants.map((one) => one.properties?.kind);
  const names = kinds.flatMap((kind) => kind?.enum ?? [kind?.const ?? '']);
  const found =
    value.kind === undefined ? 'The field is missing.' : `${shortly(value.kind)} is not a known kind.`;
  return complain(
    reading,
    `${path}.kind`,
    `${found} Use one of ${names.map((name) => `"${name}"`).join(', ')}.`,
    {},
  );
}

function chosenVariant(
  variants: readonly Shape[],
  value: Readonly<Record<string, unknown>>,
): Shape | undefined {
  if (variants.some((variant) => variant.properties?.kind !== undefined)) {
    return variants.find(({ properties }) => {
      const kind = properties?.kind;
      return kind?.const === value.kind || kind?.enum?.some((name) => name === value.kind);
    });
  }
  const objects = variants.filter(({ properties }) => properties !== undefined);
  const reported = objects.filter(
    ({ required: [first] = [] }) => first !== undefined && Object.hasOwn(value, first),
  );
  return reported.at(-1) ?? objects[0];
}

function complain(reading: ShapeReading, path: string, fault: string, shape: Shape): undefined {
  const fix = shape.description === undefined ? '' : ` ${shape.description}`;
  if (reading.problems.length < (reading.max ?? Number.POSITIVE_INFINITY))
    reading.problems.push({ rule: reading.rule, path, message: `${fault}${fix}` });
  return undefined;
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
