import { isDecimal } from '../base/decimal.ts';

/** A column of a customer's own that deals have, as conditions name it: `own:Channel`. */
export type OwnField = `own:${string}`;

/** A letter, then up to 59 characters of any kind but controls; nothing blank at the end. */
const NAME = String.raw`\p{L}(?:[^\p{C}]{0,58}[^\p{C}\s])?`;

/** How a name is written. */
export const OWN_NAME_PATTERN = `^${NAME}$`;

/** How `own:` and a name are written. */
export const OWN_FIELD_PATTERN = `own:${NAME}`;

const whole = new RegExp(OWN_NAME_PATTERN, 'u');

/** As many own fields a file may bring. */
export const MAX_OWN_FIELDS = 20;

/** Whether an own field can be called so: it begins with a letter, has at most 60 characters and none that cannot be seen. */
export function isOwnName(name: string): boolean {
  return whole.test(name);
}

/** The name of an own field; null for a field that every deal knows. */
export function ownNameOf(field: string): string | null {
  return field.startsWith('own:') ? field.slice(4) : null;
}

/** The number in an own field of a deal, which a component adds in place of its amount; null: the field has none. */
export function ownAmount(fields: Readonly<Record<string, string>> | undefined, name: string): string | null {
  const value = ownValue(fields, name);
  return value !== null && isDecimal(value) ? value : null;
}

/** Whether a deal has no number in the own field that a component adds: then it does not count (CREDIT-20). */
export function lacksAmount<Of extends { readonly own?: string }>(
  measure: Of,
  { ownFields }: { readonly ownFields?: Readonly<Record<string, string>> },
): measure is Of & { readonly own: string } {
  return measure.own !== undefined && ownAmount(ownFields, measure.own) === null;
}

/** What a deal has in an own field; null where it has nothing. */
export function ownValue(fields: Readonly<Record<string, string>> | undefined, name: string): string | null {
  return fields !== undefined && Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}
