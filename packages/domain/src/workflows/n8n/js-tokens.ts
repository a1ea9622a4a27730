/** The source stops being JavaScript of the part that is read; the message says why. */
export class NotTranslated extends Error {}

/** A template literal: texts, and sources between them. */
export type TemplatePart = string | { readonly source: string };

export type JsToken =
  | { readonly kind: 'number' | 'text' | 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'template'; readonly text: string; readonly parts: readonly TemplatePart[] }
  | { readonly kind: 'pattern'; readonly text: string; readonly flags: string }
  | { readonly kind: 'end'; readonly text: '' };

const MAX_SOURCE = 20_000;
const SIGNS = [
  '===',
  '!==',
  '...',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  ...'<>+-*/%!?:.,()[]{}=;&|^~',
];
const NUMBER = /(?:\d[\d_]*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_$][A-Za-z0-9_$]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** The tokens of a JavaScript expression, ending with one `end`. */
export function jsTokens(source: string): readonly JsToken[] {
  if (source.length > MAX_SOURCE) throw new NotTranslated('it is too long');
  const tokens: JsToken[] = [];
  for (let at = 0; at < source.length; ) {
    const letter = source[at] as string;
    if (/\s/.test(letter)) {
      at += 1;
      continue;
    }
    if (source.startsWith('//', at) || source.startsWith('/*', at))
      throw new NotTranslated('it has a comment');
    const [token, end] = tokenAt(source, at, tokens.at(-1));
    tokens.push(token);
    at = end;
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}

function tokenAt(source: string, at: number, before: JsToken | undefined): readonly [JsToken, number] {
  const letter = source[at] as string;
  if (letter === '"' || letter === "'") return quoted(source, at, letter);
  if (letter === '`') return template(source, at);
  const number = match(NUMBER, source, at);
  if (number !== null) return [{ kind: 'number', text: number.replaceAll('_', '') }, at + number.length];
  const name = match(NAME, source, at);
  if (name !== null) return [{ kind: 'name', text: name }, at + name.length];
  if (letter === '/' && !endsValue(before)) return pattern(source, at);
  const sign = SIGNS.find((one) => source.startsWith(one, at));
  if (sign === undefined) throw new NotTranslated(`“${letter}” is not understood`);
  // a ?.5 : b is a choice, not a chain
  const taken = sign === '?.' && /\d/.test(source[at + 2] ?? '') ? '?' : sign;
  return [{ kind: 'sign', text: taken }, at + taken.length];
}

function endsValue(token: JsToken | undefined): boolean {
  if (token === undefined) return false;
  return token.kind === 'sign'
    ? token.text === ')' || token.text === ']' || token.text === '}'
    : token.kind !== 'end';
}

function quoted(source: string, start: number, quote: string): readonly [JsToken, number] {
  let text = '';
  for (let at = start + 1; at < source.length; ) {
    const letter = source[at] as string;
    if (letter === quote) return [{ kind: 'text', text }, at + 1];
    const [read, end] = letterAt(source, at);
    text += read;
    at = end;
  }
  throw new NotTranslated('a text has no closing quote');
}

function letterAt(source: string, at: number): readonly [string, number] {
  if (source[at] !== '\\') return [source[at] as string, at + 1];
  const escaped = source[at + 1] ?? '';
  const code = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(source.slice(at + 1, at + 6));
  if (code !== null)
    return [String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16)), at + 1 + code[0].length];
  if (escaped === 'u' || escaped === 'x') throw new NotTranslated('an escape sequence is not understood');
  if (escaped === '\n') return ['', at + 2];
  return [ESCAPES[escaped] ?? escaped, at + 2];
}

function template(source: string, start: number): readonly [JsToken, number] {
  const parts: TemplatePart[] = [];
  let text = '';
  for (let at = start + 1; at < source.length; ) {
    if (source[at] === '`') return [{ kind: 'template', text: '`', parts: [...parts, text] }, at + 1];
    if (source.startsWith('${', at)) {
      const end = closing(source, at + 2);
      parts.push(text, { source: source.slice(at + 2, end) });
      text = '';
      at = end + 1;
      continue;
    }
    const [read, end] = letterAt(source, at);
    text += read;
    at = end;
  }
  throw new NotTranslated('a template has no closing quote');
}

/** Where the brace closes that opened before `from`; texts inside are passed over. */
function closing(source: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const letter = source[at] as string;
    if (quote !== '') {
      if (letter === '\\') at += 1;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'" || letter === '`') quote = letter;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new NotTranslated('a brace is not closed');
}

function pattern(source: string, start: number): readonly [JsToken, number] {
  let inClass = false;
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at += 1) {
    const letter = source[at] as string;
    if (letter === '\\') at += 1;
    else if (letter === '[') inClass = true;
    else if (letter === ']') inClass = false;
    else if (letter === '/' && !inClass) {
      const flags = /^[a-z]*/.exec(source.slice(at + 1))?.[0] ?? '';
      return [{ kind: 'pattern', text: source.slice(start + 1, at), flags }, at + 1 + flags.length];
    }
  }
  throw new NotTranslated('a pattern is not closed');
}

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}
