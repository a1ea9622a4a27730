import { periodContaining } from '../../base/period.ts';
import type { Deal } from '../../crediting/deal.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { calculate } from '../calculate.ts';

/** The person a curve is drawn for; decimal texts in the plan's currency or the measure's unit, percents without sign. */
export interface ImaginedPayee {
  readonly targetVariableAnnual: string;
  readonly commissionRatePercent: string;
  /** For the whole period. */
  readonly quota: string;
  /** Attainment of the other component of a matrix. */
  readonly otherPercent: string;
}

/** Somebody whose figures are easy to divide by; screens say that the curve is theirs. */
export const examplePayee: ImaginedPayee = {
  targetVariableAnnual: '100000',
  commissionRatePercent: '5',
  quota: '100000',
  otherPercent: '100',
};

/** What the code that pays says for one imagined case. */
export type ImaginedPay =
  | { readonly ok: true; readonly pay: string }
  | { readonly ok: false; readonly say: string };

/**
 * What a component alone pays an imagined person in one period for one deal of `credit`, computed by the very code that
 * pays. Gate, filter, multiplier, window and crediting scope are left aside: they decide what counts, not what it is worth.
 */
export function imaginePay(
  plan: Plan,
  component: Component,
  payee: ImaginedPayee,
  credit: string,
): ImaginedPay {
  const period = periodContaining(plan.calendar, '2025-01-01');
  const alone = aloneOf(component);
  const other = otherOf(plan, component);
  const rest = 100 - component.weight;
  const beside = other ?? (rest === 0 ? undefined : restOf(component));
  const components = beside === undefined ? [alone] : [alone, { ...beside, weight: rest }];
  const quota = (componentId: string, unit: Component['measure']['unit'], amount: string) => ({
    participantId: payeeId,
    componentId,
    unit,
    from: period.from,
    to: period.to,
    amount,
  });
  const result = calculate({
    plan: { ...plan, name: plan.name || 'Plan', components },
    period,
    participants: [{ id: payeeId, name: payeeId, hiredOn: null, leftOn: null, ...terms(payee) }],
    quotas: [
      quota(alone.id, countedIn(component), payee.quota),
      ...(other === undefined ? [] : [quota(other.id, other.measure.unit, otherQuota)]),
    ],
    deals: [
      ...deals(plan, alone, ownProduct, credit, period.from),
      ...(other === undefined ? [] : deals(plan, other, otherProduct, payee.otherPercent, period.from)),
    ],
    exchangeRates: [],
    earlier: [],
  });
  if (!result.ok) return { ok: false, say: result.problems[0]?.say ?? 'This component is not complete yet.' };
  return { ok: true, pay: result.value.lines.find((line) => line.componentId === alone.id)?.amount ?? '0' };
}

const payeeId = 'p';
const ownProduct = 'own';
const otherProduct = 'other';
/** A quota of 100, so that a credit of 85 is 85 %. */
const otherQuota = '100';

function terms({ targetVariableAnnual, commissionRatePercent }: ImaginedPayee) {
  return { targetVariableAnnual, commissionRatePercent };
}

function aloneOf(component: Component): Component {
  const {
    window: _w,
    credit: _c,
    multiplier: _m,
    approval: _a,
    effective: _e,
    spiff: _s,
    ...kept
  } = component;
  return {
    ...kept,
    id: 'curve',
    name: component.name || 'Component',
    status: 'Active',
    gate: null,
    filter: [{ field: 'product', in: [ownProduct] }],
    rate: component.rate.kind === 'matrix' ? { ...component.rate, other: 'rest' } : component.rate,
  };
}

/** The second measure of a matrix, as far as its attainment matters. */
function otherOf(plan: Plan, component: Component): Component | undefined {
  const { rate } = component;
  if (rate.kind !== 'matrix') return undefined;
  const named = plan.components.find((one) => one.id === rate.other);
  return { ...restOf(component), measure: { unit: named?.measure.unit ?? '$', of: 'amount' } };
}

function restOf(component: Component): Component {
  return {
    ...aloneOf(component),
    id: 'rest',
    name: 'All other components',
    filter: [{ field: 'product', in: [otherProduct] }],
    rate: { kind: 'flat', ratePercent: '0' },
    cap: null,
    accelerator: null,
    decelerator: undefined,
    limits: undefined,
  };
}

function countedIn(component: Component): Component['measure']['unit'] {
  return component.measure.of === 'deals' ? 'Count' : component.measure.unit;
}

function deals(plan: Plan, component: Component, product: string, amount: string, date: string): Deal[] {
  const { unit } = component.measure;
  if (/^-?0+(\.0+)?$/.test(amount)) return [];
  const deal: Deal = {
    id: product,
    date,
    amount,
    unit,
    currency: unit === '$' ? plan.currency : null,
    participantId: payeeId,
    splits: [],
    kind: 'sale',
    product,
    territory: null,
    customer: null,
  };
  return [deal];
}
