import { type Decimal, sum } from '../../../base/decimal.ts';
import { figure } from '../../../base/figures.ts';
import type { AnalystFinding, Evidence } from './finding.ts';
import type { Cell, Table } from './read-context.ts';

const MAX_EVIDENCE = 5;
/** Fewer values than this say nothing about what is usual (AN-6). */
const MIN_FOR_FENCES = 8;
const MAX_GROUPS = 10;
/** Decimals a mean is shown with. */
const MEAN_DECIMALS = 2;
const HALF_UP = 1;

/** Fields that name a thing; they are neither added up nor compared (AN-4). */
const NAMING = /(^|[a-z_.-])(id|code|zip|postcode|phone|year|number|no|key)s?$/i;

/** Everything that can be counted or computed about one list, each with its places (AN-2). */
export function findInTable(table: Table, groupBy: string | null): readonly AnalystFinding[] {
  return [
    sizeOf(table),
    ...[...table.columns].flatMap(([field, cells]) => {
      const filled = cells.filter(({ value }) => !isEmpty(value));
      return [
        ...(isMeasure(field, filled) ? measured(table, field, filled as Measured[]) : []),
        ...gapsIn(table, field, cells),
        ...repeatsIn(table, field, filled),
      ];
    }),
    ...(groupBy === null ? [] : groupsOf(table, groupBy)),
  ];
}

type Measured = Cell & { readonly number: Decimal };

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'string' && value.trim() === '');
}

function isMeasure(field: string, cells: readonly Cell[]): boolean {
  return cells.length > 0 && !NAMING.test(field) && cells.every(({ number }) => number !== null);
}

function sizeOf({ path, rowCount, columns }: Table): AnalystFinding {
  const fields = [...columns.keys()].filter((name) => name !== 'value');
  const named = fields.length === 0 ? '' : `, with ${listed(fields)}`;
  const message = `${path} has ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}${named}.`;
  return { kind: 'count', rule: 'AN-3', field: '', message, evidence: [{ path, value: rowCount }] };
}

/** Total, mean and both ends of a column of numbers (AN-4), and what lies far off the rest (AN-6). */
function measured(table: Table, field: string, cells: readonly Measured[]): AnalystFinding[] {
  const label = labelOf(table, field);
  const total = sum(cells.map(({ number }) => number));
  const quotient = total.div(cells.length);
  const mean = quotient.round(MEAN_DECIMALS, HALF_UP);
  const about = mean.eq(quotient) ? '' : 'about ';
  const sorted = cells.toSorted((a, b) => a.number.cmp(b.number));
  const [min, max] = [sorted[0], sorted.at(-1)] as [Measured, Measured];
  const of = `${cells.length} ${cells.length === 1 ? 'value' : 'values'}`;
  const places = evidenceOf(cells);
  const found = (kind: AnalystFinding['kind'], message: string, evidence: readonly Evidence[]) => ({
    kind,
    rule: 'AN-4',
    field,
    message,
    evidence,
  });
  return [
    found('total', `${label} totals ${figure(total)} over ${of}.`, places),
    found('mean', `The mean of ${label} is ${about}${figure(mean)} over ${of}.`, places),
    found('highest', `The highest ${label} is ${figure(max.number)}, at ${max.path}.`, evidenceOf([max])),
    found('lowest', `The lowest ${label} is ${figure(min.number)}, at ${min.path}.`, evidenceOf([min])),
    ...farOff(label, field, sorted),
  ];
}

/** Tukey’s fences: further than 1.5 times the middle half’s width from it (J. W. Tukey, Exploratory Data Analysis, 1977). */
function farOff(label: string, field: string, sorted: readonly Measured[]): AnalystFinding[] {
  if (sorted.length < MIN_FOR_FENCES) return [];
  const at = (share: number) => (sorted[Math.round((sorted.length - 1) * share)] as Measured).number;
  const [lower, upper] = [at(0.25), at(0.75)];
  const reach = upper.minus(lower).times('1.5');
  const [from, to] = [lower.minus(reach), upper.plus(reach)];
  const outside = sorted.filter(({ number }) => number.lt(from) || number.gt(to));
  if (outside.length === 0) return [];
  const message = `${outside.length} of ${sorted.length} values of ${label} are outside ${figure(from)} to ${figure(to)} (1.5 times the interquartile range): ${placesIn(outside)}.`;
  return [{ kind: 'far-off', rule: 'AN-6', field, message, evidence: evidenceOf(outside) }];
}

