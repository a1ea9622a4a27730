import { ok, type Result, rejected } from '../base/result.ts';
import { type DatabaseOperation, databaseOperations } from './database-rules.ts';

/** One SQL statement whose values are apart: `$1`, `$2` … (MySQL, SQLite: `?`) stand for the names, in their order. */
export interface SqlStatement {
  readonly text: string;
  /** The names of the values. In MySQL and SQLite, a name is listed each time it is used. */
  readonly names: readonly string[];
  /** Its first word in capitals, such as SELECT. */
  readonly verb: string;
  /** What it names outside quotes and comments; RETURNING, TABLE, FROM and USING read like SELECT. */
  readonly operations: readonly DatabaseOperation[];
}

/** Whose SQL it is. MariaDB reads as MySQL does. */
export type SqlDialect = 'postgresql' | 'mysql' | 'sqlite';

/** How a database splits a statement into comments, quotes and words. */
interface Lexer {
  /** What is taken over as it is. */
  readonly patterns: readonly RegExp[];
  readonly nestsComments: boolean;
  readonly hasDollarQuotes: boolean;
  readonly quotes: RegExp;
  /** How values are marked, and the mark that a statement may not have. */
  readonly mark: (names: string[], name: string) => string;
  readonly foreignMark: readonly [pattern: RegExp, message: string];
  /** What the database reads otherwise than it looks, and why it is rejected. */
  readonly deceptive: readonly [pattern: RegExp, message: string] | null;
  /** Words that read or write files of the server. */
  readonly fileWords: readonly string[];
}

