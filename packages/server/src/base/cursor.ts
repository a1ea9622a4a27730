import { ApiError } from './api-error.ts';

/** A place in a sorted list, as text a client hands back unread. */
export function encodeCursor(values: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The place a cursor names; BAD_INPUT when the text is not one of ours or has another shape. */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (cursor === undefined || cursor === '') return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const plain = (value: unknown) =>
      value === null || typeof value === 'string' || typeof value === 'number';
    if (Array.isArray(values) && values.length === length && values.every(plain)) return values;
  } catch {
    // Falls through to the error: we did not write this cursor.
  }
  throw foreignCursor();
}

function foreignCursor(): ApiError {
  return new ApiError('BAD_INPUT', 'The cursor is not valid for this list. Start again from the first page.');
}

/**
 * The place a cursor names, as texts that each passed its test, so that SQL can cast them; BAD_INPUT for everything else.
 * One test per value: a day, a decimal, or `anyText`.
 */
export function decodeTypedCursor(
  cursor: string | undefined,
  tests: readonly ((text: string) => boolean)[],
): string[] | null {
  const values = decodeCursor(cursor, tests.length)?.map(String);
  if (!values) return null;
  if (!values.every((value, at) => tests[at]?.(value))) throw foreignCursor();
  return values;
}

/** Accepts any text at this place of a cursor. */
export const anyText = () => true;

/** Accepts a wire timestamp at this place. */
export const aMoment = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Accepts a row ID at this place. */
export const anId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Accepts a row number at this place. */
export const aCount = (text: string) => /^\d{1,9}$/.test(text);

/** Cuts one page out of `limit + 1` rows and says where the next one starts. */
export function onePage<T>(
  rows: T[],
  limit: number,
  place: (row: T) => (string | number | null)[],
): { rows: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? encodeCursor(place(last)) : null };
}

/** One page of rows that are all at hand; a cursor is the number of the row it follows. Throws BAD_INPUT for a foreign cursor. */
export function onePageOf<T>(
  all: readonly T[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { rows: T[]; nextCursor: string | null } {
  const from = Number(decodeTypedCursor(cursor, [aCount])?.[0] ?? 0);
  const next = from + limit;
  return { rows: all.slice(from, next), nextCursor: next < all.length ? encodeCursor([next]) : null };
}
