import { hash } from 'node:crypto';
import type { JournalEntry } from '@attain/domain/workflows/journal';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { LARGE_VALUE } from '@attain/domain/workflows/steps/volume';

/** A large value as it is stored beside the journal of its run, called by what it says. */
export interface ValueApart {
  /** SHA-256 of the text, base64url. */
  readonly hash: string;
  /** The value as JSON. */
  readonly text: string;
}

/** Where a value was taken out of a line, and what it was. */
interface PlaceApart {
  readonly path: readonly (string | number)[];
  readonly hash: string;
  /** Characters of it as JSON. */
  readonly letters: number;
}

/** A line as it is stored: in the places of large values stands how their JSON begins. */
export type LineApart = JournalEntry & { readonly apart?: readonly PlaceApart[] };

/** How much of a value stands in the line it was taken out of. */
const beginning = 200;
/** A large value inside of others is looked for so deep; of what lies deeper the whole around it is taken out. */
const deepest = 8;

type Holder = Record<string | number, JsonValue>;

/**
 * Takes the large values out of a line: each is stored once in its run, however many lines hold it. The same line always gives
 * the same, so that the hash of a journal covers what was taken out of it.
 */
export function takeApart(entry: JournalEntry): { readonly line: LineApart; readonly values: ValueApart[] } {
  const values: ValueApart[] = [];
  const apart: PlaceApart[] = [];
  const line = structuredShell(entry);
  for (const path of placesOfValues(entry)) {
    const [holder, name] = holderOf(line, path);
    const value = holder[name];
    if (value === undefined) continue;
    const found: Found[] = [];
    holder[name] = slim(value, path, found);
    for (const { path: at, text } of found) {
      const name = hash('sha256', text, 'base64url');
      values.push({ hash: name, text });
      apart.push({ path: at, hash: name, letters: text.length });
    }
  }
  return apart.length === 0 ? { line: entry, values } : { line: { ...line, apart }, values };
}

/** The line with its large values in their places again. Fails when one of them is not there. */
export function putTogether(line: LineApart, values: ReadonlyMap<string, JsonValue>): JournalEntry {
  return fill(line, ({ hash: name }) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`The value ${name} of a run is missing.`);
    return value;
  });
}

/** The line for who does not read its large values: in their places stands only how large they are. */
export function withSizes(line: LineApart): JournalEntry {
  return fill(line, ({ letters }) => ({ [size]: letters }) as JsonObject);
}

/** How many characters the value has that stood in this place of a line; null when the value itself is there. */
export function sizeInPlace(value: JsonValue): number | null {
  return isObject(value) ? ((value as { readonly [size]?: number })[size] ?? null) : null;
}

const size = Symbol('characters of the value that stands apart');

function fill({ apart = [], ...line }: LineApart, value: (place: PlaceApart) => JsonValue): JournalEntry {
  for (const place of apart) {
    const [holder, name] = holderOf(line, place.path);
    holder[name] = value(place);
  }
  return line;
}

/** The hashes of the values that were taken out of these lines. */
export function hashesApart(lines: readonly LineApart[]): string[] {
  return [...new Set(lines.flatMap(({ apart }) => apart?.map((place) => place.hash) ?? []))];
}

interface Found {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The value, or it without what is large in it, or how it begins. */
function slim(value: JsonValue, path: readonly (string | number)[], found: Found[], depth = 0): JsonValue {
  const text = JSON.stringify(value);
  if (text.length <= LARGE_VALUE) return value;
  if (typeof value === 'object' && value !== null && depth < deepest) {
    const inside: Found[] = [];
    const at = (name: string | number, member: JsonValue) => slim(member, [...path, name], inside, depth + 1);
    const rest: JsonValue = Array.isArray(value)
      ? value.map((member: JsonValue, name) => at(name, member))
      : Object.fromEntries(
          Object.entries(value)
            .filter(([, member]) => member !== undefined)
            .map(([name, member]) => [name, at(name, member)]),
        );
    if (inside.length > 0 && JSON.stringify(rest).length <= LARGE_VALUE) {
      found.push(...inside);
      return rest;
    }
  }
  found.push({ path, text });
  return text.slice(0, beginning).toWellFormed();
}

/** Where values that come from outside, or are computed from such, stand in a line. */
function placesOfValues(entry: JournalEntry): (readonly (string | number)[])[] {
  const members = (field: string, object: JsonObject) => Object.keys(object).map((name) => [field, name]);
  switch (entry.kind) {
    case 'started':
      return [['input'], ...members('variables', entry.variables)];
    case 'computed':
      return entry.steps.flatMap((step, at) => {
        if (!('turn' in step)) return [['steps', at, 'output']];
        const list = step.items === undefined ? [] : [['steps', at, 'items']];
        return [['steps', at, 'item'], ...list];
      });
    case 'requested':
      return members('config', entry.config);
    case 'result':
      return [['result', 'output']];
    case 'kept':
      return [['value']];
    case 'ended':
      return [['output']];
    default:
      return [];
  }
}

/** A copy of the line as far down as values are taken out; the values themselves are the same. */
function structuredShell(entry: JournalEntry): JournalEntry {
  if (entry.kind === 'computed') return { ...entry, steps: entry.steps.map((step) => ({ ...step })) };
  if (entry.kind === 'result') return { ...entry, result: { ...entry.result } };
  if (entry.kind === 'requested') return { ...entry, config: { ...entry.config } };
  if (entry.kind === 'started') return { ...entry, variables: { ...entry.variables } };
  return { ...entry };
}

function holderOf(line: JournalEntry, path: readonly (string | number)[]): [Holder, string | number] {
  let holder = line as unknown as Holder;
  for (const name of path.slice(0, -1)) holder = holder[name] as unknown as Holder;
  return [holder, path.at(-1) ?? ''];
}
