import { type Decimal, decimal, HUNDREDTH, ZERO } from '../../base/decimal.ts';
import { addRatios, compareRatios, type Ratio, ratio, scale } from '../../base/ratio.ts';

/** Steps that name something instead of counting it: `Σ of 3 credits`, the place in a matrix, what waits. */
const NO_ARITHMETIC =
  /^(Σ of |row |at 100%: |100% = |undefined is not )|, what is left\)$|not approved$|< row /;

const TOKEN = /min|max|\d+(?:,\d{3})*(?:\.\d+)?…?%?|[()×÷+−,<≥]/y;
const MINUS_ONE = decimal('-1');

/** What a formula comes to as a reader would work it out, exact; true or false for `80% < 90%`; null where it counts nothing. */
export function readFormula(formula: string): Ratio | boolean | null {
  if (NO_ARITHMETIC.test(formula)) return null;
  const words = formula.replace(/ (?:[A-Z]{3}|days|months|weeks?|periods|each)\b/g, '');
  const reader = new FormulaReader(tokensOf(words, formula));
  const first = reader.sum();
  const sign = reader.ended() ? null : reader.take();
  if (sign === null) return first;
  const side = compareRatios(first, reader.sum());
  if (!reader.ended() || (sign !== '<' && sign !== '≥')) throw new Error(`"${formula}" goes on: ${sign}`);
  return sign === '<' ? side < 0 : side >= 0;
}

function tokensOf(words: string, formula: string): readonly string[] {
  const tokens: string[] = [];
  for (let at = 0; at < words.length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(words);
    if (found === null && words[at] !== ' ')
      throw new Error(`"${formula}" cannot be read from "${words.slice(at)}"`);
    if (found !== null) tokens.push(found[0]);
    at = found === null ? at + 1 : TOKEN.lastIndex;
  }
  return tokens;
}

/** Reads tokens by the usual order: brackets, then × and ÷, then + and −. */
class FormulaReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  ended(): boolean {
    return this.#at >= this.#tokens.length;
  }

  take(): string {
    this.#at += 1;
    return this.#tokens[this.#at - 1] ?? 'its end';
  }

  sum(): Ratio {
    let all = this.#product();
    for (let sign = this.#next(); sign === '+' || sign === '−'; sign = this.#next()) {
      this.take();
      const more = this.#product();
      all = addRatios(all, sign === '+' ? more : scale(more, MINUS_ONE));
    }
    return all;
  }

  #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #product(): Ratio {
    let all = this.#one();
    for (let sign = this.#next(); sign === '×' || sign === '÷'; sign = this.#next()) {
      this.take();
      const by = this.#one();
      all = sign === '×' ? times(all, by) : times(all, inverse(by));
    }
    return all;
  }

  #one(): Ratio {
    const token = this.take();
    if (token === '−') return scale(this.#one(), MINUS_ONE);
    if (token === '(') return this.#closed(this.sum());
    if (token === 'min' || token === 'max') {
      this.#expect('(');
      const one = this.sum();
      this.#expect(',');
      const other = this.#closed(this.sum());
      const lower = compareRatios(one, other) < 0;
      return lower === (token === 'min') ? one : other;
    }
    const number = decimal(token.replace(/[,…%]/g, ''));
    return ratio(token.endsWith('%') ? number.times(HUNDREDTH) : number);
  }

  #closed(value: Ratio): Ratio {
    this.#expect(')');
    return value;
  }

  #expect(wanted: string): void {
    const found = this.take();
    if (found !== wanted) throw new Error(`${wanted} is missing before ${found}`);
  }
}

function times(a: Ratio, b: Ratio): Ratio {
  return { over: a.over.times(b.over), under: a.under.times(b.under) };
}

function inverse({ over, under }: Ratio): Ratio {
  if (over.eq(ZERO)) throw new Error('A formula divides by zero.');
  const sign: Decimal = over.lt(ZERO) ? MINUS_ONE : decimal('1');
  return { over: under.times(sign), under: over.abs() };
}
