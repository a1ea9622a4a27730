import type { Component, Plan } from '../../plans/plan.ts';
import { hasPayPerDeal } from '../../plans/rate-facts.ts';

/** The plan with the parts of split deals rounded together (PAY-44), without the limits that it then may not have (TERM-27). */
export function roundingSplits(plan: Plan): Plan {
  return {
    ...plan,
    rounding: { ...plan.rounding, splits: 'largest-remainder' },
    components: plan.components.map(withoutAttainmentLimit),
  };
}

function withoutAttainmentLimit(component: Component): Component {
  const { rate, limits } = component;
  if (limits === undefined || !hasPayPerDeal(rate)) return component;
  return { ...component, limits: limits.filter(({ kind }) => kind !== 'attainment') };
}

/** An input with such a plan. */
export function withRoundedSplits<Input extends { readonly plan: Plan }>(input: Input): Input {
  return { ...input, plan: roundingSplits(input.plan) };
}
