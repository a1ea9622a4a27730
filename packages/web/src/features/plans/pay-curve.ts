import { periodContaining } from '@attain/domain/base/period';
import { calculate } from '@attain/domain/payouts/calculate';
import type { Component, Plan } from '@attain/domain/plans/plan';

/** One point of a pay curve: how much was credited, and what the component then pays. */
export type CurvePoint = { at: number; pay: string };
/** What a component pays over what is credited, computed by the code that pays; or why it cannot be drawn. */
export type PayCurve =
  | { ok: true; over: 'percent-of-quota' | 'credit'; points: readonly CurvePoint[] }
  | { ok: false; say: string };

/** The person the curve is drawn for; the screen says so beside it. */
export const example = {
  targetVariableAnnual: '100000',
  commissionRatePercent: '5',
  quota: 100_000,
} as const;

const steps = 40;

/** Pays one imagined person by this component alone, at 41 points from nothing to twice the quota (or past the last tier). */
export function payCurve(plan: Plan, component: Component): PayCurve {
  const overQuota =
    component.rate.kind === 'target' ||
    ('thresholds' in component.rate && component.rate.thresholds === 'percent-of-quota');
  const end = overQuota ? 2 * example.quota : creditEnd(component);
  const points: CurvePoint[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const credit = Math.round((end * step) / steps);
    const paid = payAt(plan, component, credit);
    if (!paid.ok) return paid;
    points.push({ at: overQuota ? Math.round((credit / example.quota) * 100) : credit, pay: paid.pay });
  }
  return { ok: true, over: overQuota ? 'percent-of-quota' : 'credit', points };
}

function payAt(
  plan: Plan,
  component: Component,
  credit: number,
): { ok: true; pay: string } | { ok: false; say: string } {
  const period = periodContaining(plan.calendar, '2025-01-01');
  const alone: Component = {
    ...component,
    id: 'curve',
    name: component.name || 'Component',
    status: 'Active',
    gate: null,
    filter: [],
  };
  const rest: Component = {
    ...alone,
    id: 'rest',
    name: 'All other components',
    weight: 100 - component.weight,
    rate: { kind: 'flat', ratePercent: '0' },
    cap: null,
    accelerator: null,
  };
  const participant = { id: 'p', name: 'p', hiredOn: null, leftOn: null, ...example };
  const unit = component.measure.unit;
  const deal = {
    id: 'd',
    date: period.from,
    amount: String(credit),
    unit,
    currency: unit === '$' ? plan.currency : null,
    participantId: 'p',
    splits: [],
    kind: 'sale',
    product: null,
    territory: null,
    customer: null,
  };
  const result = calculate({
    plan: {
      ...plan,
      name: plan.name || 'Plan',
      components: component.weight === 100 ? [alone] : [alone, rest],
    },
    period,
    participants: [participant],
    quotas: [
      {
        participantId: 'p',
        componentId: null,
        unit,
        from: period.from,
        to: period.to,
        amount: String(example.quota),
      },
    ],
    deals: credit === 0 || component.measure.of === 'deals' ? [] : [deal],
    exchangeRates: [],
  });
  if (!result.ok) return { ok: false, say: result.problems[0]?.say ?? 'This component is not complete yet.' };
  return { ok: true, pay: result.value.lines.find((line) => line.componentId === 'curve')?.amount ?? '0' };
}

/** Half again as much as the last bound of the table; the example's quota where there is none. */
function creditEnd(component: Component): number {
  if (!('tiers' in component.rate)) return 2 * example.quota;
  const bounds = component.rate.tiers.map((tier) => Number(tier.from)).filter(Number.isFinite);
  return Math.max(1, ...bounds) === 1 ? 2 * example.quota : Math.max(...bounds) * 1.5;
}
