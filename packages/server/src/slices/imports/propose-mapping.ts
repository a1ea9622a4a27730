import type { Mapping } from '@attain/contract/imports';
import { allKinds } from './kinds/all-kinds.ts';
import type { FileKind, KindField } from './kinds/kind.ts';
import type { ColumnLook } from './reading/guess-shape.ts';
import type { FilePreview } from './reading/preview-source.ts';

/**
 * Proposes which column is which field, from the headers and from what the values look like, and how numbers and dates
 * are written. `currency` (ISO) fills in for money when the file has no currency column.
 * What cannot be told is left out: checkMapping then says what is missing.
 */
export function proposeMapping(kindName: FileKind, preview: FilePreview, currency: string): Mapping {
  const kind = allKinds[kindName];
  const fields: Mapping['fields'] = {};
  const names = preview.headers.map(normalized);
  const taken = new Set<number>();
  if (preview.hasHeader) {
    for (const { field, column } of bestPairs(kind.fields, names, preview.columns)) {
      if (Object.hasOwn(fields, field.field) || taken.has(column)) continue;
      taken.add(column);
      fields[field.field] = { columns: [column] };
    }
  }
  joinLineNumber(fields, names, preview.columns);
  settlePercents(fields, kind.fields, preview.columns);
  if (kindName === 'deals' && !Object.hasOwn(fields, 'currency')) fields.currency = { constant: currency };
  if (kindName === 'quotas' && 'from' in fields && !('to' in fields) && !('length' in fields))
    fields.length = { constant: 'quarter' };
  return {
    header: preview.hasHeader,
    ...(preview.delimiter === null ? {} : { delimiter: preview.delimiter }),
    ...(preview.sheet === null ? {} : { sheet: preview.sheet }),
    decimal: decimalOf(kind.fields, fields, preview.columns),
    date: dateOrderOf(preview.columns),
    fields,
  };
}

/** Fields and columns by how well they fit, best first. */
function bestPairs(fields: readonly KindField[], names: readonly string[], looks: readonly ColumnLook[]) {
  const pairs: { field: KindField; column: number; score: number }[] = [];
  for (const field of fields) {
    names.forEach((name, column) => {
      const score = scoreOf(field, name, looks[column]);
      if (score > 0) pairs.push({ field, column, score });
    });
  }
  return pairs.sort((a, b) => b.score - a.score || a.column - b.column);
}

/** An exact synonym beats a contained one, an earlier synonym a later one; values of the wrong sort rule a column out. */
function scoreOf(field: KindField, name: string, look: ColumnLook | undefined): number {
  const exact = field.hints.indexOf(name);
  if (name === '' || (look !== undefined && !suits(field, look, exact >= 0))) return 0;
  if (exact >= 0) return 1000 - exact;
  const inside = field.hints.findIndex((hint) => hint.length >= 5 && name.includes(hint));
  return inside >= 0 ? 500 - inside : 0;
}

function suits(field: KindField, look: ColumnLook, named: boolean): boolean {
  if (look.filled === 0) return !field.required;
  const most = look.filled * 0.6;
  switch (field.type) {
    case 'date':
      return look.dates >= most || look.serials >= most || look.numbers + look.dates < look.filled * 0.2;
    case 'number':
    case 'positive':
    case 'percent':
      // a column of that very name whose texts are no numbers is wrong, and must be told: left out, it would count as empty
      return look.dates < most && (named || look.numbers > 0);
    case 'currency':
    case 'unit':
    case 'email':
    case 'status':
      return look.dates + look.numbers < most;
    default:
      return look.dates < most;
  }
}

/** An order number that repeats is no id; with its line number it is one. */
function joinLineNumber(
  fields: Mapping['fields'],
  names: readonly string[],
  looks: readonly ColumnLook[],
): void {
  const id = fields.id;
  if (id === undefined || !('columns' in id)) return;
  const [column = 0] = id.columns;
  const look = looks[column];
  if (look === undefined || look.distinct === look.filled) return;
  const line = names.findIndex((name) => /(?:line|item|position)(?:no|nr|num|number|id)$|^line$/.test(name));
  if (line >= 0) id.columns.push(line);
}

/** A rate column without percent signs and with nothing above 1 holds fractions. */
function settlePercents(
  fields: Mapping['fields'],
  known: readonly KindField[],
  looks: readonly ColumnLook[],
): void {
  for (const { field, type } of known) {
    const source = fields[field];
    if (type !== 'percent' || source === undefined || !('columns' in source)) continue;
    const look = looks[source.columns[0] ?? -1];
    if (look === undefined || look.numbers === 0) continue;
    source.as = look.percentSigns === 0 && look.maxAbs <= 1 ? 'fraction' : 'percent';
  }
}

function decimalOf(
  known: readonly KindField[],
  fields: Mapping['fields'],
  looks: readonly ColumnLook[],
): '.' | ',' {
  let points = 0;
  let commas = 0;
  for (const { field, type } of known) {
    const source = fields[field];
    if (source === undefined || !('columns' in source) || !['number', 'positive', 'percent'].includes(type))
      continue;
    const look = looks[source.columns[0] ?? -1];
    points += look?.points ?? 0;
    commas += look?.commas ?? 0;
  }
  return commas > points ? ',' : '.';
}

/** `iso` unless the sample holds a date that can only be read one way; ambiguous dates then are problems, not guesses. */
function dateOrderOf(looks: readonly ColumnLook[]): 'iso' | 'dmy' | 'mdy' {
  const dayFirst = looks.reduce((sum, look) => sum + look.dayFirst, 0);
  const monthFirst = looks.reduce((sum, look) => sum + look.monthFirst, 0);
  if (dayFirst === monthFirst) return 'iso';
  return dayFirst > monthFirst ? 'dmy' : 'mdy';
}

function normalized(header: string): string {
  return header
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
}
