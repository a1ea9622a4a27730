import { isObject, type JsonValue } from '../workflows/json-value.ts';

/** A place where two values differ; undefined: there is nothing. */
export interface JsonDifference {
  readonly path: string;
  readonly expected: JsonValue | undefined;
  readonly actual: JsonValue | undefined;
}

const MAX_DIFFERENCES = 50;

/** Where two values differ, innermost places first found, at most 50. The order of an object's keys does not count. */
export function jsonDifferences(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  compare({ path: '', expected, actual }, found);
  return found;
}

function compare(place: JsonDifference, found: JsonDifference[]): void {
  const { path, expected, actual } = place;
  if (found.length >= MAX_DIFFERENCES || expected === actual) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    for (let at = 0; at < Math.max(expected.length, actual.length); at += 1)
      compare({ path: `${path}[${at}]`, expected: expected[at], actual: actual[at] }, found);
  } else if (isObject(expected) && isObject(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)]))
      compare(
        {
          path: path === '' ? key : `${path}.${key}`,
          expected: Object.hasOwn(expected, key) ? expected[key] : undefined,
          actual: Object.hasOwn(actual, key) ? actual[key] : undefined,
        },
        found,
      );
  } else found.push(place);
}

/** Whether everything in `part` is in `whole`: fields of objects, and each item of a list in some item. */
export function containsJson(whole: JsonValue | undefined, part: JsonValue): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((one) => whole.some((other) => containsJson(other, one)));
  if (isObject(part))
    return (
      isObject(whole) &&
      Object.entries(part).every(
        ([key, value]) => Object.hasOwn(whole, key) && containsJson(whole[key], value),
      )
    );
  if (typeof part === 'string' && typeof whole === 'string') return whole.includes(part);
  if (Array.isArray(whole)) return whole.some((one) => one === part);
  return whole === part;
}

/** The value at a path such as `rows[0].amount`; undefined where there is none. */
export function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const part of path.split(/[.[\]]+/).filter((one) => one !== '')) {
    if (Array.isArray(at))
      at = /^\d{1,9}$/.test(part) ? (at[Number(part)] as JsonValue | undefined) : undefined;
    else if (isObject(at)) at = Object.hasOwn(at, part) ? at[part] : undefined;
    else return undefined;
  }
  return at;
}

/** Whether a text has the form of a pattern in which `*` stands for any text. */
export function matchesPattern(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === pattern;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > text.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
