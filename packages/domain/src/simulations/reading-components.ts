import { dependencies } from '../plans/dependencies.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';

/** The components themselves and every other whose pay reads the attainment of one of them: by gate, multiplier or matrix. */
export function componentsReading(plan: Plan, read: readonly Component[]): readonly Component[] {
  const ids = new Set(read.map(({ id }) => id));
  return activeComponents(plan).filter(
    (component) => ids.has(component.id) || dependencies(component).some(({ on }) => ids.has(on)),
  );
}

/** Whether what a component pays depends on earlier periods: by a window, by excess that is carried, by a fund that is spent. */
export function remembers({ window, limits = [], spiff }: Component): boolean {
  return (
    window !== undefined ||
    limits.some((limit) => 'excess' in limit && limit.excess === 'carried') ||
    spiff?.fund != null
  );
}

/** Whether the plan limits all components of a payee together, so that each line depends on the others. */
export function paidTogether(plan: Plan): boolean {
  return plan.planCap !== undefined;
}
