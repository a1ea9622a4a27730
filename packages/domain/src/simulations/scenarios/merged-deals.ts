import { type Decimal, decimal, plain } from '../../base/decimal.ts';
import type { Deal } from '../../crediting/deal.ts';
import type { History } from '../../findings/pay-history.ts';
import { type Condition, fieldReader, looksAtFigures } from '../../plans/condition.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';

/**
 * The deals of one month with those summed up that a plan cannot tell apart, so that a period is paid in fewer steps and to the
 * same cent (SIM-5): pay depends on the total alone (PAY-14) where every component sums amounts, none looks at single deals or
 * at days inside a month, and the money is the plan's own. Everything else is left as it is. Asked only for plans whose periods,
 * and so whose windows, are made of whole months.
 */
export function mergedDeals(plan: Plan, history: History, deals: readonly Deal[]): readonly Deal[] {
  if (!seesNoDays(history) || !paysTotalsOnly(plan)) return deals;
  const components = activeComponents(plan);
  const fields = [...new Set(components.flatMap(conditionsOf).map(({ field }) => field))]
    .sort()
    .map(fieldReader);
  const groups = new Map<string, { deal: Deal; amount: Decimal }>();
  const apart: Deal[] = [];
  for (const deal of deals) {
    // parts of a deal are rounded together deal by deal (PAY-44)
    const rounds = deal.splits.length > 1 && plan.rounding.splits !== undefined;
    if (rounds || (deal.unit === '$' && deal.currency !== plan.currency)) {
      apart.push(deal);
      continue;
    }
    const { unit, participantId, splits, overlays } = deal;
    const key = JSON.stringify([
      unit,
      participantId,
      splits,
      overlays ?? [],
      fields.map((read) => read(deal)),
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { deal, amount: decimal(deal.amount) });
    else group.amount = group.amount.plus(decimal(deal.amount));
  }
  return [...[...groups.values()].map(({ deal, amount }) => ({ ...deal, amount: plain(amount) })), ...apart];
}

/** Whether no component looks at single deals, or at days inside a month. */
export function paysTotalsOnly(plan: Plan): boolean {
  return activeComponents(plan).every(seesTotalsOnly);
}

/** Whether a deal counts the same on every day of the span. */
export function seesNoDays(history: History): boolean {
  return isAlwaysEnrolled(history) && (history.reportingLines ?? []).length === 0;
}

/** Whether every payee is in the plan on all days of the span, so that no deal counts on some of its days only. */
function isAlwaysEnrolled({ enrolments, span, payeeIds, participants }: History): boolean {
  if (enrolments === undefined) return true;
  const covering = enrolments.filter(({ from, to }) => from <= span.from && (to === null || to >= span.to));
  const ids = new Set(covering.map(({ participantId }) => participantId));
  return (payeeIds ?? participants.map(({ id }) => id)).every((id) => ids.has(id));
}

/** Every condition on a deal that decides whether, and by what factor, it counts. */
function conditionsOf({ filter, creditFactors = [] }: Component): readonly Condition[] {
  return [...filter, ...creditFactors.flatMap(({ where }) => where)];
}

function seesTotalsOnly(component: Component): boolean {
  const { measure, rate, limits = [], credit, spiff, approval, effective } = component;
  return (
    measure.of === 'amount' &&
    measure.own === undefined &&
    !('per' in rate && rate.per === 'deal') &&
    limits.every(({ kind }) => kind !== 'deal') &&
    (credit?.of ?? 'own') === 'own' &&
    [spiff, approval, effective].every((term) => term === undefined) &&
    !conditionsOf(component).some(looksAtFigures)
  );
}
