/** A field's text and the part of it that is marked; both ends alike when only the caret stands there. */
export type Marked = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Puts spoken words where the caret stands, in place of what is marked, with a space wherever they would touch other
 * words. What does not fit into `mostLength` characters is cut off at the end of what was spoken. Answers the whole text and
 * where the caret stands after the words.
 */
export function placeWords(
  { text, start, end }: Marked,
  spoken: string,
  maxLength: number,
): { text: string; caret: number } {
  if (spoken === '') return { text, caret: end };
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = /\S$/.test(before) ? ' ' : '';
  const trail = /^[\p{L}\p{N}]/u.test(after) ? ' ' : '';
  const room = Math.max(0, maxLength - before.length - after.length);
  const placed = `${lead}${spoken}${trail}`.slice(0, room);
  return { text: before + placed + after, caret: before.length + placed.length };
}
