import type { Mapping } from '@attain/contract/imports';
import { allKinds } from './kinds/all-kinds.ts';
import type { FileKind, KindField } from './kinds/kind.ts';
import type { ColumnLook } from './reading/guess-shape.ts';
import type { FilePreview } from './reading/preview-source.ts';

/**
 * Proposes the field of each column from headers and values, and the format of numbers and dates. `currency` (ISO) is
 * used for money if the file has no currency column. Unclear fields are omitted; checkMapping then reports them.
 */
export function proposeMapping(kindName: FileKind, preview: FilePreview, currency: string): Mapping {
  const kind = allKinds[kindName];
  const fields: Mapping['fields'] = {};
  const names = namesOf(preview);
  if (preview.hasHeader) {
    const taken = new Set<number>();
    for (const fits of [isNamed, mayBeNamed, isContained])
      pairUp(bestPairs(kind.fields, fits, { names, looks: preview.columns }), fields, {
        taken,
        alone: fits !== isNamed,
      });
  }
  joinNames(fields, kind.fields, names);
  joinLineNumber(fields, names, preview);
  settlePercents(fields, kind.fields, preview.columns);
  if (['deals', 'adjustments', 'receipts'].includes(kindName) && !Object.hasOwn(fields, 'currency'))
    fields.currency = { constant: currency };
  if (kindName === 'quotas' && 'from' in fields && !('to' in fields) && !('length' in fields))
    fields.length = { constant: 'quarter' };
  const filter = kindName === 'deals' ? wonRows(preview, names) : null;
  return {
    header: preview.hasHeader,
    ...(preview.delimiter === null ? {} : { delimiter: preview.delimiter }),
    ...(preview.sheet === null ? {} : { sheet: preview.sheet }),
    decimal: decimalOf(kind.fields, fields, preview.columns),
    date: dateOrderOf(preview.columns),
    fields,
    ...(filter && { filters: [filter] }),
  };
}

const STAGES = /^(?:deal|opportunity|sales|pipeline)?(?:stage|stagename|status)$|^phase$/;
const WON = /^(?:closed\s*[-/]?\s*)?won$|^gewonnen$|^gagnée?$|^ganad[ao]$/i;

/** Of a CRM export with all stages, only the won deals are imported. */
function wonRows(
  { values, hasHeader }: FilePreview,
  names: readonly string[],
): NonNullable<Mapping['filters']>[number] | null {
  if (!hasHeader) return null;
  for (const [column, name] of names.entries()) {
    const won = STAGES.test(name) ? (values[column] ?? []).filter((value) => WON.test(value)) : [];
    if (won.length > 0) return { column, keep: 'listed', values: won };
  }
  return null;
}

interface Pair {
  readonly field: KindField;
  readonly column: number;
  readonly score: number;
}

/** How well a header fits a field, higher is better, 0: not at all. */
type Fits = (field: KindField, name: string, look: ColumnLook | undefined) => number;

/** Questions only a person can answer, as text for the mapping step: an amount if the file has a unit price. */
export function mappingQuestions(
  kindName: FileKind,
  { headers, hasHeader }: FilePreview,
  mapping: Mapping,
): string[] {
  if (kindName !== 'deals' || !hasHeader || Object.hasOwn(mapping.fields, 'amount')) return [];
  const names = headers.map(normalized);
  const price = names.findIndex((name) => isUnitPrice(name, names));
  if (price < 0) return [];
  const quantity = names.findIndex(isQuantity);
  const beside = quantity < 0 ? '' : ` and “${headers[quantity]}” a quantity`;
  const product = quantity < 0 ? '…' : `number["${headers[price]}"] * number["${headers[quantity]}"]`;
  return [
    `“${headers[price]}” is a unit price${beside}. Choose a column with the total amount, or compute it: ${product}.`,
  ];
}

const isQuantity = (name: string) => /quantity|qty|unitssold|^(?:units|pieces|menge|anzahl)$/.test(name);

/** A price of one piece is never the amount of a deal: by its name, or because a quantity is next to it. */
function isUnitPrice(name: string, names: readonly string[]): boolean {
  if (/unitprice|priceeach|priceper|listprice|itemprice|einzelpreis|stuckpreis/.test(name)) return true;
  return name.includes('price') && !/total|extended|sum/.test(name) && names.some(isQuantity);
}

