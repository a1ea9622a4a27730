import type { Component } from '../plans/plan.ts';
import { isInForceOn } from '../plans/terms.ts';
import { dealMatcher } from './credit-deal.ts';
import type { Deal } from './deal.ts';

/**
 * Whether a deal waits for somebody's approval to count in a component (CREDIT-11): the component asks for it, counts such deals on
 * that day, and credits somebody on the plan: `own`, where whoever the deal credits by itself is on it, or whoever leads them.
 */
export function awaitsApproval(
  { approvedOn = null, ...deal }: Deal,
  component: Component,
  onPlan: { readonly own: boolean },
): boolean {
  if (approvedOn !== null || component.approval !== 'required' || component.status !== 'Active') return false;
  const { effective, spiff, credit } = component;
  if (!isInForceOn(effective, deal.date) || !isInForceOn(spiff, deal.date)) return false;
  const rollsUp = credit !== undefined && credit.of !== 'own';
  return dealMatcher(component)(deal) && (rollsUp || onPlan.own);
}
