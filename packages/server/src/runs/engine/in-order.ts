import type { JsonValue } from '@attain/domain/workflows/json-value';

/**
 * The same value with the members of its records in one order. What is sent under one Idempotency-Key must be the same bytes each
 * time, and a value that was stored meanwhile comes back in another order.
 */
export function inOrder<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map(inOrder) as unknown as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, JsonValue>>;
  const names = Object.keys(members).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder(members[name] as JsonValue)])) as T;
}
