import { type Decimal, decimal, HUNDREDTH, ZERO } from '../../base/decimal.ts';
import { figure, money, percent } from '../../base/figures.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import { parseAccelerator } from '../../plans/accelerator.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { counted, type Lint, linesOf, placedComponents, stakeOf, type Tally, tally } from './lint.ts';

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
 * LINT-3: pay that jumps at an edge, in retroactive tables and first-dollar accelerators. The stake is what everybody
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
          mend: 'Use marginal tiers, or add tiers so that the steps are smaller; people time deals around a jump.',
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
  const read = component.accelerator === null ? null : parseAccelerator(component.accelerator);
  if (plan.acceleratorReading !== 'first-dollar' || !read?.ok) return [];
  const { abovePercent, multiplier } = read.value;
  const jump = abovePercent.times(multiplier).minus(abovePercent);
  if (jump.lte(ZERO)) return [];
  const say = `${component.name}: just above ${percent(abovePercent)} of quota all attainment counts ${figure(multiplier)} times, so pay jumps by ${percent(jump)} of target.`;
  const at = abovePercent;
  return [{ componentId: component.id, path: `${path}.accelerator`, at, ofQuota: true, say, near: tally() }];
}

function standsBelow(edge: Edge, line: PayoutLine): boolean {
  if (edge.ofQuota && line.quota === null) return false;
  const at = edge.ofQuota ? edge.at.times(HUNDREDTH).times(decimal(line.quota ?? '0')) : edge.at;
  const stands = decimal(line.credited);
  return stands.lt(at) && stands.gte(at.times(NEAR)) && stands.gt(ZERO);
}

/** What the engine says the line would pay at the next edge, less what it pays. */
function shortOf(line: PayoutLine): Decimal {
  return line.nextTier === null ? ZERO : decimal(line.nextTier.wouldPay).minus(decimal(line.amount));
}
