import { decimal, ZERO } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import type { Plan } from '../../plans/plan.ts';
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

/** LINT-4: components nothing limits. The stake is what was paid above twice the target, the usual cap. */
export function uncapped(plan: Plan): Lint {
  const open = placedComponents(plan).filter(
    ({ component }) =>
      component.cap === null && component.weight > 0 && (component.limits ?? []).length === 0,
  );
  const ids = new Set(open.map(({ component }) => component.id));
  const variant = withComponents(plan, (one) => (ids.has(one.id) ? { ...one, cap: USUAL } : one));
  const above = new Map(open.map(({ component }) => [component.id, tally()]));
  const most = new Map(open.map(({ component }) => [component.id, ZERO]));
  let compared = 0;
  return {
    take: ({ paid, pay }) => {
      if (open.length === 0 || !paid.ok) return;
      for (const line of linesOf(paid.value)) {
        const found = most.get(line.componentId);
        if (found !== undefined && decimal(line.amount).gt(found))
          most.set(line.componentId, decimal(line.amount));
      }
      const limited = pay(variant);
      if (limited === null) return;
      compared += 1;
      for (const pair of pairLines(paid.value, limited)) {
        above.get(pair.before.componentId)?.add(gapOf(pair), pair.before.participantId);
      }
    },
    findings: () =>
      open.map(({ component, path }): Finding => {
        const gap = above.get(component.id) ?? tally();
        const largest = money(most.get(component.id) ?? ZERO, plan.currency);
        const words = `Paid above twice the component's target in this history; the largest single line is ${largest} ${plan.currency}.`;
        return {
          rule: 'LINT-4',
          severity: gap.amount().gt(ZERO) ? 'warning' : 'note',
          path: `${path}.cap`,
          say: `Nothing limits what ${component.name} pays.`,
          mend: 'Write a cap such as “2x”, or keep it open on purpose and budget for it.',
          stake: compared === 0 ? null : stakeOf(plan, gap, words),
        };
      }),
  };
}
