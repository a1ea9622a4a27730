import { ok, type Result, rejected } from '../base/result.ts';
import { type DatabaseOperation, databaseOperations } from './database-rules.ts';

/** One SQL statement whose values are apart: `$1`, `$2` … stand for the names, in their order. */
export interface SqlStatement {
  readonly text: string;
  readonly names: readonly string[];
  /** Its first word in capitals, such as SELECT. */
  readonly verb: string;
  /** What it names outside quotes and comments; RETURNING, TABLE, FROM and USING read like SELECT. */
  readonly operations: readonly DatabaseOperation[];
}

// as PostgreSQL reads them: a line ends at either sign, each sign beyond ASCII is a letter, a text goes on after a line break
const COMMENT = /--[^\r\n]*/y;
const BODY = String.raw`'(?:[^'\\]|\\[\s\S]|'')*'`;
const LINE_BREAK = String.raw`[ \t\f\v]*(?:--[^\r\n]*)?[\r\n](?:[ \t\r\n\f\v]|--[^\r\n]*[\r\n])*`;
const ESCAPED = new RegExp(`[eE]${BODY}(?:${LINE_BREAK}${BODY})*`, 'y');
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/y;
const WORD = /[A-Za-z_\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*/uy;
const DOLLAR = /\$(?:[A-Za-z_\u{80}-\u{10ffff}][\w\u{80}-\u{10ffff}]*)?\$/uy;
const NUMBERED = /\$\d+/y;
const NAMED = /:([A-Za-z_]\w*)/y;
const CAST = /::/y;
/** Words that read rows without SELECT, but for the FROM that follows DELETE. */
const READS = new Set(['RETURNING', 'TABLE', 'FROM', 'USING']);

/**
 * Reads a statement with `:name` for values (CONN-9); what stands in quotes or comments is left alone. Refused are two
 * statements in one, quotes that never close, and numbers where names belong. It splits words and quotes as PostgreSQL does.
 */
export function readStatement(source: string): Result<SqlStatement> {
  const names: string[] = [];
  let text = '';
  const words: string[] = [];
  let ended = false;
  for (let at = 0; at < source.length; ) {
    const plain = skipped(source, at);
    if (plain === null) return stopped(at, 'This quote or comment is not closed.');
    if (plain.length > 0) {
      const isCode = !/^(--|\/\*)/.test(plain);
      if (ended && isCode)
        return stopped(at, 'Only one statement is allowed. Remove the text after the semicolon.');
      if (isCode) words.push(plain.toUpperCase());
      text += plain;
      at += plain.length;
      continue;
    }
    const letter = source.charAt(at);
    if (ended && !/\s/.test(letter))
      return stopped(at, 'Only one statement is allowed. Remove the text after the semicolon.');
    if (matched(NUMBERED, source, at) !== '') return stopped(at, 'Write values as :name instead of $1.');
    const named = matched(NAMED, source, at);
    if (named !== '') {
      // the $1 in its place would become part of the word before it
      if (/[\w$\u0080-\uffff]/.test(source.charAt(at - 1)))
        return stopped(at, `Put a space before ${named}.`);
      const name = named.slice(1);
      if (!names.includes(name)) names.push(name);
      text += `$${names.indexOf(name) + 1}`;
      at += named.length;
      continue;
    }
    if (letter === '$') return stopped(at, 'A $ can only begin a text such as $$text$$.');
    if (letter === ';') ended = true;
    else text += letter;
    at += 1;
  }
  const [verb, second] = words;
  if (verb === undefined) return stopped(0, 'Enter a statement.');
  const others = words.slice(verb === 'DELETE' && second === 'FROM' ? 2 : 1);
  if (others.some((word) => READS.has(word))) words.push('SELECT');
  const operations = databaseOperations.filter((one) => words.includes(one));
  return ok({ text: text.trim(), names, verb, operations });
}

/** What begins here and is taken over as it stands: a comment, a quote, a word, a cast. Null: it never closes. */
function skipped(source: string, at: number): string | null {
  for (const pattern of [COMMENT, ESCAPED, QUOTED, WORD, CAST]) {
    const found = matched(pattern, source, at);
    if (found !== '') return found;
  }
  if (source.startsWith('/*', at)) return blockComment(source, at);
  const dollar = matched(DOLLAR, source, at);
  if (dollar !== '') {
    const close = source.indexOf(dollar, at + dollar.length);
    return close < 0 ? null : source.slice(at, close + dollar.length);
  }
  return /['"]/.test(source.charAt(at)) ? null : '';
}

/** A comment in which others may lie. */
function blockComment(source: string, at: number): string | null {
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
