import type { JsonValue } from '@attain/domain/workflows/json-value';

/** What a text says as JSON, or why it is none. */
export function readJson(
  text: string,
): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return {
      ok: false,
      message: `This is not valid JSON: ${error instanceof Error ? error.message : error}`,
    };
  }
}
