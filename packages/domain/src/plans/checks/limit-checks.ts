import type { Problem } from '../../base/result.ts';
import { type Component, isTargetBased, type Plan } from '../plan.ts';
import { hasPayPerDeal, paysEachDeal } from '../rate-facts.ts';
import type { Limit } from '../terms.ts';
import { figureFaults } from './figure-faults.ts';

/** TERM-27, TERM-28: the limits of a component can be read, are there once, and limit something the component has. */
export function checkLimits(component: Component, plan: Plan, path: string): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<Limit['kind']>();
  (component.limits ?? []).forEach((limit, i) => {
    const at = `${path}[${i}]`;
    problems.push(...limitFigure(limit, at));
    const fault = seen.has(limit.kind)
      ? `There are two limits of kind "${limit.kind}". Keep the lower one.`
      : limitFault(limit, component, plan);
    seen.add(limit.kind);
    if (fault !== null) problems.push({ rule: 'TERM-27', path: at, message: fault });
    if ('excess' in limit && limit.excess === 'carried' && plan.order.at(-1) !== 'cap') {
      const message =
        'The carried amount must be money that would have been paid. Put "cap" last in the order.';
      problems.push({ rule: 'TERM-28', path: at, message });
    }
    if ('excess' in limit && limit.excess === 'carried' && component.spiff !== undefined) {
      const message = 'A SPIFF ends with its dates, so nothing can be carried. Use "lost".';
      problems.push({ rule: 'TERM-28', path: at, message });
    }
  });
  return problems;
}

function limitFigure(limit: Limit, path: string): readonly Problem[] {
  const rule = 'TERM-27';
  if ('atMostPercent' in limit) {
    return figureFaults(limit.atMostPercent, {
      rule,
      path: `${path}.atMostPercent`,
      what: 'percent',
      from: 'above zero',
    });
  }
  const what = limit.kind === 'target-multiple' ? 'percent' : 'amount';
  return figureFaults(limit.atMost, { rule, path: `${path}.atMost`, what, from: 'above zero' });
}

/** Why a limit has nothing to limit; null when it has. */
function limitFault(limit: Limit, component: Component, plan: Plan): string | null {
  const { rate } = component;
  switch (limit.kind) {
    case 'attainment':
      if (plan.rounding.splits !== undefined && hasPayPerDeal(rate))
        return 'When parts of a deal are rounded together, each deal is paid on its own and a limit on attainment has no effect. Limit the deal or the period.';
      return paysEachDeal(rate) || component.limits?.some((one) => one.kind === 'deal')
        ? 'When each deal is paid on its own, a limit on attainment has no effect. Limit the deal or the period.'
        : null;
    case 'payout-percent':
      return isTargetBased(rate)
        ? null
        : `The rate "${rate.kind}" pays no share of target. Limit the amount of the period.`;
    case 'deal':
      return hasPayPerDeal(rate)
        ? null
        : `The rate "${rate.kind}" uses the total, so single deals have no pay of their own. Apply the table to each deal, or limit the period.`;
    case 'target-multiple':
      if (component.cap !== null) return 'The cap sets the same limit. Keep one of them.';
      return !isTargetBased(rate) && component.weight === 0
        ? 'With weight 0, a multiple of target is zero. Give the component a weight.'
        : null;
    case 'amount':
      return null;
  }
}
