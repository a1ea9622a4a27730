import { type JsToken, jsTokens, NotTranslated, type TemplatePart } from './js-tokens.ts';

/** A JavaScript expression, in the part that n8n's users write in settings. */
export type Js =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly text: string; readonly flags: string }
  | { readonly kind: 'template'; readonly parts: readonly (string | Js)[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Js; readonly key: Js; readonly optional: boolean }
  | { readonly kind: 'call'; readonly of: Js; readonly given: readonly Js[] }
  | { readonly kind: 'new'; readonly of: string; readonly given: readonly Js[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Js }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Js; readonly right: Js }
  | { readonly kind: 'choice'; readonly test: Js; readonly yes: Js; readonly no: Js }
  | { readonly kind: 'list'; readonly items: readonly Js[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Js, Js])[] }
  | { readonly kind: 'arrow'; readonly names: readonly string[]; readonly body: Js };

const LEVELS: readonly (readonly string[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const MAX_NESTED = 80;
/** Most operators, fields and calls that follow each other. */
const MAX_CHAINED = 300;
const STATEMENTS = new Set([
  'const',
  'let',
  'var',
  'function',
  'return',
  'if',
  'for',
  'while',
  'await',
  'async',
  'class',
]);

/** Reads a JavaScript expression; nothing of it ever runs. Throws `NotTranslated` where it stops to be one. */
export function parseJs(source: string): Js {
  return parseAt(source, 0);
}

function parseAt(source: string, nested: number): Js {
  const parser = new Parser(jsTokens(source), nested);
  const read = parser.choice();
  parser.expectEnd();
  return read;
}

function chained(count: number): void {
  if (count > MAX_CHAINED) throw new NotTranslated('it is too long');
}

class Parser {
  #at = 0;
  #nested: number;
  readonly #tokens: readonly JsToken[];

  constructor(tokens: readonly JsToken[], nested: number) {
    this.#tokens = tokens;
    this.#nested = nested;
  }

  expectEnd(): void {
    this.#take(';');
    if (this.#next.kind !== 'end')
      throw new NotTranslated(`“${this.#next.text.slice(0, 40)}” is not understood`);
  }

  choice(): Js {
    return this.#nest(() => {
      const arrow = this.#arrow();
      if (arrow !== null) return arrow;
      const test = this.#binary(0);
      if (!this.#take('?')) return test;
      const yes = this.choice();
      this.#expect(':');
      return { kind: 'choice', test, yes, no: this.choice() };
    });
  }

  /** `x => …` and `(x, y) => …`, or null if no function starts here. */
  #arrow(): Js | null {
    const from = this.#at;
    const names: string[] = [];
    if (this.#isName()) names.push(this.#name());
    else if (this.#take('(')) {
      while (this.#isName()) {
        names.push(this.#name());
        if (!this.#take(',')) break;
      }
      if (!this.#take(')')) return this.#back(from);
    } else return null;
    if (!this.#take('=>')) return this.#back(from);
    if (this.#sees('{')) throw new NotTranslated('a function has statements');
    return { kind: 'arrow', names, body: this.choice() };
  }

  #back(at: number): null {
    this.#at = at;
    return null;
  }

  #binary(level: number): Js {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let count = 0; ; count += 1) {
      chained(count);
      const { kind, text } = this.#next;
      if ((kind !== 'sign' && text !== 'in') || kind === 'text' || !operators.includes(text)) return left;
      this.#at += 1;
      left = { kind: 'binary', operator: text, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Js {
    const { kind, text } = this.#next;
    const operator =
      (kind === 'sign' && ['!', '-', '+'].includes(text)) || (kind === 'name' && text === 'typeof');
    if (!operator) return this.#postfix();
    this.#at += 1;
    return this.#nest(() => ({ kind: 'unary', operator: text, of: this.#unary() }));
  }

  #postfix(): Js {
    let of = this.#primary();
    for (let count = 0; ; count += 1) {
      chained(count);
      if (this.#take('?.')) {
        if (this.#sees('(')) throw new NotTranslated('an optional call has no equivalent');
        of = { kind: 'member', of, key: this.#take('[') ? this.#key() : this.#field(), optional: true };
      } else if (this.#take('.')) of = { kind: 'member', of, key: this.#field(), optional: false };
      else if (this.#take('[')) of = { kind: 'member', of, key: this.#key(), optional: false };
      else if (this.#take('(')) of = { kind: 'call', of, given: this.#given(')') };
      else return of;
    }
  }

  #field(): Js {
    return { kind: 'text', text: this.#name() };
  }

  #key(): Js {
    const key = this.choice();
    this.#expect(']');
    return key;
  }

  #primary(): Js {
    const token = this.#next;
    this.#at += 1;
    switch (token.kind) {
      case 'number':
      case 'text':
        return { kind: token.kind, text: token.text };
      case 'pattern':
        return { kind: 'pattern', text: token.text, flags: token.flags };
      case 'template':
        return { kind: 'template', parts: token.parts.map((part) => this.#part(part)) };
      case 'name':
        return this.#named(token.text);
      default:
        return this.#opened(token.text);
    }
  }

  #part(part: TemplatePart): string | Js {
    return typeof part === 'string' ? part : this.#nest(() => parseAt(part.source, this.#nested));
  }

  #named(name: string): Js {
    if (STATEMENTS.has(name)) throw new NotTranslated('it has statements');
    if (name !== 'new') return { kind: 'name', name };
    const of = this.#name();
    return { kind: 'new', of, given: this.#take('(') ? this.#given(')') : [] };
  }

  #opened(text: string): Js {
    if (text === '(') {
      const inner = this.choice();
      this.#expect(')');
      return inner;
    }
    if (text === '[') return { kind: 'list', items: this.#given(']') };
    if (text === '{') return this.#map();
    throw new NotTranslated(text === '' ? 'it ends too early' : `“${text}” is not understood`);
  }

  #given(closing: string): readonly Js[] {
    const given: Js[] = [];
    while (!this.#take(closing)) {
      given.push(this.choice());
      if (!this.#take(',') && !this.#sees(closing)) throw new NotTranslated('a list is not closed');
    }
    return given;
  }

  #map(): Js {
    const entries: (readonly [Js, Js])[] = [];
    while (!this.#take('}')) {
      const { kind, text } = this.#next;
      if (kind === 'sign' && text !== '[') throw new NotTranslated('a record has more than plain fields');
      this.#at += 1;
      const key: Js = kind === 'sign' ? this.#key() : { kind: 'text', text };
      // { name } is short for { name: name }
      const value = this.#take(':')
        ? this.choice()
        : kind === 'name'
          ? ({ kind: 'name', name: text } as const)
          : null;
      if (value === null) throw new NotTranslated('a record is not closed');
      entries.push([key, value]);
      if (!this.#take(',') && !this.#sees('}')) throw new NotTranslated('a record is not closed');
    }
    return { kind: 'map', entries };
  }

  #nest<T>(work: () => T): T {
    this.#nested += 1;
    if (this.#nested > MAX_NESTED) throw new NotTranslated('it is nested too deep');
    const made = work();
    this.#nested -= 1;
    return made;
  }

  #name(): string {
    const token = this.#next;
    if (token.kind !== 'name') throw new NotTranslated(`“${token.text.slice(0, 40)}” is not understood`);
    this.#at += 1;
    return token.text;
  }

  #isName(): boolean {
    return this.#next.kind === 'name';
  }

  #sees(sign: string): boolean {
    return this.#next.kind === 'sign' && this.#next.text === sign;
  }

  #take(sign: string): boolean {
    const taken = this.#sees(sign);
    if (taken) this.#at += 1;
    return taken;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new NotTranslated(`“${sign}” is missing`);
  }

  get #next(): JsToken {
    return this.#tokens[this.#at] as JsToken;
  }
}
