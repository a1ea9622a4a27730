import { decimal, ZERO } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import { asksTarget, type Component, type Plan } from '../../plans/plan.ts';
import { isUnderPlanCap } from '../../plans/terms.ts';
import type { Finding } from '../finding.ts';
import {
  gapOf,
  type Lint,
  linesOf,
  pairLines,
  placedComponents,
  stakeOf,
  tally,
  withComponents,
} from './lint.ts';

const USUAL = '2x';

/**
 * LINT-4: components nothing limits. The stake is what was paid above twice the target, the usual cap; where there is no
 * target to measure it by (a SPIFF, a weight of 0, nobody's target), all that was paid.
 */
export function uncapped(plan: Plan): Lint {
  const open = placedComponents(plan).filter(({ component }) => isOpen(component, plan));
  const measurable = new Set(
    open.filter(({ component }) => component.weight > 0).map(({ component }) => component.id),
  );
  const variant = withComponents(plan, (one) => (measurable.has(one.id) ? { ...one, cap: USUAL } : one));
  const above = new Map(open.map(({ component }) => [component.id, tally()]));
  const all = new Map(open.map(({ component }) => [component.id, tally()]));
  const max = new Map(open.map(({ component }) => [component.id, ZERO]));
  const seen = new Set<string>();
  let compared = 0;
  return {
    take: ({ paid, pay }) => {
      if (open.length === 0 || !paid.ok) return;
      for (const { componentId, participantId, amount } of linesOf(paid.value)) {
        seen.add(componentId);
        all.get(componentId)?.add(decimal(amount), participantId);
        const found = max.get(componentId);
        if (found !== undefined && decimal(amount).gt(found)) max.set(componentId, decimal(amount));
      }
      const limited = measurable.size === 0 ? null : pay(variant);
      if (limited === null) return;
      compared += 1;
      for (const pair of pairLines(paid.value, limited)) {
        above.get(pair.before.componentId)?.add(gapOf(pair), pair.before.participantId);
      }
    },
    findings: () =>
      open.map(({ component, path }): Finding => {
        const byTarget = measurable.has(component.id) && compared > 0;
        const gap = (byTarget ? above : all).get(component.id) ?? tally();
        const largest = `the largest single line is ${money(max.get(component.id) ?? ZERO, plan.currency)} ${plan.currency}`;
        const words = !seen.has(component.id)
          ? 'No one was paid by it in this history, so its cost is unknown.'
          : byTarget
            ? `Paid above twice the component's target in this history; ${largest}.`
            : `All it paid in this history, because it has no target to compare with; ${largest}.`;
        return {
          rule: 'LINT-4',
          severity: gap.amount().gt(ZERO) ? 'warning' : 'note',
          path: `${path}.${component.spiff === undefined ? 'cap' : 'spiff.fund'}`,
          message: `Nothing limits what ${component.name} pays.`,
          fix: fixOf(component),
          stake: stakeOf(plan, gap, words),
        };
      }),
  };
}

/** Whether a component can pay without end. The plan's cap holds all but SPIFFs outside it; a limit on each deal does not count the deals. */
function isOpen(component: Component, plan: Plan): boolean {
  const { cap, limits = [], spiff, weight, rate } = component;
  if (cap !== null || limits.some(({ kind }) => kind !== 'deal')) return false;
  if (plan.planCap !== undefined && isUnderPlanCap(component)) return false;
  return spiff === undefined ? !(weight === 0 && asksTarget(rate)) : spiff.fund === null;
}

function fixOf({ spiff, weight }: Component): string {
  if (spiff !== undefined) return 'Set a fund, or leave it uncapped and budget for it.';
  const limit = weight > 0 ? 'Set a cap such as “2x”' : 'Set a limit on the amount of a period';
  return `${limit}, or leave it uncapped and budget for it.`;
}
