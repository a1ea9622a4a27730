import type { JsonValue } from '../json-value.ts';

/** How deep lists and records of a run may lie in each other. */
const MAX_DEPTH = 100;

/** Half of a character, which is none. */
const HALF = /\p{Surrogate}/u;

/**
 * Why a value cannot be kept with a run: it is nested too deep, or a text in it holds what no database keeps. Null when it
 * can. Looks no deeper than it says, however deep the value is.
 */
export function whyNotKept(value: JsonValue, depth = 0): string | null {
  if (typeof value === 'string') return textFault(value);
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_DEPTH) return `Lists and records are nested more than ${MAX_DEPTH} levels deep.`;
  if (Array.isArray(value)) return firstFault(value, depth);
  return firstFault(Object.keys(value), depth) ?? firstFault(Object.values(value), depth);
}

function firstFault(values: readonly JsonValue[], depth: number): string | null {
  for (const one of values) {
    const fault = whyNotKept(one, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function textFault(text: string): string | null {
  if (!text.includes('\0') && !HALF.test(text)) return null;
  return 'The text contains a zero character or an incomplete character, which can’t be stored.';
}
