import type { FileControl } from '@attain/contract/control-totals';
import type { ImportTotal, Mapping } from '@attain/contract/imports';
import { decimal } from '@attain/domain/base/decimal';
import { allKinds } from '../kinds/all-kinds.ts';
import { type FileKind, type Kind, OWN_FIELDS } from '../kinds/kind.ts';
import type { JoinedRow } from '../reading/joiner.ts';
import { compileRowCheck, isWhole, type RowCheck, type RowContext } from './check-row.ts';
import { ControlReader } from './control-reader.ts';
import { copyValue } from './copy-text.ts';
import { DuplicateFinder } from './duplicates.ts';
import { reportReader } from './report-row.ts';
import { compileFilters } from './row-filter.ts';
import type { RowProblem } from './row-problem.ts';
import { RunningSum } from './running-sum.ts';

/** Totals of a file. Rows with errors are counted, but neither totaled nor sampled. */
export interface FileTotals {
  readonly rows: number;
  readonly badRows: number;
  /** Rows that are not imported on purpose, by reason. */
  readonly skipped: readonly { readonly reason: string; readonly rows: number }[];
  readonly warnings: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly totals: readonly ImportTotal[];
  readonly controls: readonly FileControl[];
  /** The first good rows, by field. */
  readonly sample: readonly Readonly<Record<string, string | null>>[];
}

/** A row that is not imported on purpose. */
export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
  readonly source: string;
}

/** A row with errors. */
export interface BadRow {
  readonly line: number;
  /** Its text; empty if it is too long to be kept. */
  readonly source: string;
  /** The fields of its key; null: not all of them could be read. */
  readonly key: readonly (string | null)[] | null;
  /** The record it needs. */
  readonly needs: string | null;
}

export const SAMPLE_ROWS = 20;
/** Reasons that are counted one by one, and rows that are listed. */
export const MAX_REASONS = 50;
export const MAX_LISTED = 100_000;
const MAX_SOURCE = 2_000;
/** Characters that are kept of one row with errors, and of all of them; a longer row is kept without its text. */
export const MAX_BAD_ROW = 32_000;
export const MAX_BAD_ROWS = 64_000_000;
export const OTHER_REASONS = 'Other reasons';

/** Checks rows and gathers the good ones as COPY text (line, source, then the kind's stored fields) until they are taken. */
export class RowGatherer {
  readonly #kind: Kind;
  readonly #check: RowCheck;
  readonly #filter: ReturnType<typeof compileFilters>;
  readonly #names: readonly string[];
  readonly #partOfReport: ReturnType<typeof reportReader>;
  readonly #controls: ControlReader;
  readonly #stored: readonly number[];
  readonly #key: readonly number[];
  readonly #needs: number;
  readonly #keyColumn: string | null;
  readonly #seen = new DuplicateFinder();
  readonly #sums = new Map<string, { readonly all: RunningSum; readonly negative: RunningSum }>();
  readonly #sample: Record<string, string | null>[] = [];
  readonly #columns: { amount: number; unit: number; currency: number; from: number; to: number };
  #copy: string[] = [];
  #copyLength = 0;
  #skipped: SkippedRow[] = [];
  #bad: BadRow[] = [];
  #badLength = 0;
  #badKept = 0;
  readonly #skips = new Map<string, number>();
  #listed = 0;
  #rows = 0;
  #badRows = 0;
  #warnings = 0;
  #from: string | null = null;
  #to: string | null = null;

