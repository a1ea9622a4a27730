import { conditionWords } from '@attain/domain/plans/condition';
import { asksAverage, type Gate, gateConditions } from '@attain/domain/plans/gate';
import type { Component } from '@attain/domain/plans/plan';
import type { Effective } from '@attain/domain/plans/terms';
import { formatDay } from '../../../base/format-date.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { messages } from '../messages.ts';

/**
 * Short texts for the terms besides measure, rate, weight, cap and accelerator, so that components that pay differently also
 * look different in a table. `others` are the components of the plan.
 */
export function termWords(component: Component, others: readonly Component[]): readonly string[] {
  const { spiff, window, credit, gate, multiplier, limits = [], creditFactors = [] } = component;
  const nameOf = (id: string) => others.find((one) => one.id === id)?.name ?? id;
  return [
    ...(spiff
      ? [
          messages.terms.spiff({
            dates: days(spiff),
            fund: spiff.fund === null ? null : formatDecimal(spiff.fund),
            payees: spiff.participants?.length ?? null,
          }),
        ]
      : []),
    ...component.filter.map((condition) => messages.terms.only(conditionWords(condition))),
    ...(window
      ? [
          window.kind === 'rolling'
            ? messages.terms.lastPeriods(window.periods)
            : window.settle === 'deduct'
              ? messages.terms.lessPaid(messages.terms.window[window.kind])
              : messages.terms.window[window.kind],
        ]
      : []),
    ...(credit && credit.of !== 'own'
      ? [credit.of === 'team' ? messages.terms.teamCredit : messages.terms.ownAndTeam]
      : []),
    ...(gate ? [messages.terms.gate(asked(gate).map(nameOf).join(', '))] : []),
    ...(multiplier ? [messages.terms.multiplier(nameOf(multiplier.componentId))] : []),
    ...(component.decelerator ? [messages.terms.decelerator(component.decelerator)] : []),
    ...(limits.length > 0 ? [messages.terms.limits(limits.length)] : []),
    ...(creditFactors.length > 0 ? [messages.terms.factors(creditFactors.length)] : []),
    ...(component.approval ? [messages.terms.approval] : []),
    ...(component.paidWhen ? [messages.terms.paidWhen] : []),
    ...(component.effective ? [messages.terms.effective(days(component.effective))] : []),
  ];
}

/** Distinct ids of the components in a gate. */
function asked(gate: Gate): readonly string[] {
  const parts = asksAverage(gate) ? gate.average : gateConditions(gate);
  return [...new Set(parts.map(({ componentId }) => componentId))];
}

function days({ from, to }: Effective): string {
  if (from === null) return to === null ? messages.terms.always : messages.terms.until(formatDay(to));
  return to === null
    ? messages.terms.from(formatDay(from))
    : messages.terms.between(formatDay(from), formatDay(to));
}
