import { dealMatcher } from '../crediting/credit-deal.ts';
import type { Deal } from '../crediting/deal.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';
import type { Quota } from '../quotas/participant.ts';

/** The components that count a deal (DEP-1). */
export function componentsCounting(plan: Plan, deal: Deal): readonly Component[] {
  return activeComponents(plan).filter((component) => dealMatcher(component)(deal));
}

/** The components that a quota may be for (DEP-2): its own, or all that measure its unit. */
export function componentsAskingFor(plan: Plan, { componentId, unit }: Quota): readonly Component[] {
  return activeComponents(plan).filter((component) =>
    componentId === null
      ? (component.measure.of === 'deals' ? 'Count' : component.measure.unit) === unit
      : component.id === componentId,
  );
}
