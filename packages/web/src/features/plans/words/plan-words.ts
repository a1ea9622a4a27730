import type { Component, Plan, PlanType, Rate, Unit } from '@attain/domain/plans/plan';
import { formatDecimal } from '../../../base/format-number.ts';
import { messages } from '../messages.ts';
import { totalWeight } from '../overview/find-components.ts';

/** Names of plan types, in display order. */
export const planTypeNames: Record<PlanType, string> = {
  'quota-mbo-spiff': messages.types.quota,
  'sales-commission': messages.types.commission,
  'bonus-plan': messages.types.bonus,
  'territory-plan': messages.types.territory,
};

/** Names of measure units. */
export const unitNames: Record<Unit, string> = {
  $: messages.units.money,
  Score: messages.units.score,
  Count: messages.units.count,
  '%': '%',
};

/** Names and hints of rate types. */
export const rateKindNames: Record<Rate['kind'], { label: string; hint: string }> = {
  target: { label: messages.rates.target, hint: messages.rates.targetHint },
  flat: { label: messages.rates.flat, hint: messages.rates.flatHint },
  individual: { label: messages.rates.individual, hint: messages.rates.individualHint },
  icr: {
    label: messages.rates.icr,
    hint: messages.rates.icrHint,
  },
  marginal: { label: messages.rates.marginal, hint: messages.rates.marginalHint },
  retroactive: { label: messages.rates.retroactive, hint: messages.rates.retroactiveHint },
  'interpolated-amounts': {
    label: messages.rates.amounts,
    hint: messages.rates.amountsHint,
  },
  'interpolated-rate': {
    label: messages.rates.interpolated,
    hint: messages.rates.interpolatedHint,
  },
  curve: { label: messages.rates.curve, hint: messages.rates.curveHint },
  matrix: { label: messages.rates.matrix, hint: messages.rates.matrixHint },
};

/** A component's rate on one line: `3%`, `3 tiers, 2%–5%`. */
export function rateSummary(rate: Rate): string {
  if (rate.kind === 'flat') return messages.summary.flat(formatDecimal(rate.ratePercent));
  if (rate.kind === 'target' || rate.kind === 'individual' || rate.kind === 'icr')
    return rateKindNames[rate.kind].label;
  if (rate.kind === 'interpolated-amounts') return messages.summary.bands(rate.bands.length);
  if (rate.kind === 'interpolated-rate') return messages.summary.steps(rate.steps.length);
  if (rate.kind === 'curve') return messages.summary.curve(rate.curve.shape, rate.curve.points.length);
  if (rate.kind === 'matrix') {
    return messages.summary.matrix(rate.shape, rate.rowsAtPercent.length, rate.columnsAtPercent.length);
  }
  const first = rate.tiers[0]?.ratePercent ?? '0';
  const last = rate.tiers.at(-1)?.ratePercent ?? '0';
  return messages.summary.tiers(rate.kind, rate.tiers.length, formatDecimal(first), formatDecimal(last));
}

/** A new component: a draft that measures money against quota. */
export function newComponent(plan: Plan): Component {
  return {
    id: '',
    name: '',
    status: 'Draft',
    measure: { unit: '$', of: 'amount' },
    filter: [],
    weight: Math.max(0, 100 - totalWeight(plan.components)),
    rate: { kind: 'target' },
    cap: null,
    accelerator: null,
    gate: null,
  };
}
