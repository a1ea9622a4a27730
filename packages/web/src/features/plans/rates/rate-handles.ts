import { decimal, isDecimal } from '@attain/domain/base/decimal';
import { type ImaginedPayee, imaginePays } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Plan, Rate } from '@attain/domain/plans/plan';
import { formatDecimal } from '../../../base/format-number.ts';
import { messages } from './messages.ts';
import { isOverQuota, type RateCourse } from './rate-points.ts';
import { tierRows, tiersOf } from './tiers-form.tsx';

/** A point of a rate that can be moved: sideways its bound, up and down its value in percent. */
export type RateHandle = {
  key: string;
  name: string;
  text: string;
  /** Place in the chart: percent of quota or credit, and pay. */
  x: number;
  y: number;
  moved: (place: { x: number; y: number }) => Component;
  stepped: (steps: { x: number; y: number }) => Component;
};

/** One number that a point moves, with the numbers between which it may go, and the step it snaps to. */
type Knob = { value: number; min: number; max: number; step: number };

/** A point before it is placed in the chart. */
type Point = {
  key: string;
  name: string;
  text: string;
  /** Where it stands, in the chart's units. */
  at: number;
  bound: Knob | null;
  value: Knob;
  with: (bound: number, value: number) => Component;
};

/** The points of a component's rate that can be moved, placed by what the engine pays the example payee there. */
export function rateHandles(
  of: { plan: Plan; component: Component; payee: ImaginedPayee },
  course: Extract<RateCourse, { ok: true }>,
): RateHandle[] {
  const end = course.curve.at(-1)?.x ?? 1;
  return pointsOf(of.component, end).flatMap((point): RateHandle[] => {
    const line = payOverValue(of, point);
    if (line === null) return [];
    const { bound, value } = point;
    const put = (x: number, y: number) => point.with(bound ? snapped(bound, x) : point.at, snapped(value, y));
    return [
      {
        key: point.key,
        name: point.name,
        text: point.text,
        x: point.at,
        y: line.at(value.value),
        moved: (place) => put(place.x, line.valueOf(place.y)),
        stepped: (steps) =>
          put((bound?.value ?? point.at) + steps.x * (bound?.step ?? 0), value.value + steps.y * value.step),
      },
    ];
  });
}

/** Pay at a point is a straight line over its value; null where it does not depend on it. */
function payOverValue(
  { plan, component, payee }: { plan: Plan; component: Component; payee: ImaginedPayee },
  point: Point,
): { at: (value: number) => number; valueOf: (pay: number) => number } | null {
  const credit = isOverQuota(component)
    ? decimal(payee.quota)
        .times(decimal(text(point.at)))
        .div('100')
        .round(6)
    : decimal(text(point.at));
  const pays = [0, 100].map((value) => {
    const { limits: _, ...changed } = point.with(point.at, value);
    const [pay] = imaginePays(plan, { ...changed, cap: null }, payee, [credit.toFixed()]);
    return pay?.ok ? Number(pay.pay) : Number.NaN;
  });
  const [none, full] = [pays[0] ?? Number.NaN, pays[1] ?? Number.NaN];
  if (!(Math.abs(full - none) > 0)) return null;
  return {
    at: (value) => none + ((full - none) * value) / 100,
    valueOf: (pay) => ((pay - none) / (full - none)) * 100,
  };
}

function pointsOf(component: Component, end: number): Point[] {
  const { rate } = component;
  const withRate = (next: Rate): Component => ({ ...component, rate: next });
  if (rate.kind === 'flat' && isDecimal(rate.ratePercent)) {
    const value = percents(Number(rate.ratePercent));
    return [
      {
        key: 'flat',
        name: messages.handles.flat,
        text: messages.handles.rate(formatDecimal(rate.ratePercent)),
        at: end,
        bound: null,
        value,
        with: (_, percent) => withRate({ ...rate, ratePercent: text(percent) }),
      },
    ];
  }
  if (rate.kind === 'marginal' || rate.kind === 'retroactive') return tierPoints(component, rate, end);
  return rate.kind === 'curve' ? curvePoints(component, rate) : [];
}

