import type { Decimal } from '../../base/decimal.ts';
import type { JsonValue } from '../json-value.ts';
import {
  type BinaryOperator,
  caught,
  type Expression,
  ExpressionFault,
  type ExpressionResult,
  type Macro,
} from './expression.ts';
import { callFunction } from './functions.ts';
import type { Calling } from './given-values.ts';
import { whyNotKept } from './kept-value.ts';
import { groupBy, sorted, uniqueBy } from './list-functions.ts';
import { asDecimal, asNumber, equal, isExact, isMap, kindOf, toJson, type Value } from './value.ts';

/** What an expression may look at: names such as `input`, and the outputs of earlier steps as `nodes.<id>`. */
export interface Scope {
  readonly named: (name: string) => Value | undefined;
  readonly node: (id: string) => JsonValue | undefined;
  /** Told once of every evaluation how much work it was, whether it came to a value or not. */
  readonly worked?: (steps: number) => void;
  /** The moment it is taken to be, in ms since 1970. */
  readonly nowMs?: number;
  /** Text that is different at every call and the same when the step is computed again. */
  readonly seed?: () => string;
}

/** How much work one evaluation may be: a step is an operator, a field, or an item looked at. */
export const STEP_BUDGET = 100_000;
/** How large a result may be: one for every value and every 32 letters. */
const OUTPUT_BUDGET = 1_000_000;
const MAX_DIGITS = 200;
const MAX_LETTERS = 1_000_000;

/** The expression's value as JSON; refused with the place where it cannot be computed (WF-9), counted from `before`. */
export function evaluate(
  expression: Expression,
  scope: Scope,
  { budget = STEP_BUDGET, before = 0 } = {},
): ExpressionResult<JsonValue> {
  const evaluation = new Evaluation(scope, budget);
  let left = OUTPUT_BUDGET;
  const read = caught(() => {
    const value = evaluation.value(expression);
    const json = toJson(value, (steps) => {
      left -= steps;
      if (left < 0) throw fault(expression.at, 'The result is too large.');
    });
    const unkept = whyNotKept(json);
    if (unkept !== null) throw fault(expression.at, unkept);
    return json;
  }, before);
  scope.worked?.(budget - evaluation.left + OUTPUT_BUDGET - left);
  return read;
}

class Evaluation {
  readonly #scope: Scope;
  readonly #items = new Map<string, Value>();
  #left: number;

  constructor(scope: Scope, budget: number) {
    this.#scope = scope;
    this.#left = budget;
  }

  /** The steps that are left of the budget. */
  get left(): number {
    return this.#left;
  }

  value(expression: Expression): Value {
    this.#spend(1, expression.at);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'name':
        return this.#named(expression.name, expression.at);
      case 'field':
        return this.#field(expression.of, expression.name, expression.at);
      case 'index':
        return this.#index(expression.of, this.value(expression.key), expression.at);
      case 'has':
        return this.#has(expression.of, expression.name);
      case 'call':
        return this.#call(expression);
      case 'macro':
        return this.#macro(expression);
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return this.#binary(expression);
      case 'choice':
        return this.value(this.#truth(expression.test) ? expression.yes : expression.no);
      case 'list':
        return expression.items.map((item) => this.value(item));
      case 'map':
        return this.#map(expression.entries);
    }
  }