/** Fields and columns that fit, best first. */
function bestPairs(
  fields: readonly KindField[],
  fits: Fits,
  { names, looks }: { names: readonly string[]; looks: readonly ColumnLook[] },
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const field of fields) {
    names.forEach((name, column) => {
      const never = name === '' || (field.field === 'amount' && isUnitPrice(name, names));
      const score = never ? 0 : fits(field, name, looks[column]);
      if (score > 0) pairs.push({ field, column, score });
    });
  }
  return pairs.sort((a, b) => b.score - a.score || a.column - b.column);
}

/** Gives each field its best column; `alone`: only where no second column fits it, for the choice is not a guess then. */
function pairUp(
  pairs: readonly Pair[],
  fields: Mapping['fields'],
  { taken, alone }: { taken: Set<number>; alone: boolean },
): void {
  const free = pairs.filter(({ column }) => !taken.has(column));
  for (const { field, column } of free) {
    if (Object.hasOwn(fields, field.field) || taken.has(column)) continue;
    if (alone && free.some((other) => other.field === field && other.column !== column)) continue;
    taken.add(column);
    fields[field.field] = { columns: [column] };
  }
}

/** A synonym, an earlier one better than a later one; values of the wrong sort rule a column out. */
const isNamed: Fits = (field, name, look) => {
  const place = field.hints.indexOf(name);
  return place >= 0 && (look === undefined || suits(field, look, true)) ? 1000 - place : 0;
};

/** A word that can mean other things too: the values have to be of the field's sort for it to count. */
const mayBeNamed: Fits = (field, name, look) => {
  if (!field.mayBe?.includes(name) || look === undefined || look.filled === 0) return 0;
  const max = look.filled * 0.6;
  const is = field.type === 'date' ? look.dates >= max || look.serials >= max : suits(field, look, true);
  return is ? 1 : 0;
};

/** A header that holds a synonym. */
const isContained: Fits = (field, name, look) => {
  const place = field.hints.findIndex((hint) => hint.length >= 5 && name.includes(hint));
  return place >= 0 && (look === undefined || suits(field, look, false)) ? 500 - place : 0;
};

function suits(field: KindField, look: ColumnLook, named: boolean): boolean {
  if (look.filled === 0) return !field.required;
  const max = look.filled * 0.6;
  switch (field.type) {
    case 'date':
      return look.dates >= max || look.serials >= max || look.numbers + look.dates < look.filled * 0.2;
    case 'number':
    case 'positive':
    case 'percent':
      // A column of exactly this name without numbers is an error and must be reported; if omitted, it would count as
      // blank.
      return look.dates < max && (named || look.numbers > 0);
    case 'currency':
    case 'unit':
    case 'email':
    case 'status':
      return look.dates + look.numbers < max;
    default:
      return look.dates < max;
  }
}

/** First and last name together are a name; one alone is not. */
function joinNames(fields: Mapping['fields'], known: readonly KindField[], names: readonly string[]): void {
  if (Object.hasOwn(fields, 'name') || !known.some(({ field, type }) => field === 'name' && type === 'text'))
    return;
  const first = names.findIndex((name) => /^(?:first|given|fore)name$|^vorname$/.test(name));
  const last = names.findIndex((name) => /^(?:last|family|sur)name$|^nachname$/.test(name));
  if (first >= 0 && last >= 0) fields.name = { columns: [first, last] };
}

/**
 * An order number that repeats is no id; with its line number, or its product, it is one. The repeated id of a deal is
 * never extended by the product: it may be a deal that was exported twice, which the import must report.
 */
function joinLineNumber(
  fields: Mapping['fields'],
  names: readonly string[],
  { columns: looks, rows }: FilePreview,
): void {
  const id = fields.id;
  if (id === undefined || !('columns' in id)) return;
  const [column = 0] = id.columns;
  const look = looks[column];
  if (look === undefined || look.distinct === look.filled) return;
  const line = names.findIndex((name) => /(?:line|item|position)(?:no|nr|num|number|id)$|^line$/.test(name));
  if (line >= 0) {
    id.columns.push(line);
    return;
  }
  if (!/order|invoice|document|auftrag|rechnung|beleg/.test(names[column] ?? '')) return;
  const product = names.findIndex((name) => /^product(?:id|key|no|nr|number|code)?$|^sku$/.test(name));
  const pairs = new Set(rows.map((row) => `${row[column]}\0${row[product]}`));
  if (product >= 0 && pairs.size === rows.length) id.columns.push(product);
}

/** The names of the columns as they are compared; those of a second file without the file's name. */
export function namesOf({ headers, ownColumns = headers.length }: FilePreview): string[] {
  return headers.map((header, at) =>
    normalized(at < ownColumns ? header : header.slice(header.indexOf('.') + 1)),
  );
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
