import { type Decimal, decimal, HUNDREDTH, plain, ZERO } from '../../base/decimal.ts';
import { percent } from '../../base/figures.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import {
  type Lint,
  measuredOn,
  type Placed,
  pairLines,
  placedComponents,
  tally,
  withComponents,
} from './lint.ts';
import { type Cliff, cliffFinding, NEAR, rangeText, sameValues } from './tier-cliffs.ts';

/** An attainment of another component at which a component's pay jumps. */
interface Edge extends Cliff {
  readonly componentId: string;
  readonly other: string;
  /** Percents of the other's quota: the edge itself, and from where on somebody stands just below it. */
  readonly at: Decimal;
  readonly from: Decimal;
  /** The plan with the edge already there. */
  readonly lowered: Plan;
}

/**
 * LINT-3: pay that jumps where another component reaches something: in the stepped curve of a multiplier, from column to column
 * of a stepped matrix. The stake is what the plan would pay more to whom the other component left within 5 % below, with the edge
 * lowered to where they stood.
 */
export function otherCliffs(plan: Plan): Lint {
  const edges = placedComponents(plan).flatMap((placed) => [
    ...multiplierEdges(plan, placed),
    ...columnEdges(plan, placed),
  ]);
  return {
    take: ({ paid, pay }) => {
      if (!paid.ok) return;
      for (const edge of edges) {
        const near = paid.value.map(({ lines }) => lines.some((line) => isBelow(edge, line)));
        if (!near.includes(true)) continue;
        const lowered = pay(edge.lowered) ?? [];
        const [before, after] = [paid.value, lowered].map((pays) => pays.filter((_, i) => near[i]));
        for (const pair of pairLines(before ?? [], after ?? [])) {
          if (pair.before.componentId !== edge.componentId) continue;
          edge.near.add(
            decimal(pair.after.amount).minus(decimal(pair.before.amount)),
            pair.before.participantId,
          );
        }
      }
    },
    findings: () =>
      edges.map((edge) =>
        cliffFinding(
          plan,
          edge,
          'Interpolate between its points (linear, bilinear), or use more and smaller steps; people time deals around a jump.',
        ),
      ),
  };
}

function multiplierEdges(plan: Plan, { component, path }: Placed): readonly Edge[] {
  const { multiplier, name } = component;
  if (multiplier === undefined || multiplier.curve.shape !== 'stepped') return [];
  const { points } = multiplier.curve;
  // before its first point a multiplier has that point's value, so nothing jumps there
  return points.slice(1).flatMap((point, i): Edge[] => {
    const below = points[i];
    if (below === undefined || decimal(below.valuePercent).eq(decimal(point.valuePercent))) return [];
    const { reached, ...edge } = edgeBetween(below.atPercent, point.atPercent);
    const change = reached
      ? { ...below, valuePercent: point.valuePercent }
      : { ...point, atPercent: plain(edge.from) };
    const lowered = points.with(reached ? i : i + 1, change);
    const values = `from ${percent(decimal(below.valuePercent))} to ${percent(decimal(point.valuePercent))}`;
    return [
      {
        ...edge,
        componentId: component.id,
        other: multiplier.componentId,
        near: tally(),
        path: `${path}.multiplier.curve.points[${i + 1}]`,
        message: `${name}: when ${nameOf(plan, multiplier.componentId)} reaches ${percent(edge.at)} of its quota, the multiplier jumps ${values}.`,
        lowered: withChanged(plan, component, {
          multiplier: { ...multiplier, curve: { ...multiplier.curve, points: lowered } },
        }),
      },
    ];
  });
}

function columnEdges(plan: Plan, { component, path }: Placed): readonly Edge[] {
  const { rate, name } = component;
  if (rate.kind !== 'matrix' || rate.shape !== 'stepped') return [];
  const { columnsAtPercent, valuePercents } = rate;
  const column = (at: number) => valuePercents.map((row) => row[at] ?? '0');
  // below its first column that column holds, so nothing jumps there
  return columnsAtPercent.slice(1).flatMap((at, i): Edge[] => {
    if (sameValues(column(i), column(i + 1))) return [];
    const { reached, ...edge } = edgeBetween(columnsAtPercent[i] ?? '0', at);
    const lowered = reached
      ? { ...rate, valuePercents: valuePercents.map((row) => row.with(i, row[i + 1] ?? '0')) }
      : { ...rate, columnsAtPercent: columnsAtPercent.with(i + 1, plain(edge.from)) };
    return [
      {
        ...edge,
        componentId: component.id,
        other: rate.other,
        near: tally(),
        path: `${path}.rate.columnsAtPercent[${i + 1}]`,
        message: `${name}: when ${nameOf(plan, rate.other)} reaches ${percent(edge.at)} of its quota, matrix pay jumps from ${rangeText(column(i))} to ${rangeText(column(i + 1))} of target.`,
        lowered: withChanged(plan, component, { rate: lowered }),
      },
    ];
  });
}

/** From where on somebody stands just below an edge; `reached`: the edge before it is no further away than that. */
function edgeBetween(below: string, at: string) {
  const [before, edge] = [decimal(below), decimal(at)];
  const near = edge.times(NEAR);
  const reached = near.lte(before);
  return { at: edge, from: reached ? before : near, reached };
}

function isBelow({ other, at, from }: Edge, line: PayoutLine): boolean {
  const quota = decimal(line.quota ?? '0').times(HUNDREDTH);
  if (line.componentId !== other || !quota.gt(ZERO)) return false;
  const measured = measuredOn(line);
  return measured.gt(ZERO) && measured.gte(quota.times(from)) && measured.lt(quota.times(at));
}

function withChanged(plan: Plan, { id }: Component, change: Partial<Component>): Plan {
  return withComponents(plan, (one) => (one.id === id ? { ...one, ...change } : one));
}

function nameOf({ components }: Plan, id: string): string {
  return components.find((one) => one.id === id)?.name ?? id;
}
