/** A field's text and its selection; equal ends are a caret. */
export type Marked = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Inserts dictated words at the caret or over the selection, with spaces to adjacent words. Excess over
 * `mostLength` characters is cut from the dictated words. Returns the text and the caret after the words.
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
