import { type Decimal, decimal, isDecimal } from '../../../base/decimal.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import type { Evidence } from './finding.ts';

/** How much of what came in is looked at; more is left out, and that is said (AN-1). */
export const MAX_ROWS = 10_000;
const MAX_FIELDS = 60;
const MAX_DEPTH = 6;
const MAX_SINGLES = 500;
const MAX_TABLES = 10;

/** One value of a column, and where it stands. */
export interface Cell extends Evidence {
  /** The value as an exact number, when it is one. */
  readonly number: Decimal | null;
}

/** A list of records or of plain values. */
export interface Table {
  /** Such as `deals`; `input` when the list is the whole. */
  readonly path: string;
  readonly rowCount: number;
  /** Fields in the order they first stand in; a list of plain values has one, called `value`. */
  readonly columns: ReadonlyMap<string, readonly Cell[]>;
}

/** What came in as the analyst sees it: lists, and single values beside them. */
export interface Context {
  readonly tables: readonly Table[];
  readonly singles: readonly Evidence[];
  /** True when something was too much to be looked at. */
  readonly cut: boolean;
}

/** Reads what came in. Lists inside of lists are not opened. */
export function readContext(given: JsonValue): Context {
  const tables: Table[] = [];
  const singles: Evidence[] = [];
  let cut = false;
  const look = (value: JsonValue, path: string, depth: number): void => {
    if (Array.isArray(value)) {
      if (tables.length >= MAX_TABLES) cut = true;
      else if (value.length > 0) tables.push(tableOf(value, path));
      cut ||= value.length > MAX_ROWS;
      return;
    }
    if (!isObject(value)) {
      if (singles.length >= MAX_SINGLES) cut = true;
      else if (value !== null) singles.push({ path: path === '' ? 'input' : path, value });
      return;
    }
    if (depth >= MAX_DEPTH) cut = true;
    else
      for (const [key, inner] of Object.entries(value))
        look(inner, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  look(given, '', 0);
  return { tables, singles, cut };
}

/** The value as an exact number: a JSON number or a plain decimal text (WF-10); else null. */
export function numberOf(value: JsonValue): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? decimal(String(value)) : null;
  return isDecimal(value) ? decimal(value) : null;
}

function tableOf(list: readonly JsonValue[], path: string): Table {
  const here = path === '' ? 'input' : path;
  const columns = new Map<string, Cell[]>();
  const put = (field: string, value: JsonValue, at: string) => {
    const known = columns.get(field);
    if (known === undefined && columns.size >= MAX_FIELDS) return;
    const cells = known ?? [];
    if (known === undefined) columns.set(field, cells);
    cells.push({ path: at, value, number: numberOf(value) });
  };
  list.slice(0, MAX_ROWS).forEach((row, at) => {
    const place = `${here}[${at}]`;
    if (isObject(row)) for (const [field, value] of fieldsOf(row)) put(field, value, `${place}.${field}`);
    else if (!Array.isArray(row)) put('value', row, place);
  });
  return { path: here, rowCount: list.length, columns };
}

function fieldsOf(row: JsonObject): readonly [string, JsonValue][] {
  return Object.entries(row).filter(([, value]) => !isObject(value) && !Array.isArray(value));
}
