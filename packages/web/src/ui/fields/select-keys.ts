/** One entry of a list. */
type Entry = { readonly label: string; readonly disabled?: boolean };

/** The text typed so far and the time of the last letter. */
export type TypedAhead = { readonly text: string; readonly atMs: number };

/** A longer pause between letters starts a new word, in ms. */
const pauseMs = 700;
/** The number of entries Page Up and Page Down move. */
const pageLength = 10;

/**
 * The entry a key moves to, skipping disabled ones and stopping at the ends; undefined for other keys. From
 * -1, down moves to the first entry and up to the last.
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

/** Adds a letter to the typed text, or starts a new word after a pause. */
export function typeOn(before: TypedAhead, letter: string, atMs: number): TypedAhead {
  return { text: atMs - before.atMs > pauseMs ? letter : before.text + letter, atMs };
}

/**
 * The next entry that starts with the typed text, wrapping around. Repeating one letter cycles through its
 * entries. Undefined without a match.
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

/** The element id of an option. */
export function optionId(listId: string, value: string): string {
  return `${listId}-${value}`;
}
