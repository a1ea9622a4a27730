import type { Component, Plan, PlanType, Rate, Unit } from '@attain/domain/plans/plan';
import { counted, formatDecimal } from '../../../base/format-number.ts';

/** How plan types are called on screen, in the order they are offered. */
export const planTypeNames: Record<PlanType, string> = {
  'quota-mbo-spiff': 'Quota / MBO / SPIFF',
  'sales-commission': 'Sales Commission',
  'bonus-plan': 'Bonus Plan',
  'territory-plan': 'Territory Plan',
};

/** What a component measures, in words. */
export const unitNames: Record<Unit, string> = { $: '$ (money)', Score: 'Score', Count: 'Count', '%': '%' };

/** How credit becomes pay, in words. */
export const rateKindNames: Record<Rate['kind'], { label: string; hint: string }> = {
  target: { label: 'Target-based', hint: 'Target variable × weight × attainment of quota' },
  flat: { label: 'Flat rate', hint: 'One rate on everything credited' },
  individual: { label: 'Individual rate', hint: 'The commission rate of each participant’s own record' },
  icr: {
    label: 'Target rate (ICR)',
    hint: 'Target variable × weight ÷ quota: each person’s own rate, 100% pays the target',
  },
  marginal: { label: 'Marginal tiers', hint: 'Each tier’s rate on the part inside it' },
  retroactive: { label: 'Retroactive tiers', hint: 'The rate of the tier reached, on everything' },
  'interpolated-amounts': {
    label: 'Interpolated amounts',
    hint: 'Each full band’s amount, and the part of the band reached',
  },
  'interpolated-rate': {
    label: 'Interpolated rate',
    hint: 'A rate that grows inside each step, on everything',
  },
  curve: { label: 'Pay curve', hint: 'Target variable × weight × what the curve says at the attainment' },
  matrix: { label: 'Matrix', hint: 'Target variable × weight × what two attainments are worth together' },
};

/** A component's rate on one line: `3%`, `3 tiers, 2%–5%`. */
export function rateSummary(rate: Rate): string {
  if (rate.kind === 'flat') return `${formatDecimal(rate.ratePercent)}%`;
  if (rate.kind === 'target' || rate.kind === 'individual' || rate.kind === 'icr')
    return rateKindNames[rate.kind].label;
  if (rate.kind === 'interpolated-amounts') return `${rate.bands.length} bands of amounts`;
  if (rate.kind === 'interpolated-rate') return `${rate.steps.length} steps of a growing rate`;
  if (rate.kind === 'curve') return `Pay curve, ${rate.curve.shape}, ${rate.curve.points.length} points`;
  if (rate.kind === 'matrix') {
    return `Matrix, ${rate.shape}, ${rate.rowsAtPercent.length} × ${rate.columnsAtPercent.length}`;
  }
  const first = rate.tiers[0]?.ratePercent ?? '0';
  const last = rate.tiers.at(-1)?.ratePercent ?? '0';
  return `${counted(rate.tiers.length, `${rate.kind} tier`)}, ${formatDecimal(first)}%–${formatDecimal(last)}%`;
}

/** The sum of the active components' weights, percent. */
export function totalWeight(components: readonly Component[]): number {
  return components.filter((one) => one.status === 'Active').reduce((sum, one) => sum + one.weight, 0);
}

/** A component as it starts: a draft that measures money against quota. */
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

/** Whether a search finds a component: part of its name, its measure or its status, in small letters or large. */
export function matchesComponent(
  { name, measure, status }: Pick<Component, 'name' | 'measure' | 'status'>,
  query: string,
): boolean {
  const wanted = query.trim().toLowerCase();
  return [name, measure.unit, status].some((text) => text.toLowerCase().includes(wanted));
}

/** What is said of a search over the components (ERR-17). */
export function searchWords(found: number): { title: string; text: string } {
  return { title: 'Search Results', text: `Found ${found} matching component(s)` };
}
