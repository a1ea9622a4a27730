import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { parsePlan } from './parse-plan.ts';
import type { Plan } from './plan.ts';

/** One change of a plan's document: fields of a component or of the plan set, a component added at the end, or one taken out. */
export type PlanChange =
  | { readonly component: string; readonly set: Readonly<Record<string, unknown>> }
  | { readonly plan: Readonly<Record<string, unknown>> }
  | { readonly add: Readonly<Record<string, unknown>> }
  | { readonly remove: string };

/**
 * The plan with the changes made one after another (PLAN-10); the plan given stays as it is. Refused with every component that
 * is not there, and with every place where the outcome is no plan document. Whether it is sound is `checkPlan`'s question.
 */
export function changePlan(plan: Plan, changes: readonly PlanChange[]): Result<Plan> {
  const problems: Problem[] = [];
  let components: readonly object[] = plan.components;
  let fields: Readonly<Record<string, unknown>> = {};
  for (const [at, change] of changes.entries()) {
    if ('plan' in change) {
      if (Object.hasOwn(change.plan, 'components')) {
        const message = 'Components are changed one by one, by their ID.';
        problems.push({ rule: 'PLAN-10', path: `changes[${at}].plan.components`, message });
      }
      fields = { ...fields, ...change.plan };
      continue;
    }
    if ('add' in change) {
      components = [...components, change.add];
      continue;
    }
    const id = 'remove' in change ? change.remove : change.component;
    if (!components.some((one) => idOf(one) === id)) {
      const message = `The plan has no component “${id}”.`;
      problems.push({ rule: 'PLAN-10', path: `changes[${at}]`, message });
    } else if ('remove' in change) {
      components = components.filter((one) => idOf(one) !== id);
    } else if (Object.hasOwn(change.set, 'id')) {
      const message = 'A component’s ID can’t change, because quotas and payout lines refer to it.';
      problems.push({ rule: 'PLAN-10', path: `changes[${at}].set.id`, message });
    } else {
      components = components.map((one) => (idOf(one) === id ? { ...one, ...change.set } : one));
    }
  }
  if (problems.length > 0) return rejected(problems);
  return changes.length === 0 ? ok(plan) : parsePlan({ ...plan, ...fields, components });
}

function idOf(component: object): unknown {
  return Object.hasOwn(component, 'id') ? (component as { id: unknown }).id : undefined;
}
