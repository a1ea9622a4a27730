import { type Decimal, decimal } from '../../base/decimal.ts';
import { isTimeZone } from '../../base/zoned-time.ts';
import { asDecimal, isMap, kindOf, toText, type Value } from './value.ts';

/** What a function is given beside its values. */
export interface Calling {
  /** Stops with a reason. */
  readonly stop: (message: string) => never;
  /** Counts the work against the budget. */
  readonly spend: (steps: number) => void;
  /** The moment it is, in ms since 1970; stops where there is none. */
  readonly nowMs: () => number;
  /** Text that is different at every call and the same in a replay; stops where there is none. */
  readonly seed: () => string;
}

export interface FunctionDefinition {
  readonly min: number;
  readonly max: number;
  readonly body: (given: readonly Value[], calling: Calling) => Value;
}
export type Functions = Readonly<Record<string, FunctionDefinition>>;

/** The value as text; of a whole text, its length is counted. */
export function text(of: Value | undefined, calling: Calling): string {
  if (typeof of !== 'string') return calling.stop(`Expected text, not ${kindOf(of ?? null)}.`);
  calling.spend(Math.ceil(of.length / 100));
  return of;
}

export function asTexts(values: readonly Value[], calling: Calling): readonly string[] {
  return values.map((one) => toText(one, calling.spend));
}

export function number(of: Value | undefined, calling: Calling): Decimal {
  const value = of ?? null;
  return (
    asDecimal(value) ??
    calling.stop(
      `${typeof value === 'string' ? `"${value.slice(0, 40)}"` : kindOf(value)} is not a decimal number.`,
    )
  );
}

/** A whole number between the bounds. */
export function whole(
  of: Value | undefined,
  { min = 0, max }: { readonly min?: number; readonly max: number },
  calling: Calling,
): number {
  const value = of ?? null;
  const found = Number(
    (asDecimal(value) ?? calling.stop(`Expected a whole number, not ${kindOf(value)}.`)).toFixed(),
  );
  return Number.isInteger(found) && found >= min && found <= max
    ? found
    : calling.stop(`Expected a whole number from ${min} to ${max}.`);
}

export function list(of: Value | undefined, calling: Calling): readonly Value[] {
  if (!Array.isArray(of)) return calling.stop(`Expected a list, not ${kindOf(of ?? null)}.`);
  calling.spend(of.length);
  return of as readonly Value[];
}

export function map(of: Value | undefined, calling: Calling): { readonly [key: string]: Value } {
  const value = of ?? null;
  if (!isMap(value)) return calling.stop(`Expected a map, not ${kindOf(value)}.`);
  return value;
}

export function keysOf(of: object, calling: Calling): readonly string[] {
  const found = Object.keys(of);
  calling.spend(Math.ceil(found.length / 10));
  return found;
}

/** The name of a time zone; UTC when there is none. */
export function zone(of: Value | undefined, calling: Calling): string {
  if (of === undefined) return 'UTC';
  // looking up a zone costs about as much as this many steps
  calling.spend(20);
  const name = text(of, calling);
  return isTimeZone(name)
    ? name
    : calling.stop(`"${name.slice(0, 40)}" is not a time zone. Use a name such as "America/New_York".`);
}

export function joined(parts: readonly string[], by: string, calling: Calling): string {
  const length = parts.reduce((total, part) => total + part.length + by.length, 0);
  calling.spend(parts.length + Math.ceil(length / 100));
  return parts.join(by);
}

export function count(of: number): Decimal {
  return decimal(String(of));
}
