import type { Plan } from '../plans/plan.ts';

/** The plan as it is meant to pay: components with status Draft count as Active, inactive ones do not (SGR-16). */
export function asDesigned(plan: Plan): Plan {
  if (!isUnfinished(plan)) return plan;
  return {
    ...plan,
    components: plan.components.map((one) => (one.status === 'Draft' ? { ...one, status: 'Active' } : one)),
  };
}

/** Whether some component is a draft, so that figures are those of the plan as designed. */
export function isUnfinished(plan: Plan): boolean {
  return plan.components.some(({ status }) => status === 'Draft');
}