  #isKnown(name: string): boolean {
    return this.#items.has(name) || this.#scope.named(name) !== undefined;
  }

  #named(name: string, at: number): Value {
    const item = this.#items.get(name);
    if (item !== undefined) return item;
    const found = this.#scope.named(name);
    if (found !== undefined) return found;
    const message =
      name === 'nodes' ? 'Use nodes.<id> for the output of a step.' : `There is no value called ${name}.`;
    throw fault(at, message);
  }

  #field(of: Expression, name: string, at: number): Value {
    const found = this.#lookUp(of, name);
    return found === undefined ? this.#missing(of, name, at) : found;
  }

  #lookUp(of: Expression, name: string): Value | undefined {
    if (of.kind === 'name' && of.name === 'nodes' && !this.#items.has('nodes')) return this.#scope.node(name);
    const value = this.value(of);
    if (!isMap(value)) return undefined;
    return Object.hasOwn(value, name) ? value[name] : undefined;
  }

  #missing(of: Expression, name: string, at: number): never {
    if (of.kind === 'name' && of.name === 'nodes')
      throw fault(
        at,
        `The step "${name}" has no output: it does not exist, or it does not run before this one.`,
      );
    const value = this.value(of);
    if (!isMap(value)) throw fault(at, `${kindOf(value)} has no field "${name}".`);
    const known = Object.keys(value).slice(0, 10).join(', ');
    throw fault(
      at,
      `There is no field "${name}"; the fields are ${known === '' ? 'none' : known}. Check with has() first.`,
    );
  }

  #index(of: Expression, key: Value, at: number): Value {
    if (typeof key === 'string') return this.#field(of, key, at);
    const list = this.value(of);
    const place = asNumber(key);
    if (!Array.isArray(list) || place === null)
      throw fault(at, `${kindOf(list)} has no entry for ${kindOf(key)}.`);
    const found: Value | undefined = list[Number(place.toFixed())];
    if (found === undefined)
      throw fault(at, `The list has ${list.length} entries; there is no entry ${place.toFixed()}.`);
    return found;
  }

  #has(of: Expression, name: string): boolean {
    const found = this.#lookUp(of, name);
    return found !== undefined && found !== null;
  }

  #call({ name, given, at }: Expression & { readonly kind: 'call' }): Value {
    const values = given.map((one) => this.value(one));
    return this.#bounded(callFunction(name, values, this.#calling(name, at)), at);
  }

  #calling(name: string, at: number): Calling {
    const stop = (message: string): never => {
      throw fault(at, message);
    };
    const { nowMs, seed } = this.#scope;
    const elsewhere = `${name}() has a value only in runs of workflows.`;
    return {
      stop,
      spend: (steps) => this.#spend(steps, at),
      nowMs: () => nowMs ?? stop(elsewhere),
      seed: () => seed?.() ?? stop(elsewhere),
    };
  }

  #macro({ macro, of, name, body, at }: Expression & { readonly kind: 'macro' }): Value {
    const list = this.value(of);
    if (!Array.isArray(list)) throw fault(at, `${macro}() needs a list, not ${kindOf(list)}.`);
    const before = this.#items.get(name);
    const items = list as readonly Value[];
    const holds = (item: Value) => {
      this.#items.set(name, item);
      return this.#truth(body);
    };
    const value = (item: Value) => {
      this.#items.set(name, item);
      return this.value(body);
    };
    const walks: Readonly<Record<Macro, () => Value>> = {
      all: () => items.every(holds),
      exists: () => items.some(holds),
      filter: () => items.filter(holds),
      map: () => items.map(value),
      find: () => items.find(holds) ?? null,
      sortBy: () => sorted(items, value, this.#calling(macro, at)),
      groupBy: () => groupBy(items, value, this.#calling(macro, at)),
      uniqueBy: () => uniqueBy(items, value, this.#calling(macro, at)),
    };
    const made = walks[macro]();
    if (before === undefined) this.#items.delete(name);
    else this.#items.set(name, before);
    return made;
  }

  #unary({ operator, of, at }: Expression & { readonly kind: 'unary' }): Value {
    if (operator === '!') return !this.#truth(of);
    const value = this.value(of);
    return (asDecimal(value) ?? this.#noNumber('-', value, at)).neg();
  }

  #binary({ operator, left, right, at }: Expression & { readonly kind: 'binary' }): Value {
    if (operator === '&&') return this.#truth(left) && this.#truth(right);
    if (operator === '||') return this.#truth(left) || this.#truth(right);
    const a = this.value(left);
    const b = this.value(right);
    const spend = (steps: number) => this.#spend(steps, at);
    if (operator === '==') return equal(a, b, spend);
    if (operator === '!=') return !equal(a, b, spend);
    if (operator === 'in') return this.#within(a, b, at);
    if (operator === '+') return this.#bounded(this.#plus(a, b, at), at);
    if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=')
      return ordered(operator, this.#compare(operator, a, b, at));
    return this.#bounded(this.#arithmetic(operator, a, b, at), at);
  }

  #plus(a: Value, b: Value, at: number): Value {
    if (typeof a === 'string' && typeof b === 'string') {
      if (a !== '' && b !== '' && asDecimal(a) !== null && asDecimal(b) !== null)
        throw fault(
          at,
          'Both are numbers written as text. Use decimal(a) + decimal(b) to add, concat(a, b) to join.',
        );
      this.#spend(Math.ceil((a.length + b.length) / 100), at);
      return a + b;
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      this.#spend(a.length + b.length, at);
      return [...a, ...b];
    }
    if (typeof a === 'string' && asDecimal(a) === null)
      throw fault(at, `Text and ${kindOf(b)} can’t be added. Use string() around the second.`);
    return this.#arithmetic('+', a, b, at);
  }

  #arithmetic(operator: '+' | '-' | '*' | '/' | '%', a: Value, b: Value, at: number): Decimal {
    const x = asDecimal(a) ?? this.#noNumber(operator, a, at);
    const y = asDecimal(b) ?? this.#noNumber(operator, b, at);
    if (operator === '+') return x.plus(y);
    if (operator === '-') return x.minus(y);
    if (operator === '*') return x.times(y);
    if (y.eq('0')) throw fault(at, 'Division by zero.');
    return operator === '/' ? x.div(y) : x.mod(y);
  }

  #compare(operator: string, a: Value, b: Value, at: number): number {
    if (typeof a === 'string' && typeof b === 'string') {
      if (asDecimal(a) !== null && asDecimal(b) !== null)
        throw fault(at, 'Both are numbers written as text. Use decimal() around one of them.');
      this.#spend(Math.ceil(Math.min(a.length, b.length) / 1_000), at);
      return a < b ? -1 : a > b ? 1 : 0;
    }
    return (asDecimal(a) ?? this.#noNumber(operator, a, at)).cmp(
      asDecimal(b) ?? this.#noNumber(operator, b, at),
    );
  }

  #within(item: Value, place: Value, at: number): boolean {
    if (Array.isArray(place)) return place.some((one) => equal(item, one, (steps) => this.#spend(steps, at)));
    if (isMap(place) && typeof item === 'string') return Object.hasOwn(place, item);
    throw fault(at, `"in" needs a list, or a map to look for a key, not ${kindOf(place)}.`);
  }

  #map(entries: readonly (readonly [Expression, Expression])[]): Value {
    const made = entries.map(([key, value]) => {
      if (key.kind === 'name' && !this.#isKnown(key.name))
        throw fault(key.at, `Put the key in quotes: {"${key.name}": …}.`);
      const name = this.value(key);
      if (typeof name !== 'string') throw fault(key.at, `A key must be text, not ${kindOf(name)}.`);
      return [name, this.value(value)] as const;
    });
    return Object.fromEntries(made);
  }

  #truth(expression: Expression): boolean {
    const value = this.value(expression);
    if (typeof value !== 'boolean')
      throw fault(expression.at, `Expected true or false, not ${kindOf(value)}.`);
    return value;
  }

  #noNumber(operator: string, value: Value, at: number): never {
    const shown = typeof value === 'string' ? `the text "${value.slice(0, 40)}"` : kindOf(value);
    throw fault(at, `${operator} needs numbers, not ${shown}.`);
  }

  #bounded(value: Value, at: number): Value {
    if (typeof value === 'string' && value.length > MAX_LETTERS) throw fault(at, 'The text is too long.');
    if (isExact(value) && (value.c.length > MAX_DIGITS || Math.abs(value.e) > MAX_DIGITS))
      throw fault(at, `The number has more than ${MAX_DIGITS} digits. Round earlier.`);
    return value;
  }

  #spend(steps: number, at: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw fault(at, 'The expression takes too long. Process fewer items.');
  }
}

function ordered(operator: BinaryOperator, order: number): boolean {
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

function fault(at: number, message: string): ExpressionFault {
  return new ExpressionFault('WF-9', at, message);
}
