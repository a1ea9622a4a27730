import { decimal } from '../../base/decimal.ts';
import {
  BINARY_LEVELS,
  type BinaryOperator,
  caught,
  type Expression,
  ExpressionFault,
  type ExpressionResult,
  MACROS,
  type Macro,
} from './expression.ts';
import { functionNames } from './function-names.ts';
import { type Token, tokensOf } from './tokens.ts';

/** How long an expression may be, in characters. */
export const MAX_EXPRESSION_LENGTH = 4_000;
const MAX_NESTED = 60;
const MAX_IN_A_ROW = 300;

/**
 * Reads an expression (WF-8). Says at which character it stops to be one; never runs anything. Characters are counted from
 * `before`, when it stands in a longer text.
 */
export function parseExpression(source: string, before = 0): ExpressionResult<Expression> {
  return caught(() => {
    if (source.length > MAX_EXPRESSION_LENGTH)
      throw new ExpressionFault(
        'WF-8',
        0,
        `An expression can have at most ${MAX_EXPRESSION_LENGTH} characters.`,
      );
    const parser = new Parser(tokensOf(source));
    const expression = parser.choice();
    parser.expectEnd();
    return expression;
  }, before);
}

class Parser {
  #at = 0;
  #nested = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  choice(): Expression {
    return this.#nest(() => {
      const test = this.#binary(0);
      if (!this.#take('?')) return test;
      const yes = this.choice();
      this.#expect(':');
      return { kind: 'choice', at: test.at, test, yes, no: this.choice() };
    });
  }

  expectEnd(): void {
    if (this.#next.kind !== 'end') throw this.#fault(`Expected an operator or the end, not ${this.#shown}.`);
  }

  #binary(level: number): Expression {
    const operators: readonly string[] | undefined = BINARY_LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let row = 0; ; row += 1) {
      const token = this.#next;
      const found = (token.kind === 'sign' || token.text === 'in') && token.kind !== 'text';
      if (!found || !operators.includes(token.text)) return left;
      if (row > MAX_IN_A_ROW)
        throw this.#fault('There are too many operators in a row. Use parentheses or sum().');
      this.#at += 1;
      const right = this.#binary(level + 1);
      left = { kind: 'binary', at: token.at, operator: token.text as BinaryOperator, left, right };
    }
  }

  #unary(): Expression {
    const token = this.#next;
    if (token.kind !== 'sign' || (token.text !== '!' && token.text !== '-')) return this.#postfix();
    this.#at += 1;
    const operator = token.text;
    return this.#nest(() => ({ kind: 'unary', at: token.at, operator, of: this.#unary() }));
  }

  #postfix(): Expression {
    let of = this.#primary();
    for (let row = 0; ; row += 1) {
      if (row > MAX_IN_A_ROW) throw this.#fault('There are too many steps in a row.');
      const at = this.#next.at;
      if (this.#take('.')) {
        const name = this.#name('a field');
        of = this.#take('(') ? this.#method(of, name, at) : { kind: 'field', at, of, name };
      } else if (this.#take('[')) {
        const key = this.choice();
        this.#expect(']');
        of = { kind: 'index', at, of, key };
      } else return of;
    }
  }

  #method(of: Expression, name: string, at: number): Expression {
    const macro = MACROS.find((one) => one === name);
    if (macro === undefined) return this.#call(name, at, [of, ...this.#given(')')]);
    return this.#macro(macro, of, at);
  }

  #macro(macro: Macro, of: Expression, at: number): Expression {
    const name = this.#name('a name for the item');
    this.#expect(',');
    const body = this.choice();
    this.#expect(')');
    return { kind: 'macro', at, macro, of, name, body };
  }

  #primary(): Expression {
    const token = this.#next;
    this.#at += 1;
    if (token.kind === 'number') return { kind: 'literal', at: token.at, value: decimal(token.text) };
    if (token.kind === 'text') return { kind: 'literal', at: token.at, value: token.text };
    if (token.kind === 'name') return this.#named(token);
    if (token.text === '(') {
      const inner = this.choice();
      this.#expect(')');
      return inner;
    }
    if (token.text === '[') return { kind: 'list', at: token.at, items: this.#given(']') };
    if (token.text === '{') return this.#map(token.at);
    this.#at -= 1;
    throw this.#fault(`Expected a value, not ${this.#shown}.`);
  }

  #named(token: Token): Expression {
    const { text, at } = token;
    if (text === 'true' || text === 'false') return { kind: 'literal', at, value: text === 'true' };
    if (text === 'null') return { kind: 'literal', at, value: null };
    if (text === 'in') throw new ExpressionFault('WF-8', at, '"in" needs a value on its left.');
    if (!this.#take('(')) return { kind: 'name', at, name: text };
    const given = this.#given(')');
    return text === 'has' ? this.#has(given, at) : this.#call(text, at, given);
  }

  #has(given: readonly Expression[], at: number): Expression {
    const [asked] = given;
    if (given.length !== 1 || asked?.kind !== 'field')
      throw new ExpressionFault('WF-8', at, 'has() needs one field, such as has(input.amount).');
    return { kind: 'has', at, of: asked.of, name: asked.name };
  }

  #call(name: string, at: number, given: readonly Expression[]): Expression {
    if (!functionNames.includes(name)) {
      const known = functionNames.join(', ');
      throw new ExpressionFault(
        'WF-8',
        at,
        `There is no function ${name}(). Use has, ${MACROS.join(', ')}, ${known}.`,
      );
    }
    return { kind: 'call', at, name, given };
  }

  #given(closing: string): readonly Expression[] {
    const given: Expression[] = [];
    if (this.#take(closing)) return given;
    do given.push(this.choice());
    while (this.#take(','));
    this.#expect(closing);
    return given;
  }

  #map(at: number): Expression {
    const entries: (readonly [Expression, Expression])[] = [];
    if (this.#take('}')) return { kind: 'map', at, entries };
    do {
      const key = this.choice();
      this.#expect(':');
      entries.push([key, this.choice()]);
    } while (this.#take(','));
    this.#expect('}');
    return { kind: 'map', at, entries };
  }

  #nest<T>(work: () => T): T {
    this.#nested += 1;
    if (this.#nested > MAX_NESTED)
      throw this.#fault(`The expression is nested more than ${MAX_NESTED} levels deep.`);
    const made = work();
    this.#nested -= 1;
    return made;
  }

  #name(what: string): string {
    const token = this.#next;
    if (token.kind !== 'name') throw this.#fault(`Expected ${what}, not ${this.#shown}.`);
    this.#at += 1;
    return token.text;
  }

  #take(sign: string): boolean {
    const taken = this.#next.kind === 'sign' && this.#next.text === sign;
    if (taken) this.#at += 1;
    return taken;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#fault(`Expected ${sign}, not ${this.#shown}.`);
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  get #shown(): string {
    return this.#next.kind === 'end' ? 'the end' : JSON.stringify(this.#next.text.slice(0, 40));
  }

  #fault(message: string): ExpressionFault {
    return new ExpressionFault('WF-8', this.#next.at, message);
  }
}
