import { type Decimal, decimal, ONE, ZERO } from '../../base/decimal.ts';
import { percent } from '../../base/figures.ts';
import { type Ratio, ratio } from '../../base/ratio.ts';
import type { Rate } from '../../plans/plan.ts';
import { lastReached } from './curve-table.ts';

/** A two-measure matrix ready to compute with; edges and values are percents. */
export interface MatrixTable {
  readonly shape: 'stepped' | 'bilinear';
  readonly rows: readonly Decimal[];
  readonly columns: readonly Decimal[];
  readonly values: readonly (readonly Decimal[])[];
}

/** A sound matrix read once. */
export function matrixTable(rate: Extract<Rate, { kind: 'matrix' }>): MatrixTable {
  return {
    shape: rate.shape,
    rows: rate.rowsAtPercent.map(decimal),
    columns: rate.columnsAtPercent.map(decimal),
    values: rate.valuePercents.map((row) => row.map(decimal)),
  };
}

/**
 * The matrix's value in percent at two attainments in percent, exact (PAY-24). Stepped: the last row and column reached;
 * bilinear: between the four values around. Nothing below the first row; elsewhere the edge holds.
 */
export function matrixValue(table: MatrixTable, own: Ratio, other: Ratio): Ratio {
  if (lastReached(table.rows, own) < 0) return ratio(ZERO);
  const row = placeOn(table.rows, own, table.shape);
  const column = placeOn(table.columns, other, table.shape);
  const value = (i: number, j: number) => table.values[i]![j]!;
  const alongLow = between(value(row.low, column.low), value(row.low, column.high), column.part);
  const alongHigh = between(value(row.high, column.low), value(row.high, column.high), column.part);
  const rest = row.part.under.minus(row.part.over);
  return {
    over: alongLow.times(rest).plus(alongHigh.times(row.part.over)),
    under: row.part.under.times(column.part.under),
  };
}

/** Where the two attainments lie in the matrix, for a step: `row 80%–100%, column 90%`. */
export function matrixPlace(table: MatrixTable, own: Ratio, other: Ratio): string {
  if (lastReached(table.rows, own) < 0) return `${percent(own)} < row ${percent(table.rows[0]!)}`;
  const text = (edges: readonly Decimal[], at: Ratio) => {
    const { low, high } = placeOn(edges, at, table.shape);
    return low === high ? percent(edges[low]!) : `${percent(edges[low]!)}–${percent(edges[high]!)}`;
  };
  return `row ${text(table.rows, own)}, column ${text(table.columns, other)}`;
}

/** Two neighbouring edges and how much of the way between them has been gone. */
function placeOn(edges: readonly Decimal[], at: Ratio, shape: MatrixTable['shape']) {
  const low = Math.max(0, lastReached(edges, at));
  const from = edges[low]!;
  const to = edges[low + 1];
  const gone = at.over.minus(from.times(at.under));
  if (shape === 'stepped' || to === undefined || gone.lt(ZERO)) {
    return { low, high: low, part: ratio(ZERO, ONE) };
  }
  return { low, high: low + 1, part: ratio(gone, to.minus(from).times(at.under)) };
}

/** low + (high − low) × part, times what the part is under. */
function between(low: Decimal, high: Decimal, part: Ratio): Decimal {
  return low.times(part.under.minus(part.over)).plus(high.times(part.over));
}
