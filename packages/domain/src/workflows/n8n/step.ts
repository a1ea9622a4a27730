import type { JsonObject, JsonValue } from '../json-value.ts';
import { access, type Code, code, record } from './attain-code.ts';
import type { Items } from './js-thing.ts';
import { NotTranslated } from './js-tokens.ts';
import type { N8nNode } from './n8n-file.ts';
import type { Settings } from './settings.ts';

/**
 * What a step gives. n8n passes lists of items and runs a step for each; a step of Attain passes one value and runs once. So each value
 * has a shape: one item, a list of items, or one whose value may be a list (the answer of a call).
 */
export interface Shape {
  readonly kind: 'one' | 'maybe' | 'list' | 'unknown';
  /** The item, or the list of items, as an expression over the value itself. */
  readonly of: (base: string) => string;
  /** Fields of the item that have another name. */
  readonly alias?: Readonly<Record<string, string>>;
  /** The step of n8n whose answer may be a list. */
  readonly origin?: string;
  /** Lists with the same rows have the same entries in the same order. */
  readonly rows?: string;
  /** Why it is unknown. */
  readonly why?: string;
}

/** Where a step is left, and what leaves. `base` names the value in later steps. */
export interface Exit {
  readonly node: string;
  readonly port: string;
  readonly base: string;
  readonly shape: Shape;
}

/** A node of the workflow that is made. `row` counts the places below that of n8n's node. */
export interface Draft {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly config: JsonObject;
  readonly row: number;
  /** It lies in front of n8n's node. */
  readonly isBefore?: boolean;
}

export type Outcome = 'mapped' | 'changed' | 'unmapped';

/** What becomes of one step of n8n. */
export interface Step {
  readonly nodes: readonly Draft[];
  /** Connections between these nodes, as `node.port`. */
  readonly links: readonly (readonly [from: string, to: string])[];
  readonly entry: string;
  /** One for each output of n8n's node; null where nothing leaves. */
  readonly exits: readonly (Exit | null)[];
  /** The node that has n8n's own settings: its failure, its pinned data. */
  readonly main: string;
  readonly pin?: (items: readonly JsonValue[]) => JsonValue;
  readonly unmapped?: boolean;
}

/** What the mapping of one step may use. */
export interface Making {
  readonly node: N8nNode;
  readonly id: string;
  /** What arrives; of a step with several inputs, all of them by input. */
  readonly from: Exit;
  readonly inputs: readonly (readonly Exit[])[];
  /** Settings about the one item that arrives. */
  readonly settings: Settings;
  /** Settings about an item named `row` in an expression over the list, or about the turn of a loop. */
  readonly each: (item: Code, index: string | null) => Settings;
  readonly note: (message: string) => void;
  /** That a list is expected from a call whose answer is not known. */
  readonly expectList: () => void;
  readonly connection: (what: string) => void;
}

export const itself = (base: string): string => base;
export const ONE: Shape = { kind: 'one', of: itself };

export function inField(kind: 'one' | 'list', field: string, rows?: string): Shape {
  return { kind, of: (base) => `${base}.${field}`, ...(rows === undefined ? {} : { rows }) };
}

/** The items of an exit as expressions can name them, from `base` on. */
export function itemsOf(exit: Exit, base: string, loopRows?: string): Items {
  const { shape } = exit;
  const value = () => {
    if (shape.kind === 'unknown') throw new NotTranslated(shape.why ?? 'it is not known what arrives');
    return shape.of(base);
  };
  if (shape.kind !== 'list') {
    const item = () => withAlias(value(), shape);
    return { item, first: item, last: item, all: () => (shape.kind === 'maybe' ? value() : `[${value()}]`) };
  }
  return {
    all: value,
    first: () => code(`${value()}[0]`),
    last: () => code(`${value()}[size(${value()}) - 1]`),
    item: () => {
      if (shape.rows === undefined || shape.rows !== loopRows)
        throw new NotTranslated('the step has several items, and which one is meant is not known');
      return code(`${value()}[loop.index]`);
    },
  };
}