/** A marginal tier's rate is read at its end, a retroactive one's at its bound. */
function tierPoints(
  component: Component,
  rate: Extract<Rate, { kind: 'marginal' | 'retroactive' }>,
  end: number,
): Point[] {
  const rows = tierRows(rate.tiers);
  if (rows.some((row) => !row.every(isDecimal))) return [];
  const bounds = rows.map(([from]) => Number(from));
  const step = stepOf(end);
  return rows.flatMap(([from = '0', percent = '0'], tier): Point[] => {
    const marginal = rate.kind === 'marginal';
    // the bound that the point stands on and moves: a marginal tier's end, a retroactive tier's start
    const moved = marginal ? tier + 1 : tier;
    const movable = moved > 0 && moved < rows.length;
    const at = movable ? bounds[moved]! : end;
    const low = bounds[moved - 1] ?? 0;
    const high = bounds[moved + 1] ?? Number.POSITIVE_INFINITY;
    if (!(at > 0) || (!marginal && tier === 0 && rows.length > 1)) return [];
    return [
      {
        key: `tier-${tier}`,
        name: messages.handles.tier(tier + 1),
        text:
          marginal && movable
            ? messages.handles.tierTo(formatDecimal(text(at)), formatDecimal(percent))
            : messages.handles.tierAt(formatDecimal(from), formatDecimal(percent)),
        at,
        bound: movable ? { value: at, min: low + step, max: high - step, step } : null,
        value: percents(Number(percent)),
        with: (bound, value) => ({
          ...component,
          rate: {
            ...rate,
            tiers: tiersOf(
              rows.map(([start = '', own = ''], row) => [
                movable && row === moved ? text(bound) : start,
                row === tier ? text(value) : own,
              ]),
            ),
          },
        }),
      },
    ];
  });
}

function curvePoints(component: Component, rate: Extract<Rate, { kind: 'curve' }>): Point[] {
  const { points } = rate.curve;
  if (points.some(({ atPercent, valuePercent }) => !isDecimal(atPercent) || !isDecimal(valuePercent)))
    return [];
  return points.map(({ atPercent, valuePercent }, index): Point => {
    const at = Number(atPercent);
    const low = Number(points[index - 1]?.atPercent ?? -1);
    const high = Number(points[index + 1]?.atPercent ?? Number.POSITIVE_INFINITY);
    return {
      key: `point-${index}`,
      name: messages.handles.point(index + 1),
      text: messages.handles.pointAt(formatDecimal(atPercent), formatDecimal(valuePercent)),
      at,
      bound: { value: at, min: low + 1, max: high - 1, step: 1 },
      value: { value: Number(valuePercent), min: 0, max: 1_000, step: 1 },
      with: (bound, value) => {
        const moved = { atPercent: text(bound), valuePercent: text(value) };
        const next = points.map((point, row) => (row === index ? moved : point));
        return { ...component, rate: { ...rate, curve: { ...rate.curve, points: next } } };
      },
    };
  });
}

function percents(value: number): Knob {
  return { value, min: 0, max: 1_000, step: value < 20 ? 0.1 : 1 };
}

/** About two hundred steps along the axis, of a round size. */
function stepOf(end: number): number {
  const power = 10 ** Math.floor(Math.log10(end / 200));
  return [1, 2, 5, 10].map((times) => times * power).find((one) => one >= end / 200) ?? power;
}

function snapped({ min, max, step }: Knob, value: number): number {
  const held = Math.min(max, Math.max(min, value));
  return Math.min(max, Math.max(min, Math.round(held / step) * step));
}

/** Without the digits that binary floats add. */
function text(value: number): string {
  return String(Number(value.toFixed(6)));
}
