import { RE2JS, RE2JSException } from 're2js';
import { type Calling, count, type Functions, joined, text, whole } from './given-values.ts';
import type { Value } from './value.ts';

const MAX_LETTERS = 1_000_000;
const MAX_PATTERN = 1_000;
const MAX_PATTERNS = 200;
/** Instructions of a pattern: what one letter of the text can cost. */
const MAX_PROGRAM = 5_000;
const compiled = new Map<string, RE2JS>();

/** Text beyond what every expression needs. Patterns are those of RE2, which match in time linear in the text. */
export const textFunctions: Functions = {
  indexOf: {
    min: 2,
    max: 2,
    body: ([of, part], calling) => {
      const whole = text(of, calling);
      const at = whole.indexOf(text(part, calling));
      return count(at < 0 ? -1 : [...whole.slice(0, at)].length);
    },
  },
  padStart: { min: 2, max: 3, body: (given, calling) => padded(given, 'start', calling) },
  padEnd: { min: 2, max: 3, body: (given, calling) => padded(given, 'end', calling) },
  capitalize: { min: 1, max: 1, body: ([of], calling) => capitalized(text(of, calling)) },
  titleCase: {
    min: 1,
    max: 1,
    body: ([of], calling) =>
      text(of, calling)
        .toLowerCase()
        .replace(/(^|[\s-])(\S)/g, (all) => all.toUpperCase()),
  },
  slug: { min: 1, max: 1, body: ([of], calling) => slug(text(of, calling)) },
  matches: { min: 2, max: 2, body: (given, calling) => searched(given, calling).find() },
  extract: {
    min: 2,
    max: 2,
    body: (given, calling) => {
      const found = searched(given, calling);
      return found.find() ? captured(found) : null;
    },
  },
  extractAll: { min: 2, max: 2, body: extractAll },
  replaceMatches: { min: 3, max: 3, body: replaceMatches },
  splitMatches: { min: 2, max: 2, body: splitMatches },
};

function capitalized(of: string): string {
  const [first = ''] = of;
  return first.toUpperCase() + of.slice(first.length);
}

function slug(of: string): string {
  return of
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-');
}

function padded([of, to, by]: readonly Value[], side: 'start' | 'end', calling: Calling): Value {
  const short = text(of, calling);
  const fill = by === undefined ? ' ' : text(by, calling);
  const letters = whole(to, { max: 10_000 }, calling);
  calling.spend(Math.ceil(letters / 100));
  return side === 'start' ? short.padStart(letters, fill) : short.padEnd(letters, fill);
}

/** A search for a pattern in a text, its cost counted beforehand: letters times instructions. */
function searched([of, by]: readonly Value[], calling: Calling) {
  const whole = text(of, calling);
  const pattern = patternOf(text(by, calling), calling);
  calling.spend(Math.ceil((whole.length * pattern.programSize()) / 50));
  return pattern.matcher(whole);
}

function patternOf(source: string, calling: Calling): RE2JS {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  if (source.length > MAX_PATTERN)
    return calling.stop(`A pattern can have at most ${MAX_PATTERN} characters.`);
  calling.spend(100 + source.length);
  try {
    const made = RE2JS.compile(source);
    if (made.programSize() > MAX_PROGRAM) return calling.stop('The pattern repeats too much.');
    if (compiled.size >= MAX_PATTERNS) compiled.clear();
    compiled.set(source, made);
    return made;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return calling.stop(`"${source.slice(0, 40)}" is not a valid pattern: ${error.message.slice(0, 120)}.`);
  }
}

type Search = ReturnType<typeof searched>;

/** What the first group of a match holds; of a pattern without groups, the whole match. */
function captured(found: Search): string | null {
  return found.groupCount() > 0 ? found.group(1) : found.group();
}

function extractAll(given: readonly Value[], calling: Calling): Value {
  const found = searched(given, calling);
  const all: (string | null)[] = [];
  while (found.find()) {
    calling.spend(2);
    all.push(captured(found));
  }
  return all;
}

function replaceMatches([of, by, to]: readonly Value[], calling: Calling): Value {
  const whole = text(of, calling);
  const search = searched([whole, by ?? null], calling);
  const written = text(to, calling);
  const parts: string[] = [];
  let from = 0;
  let left = MAX_LETTERS;
  while (search.find()) {
    const filled = written.replaceAll(/\$(\$|\d)/g, (_, mark: string) =>
      mark === '$' ? '$' : groupOf(search, Number(mark)),
    );
    calling.spend(2 + Math.ceil(filled.length / 100));
    left -= filled.length;
    if (left < 0) return calling.stop('The text is too long.');
    parts.push(whole.slice(from, search.start()), filled);
    from = search.end();
  }
  return joined([...parts, whole.slice(from)], '', calling);
}

function groupOf(search: Search, at: number): string {
  return at <= search.groupCount() ? (search.group(at) ?? '') : '';
}

function splitMatches([of, by]: readonly Value[], calling: Calling): Value {
  const whole = text(of, calling);
  const search = searched([whole, by ?? null], calling);
  const parts: string[] = [];
  let from = 0;
  while (search.find()) {
    calling.spend(2);
    if (search.end() === search.start()) continue;
    parts.push(whole.slice(from, search.start()));
    from = search.end();
  }
  return [...parts, whole.slice(from)];
}
