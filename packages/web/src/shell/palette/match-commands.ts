/** The texts a command is found by. */
export type Findable = { readonly label: string; readonly group: string; readonly keywords?: string };

/**
 * The commands that contain every word of the query: first those that start with it, then those with a word
 * that does, then the rest, each in the given order. An empty query returns all.
 */
export function matchCommands<Command extends Findable>(
  commands: readonly Command[],
  query: string,
): readonly Command[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  return commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ command }) => command);
}

function rankOf({ label, group, keywords = '' }: Findable, words: readonly string[]): number {
  const name = fold(label);
  const all = `${name} ${fold(group)} ${fold(keywords)}`;
  if (!words.every((word) => all.includes(word))) return 0;
  const query = words.join(' ');
  if (name.startsWith(query)) return 4;
  if (words.every((word) => beginsWord(name, word))) return 3;
  return words.every((word) => beginsWord(all, word)) ? 2 : 1;
}

function beginsWord(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
}

/** Removes case and accents. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
