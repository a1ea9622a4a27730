import type { Decimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';

/** The operators between two values, by how strongly they bind (weakest first). */
export const BINARY_LEVELS = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
] as const;
export type BinaryOperator = (typeof BINARY_LEVELS)[number][number];

/** Walks over a list with a name for its items: `list.filter(x, x.amount > 0)`. */
export const MACROS = ['all', 'exists', 'filter', 'map', 'find', 'sortBy', 'groupBy', 'uniqueBy'] as const;
export type Macro = (typeof MACROS)[number];

type Kind =
  | { readonly kind: 'literal'; readonly value: null | boolean | string | Decimal }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'has'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] }
  | {
      readonly kind: 'macro';
      readonly macro: Macro;
      readonly of: Expression;
      readonly name: string;
      readonly body: Expression;
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] };

/** A parsed expression; `at` is the character (from 0) it begins at. */
export type Expression = Kind & { readonly at: number };

/** What is wrong with an expression, and at which character (from 0). */
export interface ExpressionProblem extends Problem {
  readonly at: number;
}

/** A value, or the one place where parsing or evaluating stopped. */
export type ExpressionResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly [ExpressionProblem] };

/** Thrown inside parser and evaluator only; everybody outside gets an `ExpressionResult`. */
export class ExpressionFault extends Error {
  readonly at: number;
  readonly rule: string;

  constructor(rule: string, at: number, message: string) {
    super(message);
    this.rule = rule;
    this.at = at;
  }
}

/** Runs something that may stop with a fault, and says where it stopped; `before` characters stand in front of it. */
export function caught<T>(work: () => T, before = 0): ExpressionResult<T> {
  try {
    return { ok: true, value: work() };
  } catch (fault) {
    if (!(fault instanceof ExpressionFault)) throw fault;
    const at = fault.at + before;
    const message = `${fault.message} (character ${at + 1})`;
    return { ok: false, problems: [{ rule: fault.rule, path: '', message, at }] };
  }
}
