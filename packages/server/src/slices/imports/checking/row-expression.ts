import { decimal } from '@attain/domain/base/decimal';
import { evaluate, type Scope } from '@attain/domain/workflows/expressions/evaluate';
import type { Expression } from '@attain/domain/workflows/expressions/expression';
import { innerOf } from '@attain/domain/workflows/expressions/nodes-named';
import { parseExpression } from '@attain/domain/workflows/expressions/parse-expression';
import type { Value } from '@attain/domain/workflows/expressions/value';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { dateReader } from './dates.ts';
import { numberReader } from './numbers.ts';
import type { ReadText } from './read-text.ts';
import type { ValueStyle } from './readers.ts';

/** How a column is looked at: its text, the number in the file's format, or the day as YYYY-MM-DD. */
type Look = 'row' | 'number' | 'day';

interface Used {
  readonly look: Look;
  readonly name: string;
  readonly column: number;
}

/** An expression over the columns of one row. */
export interface RowExpression {
  readonly expression: Expression;
  readonly used: readonly Used[];
}

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Work of one expression in one row, in steps; a row of a file never needs more. */
const BUDGET = 2_000;

/** Parses an expression and finds its columns: the exact header first, else ignoring case. */
export function parseRowExpression(text: string, columnNames: readonly string[]): Outcome<RowExpression> {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { ok: false, message: parsed.problems[0].message };
  const used: Used[] = [];
  const message = collect(parsed.value, { columnNames, used, items: [] });
  return message === null ? { ok: true, value: { expression: parsed.value, used } } : { ok: false, message };
}

interface Walk {
  readonly columnNames: readonly string[];
  readonly used: Used[];
  /** Names of list items, which hide the columns. */
  readonly items: readonly string[];
}

/** Adds the columns an expression looks at, and says what is wrong with the first that is not there. */
function collect(expression: Expression, walk: Walk): string | null {
  const named = columnOf(expression, walk.items);
  if (named !== null) {
    const column = placeOf(named.name, walk.columnNames);
    if (column < 0)
      return `The file has no column “${named.name}”. Its columns are ${some(walk.columnNames)}.`;
    walk.used.push({ ...named, column });
    return null;
  }
  if (expression.kind === 'name' && !walk.items.includes(expression.name))
    return `“${expression.name}” is not known here. Write row["${walk.columnNames[0] ?? 'Column'}"], number["…"] or day["…"].`;
  const inside = expression.kind === 'macro' ? { ...walk, items: [...walk.items, expression.name] } : walk;
  for (const inner of innerOf(expression)) {
    const message = collect(
      inner,
      inner === (expression.kind === 'macro' ? expression.body : null) ? inside : walk,
    );
    if (message !== null) return message;
  }
  return null;
}

function columnOf(expression: Expression, items: readonly string[]): { look: Look; name: string } | null {
  if (expression.kind !== 'field' && expression.kind !== 'has' && expression.kind !== 'index') return null;
  const { of } = expression;
  if (of.kind !== 'name' || items.includes(of.name)) return null;
  const look = (['row', 'number', 'day'] as const).find((one) => one === of.name);
  if (look === undefined) return null;
  if (expression.kind !== 'index') return { look, name: expression.name };
  const { key } = expression;
  return key.kind === 'literal' && typeof key.value === 'string' ? { look, name: key.value } : null;
}

function placeOf(name: string, columnNames: readonly string[]): number {
  const exact = columnNames.indexOf(name);
  if (exact >= 0) return exact;
  const folded = name.trim().toLowerCase();
  return columnNames.findIndex((one) => one.toLowerCase() === folded);
}

function some(names: readonly string[]): string {
  const first = names.slice(0, 12).map((name) => `“${name}”`);
  return `${first.join(', ')}${names.length > first.length ? ' …' : ''}`;
}

/** What an expression gives for a row, as JSON. */
export type EvaluateRow = (cells: readonly string[]) => Outcome<JsonValue>;

/** Prepares an expression for the rows of a file. A blank cell is "" as text and null as number or day. */
export function rowEvaluator({ expression, used }: RowExpression, style: ValueStyle): EvaluateRow {
  const readers: Record<Look, ReadText | null> = {
    row: null,
    number: numberReader(style.decimal),
    day: dateReader(style.date, style),
  };
  return (cells) => {
    const looks: Record<Look, Record<string, Value>> = { row: {}, number: {}, day: {} };
    for (const { look, name, column } of used) {
      const text = (cells[column] ?? '').trim();
      const read = readers[look];
      if (read === null || text === '') {
        looks[look][name] = read === null ? text : null;
        continue;
      }
      let problem: string | null = null;
      const value = read(text, (reason) => {
        problem = reason;
        return '';
      });
      // an unreadable number stays text, so that it fails where it is computed with, and not in an unused branch
      if (problem !== null && look === 'day') return { ok: false, message: `${name}: ${problem}` };
      looks[look][name] = problem !== null ? text : look === 'number' ? decimal(value) : value;
    }
    const scope: Scope = {
      named: (name) => (Object.hasOwn(looks, name) ? looks[name as Look] : undefined),
      node: () => undefined,
    };
    const result = evaluate(expression, scope, { budget: BUDGET });
    return result.ok ? result : { ok: false, message: result.problems[0].message };
  };
}

/** A computed value as the text of a cell; null for a list or a map. */
export function cellText(value: JsonValue): string | null {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? null : String(value);
}
