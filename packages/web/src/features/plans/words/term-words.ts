import { conditionWords } from '@attain/domain/plans/condition';
import { asksAverage, type Gate, gateConditions } from '@attain/domain/plans/gate';
import type { Component } from '@attain/domain/plans/plan';
import type { Effective, MeasureWindow } from '@attain/domain/plans/terms';
import { formatDay } from '../../../base/format-date.ts';
import { counted, formatDecimal } from '../../../base/format-number.ts';

const windowNames: Record<MeasureWindow['kind'], string> = {
  'quarter-to-date': 'Quarter to date',
  'year-to-date': 'Year to date',
  'plan-to-date': 'Since the plan began',
  rolling: 'Rolling',
};

/**
 * What a component says beside measure, rate, weight, cap and accelerator, a few words each, so that two components that pay
 * differently never look the same in a table. `others` are the components of its plan.
 */
export function termWords(component: Component, others: readonly Component[]): readonly string[] {
  const { spiff, window, credit, gate, multiplier, limits = [], creditFactors = [] } = component;
  const nameOf = (id: string) => others.find((one) => one.id === id)?.name ?? id;
  return [
    ...(spiff
      ? [
          `SPIFF ${days(spiff)}${spiff.fund === null ? ', no fund' : `, fund ${formatDecimal(spiff.fund)}`}${spiff.participants ? `, for ${counted(spiff.participants.length, 'payee')}` : ''}`,
        ]
      : []),
    ...component.filter.map((condition) => `only ${conditionWords(condition)}`),
    ...(window
      ? [
          window.kind === 'rolling'
            ? `Last ${counted(window.periods, 'period')}`
            : `${windowNames[window.kind]}${window.settle === 'deduct' ? ', less what was paid' : ''}`,
        ]
      : []),
    ...(credit && credit.of !== 'own'
      ? [credit.of === 'team' ? 'Credit of the team' : 'Own credit and the team’s']
      : []),
    ...(gate ? [`Gate on ${asked(gate).map(nameOf).join(', ')}`] : []),
    ...(multiplier ? [`Multiplied by ${nameOf(multiplier.componentId)}`] : []),
    ...(component.decelerator ? [`Decelerator ${component.decelerator}`] : []),
    ...(limits.length > 0 ? [counted(limits.length, 'further limit')] : []),
    ...(creditFactors.length > 0 ? [counted(creditFactors.length, 'credit factor')] : []),
    ...(component.approval ? ['only approved results'] : []),
    ...(component.effective ? [`in force ${days(component.effective)}`] : []),
  ];
}

/** The ids of the components a gate asks for, each once. */
function asked(gate: Gate): readonly string[] {
  const parts = asksAverage(gate) ? gate.average : gateConditions(gate);
  return [...new Set(parts.map(({ componentId }) => componentId))];
}

function days({ from, to }: Effective): string {
  if (from === null) return to === null ? 'always' : `until ${formatDay(to)}`;
  return to === null ? `from ${formatDay(from)}` : `${formatDay(from)} – ${formatDay(to)}`;
}
