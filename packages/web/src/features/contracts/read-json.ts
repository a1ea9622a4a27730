import type { JsonValue } from '@attain/domain/workflows/json-value';

/** A value as JSON text for people. */
export function pretty(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2);
}

/** The value of a JSON text; not ok if it is none. */
export function readJson(text: string): { ok: true; value: JsonValue } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
