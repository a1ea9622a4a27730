import { ExpressionFault } from './expression.ts';

export type Token =
  | { readonly kind: 'number' | 'text' | 'name' | 'sign'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

const SIGNS = ['&&', '||', '==', '!=', '<=', '>=', ...'<>+-*/%!?:.,()[]{}'];
const NUMBER = /\d+(?:\.\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
};
const MAX_DIGITS = 40;

/** The words and signs of an expression, ending with one `end`; stops at what belongs to no expression (WF-8). */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const letter = source[at] as string;
    if (/\s/.test(letter)) {
      at += 1;
      continue;
    }
    const token = wordAt(source, at, letter);
    tokens.push(token.token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}

function wordAt(source: string, at: number, letter: string): { token: Token; end: number } {
  if (letter === '"' || letter === "'") return textAt(source, at, letter);
  const number = match(NUMBER, source, at);
  if (number !== null) {
    const end = at + number.length;
    if (number.length > MAX_DIGITS) throw fault(at, 'The number has too many digits.');
    if (match(NAME, source, end) !== null)
      throw fault(end, 'A number is followed by a letter. Add an operator between them.');
    return { token: { kind: 'number', text: number, at }, end };
  }
  const name = match(NAME, source, at);
  if (name !== null) return { token: { kind: 'name', text: name, at }, end: at + name.length };
  const sign = SIGNS.find((one) => source.startsWith(one, at));
  if (source.startsWith('$n8n', at))
    throw fault(at, 'This part of an n8n workflow has no equal. Rewrite it, or replace the step.');
  if (sign === undefined)
    throw fault(at, `${JSON.stringify(letter)} has no meaning in an expression.${hint(letter)}`);
  return { token: { kind: 'sign', text: sign, at }, end: at + sign.length };
}

function textAt(source: string, start: number, quote: string): { token: Token; end: number } {
  let text = '';
  for (let at = start + 1; at < source.length; at += 1) {
    const letter = source[at] as string;
    if (letter === quote) return { token: { kind: 'text', text, at: start }, end: at + 1 };
    if (letter !== '\\') {
      text += letter;
      continue;
    }
    at += 1;
    const escaped = source[at] ?? '';
    const code = escaped === 'u' ? /^[0-9a-fA-F]{4}/.exec(source.slice(at + 1, at + 5))?.[0] : undefined;
    const meant = code === undefined ? ESCAPES[escaped] : String.fromCharCode(Number.parseInt(code, 16));
    if (meant === undefined) throw fault(at, `There is no escape sequence \\${escaped}.`);
    text += meant;
    at += code === undefined ? 0 : 4;
  }
  throw fault(start, 'The text has no closing quote.');
}

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

function hint(letter: string): string {
  if (letter === '=') return ' To compare, use ==.';
  if (letter === '&') return ' For "and" write &&.';
  if (letter === '|') return ' For "or" write ||.';
  return '';
}

function fault(at: number, message: string): ExpressionFault {
  return new ExpressionFault('WF-8', at, message);
}
