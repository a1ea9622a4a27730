import { isCurrency } from '../base/money.ts';
import type { Problem } from '../base/result.ts';
import { checkDependencies } from './checks/dependency-checks.ts';
import { checkMeasuring, checkPlanTerms } from './checks/measure-checks.ts';
import { checkPlanCap, checkTerms } from './checks/term-checks.ts';
import { checkWeights } from './checks/weight-checks.ts';
import { checkComponent } from './component-checks.ts';
import type { Component, OrderStep, Plan } from './plan.ts';
import { MAX_COMPONENTS } from './plan-schema.ts';

/** Steps the order must name, and those it may. */
const STEPS: readonly OrderStep[] = ['gate', 'cap', 'weight'];
const MORE_STEPS: readonly OrderStep[] = ['multiplier'];

/**
 * Every reason why a plan must not pay anybody, in the order of the document; none when it is sound.
 * The plan must have passed `parsePlan` (or come from typed code): shapes are not looked at again.
 */
export function checkPlan(plan: Plan): readonly Problem[] {
  if (plan.components.length > MAX_COMPONENTS) {
    const message = `The plan has ${plan.components.length} components; the limit is ${MAX_COMPONENTS}. Split it.`;
    return [{ rule: 'PLAN-1', path: 'components', message }];
  }
  return [
    ...checkSettings(plan),
    ...checkNames(plan.components),
    ...checkWeights(plan.components),
    ...plan.components.flatMap((component, i) => [
      ...checkComponent(component, `components[${i}]`),
      ...checkMeasuring(component, plan, `components[${i}]`),
      ...checkTerms(component, plan, `components[${i}]`),
    ]),
    ...checkDependencies(plan.components),
    ...checkPlanTerms(plan),
    ...checkPlanCap(plan),
  ];
}

/** The components that are calculated, in the plan's order. */
export function activeComponents(plan: Plan): readonly Component[] {
  return plan.components.filter((component) => component.status === 'Active');
}

/** PLAN-2: the settings that hold for the whole plan. */
function checkSettings(plan: Plan): readonly Problem[] {
  const problems: Problem[] = [];
  const message = (path: string, text: string) => problems.push({ rule: 'PLAN-2', path, message: text });
  if (!isCurrency(plan.currency)) {
    message('currency', `"${plan.currency}" is not an ISO 4217 currency. Use three capitals, like "USD".`);
  }
  const month = plan.calendar.fiscalYearStartMonth;
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    message(
      'calendar.fiscalYearStartMonth',
      `${month} is not a month. Enter a whole number from 1 (January) to 12.`,
    );
  }
  const known = [...STEPS, ...MORE_STEPS];
  const strange = plan.order.some((step) => !known.includes(step));
  const repeated = new Set(plan.order).size !== plan.order.length;
  if (strange || repeated || STEPS.some((step) => !plan.order.includes(step))) {
    message(
      'order',
      `The order must contain ${STEPS.map((step) => `"${step}"`).join(', ')} once each, and "multiplier" if one is used, in any order.`,
    );
  }
  return problems;
}

/** PLAN-3: ids and names tell components apart. */
function checkNames(components: readonly Component[]): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, number>();
  components.forEach((component, i) => {
    for (const [field, text] of [
      ['id', component.id],
      ['name', component.name.trim().toLowerCase()],
    ] as const) {
      const first = seen.get(`${field} ${text}`);
      if (first === undefined) seen.set(`${field} ${text}`, i);
      else {
        const message = `The ${field} "${component[field]}" is already used by component ${first + 1}. Give each its own.`;
        problems.push({ rule: 'PLAN-3', path: `components[${i}].${field}`, message });
      }
    }
  });
  return problems;
}
