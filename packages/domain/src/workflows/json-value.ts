/** Anything JSON can say. Runs, configurations and expressions speak it; amounts inside are decimal texts or short numbers. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Its keys are somebody else's words: ask with `Object.hasOwn`, never with `in` or a bare index. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for a JSON object, false for lists, null and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own field, or undefined; nothing is ever found on a prototype. */
export function ownField(value: unknown, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
