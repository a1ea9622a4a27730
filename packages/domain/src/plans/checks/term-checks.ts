import { dayProblem, parseDay } from '../../base/day.ts';
import type { Problem } from '../../base/result.ts';
import { parseAccelerator } from '../accelerator.ts';
import { parseDecelerator } from '../decelerator.ts';
import { asksTarget, type Component, type Plan } from '../plan.ts';
import { hasHigherRates } from '../rate-facts.ts';
import { unreadable } from '../reading.ts';
import { checkCurve } from './curve-checks.ts';
import { figureFaults } from './figure-faults.ts';
import { checkLimits } from './limit-checks.ts';

/** TERM-21 to TERM-31: every problem with the further terms of one component; `path` is its place in the document. */
export function checkTerms(component: Component, plan: Plan, path: string): readonly Problem[] {
  return [
    ...checkDecelerator(component, `${path}.decelerator`),
    ...checkHigherGate(component, `${path}.gate.closes`),
    ...checkMultiplier(component, plan, `${path}.multiplier`),
    ...checkLimits(component, plan, `${path}.limits`),
    ...checkSpiff(component, plan, `${path}.spiff`),
    ...checkPaidWhen(component, `${path}.paidWhen`),
  ];
}

/** TERM-29: the plan's cap is an amount above zero. */
export function checkPlanCap({ planCap }: Plan): readonly Problem[] {
  if (planCap === undefined) return [];
  return figureFaults(planCap, { rule: 'TERM-29', path: 'planCap', what: 'amount', from: 'above zero' });
}

/** TERM-23: a decelerator can be read, stands on plain target-based pay, and ends at or below where the accelerator starts. */
function checkDecelerator(component: Component, path: string): readonly Problem[] {
  const { decelerator, accelerator, rate } = component;
  if (decelerator === undefined) return [];
  const rule = 'TERM-23';
  const read = parseDecelerator(decelerator);
  if (!read.ok) return [{ rule, path, message: unreadable(decelerator, read) }];
  if (rate.kind !== 'target') {
    const message = `A decelerator reduces attainment, but the rate is "${component.rate.kind}". Use the table or curve instead.`;
    return [{ rule, path, message }];
  }
  const fast = accelerator === null ? null : parseAccelerator(accelerator);
  if (fast?.ok && fast.value.abovePercent.lt(read.value.belowPercent)) {
    const message = `The decelerator applies below ${read.value.belowPercent.toFixed()}%, but the accelerator already applies above ${fast.value.abovePercent.toFixed()}%. End one before the other starts.`;
    return [{ rule, path, message }];
  }
  return [];
}

/** TERM-24: a gate that closes the higher rates stands where there are some. */
function checkHigherGate(component: Component, path: string): readonly Problem[] {
  if (component.gate?.closes !== 'higher-rates' || hasHigherRates(component)) return [];
  const message = `The rate "${component.rate.kind}" has no higher rates for the gate to close${component.rate.kind === 'target' ? ' without an accelerator' : ''}. Close everything instead.`;
  return [{ rule: 'TERM-24', path, message }];
}

/** TERM-25: a multiplier's curve is sound, and the order says when it is applied. */
function checkMultiplier({ multiplier }: Component, plan: Plan, path: string): readonly Problem[] {
  if (multiplier === undefined) return [];
  const problems: Problem[] = [...checkCurve(multiplier.curve, `${path}.curve`, false)];
  if (!plan.order.includes('multiplier')) {
    const message =
      'The component has a multiplier, but the order does not include it. Add "multiplier" to the order.';
    problems.push({ rule: 'TERM-25', path: 'order', message });
  }
  return problems;
}

/** TERM-31: only pay for the amount of deals, in money, can follow what customers pay: they do not pay own amounts. */
function checkPaidWhen({ paidWhen, measure }: Component, path: string): readonly Problem[] {
  if (paidWhen === undefined) return [];
  const fault = (message: string) => [{ rule: 'TERM-31', path, message }];
  if (measure.unit !== '$')
    return fault(
      `Only components that measure $ can be paid when the customer pays. This one measures "${measure.unit}".`,
    );
  if (measure.own === undefined) return [];
  return fault(
    `Customers pay a deal’s amount, not its ${measure.own}. Measure the amount, or pay without waiting for customers.`,
  );
}

/** TERM-30: a SPIFF has days and a fund that can be used, no weight, a commission of its own, and no further way to be measured; whom it names, it names once. */
function checkSpiff(component: Component, plan: Plan, path: string): readonly Problem[] {
  const { spiff, weight, rate } = component;
  if (spiff === undefined) return [];
  const rule = 'TERM-30';
  const problems: Problem[] = [];
  for (const field of ['from', 'to'] as const) {
    if (parseDay(spiff[field]) === null)
      problems.push({ ...dayProblem(spiff[field], `${path}.${field}`), rule });
  }
  if (problems.length === 0 && spiff.to < spiff.from) {
    const message = `It ends on ${spiff.to}, before it starts on ${spiff.from}. Swap the dates.`;
    problems.push({ rule, path: `${path}.to`, message });
  }
  if (spiff.fund !== null)
    problems.push(
      ...figureFaults(spiff.fund, { rule, path: `${path}.fund`, what: 'amount', from: 'above zero' }),
    );
  const faults: readonly (readonly [boolean, string])[] = [
    [weight !== 0, `A SPIFF is outside the weights, but its weight is ${weight}. Set it to 0.`],
    [asksTarget(rate), 'A SPIFF has its own money and no share of target. Use a rate, a table or bands.'],
    [component.window !== undefined, 'A SPIFF is measured over its own dates. Remove the window.'],
  ];
  for (const [wrong, message] of faults) if (wrong) problems.push({ rule, path, message });
  const { participants = [] } = spiff;
  for (const id of new Set(participants.filter((one, i) => participants.indexOf(one) < i)))
    problems.push({ rule, path: `${path}.participants`, message: `"${id}" appears twice. Keep one.` });
  if (spiff.planCap === 'inside' && plan.planCap === undefined) {
    const message = 'The SPIFF is inside the plan’s cap, but the plan has none. Set a cap, or remove this.';
    problems.push({ rule, path: `${path}.planCap`, message });
  }
  return problems;
}
