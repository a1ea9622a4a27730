import { compareDecimals, isDecimal } from '../../base/decimal.ts';
import type { CellValue, TableColumn } from './table-column.ts';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * A stably sorted copy of the rows; missing values come last in both directions. Figures are compared
 * exactly, text in natural order ("Rep 9" before "Rep 10").
 */
export function sortRows<Row>(rows: readonly Row[], column: TableColumn<Row>, descending: boolean): Row[] {
  const values = rows.map(column.value);
  const sign = descending ? -1 : 1;
  const compare = column.kind === 'figure' ? figureOrder(values) : textOrder(values);
  const present = [...values.keys()].filter((index) => !isMissing(values[index]));
  const absent = [...values.keys()].filter((index) => isMissing(values[index]));
  present.sort((a, b) => sign * compare(a, b) || a - b);
  return [...present, ...absent].map((index) => rows[index] as Row);
}

type Order = (a: number, b: number) => number;

/** floats never swap two exact decimals, so only ties need every digit */
function figureOrder(values: readonly CellValue[]): Order {
  const rough = Float64Array.from(values, Number);
  const text = textOrder(values);
  return (a, b) => {
    const gap = (rough[a] ?? 0) - (rough[b] ?? 0);
    if (gap !== 0 && Number.isFinite(gap)) return gap;
    const [left, right] = [String(values[a]), String(values[b])];
    return isDecimal(left) && isDecimal(right) ? compareDecimals(left, right) : text(a, b);
  };
}

function textOrder(values: readonly CellValue[]): Order {
  return (a, b) => (values[a] === values[b] ? 0 : collator.compare(String(values[a]), String(values[b])));
}

function isMissing(value: CellValue): boolean {
  return value === null || value === undefined || value === '';
}
