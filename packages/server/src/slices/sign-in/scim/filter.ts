import { type Filter, parse } from 'scim2-parse-filter';
import { ScimError } from './scim-error.ts';

/** A JSON object of the SCIM protocol. */
export type Resource = Record<string, unknown>;

/** Whether a resource passes a filter of RFC 7644 §3.4.2.2. */
export type Predicate = (resource: Resource) => boolean;

/** Attributes whose letters' case counts; all others are compared without it (RFC 7643). */
const exact = new Set(['id', 'externalid', '$ref']);

const maxLength = 2000;

/** Reads a filter. Throws invalidFilter. */
export function readFilter(text: string): Predicate {
  if (text.length > maxLength) throw new ScimError('invalidFilter', 'The filter is too long.');
  try {
    const filter = parse(text);
    return (resource) => passes(filter, resource);
  } catch (error) {
    throw new ScimError('invalidFilter', `The filter can't be read: ${(error as Error).message}`);
  }
}

function passes(filter: Filter, resource: Resource): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => passes(one, resource));
    case 'or':
      return filter.filters.some((one) => passes(one, resource));
    case 'not':
      return !passes(filter.filter, resource);
    case '[]':
      return valuesAt(resource, filter.attrPath).some(
        (value) => isObject(value) && passes(filter.valFilter, value),
      );
    case 'pr':
      return valuesAt(resource, filter.attrPath).some(isPresent);
    default: {
      const name = pathOf(filter.attrPath).at(-1) ?? '';
      const fold = (value: unknown) =>
        typeof value === 'string' && !exact.has(name.toLowerCase()) ? value.toLowerCase() : value;
      const wanted = fold(filter.compValue);
      const values = valuesAt(resource, filter.attrPath).map((value) => fold(simple(value)));
      // an attribute without a value equals null, and differs from everything else
      if (values.length === 0) return wanted === null ? filter.op === 'eq' : filter.op === 'ne';
      if (filter.op === 'ne') return values.every((value) => value !== wanted);
      return values.some((value) => compare(filter.op, value, wanted));
    }
  }
}

function compare(op: string, value: unknown, wanted: unknown): boolean {
  if (op === 'eq') return value === wanted;
  if (typeof value !== typeof wanted || (typeof value !== 'string' && typeof value !== 'number'))
    return false;
  const other = wanted as typeof value;
  if (op === 'gt') return value > other;
  if (op === 'ge') return value >= other;
  if (op === 'lt') return value < other;
  if (op === 'le') return value <= other;
  const [text, part] = [String(value), String(other)];
  if (op === 'co') return text.includes(part);
  return op === 'sw' ? text.startsWith(part) : text.endsWith(part);
}

/** The steps of a path; the schema of this resource in front of it says nothing. */
function pathOf(path: string): string[] {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '').split('.');
}

function valuesAt(resource: Resource, path: string): unknown[] {
  return pathOf(path).reduce<unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (!isObject(value)) return [];
        const found = value[keyOf(value, step)];
        return found === undefined ? [] : [found].flat();
      }),
    [resource],
  );
}

/** The name under which an object has an attribute; names are compared without case. */
export function keyOf(of: Resource, name: string): string {
  return Object.keys(of).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

/** A complex value is compared by its `value`. */
const simple = (value: unknown) => (isObject(value) ? value.value : value);

const isPresent = (value: unknown) => value !== null && value !== '' && value !== undefined;

/** A JSON object that is no list. */
export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
