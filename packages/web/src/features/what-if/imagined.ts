import type { Deal } from '@attain/domain/crediting/deal';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { Unit } from '@attain/domain/plans/plan';
import { isTypedDecimal } from '../../base/decimal.ts';

/** Whose pay for which period is imagined otherwise. */
export type WhatIfSubject = {
  planId: string;
  participantId: string;
  period: string;
  /** What the statement or the lines one looks at pay. */
  paid: string;
};

/** A deal as somebody imagines it: texts as they are typed. */
export type ImaginedDeal = {
  id: string;
  amount: string;
  date: string;
  unit: Unit;
  kind: string;
  product: string;
  territory: string;
};

/** The deals of the period that are there, largest first, and what new ones can be made of. */
export function dealsOfPeriod({ deals, period }: CalculationInput): readonly Deal[] {
  return deals
    .filter(({ date }) => date >= period.from && date <= period.to)
    .sort((a, b) => Number(b.amount) - Number(a.amount) || (a.id < b.id ? -1 : 1));
}

/**
 * The next deal to imagine, on the period's last day: of the unit and kind of the latest sale for money (or whatever there is).
 * Its product or territory is filled in only where the plan asks for it, or where all deals of the period have the same one.
 */
export function nextImagined(input: CalculationInput, taken: readonly ImaginedDeal[]): ImaginedDeal {
  const newest = [...dealsOfPeriod(input)].sort((a, b) => (a.date < b.date ? 1 : -1));
  const model = newest.find(({ unit }) => unit === '$') ?? newest[0];
  const number = 1 + Math.max(0, ...taken.map(({ id }) => Number(id.split('-').at(-1))));
  return {
    ...{ id: `what-if-${number}`, amount: '', date: input.period.to },
    unit: model?.unit ?? '$',
    kind: model?.kind ?? 'sale',
    product: asksFor(input, 'product') ? (model?.product ?? '') : onlyValue(newest, 'product'),
    territory: asksFor(input, 'territory') ? (model?.territory ?? '') : onlyValue(newest, 'territory'),
  };
}

function onlyValue(deals: readonly Deal[], field: 'product' | 'territory'): string {
  const values = new Set(deals.map((deal) => deal[field] ?? ''));
  return values.size === 1 ? ([...values][0] ?? '') : '';
}

/** The imagined deals whose amounts are decimals and that have a day, as the calculation takes them, wholly the payee's. */
export function furtherDeals(input: CalculationInput, imagined: readonly ImaginedDeal[]): readonly Deal[] {
  return imagined
    .filter(({ amount, date }) => isTypedDecimal(amount) && date !== '')
    .map(({ product, territory, ...deal }) => ({
      ...deal,
      currency: deal.unit === '$' ? input.plan.currency : null,
      participantId: input.payeeIds?.[0] ?? '',
      splits: [],
      product: product || null,
      territory: territory || null,
      customer: null,
    }));
}

/** The different values that deals have in one field, in order: what can be chosen for an imagined one. */
export function valuesOf(deals: readonly Deal[], field: 'kind' | 'product' | 'territory'): readonly string[] {
  return [...new Set(deals.flatMap((deal) => deal[field] ?? []))].sort();
}

function conditionsOf({ plan }: CalculationInput) {
  return plan.components.flatMap(({ filter, creditFactors = [] }) => [
    ...filter,
    ...creditFactors.flatMap(({ where }) => where),
  ]);
}

/** Whether a filter or a credit factor of the plan looks at this field. */
function asksFor(input: CalculationInput, field: 'product' | 'territory'): boolean {
  return conditionsOf(input).some((condition) => condition.field === field);
}

/** The kinds an imagined deal can be of, where its plan asks for them (by a filter or a credit factor): those named there and those of the deals. */
export function kindsOf(input: CalculationInput): readonly string[] {
  const asked = conditionsOf(input).flatMap((condition) =>
    condition.field === 'kind' && 'in' in condition ? [condition] : [],
  );
  if (asked.length === 0) return [];
  return [
    ...new Set([...valuesOf(input.deals, 'kind'), ...asked.flatMap((condition) => condition.in)]),
  ].sort();
}
