import { type Calling, count, type Functions, keysOf, list, map, whole } from './given-values.ts';
import { asDecimal, equal, isExact, isMap, kindOf, toJson, type Value } from './value.ts';

const MAX_PLACE = Number.MAX_SAFE_INTEGER;
const MAX_RANGE = 10_000;

/** Lists and maps; those that need a name for the item are macros. */
export const listFunctions: Functions = {
  values: {
    min: 1,
    max: 1,
    body: ([of], calling) => {
      const from = map(of, calling);
      return keysOf(from, calling).map((key) => from[key] ?? null);
    },
  },
  entries: {
    min: 1,
    max: 1,
    body: ([of], calling) => {
      const from = map(of, calling);
      return keysOf(from, calling).map((key) => ({ key, value: from[key] ?? null }));
    },
  },
  merge: { min: 1, max: 100, body: merged },
  pick: {
    min: 2,
    max: 2,
    body: ([of, names], calling) => chosen(of, names, true, calling),
  },
  omit: { min: 2, max: 2, body: ([of, names], calling) => chosen(of, names, false, calling) },
  sort: { min: 1, max: 1, body: ([of], calling) => sorted(list(of, calling), (item) => item, calling) },
  unique: { min: 1, max: 1, body: ([of], calling) => uniqueBy(list(of, calling), (item) => item, calling) },
  reverse: { min: 1, max: 1, body: ([of], calling) => list(of, calling).toReversed() },
  slice: {
    min: 2,
    max: 3,
    body: ([of, from, to], calling) =>
      list(of, calling).slice(
        whole(from, { max: MAX_PLACE }, calling),
        to === undefined ? undefined : whole(to, { max: MAX_PLACE }, calling),
      ),
  },
  flatten: {
    min: 1,
    max: 1,
    body: ([of], calling) =>
      list(of, calling).flatMap((one) => (Array.isArray(one) ? list(one, calling) : [one])),
  },
  chunk: { min: 2, max: 2, body: chunked },
  range: {
    min: 2,
    max: 2,
    body: ([from, to], calling) => {
      const first = whole(from, { min: -MAX_PLACE, max: MAX_PLACE }, calling);
      const last = whole(to, { min: -MAX_PLACE, max: MAX_PLACE }, calling);
      const length = Math.max(0, last - first);
      if (length > MAX_RANGE) return calling.stop(`A range can have at most ${MAX_RANGE} numbers.`);
      calling.spend(length);
      return Array.from({ length }, (_, at) => count(first + at));
    },
  },
};

/** How two values are ordered: numbers by value, also as decimal text; texts by their characters; null last. */
function order(a: Value, b: Value, calling: Calling): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const x = asDecimal(a);
  const y = asDecimal(b);
  if (x !== null && y !== null) return x.cmp(y);
  if (typeof a === 'string' && typeof b === 'string') {
    calling.spend(Math.floor(Math.min(a.length, b.length) / 1_000));
    return a < b ? -1 : Number(a > b);
  }
  return calling.stop(`${kindOf(a)} and ${kindOf(b)} can’t be put in order.`);
}

/** The items in the order of their keys; equal keys keep their order. */
export function sorted(
  items: readonly Value[],
  keyOf: (item: Value) => Value,
  calling: Calling,
): readonly Value[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed
    .toSorted((a, b) => {
      calling.spend(1);
      return order(a.key, b.key, calling);
    })
    .map(({ item }) => item);
}

/** The first item of every key. */
export function uniqueBy(
  items: readonly Value[],
  keyOf: (item: Value) => Value,
  calling: Calling,
): readonly Value[] {
  return groups(items, keyOf, calling).map(({ items: [first] }) => first ?? null);
}

/** The items by their keys, in the order in which the keys first occur. */
export function groupBy(items: readonly Value[], keyOf: (item: Value) => Value, calling: Calling): Value {
  return groups(items, keyOf, calling).map(({ key, items: own }) => ({ key, items: own }));
}

interface Group {
  readonly key: Value;
  readonly items: Value[];
}

function groups(items: readonly Value[], keyOf: (item: Value) => Value, calling: Calling): readonly Group[] {
  const found: Group[] = [];
  const bySign = new Map<string, Group[]>();
  for (const item of items) {
    const key = keyOf(item);
    const sign = signOf(key, calling);
    const near = bySign.get(sign) ?? [];
    const own = near.find((group) => equal(group.key, key, calling.spend));
    if (own !== undefined) {
      own.items.push(item);
      continue;
    }
    const fresh = { key, items: [item] };
    found.push(fresh);
    bySign.set(sign, [...near, fresh]);
  }
  return found;
}

/** Values that are equal have the same sign: 1, 1.0 and "1.00" are equal. */
function signOf(value: Value, calling: Calling): string {
  const figure = asDecimal(value);
  if (figure !== null) return `#${figure.toFixed()}`;
  if (typeof value === 'object' && value !== null && !isExact(value))
    return isMap(value)
      ? `{${keysOf(value, calling).toSorted().join(',')}`
      : `[${(value as readonly Value[]).length}`;
  return JSON.stringify(toJson(value, calling.spend));
}

function merged(given: readonly Value[], calling: Calling): Value {
  const maps = given.flatMap((one) => (Array.isArray(one) ? list(one, calling) : [one]));
  const made: [string, Value][] = [];
  for (const one of maps) {
    const from = map(one, calling);
    for (const key of keysOf(from, calling)) made.push([key, from[key] ?? null]);
  }
  return Object.fromEntries(made);
}

function chosen(of: Value | undefined, names: Value | undefined, kept: boolean, calling: Calling): Value {
  const wanted = new Set(list(names, calling));
  const from = map(of, calling);
  const keys = keysOf(from, calling).filter((key) => wanted.has(key) === kept);
  return Object.fromEntries(keys.map((key) => [key, from[key] ?? null]));
}

function chunked([of, by]: readonly Value[], calling: Calling): Value {
  const items = list(of, calling);
  const size = whole(by, { min: 1, max: MAX_PLACE }, calling);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
