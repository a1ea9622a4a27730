/** One entry of a list that a keyboard walks. */
type Entry = { readonly label: string; readonly disabled?: boolean };

/** What was typed last, and when; typing goes on while the letters follow each other. */
export type TypedAhead = { readonly text: string; readonly atMs: number };

/** Letters further apart than this begin a new word, in milliseconds. */
const pauseMs = 700;
/** How far Page Up and Page Down go. */
const pageLength = 10;

/**
 * Where a key leads from an entry, passing over what cannot be chosen and stopping at the ends; undefined for a key that
 * does not move. From -1, where nothing is active yet, down leads to the first entry and up to the last.
 */
export function moveBy(key: string, from: number, entries: readonly Entry[]): number | undefined {
  const open = entries.flatMap((entry, at) => (entry.disabled ? [] : [at]));
  const place = open.indexOf(from);
  const to = (wanted: number) => open[Math.min(open.length - 1, Math.max(0, wanted))] ?? -1;
  switch (key) {
    case 'ArrowDown':
      return to(place + 1);
    case 'ArrowUp':
      return to(place < 0 ? open.length - 1 : place - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(open.length - 1);
    case 'PageDown':
      return to(place + pageLength);
    case 'PageUp':
      return to(place - pageLength);
    default:
      return undefined;
  }
}

/** The letters so far with one more: one word while they follow each other, else a new one. */
export function typeOn(before: TypedAhead, letter: string, atMs: number): TypedAhead {
  return { text: atMs - before.atMs > pauseMs ? letter : before.text + letter, atMs };
}

/**
 * The entry that begins with what was typed, looked for onwards from the active one and around the end. The same letter
 * again and again goes through the entries that begin with it. Undefined when none does.
 */
export function jumpTo(typed: string, from: number, entries: readonly Entry[]): number | undefined {
  const text = typed.toLocaleLowerCase();
  const repeated = [...text].every((letter) => letter === text[0]);
  const sought = repeated ? text.slice(0, 1) : text;
  const first = repeated ? from + 1 : Math.max(0, from);
  const places = entries.map((_entry, step) => (first + step) % entries.length);
  return places.find((at) => {
    const entry = entries[at];
    return entry && !entry.disabled && entry.label.toLocaleLowerCase().startsWith(sought);
  });
}
