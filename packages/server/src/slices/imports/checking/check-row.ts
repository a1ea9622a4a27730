import type { Mapping } from '@attain/contract/imports';
import type { Split } from '@attain/domain/crediting/deal';
import type { PlanCalendar } from '@attain/domain/plans/plan-calendar';
import type { PersonFinder } from '@attain/domain/quotas/participant-names';
import { allKinds } from '../kinds/all-kinds.ts';
import type { FieldType, FileKind, KindField, RowValues, RowVoice } from '../kinds/kind.ts';
import { CELL_ERROR, FORMULA_WITHOUT_RESULT, shownCell } from '../reading/formula-mark.ts';
import { withoutHidden } from '../reading/hidden-characters.ts';
import { UnreadableFile } from '../reading/unreadable-file.ts';
import type { DateLimits } from './dates.ts';
import type { Fail, ReadText } from './read-text.ts';
import { readerOf } from './readers.ts';
import { cellText, type EvaluateRow, parseRowExpression, rowEvaluator } from './row-expression.ts';
import type { RowProblem } from './row-problem.ts';

/** Context of a row check besides the mapping. */
export interface RowContext extends DateLimits {
  /** Names of the columns for problems: headers, or `Column 1` …. */
  readonly columnNames: readonly string[];
  /** Calendars of the existing plans. Omitted: none. */
  readonly calendars?: readonly PlanCalendar[];
  /** Finds participants by name or e-mail. Omitted: only ids are known. */
  readonly people?: PersonFinder;
}

/** Checks one row after the other; made once per file so that the work per row is small. */
export interface RowCheck {
  /** True when the row may be stored; its values are then in `values`, by field. Problems are added to `problems` either way. */
  check(cells: readonly string[], line: number, source: string): boolean;
  /** Canonical values of the row just checked, in the order of the kind's fields, and behind them its own fields. */
  readonly values: RowValues;
  problems: RowProblem[];
  /** True if a field of the row just checked has an error; '': the row as a whole. */
  isBad(field: string): boolean;
  /** Why the row just checked is skipped: it credits nobody, on purpose. Null: it is not. */
  skip: string | null;
}

interface Cell {
  readonly field: KindField;
  readonly columns: readonly number[];
  readonly only: number;
  readonly read: ReadText;
  /** Computes the text of the cell from the row. */
  readonly compute?: EvaluateRow;
  /** Replacements of values, by their folded text. */
  readonly values?: ReadonlyMap<string, string>;
}

/** Fields whose person decides who a row credits: without one, it credits nobody. */
const CREDITED = 'participant';

const MAX_SHOWN = 200;

