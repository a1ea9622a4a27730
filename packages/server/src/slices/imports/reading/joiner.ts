import type { Mapping } from '@attain/contract/imports';
import { columnNames } from './column-names.ts';
import type { ImportLimits } from './limits.ts';
import { openSource } from './open-source.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A second file whose columns are added to the rows of the first, and how it is read. */
export interface LookupFile {
  readonly path: string;
  readonly fileName: string;
  readonly header: boolean;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  readonly join: NonNullable<Mapping['lookups']>[number];
}

/** A row with the columns of all lookups; `missing`: the first file that has no row for it. */
export interface JoinedRow {
  readonly cells: readonly string[];
  readonly missing: {
    readonly lookup: LookupFile;
    readonly value: string;
    readonly columns: readonly number[];
  } | null;
}

interface Loaded {
  readonly lookup: LookupFile;
  readonly headers: readonly string[];
  readonly rows: ReadonlyMap<string, readonly string[]>;
  readonly blank: readonly string[];
}

/** Rows and characters of one second file, which is kept in memory. */
const MAX_ROWS = 200_000;
const MAX_CHARS = 60_000_000;

/** Adds the columns of second files to rows, by values that agree apart from case and outer spaces. */
export class Joiner {
  readonly #loaded: readonly Loaded[];

  private constructor(loaded: readonly Loaded[]) {
    this.#loaded = loaded;
  }

  /** Reads the files; throws UnreadableFile if one is too large, or two of its rows have the same key. */
  static async load(lookups: readonly LookupFile[], limits: ImportLimits): Promise<Joiner> {
    const loaded: Loaded[] = [];
    for (const lookup of lookups) loaded.push(await load(lookup, limits));
    return new Joiner(loaded);
  }

  /** The names of the added columns: `Orders.OrderDate`. */
  names(): string[] {
    return this.#loaded.flatMap(({ lookup, headers }) =>
      headers.map((name) => `${lookup.join.name}.${name}`),
    );
  }

  join(own: readonly string[]): JoinedRow {
    if (this.#loaded.length === 0) return { cells: own, missing: null };
    const cells = [...own];
    let missing: JoinedRow['missing'] = null;
    for (const { lookup, rows, blank } of this.#loaded) {
      const columns = lookup.join.on.map(({ column }) => column);
      const found = rows.get(keyOf(columns, cells));
      if (found === undefined && columns.length > 0)
        missing ??= { lookup, value: columns.map((at) => cells[at] ?? '').join(' · '), columns };
      cells.push(...(found ?? blank));
    }
    return { cells, missing };
  }
}

async function load(lookup: LookupFile, limits: ImportLimits): Promise<Loaded> {
  const { path, fileName, delimiter, sheet, join } = lookup;
  const choices = { ...(delimiter !== null && { delimiter }), ...(sheet !== null && { sheet }) };
  const source = await openSource({ path, fileName, limits, choices });
  const headers = columnNames(source.head[0] ?? [], lookup.header);
  const blank = headers.map(() => '');
  const keys = join.on.map(({ key }) => key);
  const rows = new Map<string, readonly string[]>();
  const lines = new Map<string, number>();
  let skip = lookup.header ? 1 : 0;
  let chars = 0;
  const walk = source.walk((cells, line, text) => {
    if (skip-- > 0 || keys.length === 0) return;
    chars += text.length;
    if (rows.size >= MAX_ROWS || chars > MAX_CHARS) throw tooLarge(fileName);
    const key = keyOf(keys, cells);
    const before = rows.get(key);
    const row = blank.map((_, at) => cells[at] ?? '');
    if (before?.some((cell, at) => cell !== row[at]))
      throw repeated(lookup, { headers, line, first: lines.get(key) ?? 0, cells: row });
    if (before !== undefined) return;
    rows.set(key, row);
    lines.set(key, line);
  });
  for (const _ of walk);
  return { lookup, headers, rows, blank };
}

function keyOf(columns: readonly number[], cells: readonly string[]): string {
  return columns.map((at) => (cells[at] ?? '').trim().toLowerCase()).join('\0');
}

function tooLarge(fileName: string): UnreadableFile {
  return new UnreadableFile(
    'TOO_MANY_ROWS',
    `“${fileName}” has more than ${MAX_ROWS} rows or 60 MB, too many for a second file. Use it as the main file.`,
  );
}

function repeated(
  { fileName, join }: LookupFile,
  found: { headers: readonly string[]; line: number; first: number; cells: readonly string[] },
): UnreadableFile {
  const names = join.on.map(({ key }) => found.headers[key]).join(' + ');
  const value = join.on
    .map(({ key }) => found.cells[key])
    .join(' · ')
    .slice(0, 60);
  return new UnreadableFile(
    'REPEATED_KEY',
    `“${fileName}” has ${names} ${value} on lines ${found.first} and ${found.line}. Join by columns whose values are unique, or use it as the main file.`,
  );
}
