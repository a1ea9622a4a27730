/** Characters that are not seen and that copying leaves in cells: soft hyphens, zero-width spaces, marks of direction. Joiners are kept: words need them. */
const HIDDEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
const ALL_HIDDEN = new RegExp(HIDDEN, 'g');

/** Whether a text has characters that are not seen; asked of a whole row, before its cells are touched. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

export function withoutHidden(text: string): string {
  return text.replace(ALL_HIDDEN, '');
}
