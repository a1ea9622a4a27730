import { parseDay, plusDays } from '../../base/day.ts';
import type { Problem } from '../../base/result.ts';
import { type Component, weightsMatter } from '../plan.ts';
import { isInForceOn } from '../terms.ts';

/** PLAN-4: weights are whole percents; where any decides pay, those of the active components sum to 100 on every day in force. */
export function checkWeights(components: readonly Component[]): readonly Problem[] {
  const problems: Problem[] = [];
  components.forEach((component, i) => {
    if (Number.isInteger(component.weight) && component.weight >= 0 && component.weight <= 100) return;
    const message = `The weight ${component.weight} must be a whole number from 0 to 100.`;
    problems.push({ rule: 'PLAN-4', path: `components[${i}].weight`, message });
  });
  const active = components.filter((component) => component.status === 'Active');
  if (active.length === 0) {
    const message = 'No component is active, so the plan would pay nothing. Set at least one to "Active".';
    return [...problems, { rule: 'PLAN-4', path: 'components', message }];
  }
  // SPIFFs stand outside the weights (TERM-30).
  const weighed = active.filter((component) => component.spiff === undefined);
  const fault = weightFault(weighed, weightsMatter(weighed));
  return fault === null ? problems : [...problems, fault];
}

/** The first day on which no component is in force or, where weights matter, they do not sum to 100. */
function weightFault(weighed: readonly Component[], matter: boolean): Problem | null {
  for (const day of turningDays(weighed)) {
    const inForce = weighed.filter(({ effective }) => day === null || isInForceOn(effective, day));
    const total = inForce.reduce((all, component) => all + component.weight, 0);
    if (total === 100 || (!matter && inForce.length > 0)) continue;
    const on = day === null || day === FIRST_DAY ? '' : `From ${day} on, `;
    if (inForce.length === 0) {
      const message = `${on}no component is in force until the next one starts. Close the gap.`;
      return { rule: 'PLAN-4', path: 'components', message };
    }
    const list = inForce
      .map((component) => `${component.name} ${component.weight}`)
      .slice(0, 12)
      .join(', ');
    const change = total < 100 ? `Add ${100 - total}` : `Remove ${total - 100}`;
    const message = `${on === '' ? 'The' : `${on}the`} weights of the active components total ${total} instead of 100 (${list}). ${change}.`;
    return { rule: 'PLAN-4', path: 'components', message };
  }
  return null;
}

/**
 * The days on which another set of components comes into force, earliest first; between two of them nothing changes, so
 * that what holds on these holds on every day. One null stands for always. Before the first component begins and after the
 * last one ends the plan is not in force.
 */
function turningDays(components: readonly Component[]): readonly (string | null)[] {
  if (components.length === 0) return [];
  const spans = components.map(({ effective }) => effective ?? { from: null, to: null });
  if (spans.every(({ from, to }) => from === null && to === null)) return [null];
  // Days that cannot be read, or are the wrong way round, are told by TERM-5.
  if (spans.some(({ from, to }) => [from, to].some((day) => day !== null && parseDay(day) === null)))
    return [];
  if (spans.some(({ from, to }) => from !== null && to !== null && to < from)) return [];
  const starts = spans.map(({ from }) => from ?? FIRST_DAY);
  const last = spans.some(({ to }) => to === null)
    ? null
    : spans
        .map(({ to }) => to ?? '')
        .sort()
        .at(-1);
  const after = spans.flatMap(({ to }) => (to === null || to === last ? [] : [plusDays(to, 1)]));
  return [...new Set([...starts, ...after])].sort();
}

const FIRST_DAY = '1900-01-01';
