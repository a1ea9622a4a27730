import { type Decimal, decimal, ZERO } from '../../base/decimal.ts';
import { percent } from '../../base/figures.ts';
import { compareRatios, type Ratio, ratio } from '../../base/ratio.ts';
import type { Curve } from '../../plans/terms.ts';

interface Point {
  readonly at: Decimal;
  readonly value: Decimal;
}

/** A curve ready to compute with; positions and values are percents. */
export interface CurveTable {
  readonly shape: Curve['shape'];
  readonly points: readonly Point[];
  readonly beyond: Curve['beyond'];
  /** What holds below the first point: `nothing` for pay curves, the first point's value for multipliers. */
  readonly before: 'nothing' | 'first';
}

/** A sound curve read once. */
export function curveTable(curve: Curve, before: CurveTable['before']): CurveTable {
  const points = curve.points.map((point) => ({
    at: decimal(point.atPercent),
    value: decimal(point.valuePercent),
  }));
  return { shape: curve.shape, points, beyond: curve.beyond, before };
}

/**
 * The curve's value in percent at an attainment in percent, exact (PAY-23): on the line
 * v = vᵢ + (a − aᵢ)(vᵢ₊₁ − vᵢ) ÷ (aᵢ₊₁ − aᵢ), or the last point reached. Never below zero.
 */
export function curveValue(table: CurveTable, at: Ratio): Ratio {
  const place = placeOn(table, at);
  if (place === null) return ratio(table.before === 'first' ? table.points[0]!.value : ZERO);
  if (place.to === null) return ratio(place.from.value);
  const { from, to } = place;
  const width = to.at.minus(from.at);
  const rise = to.value.minus(from.value);
  const over = from.value.times(width).times(at.under).plus(distance(at, from.at).times(rise));
  return over.lt(ZERO) ? ratio(ZERO) : { over, under: width.times(at.under) };
}

/** The arithmetic behind `curveValue`, for a step: `60% + (90% − 80%) × (100% − 60%) ÷ (100% − 80%)`. */
export function curveFormula(table: CurveTable, at: Ratio): string {
  const place = placeOn(table, at);
  const first = table.points[0]!;
  if (place === null) return `${percent(at)} < ${percent(first.at)}`;
  const { from, to } = place;
  if (to === null) return `${percent(at)} ≥ ${percent(from.at)}`;
  const line = `${percent(from.value)} + (${percent(at)} − ${percent(from.at)}) × (${percent(to.value)} − ${percent(from.value)}) ÷ (${percent(to.at)} − ${percent(from.at)})`;
  // A slope that goes on below zero is worth nothing there, never less.
  return curveValue(table, at).over.eq(ZERO) ? `max(0%, ${line})` : line;
}

/** The points the value lies between; `to` null: the value of `from` holds; null: below the first point. */
function placeOn(table: CurveTable, at: Ratio): { readonly from: Point; readonly to: Point | null } | null {
  const { points, shape, beyond } = table;
  const reached = lastReached(
    points.map((point) => point.at),
    at,
  );
  if (reached < 0) return null;
  const from = points[reached]!;
  if (shape === 'stepped') return { from, to: null };
  const to = points[reached + 1];
  if (to !== undefined) return { from, to };
  // The last slope goes on: it is the line through the last two points.
  const before = points[reached - 1];
  return beyond === 'continue' && before !== undefined ? { from: before, to: from } : { from, to: null };
}

/** The position of the last bound that is reached; −1 below the first. Bounds rise. */
export function lastReached(bounds: readonly Decimal[], at: Ratio): number {
  let low = -1;
  let high = bounds.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (compareRatios(ratio(bounds[middle]!), at) <= 0) low = middle;
    else high = middle;
  }
  return low;
}

/** (at − from), times what `at` is under: exact. */
function distance(at: Ratio, from: Decimal): Decimal {
  return at.over.minus(from.times(at.under));
}