// as PostgreSQL reads them: a line ends at either sign, each sign beyond ASCII is a letter, a text goes on after a line break
const BODY = String.raw`'(?:[^'\\]|\\[\s\S]|'')*'`;
const LINE_BREAK = String.raw`[ \t\f\v]*(?:--[^\r\n]*)?[\r\n](?:[ \t\r\n\f\v]|--[^\r\n]*[\r\n])*`;
const DOLLAR = /\$(?:[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)?\$/uy;
const NAMED = /:([A-Za-z_]\w*)/y;
/** Words that read rows without SELECT, but for the FROM that follows DELETE. */
const READS = new Set(['RETURNING', 'TABLE', 'FROM', 'USING', 'JOIN']);

const LEXERS: Readonly<Record<SqlDialect, Lexer>> = {
  postgresql: {
    patterns: [
      /--[^\r\n]*/y,
      new RegExp(`[eE]${BODY}(?:${LINE_BREAK}${BODY})*`, 'y'),
      /'(?:[^']|'')*'|"(?:[^"]|"")*"/y,
      /[A-Za-z_\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*/uy,
      /::/y,
    ],
    nestsComments: true,
    hasDollarQuotes: true,
    quotes: /['"]/,
    mark: (names, name) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    },
    foreignMark: [/\$\d+/y, 'Write values as :name instead of $1.'],
    deceptive: null,
    fileWords: [],
  },
  // as MySQL reads them with the mode that a session sets: backslashes escape, and both quotes hold text
  mysql: {
    patterns: [
      /--(?=[\t\n\v\f\r ]|$)[^\n]*|#[^\n]*/y,
      /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`]|``)*`/y,
      /[A-Za-z_$\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*/uy,
    ],
    nestsComments: false,
    hasDollarQuotes: false,
    quotes: /['"`]/,
    mark: (names, name) => {
      names.push(name);
      return '?';
    },
    foreignMark: [/\?/y, 'Write values as :name instead of ?.'],
    deceptive: [
      /\/\*M?!|(?![\t\n\v\f\r])\p{Cc}/uy,
      'Comments that MySQL executes, and control characters, are not allowed.',
    ],
    fileWords: ['OUTFILE', 'DUMPFILE', 'INFILE', 'LOAD_FILE'],
  },
  // its text ends at a NUL, and a byte order mark is a space
  sqlite: {
    patterns: [
      /--[^\n]*/y,
      /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y,
      /[A-Za-z_\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*/uy,
    ],
    nestsComments: false,
    hasDollarQuotes: false,
    quotes: /['"`[]/,
    mark: (names, name) => {
      names.push(name);
      return '?';
    },
    foreignMark: [/[?@$]|:(?![A-Za-z_])/y, 'Write values as :name.'],
    deceptive: [/\ufeff|(?![\t\n\f\r])\p{Cc}/uy, 'Control characters are not allowed.'],
    fileWords: ['LOAD_EXTENSION'],
  },
};

/**
 * Reads a statement with `:name` for values (CONN-9); what stands in quotes or comments is left alone. Refused are two
 * statements in one, quotes that never close, and numbers where names belong. It splits words and quotes as the database does.
 */
export function readStatement(source: string, dialect: SqlDialect = 'postgresql'): Result<SqlStatement> {
  const lexer = LEXERS[dialect];
  const names: string[] = [];
  let text = '';
  const words: string[] = [];
  let ended = false;
  let afterIn = false;
  for (let at = 0; at < source.length; ) {
    if (lexer.deceptive !== null && matched(lexer.deceptive[0], source, at) !== '')
      return stopped(at, lexer.deceptive[1]);
    const plain = skipped(source, at, lexer);
    if (plain === null) return stopped(at, 'This quote or comment is not closed.');
    if (plain.length > 0) {
      const isCode = !/^(--|#|\/\*)/.test(plain);
      if (ended && isCode)
        return stopped(at, 'Only one statement is allowed. Remove the text after the semicolon.');
      if (isCode) {
        // SQLite reads a table that follows IN without SELECT
        if (afterIn) words.push('SELECT');
        words.push(plain.toUpperCase());
        afterIn = dialect === 'sqlite' && plain.toUpperCase() === 'IN';
      }
      text += plain;
      at += plain.length;
      continue;
    }
    const letter = source.charAt(at);
    if (ended && !/\s/.test(letter))
      return stopped(at, 'Only one statement is allowed. Remove the text after the semicolon.');
    if (!/\s/.test(letter)) afterIn = false;
    const [foreign, instead] = lexer.foreignMark;
    if (matched(foreign, source, at) !== '') return stopped(at, instead);
    const named = matched(NAMED, source, at);
    if (named !== '') {
      // the $1 in its place would become part of the word before it
      if (/[\w$\u0080-\uffff]/.test(source.charAt(at - 1)))
        return stopped(at, `Put a space before ${named}.`);
      text += lexer.mark(names, named.slice(1));
      at += named.length;
      continue;
    }
    if (lexer.hasDollarQuotes && letter === '$')
      return stopped(at, 'A $ can only begin a text such as $$text$$.');
    if (letter === ';') ended = true;
    else text += letter;
    at += 1;
  }
  const [verb, second] = words;
  if (verb === undefined) return stopped(0, 'Enter a statement.');
  const file = words.map((word) => word.replaceAll('`', '')).find((word) => lexer.fileWords.includes(word));
  if (file !== undefined)
    return stopped(0, `${file} uses files of the database server, which is not allowed.`);
  const others = words.slice(verb === 'DELETE' && second === 'FROM' ? 2 : 1);
  if (others.some((word) => READS.has(word))) words.push('SELECT');
  const replaces = verb === 'REPLACE' || (dialect === 'sqlite' && /^\w+,OR,REPLACE\b/.test(words.join()));
  if (replaces) words.push('INSERT', 'DELETE');
  const operations = databaseOperations.filter((one) => words.includes(one));
  return ok({ text: text.trim(), names, verb, operations });
}

/** What begins here and is taken over as it is: a comment, a quote, a word, a cast. Null: it never closes. */
function skipped(source: string, at: number, lexer: Lexer): string | null {
  for (const pattern of lexer.patterns) {
    const found = matched(pattern, source, at);
    if (found !== '') return found;
  }
  if (source.startsWith('/*', at)) return blockComment(source, at, lexer.nestsComments);
  const dollar = lexer.hasDollarQuotes ? matched(DOLLAR, source, at) : '';
  if (dollar !== '') {
    const close = source.indexOf(dollar, at + dollar.length);
    return close < 0 ? null : source.slice(at, close + dollar.length);
  }
  return lexer.quotes.test(source.charAt(at)) ? null : '';
}

/** A comment, in which others may lie. */
function blockComment(source: string, at: number, nests: boolean): string | null {
  if (!nests) {
    const close = source.indexOf('*/', at + 2);
    return close < 0 ? null : source.slice(at, close + 2);
  }
  let depth = 0;
  for (let place = at; place < source.length - 1; place += 1) {
    const two = source.slice(place, place + 2);
    if (two === '/*') depth += 1;
    else if (two === '*/') depth -= 1;
    else continue;
    place += 1;
    if (depth === 0) return source.slice(at, place + 1);
  }
  return null;
}

function matched(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}

function stopped(at: number, message: string): Result<never> {
  return rejected([{ rule: 'CONN-9', path: '', message: `${message} (character ${at + 1})` }]);
}
