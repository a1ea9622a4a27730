import type { Deal } from '@attain/domain/crediting/deal';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { ownNameOf, ownValue } from '@attain/domain/plans/own-fields';
import type { Unit } from '@attain/domain/plans/plan';
import { isTypedDecimal } from '../../base/decimal.ts';

/** The payee, plan and period to try. */
export type WhatIfSubject = {
  planId: string;
  participantId: string;
  period: string;
  /** The total on the statement the drawer was opened from. */
  paid: string;
};

/** A hypothetical deal as typed. */
export type ImaginedDeal = {
  id: string;
  amount: string;
  date: string;
  unit: Unit;
  kind: string;
  product: string;
  territory: string;
  /** Own fields that the plan uses, by name. */
  ownFields: Readonly<Record<string, string>>;
};

/** The stored deals of the period, largest first. */
export function dealsOfPeriod({ deals, period }: CalculationInput): readonly Deal[] {
  return deals
    .filter(({ date }) => date >= period.from && date <= period.to)
    .sort((a, b) => Number(b.amount) - Number(a.amount) || (a.id < b.id ? -1 : 1));
}

/**
 * The next hypothetical deal, on the period's last day, with unit and type of the latest money deal (or the latest deal).
 * Product and territory are filled in only if the plan uses them or all deals of the period share one; own fields if the plan
 * uses them.
 */
export function nextImagined(input: CalculationInput, taken: readonly ImaginedDeal[]): ImaginedDeal {
  const newest = [...dealsOfPeriod(input)].sort((a, b) => (a.date < b.date ? 1 : -1));
  const model = newest.find(({ unit }) => unit === '$') ?? newest[0];
  const number = 1 + Math.max(0, ...taken.map(({ id }) => Number(id.split('-').at(-1))));
  return {
    id: `what-if-${number}`,
    amount: '',
    date: input.period.to,
    unit: model?.unit ?? '$',
    kind: model?.kind ?? 'sale',
    product: asksFor(input, 'product') ? (model?.product ?? '') : onlyValue(newest, 'product'),
    territory: asksFor(input, 'territory') ? (model?.territory ?? '') : onlyValue(newest, 'territory'),
    ownFields: Object.fromEntries(
      ownFieldsOf(input).flatMap(({ name }) => {
        const value = ownValue(model?.ownFields, name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}

function onlyValue(deals: readonly Deal[], field: 'product' | 'territory'): string {
  const values = new Set(deals.map((deal) => deal[field] ?? ''));
  return values.size === 1 ? ([...values][0] ?? '') : '';
}

/** Hypothetical deals with a valid amount and date, in the calculation's shape and fully credited to the payee. */
export function furtherDeals(input: CalculationInput, imagined: readonly ImaginedDeal[]): readonly Deal[] {
  return imagined
    .filter(({ amount, date }) => isTypedDecimal(amount) && date !== '')
    .map(({ product, territory, ownFields, ...deal }) => ({
      ...deal,
      ...(Object.keys(ownFields).length > 0 ? { ownFields } : {}),
      currency: deal.unit === '$' ? input.plan.currency : null,
      participantId: input.payeeIds?.[0] ?? '',
      splits: [],
      product: product || null,
      territory: territory || null,
      customer: null,
    }));
}

/** Sorted distinct values of one deal field. */
export function valuesOf(deals: readonly Deal[], field: 'kind' | 'product' | 'territory'): readonly string[] {
  return [...new Set(deals.flatMap((deal) => deal[field] ?? []))].sort();
}

function conditionsOf({ plan }: CalculationInput) {
  return plan.components.flatMap(({ filter, creditFactors = [] }) => [
    ...filter,
    ...creditFactors.flatMap(({ where }) => where),
  ]);
}

/** Whether a filter or credit factor of the plan uses this field. */
function asksFor(input: CalculationInput, field: 'product' | 'territory'): boolean {
  return conditionsOf(input).some((condition) => condition.field === field);
}

/** Deal types to choose from, if a filter or credit factor of the plan uses the type: those in the plan and in the deals. */
export function kindsOf(input: CalculationInput): readonly string[] {
  const asked = conditionsOf(input).flatMap((condition) =>
    condition.field === 'kind' && 'in' in condition ? [condition] : [],
  );
  if (asked.length === 0) return [];
  return [
    ...new Set([...valuesOf(input.deals, 'kind'), ...asked.flatMap((condition) => condition.in)]),
  ].sort();
}

/** Own fields whose numbers the plan adds. */
export function ownAmountsOf({ plan }: CalculationInput): readonly string[] {
  const names = plan.components.flatMap(({ status, measure }) =>
    status === 'Active' && measure.own !== undefined ? [measure.own] : [],
  );
  return [...new Set(names)];
}

/** The other own fields that a filter or credit factor of the plan uses, with the values in the plan and in the deals. */
export function ownFieldsOf(input: CalculationInput): readonly { name: string; values: readonly string[] }[] {
  const conditions = conditionsOf(input);
  const names = new Set(conditions.flatMap(({ field }) => ownNameOf(field) ?? []));
  for (const name of ownAmountsOf(input)) names.delete(name);
  return [...names].map((name) => {
    const named = conditions.flatMap((one) => ('in' in one && ownNameOf(one.field) === name ? one.in : []));
    const stored = input.deals.flatMap(({ ownFields }) => ownValue(ownFields, name) ?? []);
    return { name, values: [...new Set([...stored, ...named])].sort() };
  });
}
