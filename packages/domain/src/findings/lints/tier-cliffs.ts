import { type Decimal, decimal, HUNDREDTH, ZERO } from '../../base/decimal.ts';
import { counted, figure, money, percent } from '../../base/figures.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import { parseAccelerator } from '../../plans/accelerator.ts';
import { parseDecelerator } from '../../plans/decelerator.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, linesOf, measuredOn, placedComponents, stakeOf, type Tally, tally } from './lint.ts';

/** A place of the document at which pay jumps, and what was missed just below it. */
export interface Cliff {
  readonly path: string;
  readonly message: string;
  readonly near: Tally;
}

/** An amount of credit (or percent of quota) at which pay jumps. */
interface Edge extends Cliff {
  readonly componentId: string;
  readonly at: Decimal;
  readonly ofQuota: boolean;
}

/** From this part of an edge on somebody stands just below it. */
export const NEAR = decimal('0.95');

/**
 * LINT-3: pay that jumps at an edge: in retroactive tables, first-dollar accelerators and decelerators, stepped curves, rows of
 * stepped matrices. The stake is what everybody within 5 % below an edge was short of by not reaching it.
 */
export function tierCliffs(plan: Plan): Lint {
  const edges = placedComponents(plan).flatMap(({ component, path }) => edgesOf(plan, component, path));
  return {
    take: ({ paid }) => {
      if (!paid.ok) return;
      for (const line of linesOf(paid.value)) {
        for (const edge of edges) {
          if (edge.componentId === line.componentId && isBelow(edge, line)) {
            edge.near.add(shortOf(line), line.participantId);
          }
        }
      }
    },
    findings: () => edges.map((edge) => cliffFinding(plan, edge, fixOf(edge))),
  };
}

function fixOf({ path }: Edge): string {
  const way = /\.rate\.(curve|rowsAtPercent)\b/.test(path)
    ? 'Start at 0 and interpolate between its points (linear, bilinear), or use more and smaller steps'
    : 'Use marginal tiers or an incremental reading, or more and smaller steps';
  return `${way}; people time deals around a jump.`;
}

/** A jump as a finding: a warning where somebody stood just below it, a note otherwise. */
export function cliffFinding(plan: Plan, { path, message, near }: Cliff, fix: string): Finding {
  const people = near.payees();
  const words =
    people > 0
      ? `${counted(people, 'payee')} finished within 5% below this edge; reaching it would have paid this much more.`
      : 'No one finished within 5% below this edge in this history.';
  const severity = people > 0 ? 'warning' : 'note';
  return { rule: 'LINT-3', severity, path, message, fix, stake: stakeOf(plan, near, words) };
}

function edgesOf(plan: Plan, component: Component, path: string): readonly Edge[] {
  const { rate } = component;
  if (rate.kind === 'retroactive') {
    const ofQuota = rate.thresholds === 'percent-of-quota';
    return rate.tiers.slice(1).flatMap((tier, i): Edge[] => {
      const before = rate.tiers[i]?.ratePercent ?? '0';
      const jump = decimal(tier.ratePercent).minus(decimal(before));
      if (jump.eq(ZERO)) return [];
      const at = decimal(tier.from);
      const where = ofQuota ? `${percent(at)} of quota` : figure(at);
      const worth = ofQuota
        ? ''
        : `, by ${money(at.times(jump).times(HUNDREDTH), plan.currency)} ${plan.currency}`;
      const each = rate.per === 'deal' ? 'of a deal' : 'of the period';
      const message = `${component.name}: at ${where} the rate on everything ${each} changes from ${before}% to ${tier.ratePercent}%, so pay jumps${worth}.`;
      return [
        {
          componentId: component.id,
          path: `${path}.rate.tiers[${i + 1}]`,
          at,
          ofQuota,
          message,
          near: tally(),
        },
      ];
    });
  }
  return [...speedEdges(plan, component, path), ...curveEdges(component, path), ...rowEdges(component, path)];
}