/** Compiles a mapping into a row check. A constant of the mapping that cannot be read is a problem of every row. */
export function compileRowCheck(kindName: FileKind, mapping: Mapping, context: RowContext): RowCheck {
  const kind = allKinds[kindName];
  const values: RowValues = [...kind.fields.map(() => null), null];
  const at = (name: string) => kind.fields.findIndex((field) => field.field === name);
  const typeOf = (name: string): FieldType => kind.fields[at(name)]?.type ?? 'text';
  const finish = kind.finish(at, context.calendars ?? []);
  const width = context.columnNames.length;
  let line = 0;
  let cells: readonly string[] = [];
  let good = true;
  let failed: string[] = [];
  /** Amounts of the row that name their currency. */
  const coded: { readonly field: string; readonly currency: string }[] = [];
  const currencyAt = at('currency');
  let current: { field: string; columns: readonly number[]; value: string | null } = {
    field: '',
    columns: [],
    value: null,
  };

  const style = {
    ...context,
    decimal: mapping.decimal,
    date: mapping.date,
    as: 'percent',
    onCurrency: (currency: string) => void coded.push({ field: current.field, currency }),
  } as const;

  const report = (severity: 'error' | 'warning', reason: string, fix: string) => {
    if (severity === 'error') {
      good = false;
      failed.push(current.field);
    }
    const value = current.value === null ? null : shownCell(current.value);
    check.problems.push({
      line,
      column:
        current.columns.length === 0
          ? null
          : current.columns
              .map((column) => context.columnNames[column] ?? `Column ${column + 1}`)
              .join(' + '),
      field: current.field === '' ? null : current.field,
      value: value === null ? null : value.slice(0, MAX_SHOWN).replaceAll('\0', '␀'),
      severity,
      reason,
      fix,
    });
  };
  const fail: Fail = (reason, fix) => {
    report('error', reason, fix);
    return '';
  };
  const speak = (severity: 'error' | 'warning', name: string, reason: string, fix: string) => {
    // The cell's own error is already reported; skip errors that follow from it.
    if (failed.includes(name)) return;
    const source = mapping.fields[name];
    const columns = source !== undefined && 'columns' in source ? source.columns : [];
    current = {
      field: name,
      columns,
      value: columns.length > 0 ? textOf(cells, columns, typeOf(name)) : (values[at(name)] ?? null),
    };
    report(severity, reason, fix);
  };
  const voice: RowVoice = {
    fail: (name, reason, fix) => speak('error', name, reason, fix),
    warn: (name, reason, fix) => speak('warning', name, reason, fix),
    isBad: (name) => check.isBad(name),
    textOf: (name) => {
      const source = mapping.fields[name];
      return source !== undefined && 'columns' in source ? textOf(cells, source.columns, typeOf(name)) : '';
    },
  };

  const own = (mapping.ownFields ?? []).map(({ name, column, type }): Cell => {
    const field: KindField = {
      field: `own:${name}`,
      label: name,
      required: false,
      type,
      describe: '',
      hints: [],
    };
    return { field, columns: [column], only: column, read: readerOf(type, style) };
  });
  const computed = (field: KindField, text: string): Cell => {
    const parsed = parseRowExpression(text, context.columnNames);
    // checkMapping has reported it; a file whose header changed since fails here
    if (!parsed.ok) throw new UnreadableFile('UNSUPPORTED_FORMAT', `${field.label}: ${parsed.message}`);
    return {
      field,
      columns: [...new Set(parsed.value.used.map(({ column }) => column))],
      only: -1,
      // what was computed is written the canonical way, whatever the file's is
      read: readerOf(field.type, { ...style, decimal: '.', date: 'iso' }),
      compute: rowEvaluator(parsed.value, style),
    };
  };
  const plan: (Cell | string | null)[] = kind.fields.map((field) => {
    const source = Object.hasOwn(mapping.fields, field.field) ? mapping.fields[field.field] : undefined;
    if (source === undefined) return field.fallback ?? null;
    const as = 'columns' in source ? (source.as ?? 'percent') : 'percent';
    const read = readerOf(field.type, { ...style, as });
    if ('columns' in source) {
      return {
        field,
        columns: source.columns,
        only: source.columns.length === 1 ? (source.columns[0] ?? -1) : -1,
        read,
        ...(source.values && { values: replacements(source.values) }),
      };
    }
    if ('expression' in source) return computed(field, source.expression);
    const constant = source.constant.trim();
    if (constant === '') return field.fallback ?? null;
    let readable = true;
    const value = read(constant, () => {
      readable = false;
      return '';
    });
    return readable
      ? value
      : { field, columns: [], only: -1, read: (_, onProblem) => read(constant, onProblem) };
  });

  const check: RowCheck = {
    values,
    problems: [],
    isBad: (name) => failed.includes(name),
    skip: null,
    check(row, number, source) {
      check.skip = null;
      line = number;
      cells = row;
      good = true;
      if (failed.length > 0) failed = [];
      values.fill(null);
      coded.length = 0;
      if (!isWhole(row, width)) {
        current = { field: '', columns: [], value: source };
        fail(
          `The row has ${row.length} columns; the file has ${width}.`,
          source.includes('\r')
            ? 'Line ends are mixed in the file. Export it again with one kind of line end.'
            : row.length > width
              ? 'Put quotes around cells that contain the delimiter.'
              : 'Add the missing cells, or remove a line break inside the row.',
        );
        return false;
      }
      if (source.includes('\0')) {
        current = { field: '', columns: [], value: source };
        fail('The row contains a zero byte.', 'Remove the byte, or export the file again.');
        return false;
      }
      for (let i = 0; i < plan.length; i++) {
        const cell = plan[i];
        values[i] =
          cell === null || typeof cell === 'string' || cell === undefined
            ? (cell ?? null)
            : readCell(cell, row);
      }
      if (own.length > 0) values[plan.length] = readOwn(row);
      if (currencyAt >= 0) values[currencyAt] ??= coded[0]?.currency ?? null;
      for (const { field, currency } of coded) compareCurrency(field, currency);
      finish(values, voice);
      return good;
    },
  };

  /** An amount in another currency than its row would be stored as that of the row. */
  function compareCurrency(field: string, currency: string): void {
    const ofRow = values[currencyAt] ?? null;
    if (ofRow === null || ofRow === currency) return;
    speak(
      'error',
      field,
      `The amount is in ${currency}, but the currency of the row is ${ofRow}.`,
      'Correct the currency, or map the column with the currency of the amount.',
    );
  }

  function readOwn(row: readonly string[]): string {
    return JSON.stringify(Object.fromEntries(own.map((cell) => [cell.field.label, readCell(cell, row)])));
  }

  function readCell(cell: Cell, row: readonly string[]): string | null {
    const raw = rawText(cell, row);
    const text = cell.compute === undefined ? writtenText(cell, raw) : computedText(cell, row, raw);
    if (text === null) return null;
    if (text === '' || text === 'NULL' || text === '\\N') {
      if (!cell.field.required) return cell.field.fallback ?? null;
      current = { field: cell.field.field, columns: cell.columns, value: raw };
      fail(`“${cell.field.label}” is blank.`, `Enter a value or remove the row. ${cell.field.describe}`);
      return null;
    }
    current.field = cell.field.field;
    current.columns = cell.columns;
    current.value = raw;
    if (raw.includes(CELL_ERROR)) {
      fail(
        'The cell contains a spreadsheet error.',
        'Fix the formula in the workbook, save it and import it again.',
      );
      return null;
    }
    if (raw.includes(FORMULA_WITHOUT_RESULT)) {
      fail(
        'The cell contains a formula without a saved result.',
        'Open the workbook in a spreadsheet program, save it and import it again.',
      );
      return null;
    }
    const value = cell.read(text, fail);
    return value === '' ? null : withPerson(cell, value);
  }

  function rawText({ only, columns, compute, field }: Cell, row: readonly string[]): string {
    if (only >= 0) return row[only] ?? '';
    if (compute !== undefined) return columns.map((column) => row[column] ?? '').join(', ');
    return textOf(row, columns, field.type);
  }

  function writtenText(cell: Cell, raw: string): string {
    if (cell.columns.length === 0) return 'constant';
    const text = trimmed(raw);
    return cell.values?.get(text.toLowerCase()) ?? text;
  }

  /** The value of the expression as text; null if it has none, which is reported. */
  function computedText(cell: Cell, row: readonly string[], raw: string): string | null {
    const result = cell.compute?.(row);
    const text = result?.ok ? cellText(result.value) : null;
    if (text !== null) return text.trim();
    current = { field: cell.field.field, columns: cell.columns, value: raw };
    fail(
      `“${cell.field.label}” can’t be computed: ${result?.ok === false ? result.message : 'the expression gives a list or a map.'}`,
      'Correct the cells, or change the expression in the mapping.',
    );
    return null;
  }

  /** The id of the person a cell names; shares name several. A name that is not known stays, and is asked. */
  function withPerson({ field, columns }: Cell, value: string): string | null {
    const { people } = context;
    if (people === undefined) return value;
    if (field.type === 'splits' || field.type === 'overlays') {
      const shares = (JSON.parse(value) as Split[]).map((one) => ({
        ...one,
        participantId: people.find(one.participantId) ?? one.participantId,
      }));
      if (new Set(shares.map(({ participantId }) => participantId)).size < shares.length)
        fail('Two shares are for the same participant.', 'Combine them into one.');
      return JSON.stringify(shares);
    }
    if (field.type !== 'participant') return value;
    const id = people.find(value);
    if (id === undefined) return value;
    if (id === null && field.field === CREDITED) {
      const column = columns.map((one) => context.columnNames[one] ?? `Column ${one + 1}`).join(' + ');
      check.skip = `${column === '' ? field.label : column}: ${value.slice(0, 60)} is no one`;
    }
    return id;
  }

  return check;
}

function replacements(values: readonly { from: string; to: string }[]): ReadonlyMap<string, string> {
  return new Map(values.map(({ from, to }) => [withoutHidden(from).trim().toLowerCase(), to.trim()]));
}

/** Text of the columns of a field; several are joined with "-", in text with a space; blank if all are blank. */
function textOf(cells: readonly string[], columns: readonly number[], type: FieldType): string {
  if (columns.length === 1) return cells[columns[0] ?? -1] ?? '';
  const parts = columns.map((column) => (cells[column] ?? '').trim());
  if (type === 'text') return parts.filter((part) => part !== '').join(' ');
  return parts.every((part) => part === '') ? '' : parts.join('-');
}

function trimmed(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > 32 && first < 160 && last > 32 && last < 160 ? text : text.trim();
}

/** Spreadsheets leave trailing cells away, and exports add empty ones; both are the same row. */
export function isWhole(row: readonly string[], width: number): boolean {
  if (row.length === width) return true;
  for (let i = width; i < row.length; i++) if (row[i] !== '') return false;
  return row.length > width;
}
