import { decimal, isDecimal, plain, ZERO } from '../../base/decimal.ts';
import { moneyText } from '../../base/money.ts';
import { periodContaining } from '../../base/period.ts';
import type { Deal } from '../../crediting/deal.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { calculateFigures } from '../kernel/lines/calculate-figures.ts';
import { type CheckedPlan, checkedPlan } from '../kernel/lines/calculate-in-columns.ts';
import type { CalculationInput } from '../payout.ts';

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
  | { readonly ok: false; readonly message: string };

/**
 * What a component alone pays an imagined person in one period for each credit, computed by the very code that pays: at once,
 * as one person's deals that reach one credit after the other, where a deal earns what pay grows by (KERNEL-1). Gate, filter,
 * multiplier, window, crediting scope and credit factors are left aside: they decide what counts, not what it is worth.
 */
export function imaginePays(
  plan: Plan,
  component: Component,
  payee: ImaginedPayee,
  credits: readonly string[],
): readonly ImaginedPay[] {
  const one = caseOf(plan, component, payee);
  const reached = [...new Set(credits)].filter((credit) => isDecimal(credit) && decimal(credit).gt(0));
  reached.sort((a, b) => decimal(a).cmp(decimal(b)));
  const together = growsByDeals(plan, component) ? payOf(one, reached) : [];
  const known = new Map(reached.map((credit, at) => [credit, together[at]]));
  return credits.map((credit) => known.get(credit) ?? payOf(one, [credit])[0]!);
}

/** Whether pay for several deals is what one deal of their sum would be paid, and each is said to earn what it adds. */
function growsByDeals({ planCap }: Plan, { rate, limits = [] }: Component): boolean {
  if (planCap !== undefined || ('per' in rate && rate.per === 'deal')) return false;
  return limits.every((limit) => limit.kind !== 'deal' && !('excess' in limit && limit.excess === 'carried'));
}

type ImaginedCase = {
  readonly given: Omit<CalculationInput, 'deals'>;
  readonly checked: CheckedPlan;
  readonly alone: Component;
  readonly others: readonly Deal[];
};

/** Everything of an imagined case but the deals of the component itself; the plan is checked once for all of them. */
function caseOf(plan: Plan, component: Component, payee: ImaginedPayee): ImaginedCase {
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
  const given = {
    plan: { ...plan, name: plan.name || 'Plan', components },
    period,
    participants: [{ id: payeeId, name: payeeId, hiredOn: null, leftOn: null, ...terms(payee) }],
    payeeIds: [payeeId],
    quotas: [
      quota(alone.id, countedIn(component), payee.quota),
      ...(other === undefined ? [] : [quota(other.id, other.measure.unit, otherQuota)]),
    ],
    exchangeRates: [],
    earlier: [],
  };
  const others =
    other === undefined
      ? []
      : deals(plan, other, otherProduct, { amounts: [payee.otherPercent], date: period.from });
  return { given, checked: checkedPlan(given), alone, others };
}

/** What is paid once each of the ascending credits is reached. */
function payOf(
  { given, checked, alone, others }: ImaginedCase,
  credits: readonly string[],
): readonly ImaginedPay[] {
  const steps = credits.map((credit, at) => stepFrom(credits[at - 1], credit));
  const own = deals(given.plan, alone, ownProduct, { amounts: steps, date: given.period.from });
  const result = calculateFigures({ ...given, deals: [...others, ...own] }, checked);
  if (!result.ok) {
    const message = result.problems[0]?.message ?? 'This component is incomplete.';
    return credits.map(() => ({ ok: false, message }));
  }
  const line = result.value.lines.find(({ componentId }) => componentId === alone.id);
  if (credits.length === 1) return [{ ok: true, pay: line?.amount ?? '0' }];
  let paid = ZERO;
  return credits.map((_, at) => {
    paid = paid.plus(decimal(line?.credits.earned[at] ?? '0'));
    return { ok: true, pay: moneyText(paid, given.plan.currency) };
  });
}

function stepFrom(before: string | undefined, credit: string): string {
  return before === undefined ? credit : plain(decimal(credit).minus(decimal(before)));
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
    creditFactors: _f,
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
    measure: { unit: component.measure.unit, of: component.measure.of },
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

function deals(
  plan: Plan,
  component: Component,
  product: string,
  { amounts, date }: { readonly amounts: readonly string[]; readonly date: string },
): Deal[] {
  const { unit } = component.measure;
  return amounts.flatMap((amount, at): Deal[] => {
    if (/^-?0+(\.0+)?$/.test(amount)) return [];
    const owned = { participantId: payeeId, splits: [] };
    const about = { kind: 'sale', product, territory: null, customer: null } as const;
    // deals of one day earn in the order of their ids
    const id = `${product}-${String(at).padStart(8, '0')}`;
    return [{ id, date, amount, unit, currency: unit === '$' ? plan.currency : null, ...owned, ...about }];
  });
}
