import type { Problem } from '../base/result.ts';
import { parseAccelerator } from '../plans/accelerator.ts';
import { parseCap } from '../plans/cap.ts';
import type { Plan } from '../plans/plan.ts';
import { activeComponents, checkPlan } from '../plans/plan-checks.ts';

export const checkKeys = [
  'weights',
  'caps-and-accelerators',
  'names',
  'document',
  'tests',
  'policies',
] as const;
export type CheckKey = (typeof checkKeys)[number];

/** One question about a plan; it passes without problems. */
export interface PlanCheck {
  readonly key: CheckKey;
  readonly problems: readonly Problem[];
}

const checkOfRule: Readonly<Record<string, CheckKey>> = {
  'PLAN-3': 'names',
  'PLAN-4': 'weights',
  'PLAN-6': 'caps-and-accelerators',
  'PLAN-7': 'caps-and-accelerators',
};

/** Every check of a plan (SGR-47): its document, the problems of its failing plan tests, and policies that forbid to apply a suggestion. */
export function runChecks(
  plan: Plan,
  found: { readonly tests: readonly Problem[]; readonly policies: readonly Problem[] },
): readonly PlanCheck[] {
  const problems = [...checkPlan(plan), ...unordered(plan)];
  return checkKeys.map((key) => ({
    key,
    problems:
      key === 'tests' || key === 'policies'
        ? found[key]
        : problems.filter(({ rule }) => (checkOfRule[rule] ?? orderRule(rule)) === key),
  }));
}

const orderRule = (rule: string): CheckKey => (rule === 'SGR-47' ? 'caps-and-accelerators' : 'document');

/** Accelerators that begin at or above the cap, so that they never pay. */
function unordered(plan: Plan): Problem[] {
  return activeComponents(plan).flatMap(({ id, name, cap, accelerator }) => {
    if (cap === null || accelerator === null) return [];
    const [limit, start] = [parseCap(cap), parseAccelerator(accelerator)];
    if (!limit.ok || !start.ok) return [];
    if (start.value.abovePercent.lt(limit.value.timesTarget.times(100))) return [];
    const message = `“${name}” is capped at ${cap} before its accelerator ${accelerator} begins. Raise the cap or lower the threshold.`;
    const at = plan.components.findIndex((one) => one.id === id);
    return [{ rule: 'SGR-47', path: `components[${at}].accelerator`, message }];
  });
}