  constructor(kindName: FileKind, mapping: Mapping, context: RowContext) {
    const kind = allKinds[kindName];
    const at = (name: string | null | undefined) => kind.fields.findIndex((field) => field.field === name);
    this.#kind = kind;
    this.#check = compileRowCheck(kindName, mapping, context);
    this.#names = context.columnNames;
    const { header, decimal: sign } = mapping;
    this.#partOfReport = reportReader({ names: this.#names, header, decimal: sign });
    this.#controls = new ControlReader(mapping.controls ?? [], this.#names, sign);
    this.#filter = compileFilters(mapping, {
      ...context,
      decimal: mapping.decimal,
      date: mapping.date,
      as: 'percent',
    });
    this.#stored = kind.stored.map((name) => (name === OWN_FIELDS ? kind.fields.length : at(name)));
    this.#key = kind.key.map(at);
    this.#needs = at(kind.needs);
    this.#keyColumn = keyColumns(kind, mapping, context.columnNames);
    this.#columns = {
      amount: at(kind.total?.amount),
      unit: at(kind.total?.unit),
      currency: at(kind.total?.currency),
      from: at(kind.days?.from),
      to: at(kind.days?.to),
    };
  }

  /** Characters of COPY text, problems, rows with errors and skipped rows that wait to be taken. */
  get waiting(): number {
    return this.#copyLength + this.#badLength + (this.#check.problems.length + this.#skipped.length) * 300;
  }

  get rows(): number {
    return this.#rows;
  }

  add(cells: readonly string[], line: number, source: string): void {
    this.#rows++;
    const before = this.#check.problems.length;
    // a row that is cut or shifted is an error, whatever its columns seem to say
    const filtered = isWhole(cells, this.#names.length) ? this.#filter(cells) : null;
    if (filtered !== null) {
      const part = this.#partOf(cells);
      if (part === null) this.#controls.record(cells);
      if (part !== null) this.#skip(part, line, source);
      else if ('skip' in filtered) this.#skip(filtered.skip, line, source);
      else this.#reject(filtered, line, source);
      return;
    }
    let good = this.#check.check(cells, line, source);
    const part = good || this.#check.skip !== null ? null : this.#partOf(cells);
    if (part === null) this.#controls.record(cells);
    const skip = this.#check.skip ?? part;
    if (skip !== null) {
      this.#check.problems.length = before;
      this.#skip(skip, line, source);
      return;
    }
    if (!this.#isFirst(line, good)) good = false;
    if (this.#check.problems.length > before) this.#countWarnings(before);
    if (!good) {
      this.#addBad(line, source, { key: this.#readKey(), needs: this.#check.values[this.#needs] ?? null });
      return;
    }
    this.#remember();
    this.#write(line, source);
  }

  /** Adds a row with the columns of second files. Without a match it is an error, skipped, or has blanks. */
  addJoined({ cells, missing }: JoinedRow, line: number, source: string): void {
    const treat = missing?.lookup.join.missing ?? 'blank';
    if (missing === null || treat === 'blank') {
      this.add(cells, line, source);
      return;
    }
    // what a filter skips needs no match
    const filtered = this.#filter(cells);
    if ((filtered !== null && 'skip' in filtered) || this.#partOfReport(cells) !== null) {
      this.add(cells, line, source);
      return;
    }
    this.#rows++;
    this.#controls.record(cells);
    const { lookup, value, columns } = missing;
    const names = columns.map((column) => this.#names[column]).join(' + ');
    if (treat === 'skip') this.#skip(`No match in ${lookup.join.name}`, line, source);
    else {
      const problem = `${lookup.fileName} has no row for ${names} ${value.slice(0, 60)}.`;
      this.#reject(
        { problem, columns, fix: 'Add the row to that file, or import rows without a match as well.' },
        line,
        source,
      );
    }
  }

  /** Returns the batch and starts a new one. */
  take(): { copy: string; problems: RowProblem[]; skipped: SkippedRow[]; bad: BadRow[] } {
    const taken = {
      copy: this.#copy.join(''),
      problems: this.#check.problems,
      skipped: this.#skipped,
      bad: this.#bad,
    };
    this.#bad = [];
    this.#badLength = 0;
    this.#copy = [];
    this.#skipped = [];
    this.#copyLength = 0;
    this.#check.problems = [];
    return taken;
  }

  totals(): FileTotals {
    const totals = [...this.#sums].map(([key, sum]) => {
      const [unit = '', currency = ''] = key.split('\0');
      const amount = sum.all.text();
      const total = { unit, currency: currency === '' ? null : currency, amount, rows: sum.all.rows };
      if (sum.negative.rows === 0) return total;
      const gross = decimal(amount).minus(decimal(sum.negative.text()).times(2)).toFixed();
      return { ...total, gross };
    });
    totals.sort((a, b) => b.rows - a.rows);
    const skipped = [...this.#skips].map(([reason, rows]) => ({ reason, rows }));
    skipped.sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1));
    const counts = { rows: this.#rows, badRows: this.#badRows, skipped, warnings: this.#warnings };
    const controls = this.#controls.found();
    return { ...counts, from: this.#from, to: this.#to, totals, controls, sample: this.#sample };
  }

  /** Which part of a report the row is; null: it is a record. Total rows can state control totals. */
  #partOf(cells: readonly string[]): ReturnType<ReturnType<typeof reportReader>> {
    const part = this.#partOfReport(cells);
    if (part === 'Total row') this.#controls.total(cells);
    return part;
  }

  #skip(reason: string, line: number, source: string): void {
    const known = this.#skips.has(reason) || this.#skips.size < MAX_REASONS;
    const counted = known ? reason : OTHER_REASONS;
    this.#skips.set(counted, (this.#skips.get(counted) ?? 0) + 1);
    if (this.#listed++ >= MAX_LISTED) return;
    this.#skipped.push({ line, reason, source: source.slice(0, MAX_SOURCE).replaceAll('\0', '␀') });
  }

  #addBad(line: number, source: string, read: Pick<BadRow, 'key' | 'needs'>): void {
    if (this.#badRows++ >= MAX_LISTED) return;
    const isKept = source.length <= MAX_BAD_ROW && this.#badKept + source.length <= MAX_BAD_ROWS;
    const kept = isKept ? source.replaceAll('\0', '␀') : '';
    this.#bad.push({ line, source: kept, ...read });
    this.#badLength += kept.length;
    this.#badKept += kept.length;
  }

  /** The key of the row just checked; null if a part of it has an error, or is missing. */
  #readKey(): BadRow['key'] {
    const { days, fields, key } = this.#kind;
    if (this.#check.isBad('')) return null;
    const values = this.#key.map((at) => this.#check.values[at] ?? null);
    const isRead = key.every((name, i) => {
      const isNeeded = name === days?.from || name === days?.to || fields[this.#key[i] ?? -1]?.required;
      return !this.#check.isBad(name) && (values[i] !== null || !isNeeded);
    });
    return isRead ? values : null;
  }

  #reject(
    found: { problem: string; columns: readonly number[]; fix?: string },
    line: number,
    source: string,
  ): void {
    this.#addBad(line, source, { key: null, needs: null });
    this.#check.problems.push({
      line,
      column: found.columns.map((column) => this.#names[column]).join(' + ') || null,
      field: null,
      value: source.slice(0, 200).replaceAll('\0', '␀'),
      severity: 'error',
      reason: found.problem,
      fix: found.fix ?? 'Correct the row, or change the filter in the mapping.',
    });
  }

  #isFirst(line: number, good: boolean): boolean {
    const { values } = this.#check;
    let key = '';
    for (const at of this.#key) {
      const value = values[at] ?? null;
      // A row with an incomplete key already has an error; in a valid row a blank component is a value like any other.
      if (value === null && !good) return true;
      key = this.#key.length === 1 ? (value ?? '') : `${key}${value ?? ''}\0`;
    }
    const first = this.#seen.firstLineOf(key, line);
    if (first === 0) return true;
    const names = this.#key.map((at) => this.#kind.fields[at]?.label.toLowerCase() ?? '');
    this.#check.problems.push({
      line,
      column: this.#keyColumn,
      field: this.#kind.key[0] ?? null,
      value: key.replaceAll('\0', ' ').trim().slice(0, 200),
      severity: 'error',
      reason: `The same ${names.join(', ')} is already on line ${first}.`,
      fix: `Remove line ${first} or line ${line}${this.#kind.name === 'deals' ? ', or join a second column to the id (order number and line)' : ''}.`,
    });
    return false;
  }

  #countWarnings(before: number): void {
    const { problems } = this.#check;
    for (let i = before; i < problems.length; i++) if (problems[i]?.severity === 'warning') this.#warnings++;
  }

  #remember(): void {
    const { values } = this.#check;
    const { amount, unit, currency, from, to } = this.#columns;
    const value = amount < 0 ? null : (values[amount] ?? null);
    if (value !== null) {
      const key = `${values[unit] ?? ''}\0${values[currency] ?? ''}`;
      let sum = this.#sums.get(key);
      if (sum === undefined) {
        sum = { all: new RunningSum(), negative: new RunningSum() };
        this.#sums.set(key, sum);
      }
      sum.all.add(value);
      if (value.startsWith('-')) sum.negative.add(value);
    }
    const first = from < 0 ? null : (values[from] ?? null);
    if (first !== null && (this.#from === null || first < this.#from)) this.#from = first;
    const last = to < 0 ? null : (values[to] ?? first);
    if (last !== null && (this.#to === null || last > this.#to)) this.#to = last;
    if (this.#sample.length < SAMPLE_ROWS) {
      this.#sample.push(
        Object.fromEntries(
          this.#stored.flatMap((at) => {
            const field = this.#kind.fields[at]?.field;
            return field === undefined
              ? Object.entries(ownValues(values[at] ?? null))
              : [[field, values[at] ?? null] as const];
          }),
        ),
      );
    }
  }

  #write(line: number, source: string): void {
    const { values } = this.#check;
    let text = `${line}\t${copyValue(source)}`;
    for (const at of this.#stored) text += `\t${copyValue(values[at] ?? null)}`;
    text += '\n';
    this.#copy.push(text);
    this.#copyLength += text.length;
  }
}

/** The own fields of a row, by name. */
export function ownValues(text: string | null): Record<string, string | null> {
  return text === null ? {} : (JSON.parse(text) as Record<string, string | null>);
}

/** The headers from which the key of a row is read, a period in place of its two days; null where all of it is one for all rows. */
function keyColumns({ key }: Kind, { fields }: Mapping, names: readonly string[]): string | null {
  const columns = [...key, 'period'].flatMap((field) => {
    const source = Object.hasOwn(fields, field) ? fields[field] : undefined;
    return source !== undefined && 'columns' in source ? source.columns : [];
  });
  if (columns.length === 0) return null;
  return [...new Set(columns)].map((column) => names[column] ?? `Column ${column + 1}`).join(' + ');
}
