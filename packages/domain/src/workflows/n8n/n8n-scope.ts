import { type Code, code } from './attain-code.ts';
import type { ImportState } from './import-state.ts';
import type { Items, JsScope } from './js-thing.ts';
import { NotTranslated } from './js-tokens.ts';
import type { N8nNode } from './n8n-file.ts';
import { Settings } from './settings.ts';
import { type Exit, itemsOf, type Making } from './step.ts';

/** What the mapping of a step may use: its settings can name what arrives and what ran before. */
export function makingOf(state: ImportState, given: Pick<Making, 'node' | 'id' | 'from' | 'inputs'>): Making {
  const { node, from } = given;
  const note = (message: string) => void state.report(node.name).notes.add(message);
  const doubt = (items: Items): Items => {
    const { origin } = from.shape;
    if (from.shape.kind !== 'maybe' || origin === undefined) return items;
    const item = () => {
      state.doubts.add(origin);
      return items.item();
    };
    return { ...items, item, first: item, last: item };
  };
  const scope = scopeOf(state, node, { input: doubt(itemsOf(from, 'input')), index: '0', note });
  return {
    ...given,
    note,
    settings: new Settings(scope, state.tally),
    each: (item, index) =>
      new Settings(
        scopeOf(state, node, { input: rowItems(from, item), index, note, rows: from.shape.rows }),
        state.tally,
      ),
    expectList: () => note('It needs a list from the step before.'),
    connection: (what) => void state.connections.add(what.slice(0, 200)),
  };
}

interface Around extends Pick<JsScope, 'input' | 'index' | 'note'> {
  readonly rows?: string | undefined;
}

function scopeOf(state: ImportState, node: N8nNode, { rows, ...around }: Around): JsScope {
  return {
    ...around,
    zone: state.zone,
    workflow: state.file.name,
    variable: (name) => void state.variables.add(name),
    node: (name) => named(state, node, name, around.index === 'loop.index' ? { rows } : null),
  };
}

/** The items of another step, as `$('name')` means them. */
function named(
  state: ImportState,
  node: N8nNode,
  name: string,
  inLoop: { readonly rows: string | undefined } | null,
): Items {
  const shown = name.slice(0, 60);
  if (!state.ids.has(name)) throw new NotTranslated(`there is no step “${shown}”`);
  const exits = (state.exits.get(name) ?? []).flatMap((exit) => exit ?? []);
  if (exits.length === 0) throw new NotTranslated(`“${shown}” does not run before this step`);
  const inside = exits.find(({ base }) => base === 'loop.item');
  const isInside = state.flow.loopOf.get(node.name) === name;
  if (inside !== undefined && isInside) {
    if (inLoop !== null) throw new NotTranslated(`“${shown}” is a loop around this one`);
    return itemsOf(inside, inside.base);
  }
  const own = exits.filter(({ base, port }) => base !== 'loop.item' && port !== 'error');
  const [first] = own;
  if (first === undefined || own.some(({ base }) => base !== first.base))
    throw new NotTranslated(`“${shown}” has several outputs`);
  const exit =
    first.port === 'done' ? (state.exitOf({ from: name, output: exits.indexOf(first) }) ?? first) : first;
  return itemsOf(exit, exit.base, inLoop?.rows);
}

/** The items of a list, seen from one of them. */
function rowItems(from: Exit, item: Code): Items {
  const all = () => {
    if (from.base === 'loop.item' && item.text === 'loop.item')
      throw new NotTranslated('the list of the loop around is not at hand');
    return from.shape.of(from.base);
  };
  return {
    item: () => ({ ...item, chain: { root: item.text, keys: [] } }),
    all,
    first: () => code(`${all()}[0]`),
    last: () => code(`${all()}[size(${all()}) - 1]`),
  };
}
