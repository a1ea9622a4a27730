import type { JsonValue } from '@attain/domain/workflows/json-value';
import { messages } from '../messages.ts';

/** Parses JSON; the message says why it failed. */
export function readJson(
  text: string,
): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return {
      ok: false,
      message: messages.json.invalid(error instanceof Error ? error.message : String(error)),
    };
  }
}
