import type { Period } from '../base/period.ts';
import { awaitsApproval } from '../crediting/awaits-approval.ts';
import { conditionsMatcher } from '../crediting/credit-deal.ts';
import { creditedBy } from '../crediting/credited-by.ts';
import type { Deal } from '../crediting/deal.ts';
import { conditionWords, fieldReader, fieldWords } from '../plans/condition.ts';
import { lacksAmount } from '../plans/own-fields.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';
import { isInForceOn } from '../plans/terms.ts';

/** Whether a component counts a deal for a payee, and the first thing in the way. */
export interface ComponentAnswer {
  readonly componentId: string;
  readonly componentName: string;
  readonly isCounted: boolean;
  readonly message: string;
}

/**
 * Why each component pays a payee for a deal, or why it does not (SIM-13): the first that applies of credited people, period, unit,
 * dates of the component, conditions, own amount and approval.
 */
export function whyNot(
  { plan, period }: { readonly plan: Plan; readonly period: Period },
  deal: Deal,
  participantId: string,
): readonly ComponentAnswer[] {
  return activeComponents(plan).map((component) => {
    const reason = reasonOf(component, deal, { period, participantId });
    return {
      componentId: component.id,
      componentName: component.name,
      isCounted: reason === null,
      message: reason ?? 'Counts this deal.',
    };
  });
}

function reasonOf(
  component: Component,
  deal: Deal,
  { period, participantId }: { period: Period; participantId: string },
): string | null {
  const rollsUp = component.credit !== undefined && component.credit.of !== 'own';
  if (!rollsUp && !creditedBy(deal).includes(participantId)) return 'The deal credits other people.';
  if (deal.date < period.from || deal.date > period.to)
    return `The deal is dated ${deal.date}, outside ${period.key}.`;
  if (deal.unit !== component.measure.unit)
    return `It measures ${component.measure.unit}; the deal is in ${deal.unit}.`;
  if (!isInForceOn(component.effective, deal.date) || !isInForceOn(component.spiff, deal.date))
    return `It is not in force on ${deal.date}.`;
  const failed = component.filter.find((condition) => !conditionsMatcher([condition])(deal));
  if (failed !== undefined) {
    const value = fieldReader(failed.field)(deal);
    return `It counts deals with ${conditionWords(failed)}; this deal’s ${fieldWords(failed.field)} is ${value ?? 'empty'}.`;
  }
  const { measure } = component;
  if (lacksAmount(measure, deal))
    return `It measures ${measure.own}, but this deal has no number in that field.`;
  if (awaitsApproval(deal, component, { own: true })) return 'The deal waits for approval.';
  return null;
}