/** Rows in which a field that others have is missing or empty (AN-7). */
function gapsIn(table: Table, field: string, cells: readonly Cell[]): AnalystFinding[] {
  const empty = cells.filter(({ value }) => isEmpty(value));
  const absent = Math.min(table.rowCount, looked(table)) - cells.length;
  if (empty.length + absent <= 0) return [];
  const message = `${labelOf(table, field)} is missing or blank in ${empty.length + absent} of ${table.rowCount} rows${empty.length > 0 ? `: ${placesIn(empty)}` : ''}.`;
  const evidence = empty.length > 0 ? evidenceOf(empty) : [{ path: table.path, value: absent }];
  return [{ kind: 'missing', rule: 'AN-7', field, message, evidence }];
}

/** Values that stand more than once in a field which names things (AN-8). */
function repeatsIn(table: Table, field: string, cells: readonly Cell[]): AnalystFinding[] {
  if (!/(^|[a-z_.-])(id|key)$/i.test(field)) return [];
  const seen = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = JSON.stringify(cell.value);
    const same = seen.get(key);
    if (same === undefined) seen.set(key, [cell]);
    else same.push(cell);
  }
  const repeated = [...seen.values()].filter((same) => same.length > 1);
  if (repeated.length === 0) return [];
  const all = repeated.flat();
  const message = `${repeated.length} ${repeated.length === 1 ? 'value' : 'values'} of ${labelOf(table, field)} ${repeated.length === 1 ? 'appears' : 'appear'} more than once: ${placesIn(all)}.`;
  return [{ kind: 'repeated', rule: 'AN-8', field, message, evidence: evidenceOf(all) }];
}

/** The total of each measure for each value of another field, the largest first (AN-5). */
function groupsOf(table: Table, groupBy: string): AnalystFinding[] {
  const keys = table.columns.get(groupBy);
  if (keys === undefined) return [];
  const groupAt = new Map(keys.map((cell) => [rowOf(cell.path), String(cell.value)]));
  return [...table.columns].flatMap(([field, cells]) => {
    const filled = cells.filter(({ value }) => !isEmpty(value));
    if (field === groupBy || !isMeasure(field, filled)) return [];
    const groups = new Map<string, Decimal[]>();
    for (const { path, number } of filled as Measured[]) {
      const group = groupAt.get(rowOf(path)) ?? '(none)';
      const known = groups.get(group);
      if (known === undefined) groups.set(group, [number]);
      else known.push(number);
    }
    const totals = [...groups].map(([group, numbers]) => ({
      group,
      total: sum(numbers),
      of: numbers.length,
    }));
    totals.sort((a, b) => b.total.cmp(a.total) || (a.group < b.group ? -1 : 1));
    const shown = totals
      .slice(0, MAX_GROUPS)
      .map(({ group, total, of }) => `${group} ${figure(total)} (${of})`);
    const more = totals.length > MAX_GROUPS ? `, and ${totals.length - MAX_GROUPS} more` : '';
    const message = `${labelOf(table, field)} by ${groupBy}: ${shown.join(', ')}${more}.`;
    return [{ kind: 'groups' as const, rule: 'AN-5', field, message, evidence: evidenceOf(filled) }];
  });
}

/** How many rows were looked at: as many as the fullest column has values. */
function looked({ columns, rowCount }: Table): number {
  const fullest = Math.max(0, ...[...columns.values()].map((cells) => cells.length));
  return columns.size === 0 ? rowCount : fullest;
}

function rowOf(path: string): string {
  return path.slice(0, path.lastIndexOf(']') + 1);
}

function labelOf(table: Table, field: string): string {
  return field === 'value' ? table.path : `${table.path}.${field}`;
}

function placesIn(cells: readonly Cell[]): string {
  const shown = cells.slice(0, MAX_EVIDENCE).map(({ path, value }) => `${path} (${JSON.stringify(value)})`);
  return `${shown.join(', ')}${cells.length > MAX_EVIDENCE ? ` and ${cells.length - MAX_EVIDENCE} more` : ''}`;
}

function evidenceOf(cells: readonly Cell[]): readonly Evidence[] {
  return cells.slice(0, MAX_EVIDENCE).map(({ path, value }) => ({ path, value }));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12);
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more fields` : ''}`;
}
