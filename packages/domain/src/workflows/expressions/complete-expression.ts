import { isObject, type JsonValue, ownField } from '../json-value.ts';
import { MACROS } from './expression.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { fieldPath, type KnownData, shownValue } from './known-data.ts';

/** One way to go on: what is shown, what it means, and the text that takes the place of `from` to `to`. */
export interface Completion {
  readonly label: string;
  readonly detail: string;
  readonly insert: string;
  readonly from: number;
  readonly to: number;
}

/** Where an expression or template is written, and how far. */
export interface Written {
  readonly text: string;
  readonly cursor: number;
  readonly format: 'expression' | 'template';
}

const PATH = /((?:[A-Za-z_]\w*)(?:\.[A-Za-z_]\w*|\[\d{1,9}\]|\["[^"\]\\]*"\])*)(\.)([A-Za-z_]\w*)?$/;
const WORD = /[A-Za-z_]\w*$/;
const MAX = 50;
/** Functions of which the value before the dot is the first argument, for lists and for texts. */
const OF_LISTS = 'sort unique reverse slice flatten chunk size join sum min max'.split(' ');
const OF_TEXTS =
  'contains startsWith endsWith lower upper trim replace split substring size matches extract padStart'.split(
    ' ',
  );

/** How the expression at the cursor can go on, best first; empty inside of a text or where nothing is known (WF-84). */
export function completionsAt(written: Written, data: KnownData): readonly Completion[] {
  const begun = expressionAt(written);
  if (begun === null || inText(begun)) return [];
  const { cursor } = written;
  const path = PATH.exec(begun);
  if (path !== null) {
    const [, of = '', , prefix = ''] = path;
    const place = { from: cursor - prefix.length, to: cursor };
    return after(of, data)
      .filter(({ label }) => fits(label, prefix))
      .slice(0, MAX)
      .map((one) => ('whole' in one ? { ...one, ...place, from: place.from - 1 } : { ...one, ...place }));
  }
  const prefix = WORD.exec(begun)?.[0] ?? '';
  if (/[\w)\]"]$/.test(begun.slice(0, begun.length - prefix.length))) return [];
  const names = [
    ...Object.entries(data.names).map(([name, value]) => ({
      label: name,
      detail: shownValue(value),
      insert: name,
    })),
    ...Object.keys(data.nodes).map((id) => ({
      label: fieldPath('nodes', id),
      detail: shownValue(data.nodes[id] ?? null),
      insert: fieldPath('nodes', id),
    })),
  ];
  const functions = FUNCTION_WORDS.filter(({ name }) => !MACROS.some((macro) => macro === name)).map(
    ({ name, message, example }) => ({
      label: `${name}()`,
      detail: message,
      insert: example.includes(`${name}()`) ? `${name}()` : `${name}(`,
    }),
  );
  return [...names, ...functions]
    .filter(({ label }) => fits(label, prefix))
    .slice(0, MAX)
    .map((one) => ({ ...one, from: cursor - prefix.length, to: cursor }));
}

/** The text with a path put where the cursor is, in braces where a template needs them, and the cursor behind it. */
export function withPath(written: Written, path: string): { readonly text: string; readonly cursor: number } {
  const { text, cursor } = written;
  const begun = expressionAt(written);
  const put = begun === null ? `{{ ${path} }}` : path;
  return { text: text.slice(0, cursor) + put + text.slice(cursor), cursor: cursor + put.length };
}

/** The expression before the cursor; null in the plain part of a template. */
function expressionAt({ text, cursor, format }: Written): string | null {
  const before = text.slice(0, cursor);
  if (format === 'expression') return before;
  const open = before.lastIndexOf('{{');
  return open < 0 || before.indexOf('}}', open) >= 0 ? null : before.slice(open + 2);
}

/** Whether the end of the expression lies inside quotes that do not belong to an index. */
function inText(begun: string): boolean {
  let quote: string | null = null;
  for (let at = 0; at < begun.length; at += 1) {
    const letter = begun[at] ?? '';
    if (quote !== null && letter === '\\') at += 1;
    else if (quote === letter) quote = null;
    else if (quote === null && (letter === '"' || letter === "'")) quote = letter;
  }
  return quote !== null;
}

type Next = {
  readonly label: string;
  readonly detail: string;
  readonly insert: string;
  readonly whole?: true;
};

/** What may come behind the dot after a path. */
function after(of: string, data: KnownData): readonly Next[] {
  if (of === 'nodes') return Object.entries(data.nodes).map(([id, value]) => field('nodes', id, value));
  const value = valueAt(of, data);
  if (value === undefined) return [];
  if (Array.isArray(value)) return [...MACROS.map(macro), ...OF_LISTS.map(method)];
  if (typeof value === 'string') return OF_TEXTS.map(method);
  return isObject(value) ? Object.entries(value).map(([name, inner]) => field(of, name, inner)) : [];
}

/** A field; one whose name is no word takes the place of the dot too. */
function field(of: string, name: string, value: JsonValue): Next {
  const insert = fieldPath(of, name).slice(of.length);
  const detail = shownValue(value);
  return insert.startsWith('.')
    ? { label: name, detail, insert: insert.slice(1) }
    : { label: name, detail, insert, whole: true };
}

function macro(name: string): Next {
  return { label: `${name}()`, detail: messageOf(name), insert: `${name}(x, ` };
}

function method(name: string): Next {
  const open = [
    'sort',
    'unique',
    'reverse',
    'flatten',
    'size',
    'sum',
    'min',
    'max',
    'lower',
    'upper',
    'trim',
  ];
  return {
    label: `${name}()`,
    detail: messageOf(name),
    insert: open.includes(name) ? `${name}()` : `${name}(`,
  };
}

function messageOf(name: string): string {
  return FUNCTION_WORDS.find((one) => one.name === name)?.message ?? '';
}

const STEP = /\.([A-Za-z_]\w*)|\[(\d+)\]|\["([^"\]\\]*)"\]/y;

/** The known value of a path such as `nodes.pay.rows[0]`. */
function valueAt(path: string, { names, nodes }: KnownData): JsonValue | undefined {
  const root = /^[A-Za-z_]\w*/.exec(path)?.[0] ?? '';
  let value: JsonValue | undefined = root === 'nodes' ? nodes : ownField(names, root);
  STEP.lastIndex = root.length;
  for (let step = STEP.exec(path); step !== null && value !== undefined; step = STEP.exec(path)) {
    const [, name, place, key] = step;
    if (place !== undefined)
      value = Array.isArray(value) ? (value[Number(place)] as JsonValue | undefined) : undefined;
    else value = ownField(value, name ?? key ?? '');
  }
  return value;
}

function fits(label: string, prefix: string): boolean {
  const short = label.startsWith('nodes.') ? label.slice('nodes.'.length) : label;
  const wanted = prefix.toLowerCase();
  return label.toLowerCase().startsWith(wanted) || short.toLowerCase().startsWith(wanted);
}