function withAlias(text: string, { alias }: Shape): Code {
  const made = code(text);
  return { ...made, chain: { root: text, keys: [] }, ...(alias ? { alias } : {}) };
}

/** The list that arrives: of one item, a list of one. */
export function listOf({ from, expectList, settings }: Making, base = 'input'): string {
  const { shape } = from;
  if (shape.kind === 'unknown') return settings.js('$input.all()').text;
  if (shape.kind === 'one') return `[${shape.of(base)}]`;
  if (shape.kind === 'maybe') expectList();
  return shape.of(base);
}

/** The item that arrives: of a list, the first. */
export function itemOf({ from, settings }: Making, base = 'input'): string {
  if (from.shape.kind === 'unknown') return settings.js('$json').text;
  return from.shape.kind === 'list' ? `${from.shape.of(base)}[0]` : from.shape.of(base);
}

export function draft(
  making: Making,
  type: string,
  config: JsonObject,
  own: { id?: string; title?: string; row?: number } = {},
): Draft {
  const { id = making.id, title = making.node.name, row = 0 } = own;
  return { id, type, title: title.slice(0, 200), config, row };
}

export function leaves(node: string, shape: Shape, port = 'out'): Exit {
  return { node, port, base: `nodes.${node}`, shape };
}

/** A step that is one node with one output. */
export function single(
  making: Making,
  type: string,
  config: JsonObject,
  shape: Shape,
  more: Partial<Step> = {},
): Step {
  const node = draft(making, type, config);
  return {
    nodes: [node],
    links: [],
    entry: node.id,
    exits: [leaves(node.id, shape)],
    main: node.id,
    ...more,
  };
}

/** A step whose output is what arrived. */
export function passing(making: Making, type: string, config: JsonObject, more: Partial<Step> = {}): Step {
  return single(making, type, config, making.from.shape, more);
}

/** A step that computes one record, kept in the field `json`, or a list, kept in `items`. */
export function computedOne(making: Making, value: string): Step {
  return single(making, 'data_collection', { values: [{ name: 'json', value }] }, inField('one', 'json'));
}

export function computedList(making: Making, value: string, rows?: string): Step {
  return single(
    making,
    'data_collection',
    { values: [{ name: 'items', value }] },
    inField('list', 'items', rows ?? making.id),
  );
}

/** What one call of an effect sends, and what its output is. */
export interface Effect {
  readonly type: string;
  readonly config: JsonObject;
  readonly shape: Shape;
  readonly pin?: Step['pin'];
}

/** The item with its fields under n8n's names. */
export function renamed({ of, alias }: Shape, base: string): string {
  const fields = Object.entries(alias ?? {}).map(([name, own]) => [name, access(of(base), own)] as const);
  return fields.length === 0 ? of(base) : `merge(${of(base)}, ${record(fields)})`;
}

/** A step that reaches outside: once for one item, in a loop for each of a list, as n8n does. */
export function effect(making: Making, build: (settings: Settings) => Effect): Step {
  const { from, node, id } = making;
  if (from.shape.kind !== 'list') {
    const { type, config, shape, pin } = build(making.settings);
    return single(making, type, config, shape, pin ? { pin } : {});
  }
  const { type, config, shape } = build(making.each(code('loop.item'), 'loop.index'));
  const loop = draft(
    making,
    'loop',
    { over: from.shape.of('input'), limit: 10_000 },
    { id: `${id}__each`, title: `Each: ${node.name}` },
  );
  const inner = draft(making, type, config, { row: 1 });
  const own = renamed(shape, 'row');
  const of = (base: string) => {
    if (own === 'row') return base;
    const rows = `${base}.map(row, ${own})`;
    return shape.kind === 'list' ? `flatten(${rows})` : rows;
  };
  const rows = shape.kind === 'list' ? id : (from.shape.rows ?? id);
  return {
    nodes: [loop, inner],
    links: [
      [`${loop.id}.each`, `${inner.id}.in`],
      [`${inner.id}.out`, `${loop.id}.next`],
    ],
    entry: loop.id,
    exits: [leaves(loop.id, shape.kind === 'unknown' ? shape : { kind: 'list', of, rows }, 'done')],
    main: inner.id,
  };
}