/** Where an accelerator or decelerator read from the first dollar changes what all attainment counts. */
function speedEdges(plan: Plan, component: Component, path: string): readonly Edge[] {
  const fast = component.accelerator === null ? null : parseAccelerator(component.accelerator);
  const slow = component.decelerator === undefined ? null : parseDecelerator(component.decelerator);
  const edge = (field: 'accelerator' | 'decelerator', at: Decimal, message: string): Edge => ({
    componentId: component.id,
    path: `${path}.${field}`,
    at,
    ofQuota: true,
    near: tally(),
    message: `${component.name}: ${message} of target.`,
  });
  const found: Edge[] = [];
  if (slow?.ok && (plan.deceleratorReading ?? plan.acceleratorReading) === 'first-dollar') {
    const { belowPercent: at, multiplier } = slow.value;
    const jump = percent(at.minus(at.times(multiplier)));
    const message = `at ${percent(at)} of quota all attainment counts in full instead of ${figure(multiplier)} times, so pay jumps by ${jump}`;
    found.push(edge('decelerator', at, message));
  }
  if (fast?.ok && plan.acceleratorReading === 'first-dollar') {
    const { abovePercent: at, multiplier } = fast.value;
    const jump = at.times(multiplier).minus(at);
    const message = `just above ${percent(at)} of quota all attainment counts ${figure(multiplier)} times, so pay jumps by ${percent(jump)}`;
    if (jump.gt(ZERO)) found.push(edge('accelerator', at, message));
  }
  return found;
}

/** Where a stepped pay curve, or the first point of any, jumps. */
function curveEdges({ rate, id, name }: Component, path: string): readonly Edge[] {
  if (rate.kind !== 'curve') return [];
  const { points, shape } = rate.curve;
  return points.flatMap((point, i): Edge[] => {
    const below = i === 0 ? '0' : (points[i - 1]?.valuePercent ?? '0');
    const jump = decimal(point.valuePercent).minus(decimal(below));
    const at = decimal(point.atPercent);
    if (jump.eq(ZERO) || at.eq(ZERO) || (i > 0 && shape === 'linear')) return [];
    const message = `${name}: at ${percent(at)} of quota the pay curve goes from ${below}% to ${point.valuePercent}% of target at once.`;
    const where = `${path}.rate.curve.points[${i}]`;
    return [{ componentId: id, path: where, at, ofQuota: true, message, near: tally() }];
  });
}

/** Where a matrix goes from row to row at once, and its first row, below which nothing is paid. */
function rowEdges({ rate, id, name }: Component, path: string): readonly Edge[] {
  if (rate.kind !== 'matrix') return [];
  const { rowsAtPercent, valuePercents, shape } = rate;
  return rowsAtPercent.flatMap((row, i): Edge[] => {
    const values = valuePercents[i] ?? [];
    const below = i === 0 ? values.map(() => '0') : (valuePercents[i - 1] ?? []);
    const at = decimal(row);
    if (sameValues(values, below) || at.eq(ZERO) || (i > 0 && shape === 'bilinear')) return [];
    const message = `${name}: at ${percent(at)} of quota the matrix pays ${rangeText(values)} of target instead of ${rangeText(below)} at once.`;
    const where = `${path}.rate.rowsAtPercent[${i}]`;
    return [{ componentId: id, path: where, at, ofQuota: true, message, near: tally() }];
  });
}

/** Whether a row or column of a matrix pays what its neighbour pays. */
export function sameValues(values: readonly string[], others: readonly string[]): boolean {
  return values.every((value, i) => decimal(value).eq(decimal(others[i] ?? '0')));
}

/** The values of a row or column from the least to the most: `40%–60%`. */
export function rangeText(values: readonly string[]): string {
  const sorted = values.map((value) => decimal(value)).toSorted((a, b) => a.cmp(b));
  const ends = [...new Set([sorted[0] ?? ZERO, sorted.at(-1) ?? ZERO].map(percent))];
  return ends.join('–');
}

function isBelow(edge: Edge, line: PayoutLine): boolean {
  if (edge.ofQuota && line.quota === null) return false;
  const at = edge.ofQuota ? edge.at.times(HUNDREDTH).times(decimal(line.quota ?? '0')) : edge.at;
  const measured = measuredOn(line);
  return measured.lt(at) && measured.gte(at.times(NEAR)) && measured.gt(ZERO);
}

/** What the engine says the line would pay at the next edge, less what it pays. */
function shortOf(line: PayoutLine): Decimal {
  return line.nextTier === null ? ZERO : decimal(line.nextTier.wouldPay).minus(decimal(line.amount));
}
