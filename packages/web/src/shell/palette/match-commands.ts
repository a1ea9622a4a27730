/** What a command is found by. */
export type Findable = { readonly label: string; readonly group: string; readonly keywords?: string };

/**
 * The commands that hold every word of the query, best first: those whose name begins with it, then those with a word that
 * does, then the rest; equals keep their order. An empty query leaves all as they are.
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

/** Without case and accents, so that nobody has to type them. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
