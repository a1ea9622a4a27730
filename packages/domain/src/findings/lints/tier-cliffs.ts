import { type Decimal, decimal, HUNDREDTH, ZERO } from '../../base/decimal.ts';
import { figure, money, percent } from '../../base/figures.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import { parseAccelerator } from '../../plans/accelerator.ts';
import { parseDecelerator } from '../../plans/decelerator.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import {
  counted,
  type Lint,
  linesOf,
  measuredOn,
  placedComponents,
  stakeOf,
  type Tally,
  tally,
} from './lint.ts';

/** An amount of credit (or percent of quota) at which pay jumps. */
interface Edge {
  readonly componentId: string;
  readonly path: string;
  readonly at: Decimal;
  readonly ofQuota: boolean;
  readonly say: string;
  readonly near: Tally;
}

const NEAR = decimal('0.95');

/**
 * LINT-3: pay that jumps at an edge: in retroactive tables, first-dollar accelerators and decelerators, stepped curves. The stake is what everybody
 * within 5 % below an edge was short of by not reaching it.
 */
export function tierCliffs(plan: Plan): Lint {
  const edges = placedComponents(plan).flatMap(({ component, path }) => edgesOf(plan, component, path));
  return {
    take: ({ paid }) => {
      if (!paid.ok) return;
      for (const line of linesOf(paid.value)) {
        for (const edge of edges) {
          if (edge.componentId === line.componentId && standsBelow(edge, line)) {
            edge.near.add(shortOf(line), line.participantId);
          }
        }
      }
    },
    findings: () =>
      edges.map(({ path, say, near }): Finding => {
        const people = near.payees();
        return {
          rule: 'LINT-3',
          severity: people > 0 ? 'warning' : 'note',
          path,
          say,
          mend: 'Use marginal tiers or an incremental reading, or more and smaller steps; people time deals around a jump.',
          stake: stakeOf(
            plan,
            near,
            people > 0
              ? `${counted(people, 'payee')} stood within 5% below this edge; reaching it would have paid that much more.`
              : 'Nobody stood within 5% below this edge in this history.',
          ),
        };
      }),
  };
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
      const say = `${component.name}: at ${where} the rate on everything ${each} changes from ${before}% to ${tier.ratePercent}%, so pay jumps${worth}.`;
      return [
        { componentId: component.id, path: `${path}.rate.tiers[${i + 1}]`, at, ofQuota, say, near: tally() },
      ];
    });
  }
  return [...speedEdges(plan, component, path), ...curveEdges(component, path)];
}

/** Where an accelerator or decelerator read from the first dollar changes what all attainment counts. */
function speedEdges(plan: Plan, component: Component, path: string): readonly Edge[] {
  const fast = component.accelerator === null ? null : parseAccelerator(component.accelerator);
  const slow = component.decelerator === undefined ? null : parseDecelerator(component.decelerator);
  const edge = (field: 'accelerator' | 'decelerator', at: Decimal, say: string): Edge => ({
    ...{ componentId: component.id, path: `${path}.${field}`, at, ofQuota: true, near: tally() },
    say: `${component.name}: ${say} of target.`,
  });
  const found: Edge[] = [];
  if (slow?.ok && (plan.deceleratorReading ?? plan.acceleratorReading) === 'first-dollar') {
    const { belowPercent: at, multiplier } = slow.value;
    const jump = percent(at.minus(at.times(multiplier)));
    const say = `at ${percent(at)} of quota all attainment counts in full instead of ${figure(multiplier)} times, so pay jumps by ${jump}`;
    found.push(edge('decelerator', at, say));
  }
  if (fast?.ok && plan.acceleratorReading === 'first-dollar') {
    const { abovePercent: at, multiplier } = fast.value;
    const jump = at.times(multiplier).minus(at);
    const say = `just above ${percent(at)} of quota all attainment counts ${figure(multiplier)} times, so pay jumps by ${percent(jump)}`;
    if (jump.gt(ZERO)) found.push(edge('accelerator', at, say));
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
    const say = `${name}: at ${percent(at)} of quota the pay curve goes from ${below}% to ${point.valuePercent}% of target at once.`;
    const where = `${path}.rate.curve.points[${i}]`;
    return [{ componentId: id, path: where, at, ofQuota: true, say, near: tally() }];
  });
}

function standsBelow(edge: Edge, line: PayoutLine): boolean {
  if (edge.ofQuota && line.quota === null) return false;
  const at = edge.ofQuota ? edge.at.times(HUNDREDTH).times(decimal(line.quota ?? '0')) : edge.at;
  const stands = measuredOn(line);
  return stands.lt(at) && stands.gte(at.times(NEAR)) && stands.gt(ZERO);
}

/** What the engine says the line would pay at the next edge, less what it pays. */
function shortOf(line: PayoutLine): Decimal {
  return line.nextTier === null ? ZERO : decimal(line.nextTier.wouldPay).minus(decimal(line.amount));
}
