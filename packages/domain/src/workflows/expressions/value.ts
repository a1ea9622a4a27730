import Big from 'big.js';
import { type Decimal, decimal, plain } from '../../base/decimal.ts';
import type { JsonValue } from '../json-value.ts';

/** What expressions compute with: JSON, whose numbers become exact decimals as soon as they are touched. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Decimal
  | readonly Value[]
  | { readonly [key: string]: Value };

/** Whether the value is an exact decimal. */
export function isExact(value: Value): value is Decimal {
  return value instanceof Big;
}

/** The exact number behind a number, or null for everything else; a text is no number, not even "12". */
export function asNumber(value: Value): Decimal | null {
  if (typeof value === 'number') return decimal(String(value));
  return isExact(value) ? value : null;
}

// As many digits as an expression may make: what one step has divided, the next one goes on with.
const WRITTEN_DECIMAL = /^-?\d{1,200}(\.\d{1,200})?$/;

/** The exact number behind a number or a plain decimal text such as "1250.00", or null (WF-10). */
export function asDecimal(value: Value): Decimal | null {
  if (typeof value !== 'string') return asNumber(value);
  return WRITTEN_DECIMAL.test(value) ? decimal(value) : null;
}

/** A map of values: an object that is neither list nor number. */
export function isMap(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);
}

/** What a value is called in messages. */
export function kindOf(value: Value): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'true or false';
  return asNumber(value) === null ? 'a map' : 'a number';
}

/**
 * Whether two values are equal: numbers by their value, also against a decimal text ("1.50" == 1.5), lists and maps in
 * depth. `spend` is told of every comparison.
 */
export function equal(a: Value, b: Value, spend: (steps: number) => void): boolean {
  spend(1);
  const x = asNumber(a);
  const y = asNumber(b);
  if (x !== null || y !== null) {
    const left = x ?? asDecimal(a);
    const right = y ?? asDecimal(b);
    return left !== null && right !== null && left.eq(right);
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((one, i) => equal(one, b[i] as Value, spend));
  }
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length)
    spend(Math.floor(a.length / 1_000));
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key] as Value, b[key] as Value, spend))
  );
}

/**
 * The value as JSON. A number that a JSON number holds exactly becomes one; a longer one becomes its plain decimal text, so
 * that no digit is lost (WF-10). `spend` is told of every value and every 32 letters: a value may contain another one many
 * times over, and written out it is as large as it looks.
 */
export function toJson(value: Value, spend: (steps: number) => void): JsonValue {
  spend(typeof value === 'string' ? 1 + Math.floor(value.length / 32) : 1);
  if (isExact(value)) {
    const text = plain(value);
    return String(Number(text)) === text ? Number(text) : text;
  }
  if (Array.isArray(value)) return value.map((one) => toJson(one, spend));
  if (!isMap(value)) return value as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJson(one, spend)]));
}

/** The value as people and targets read it in a text: texts as they are, numbers plain, the rest as JSON. */
export function toText(value: Value, spend: (steps: number) => void): string {
  if (typeof value === 'string') return value;
  const number = asNumber(value);
  if (number !== null) return plain(number);
  return value === null ? '' : JSON.stringify(toJson(value, spend));
}
