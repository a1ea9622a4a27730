import { type Decimal, decimal, HUNDRED, HUNDREDTH, isDecimal, plain } from '../base/decimal.ts';
import type { Component, Condition } from '../plans/plan.ts';
import { type CreditShare, conditionsMatcher } from './credit-deal.ts';

/** Gives a credit the factor its deal asks for; a credit that counts in full is returned as it is. */
export type Factoring = (share: CreditShare) => CreditShare;

/** How a component factors what it credits (CREDIT-17): by the first factor whose conditions all hold. Null: everything counts in full. */
export function factoringOf({ creditFactors = [], measure }: Component): Factoring | null {
  // what cannot be read is told by TERM-10, and such a plan pays nobody
  const factors = creditFactors
    .filter(({ percent }) => isDecimal(percent))
    .map(({ where, percent }, i) => ({
      holds: conditionsMatcher(where),
      percent: decimal(percent),
      where: whereWords(where, i > 0),
    }));
  if (factors.length === 0) return null;
  return (share) => {
    const found = factors.find(({ holds }) => holds(share.deal));
    if (found === undefined || found.percent.eq(HUNDRED)) return share;
    const { percent, where } = found;
    const of = measure.of === 'deals' ? share.count : share.amount;
    return {
      ...share,
      amount: part(share.amount, percent),
      count: part(share.count, percent),
      factor: { percent: plain(percent), of: plain(of), where },
    };
  };
}

function part(credit: Decimal, percent: Decimal): Decimal {
  return credit.times(percent).times(HUNDREDTH);
}

/** As many values of a condition are named; of more, only how many. */
const NAMED = 3;

/** Conditions on a deal in a few words: `kind renewal`, `product Bikes or Boats, territory West`; `others` says that factors before take some deals. */
export function whereWords(where: readonly Condition[], others: boolean): string {
  if (where.length === 0) return others ? 'all other deals' : 'every deal';
  return where.map(({ field, in: values }) => `${field} ${valuesWords(values)}`).join(', ');
}

function valuesWords(values: readonly string[]): string {
  const more = values.length - NAMED;
  return more > 0
    ? `${values.slice(0, NAMED).join(', ')} or one of ${more} more`
    : [values.slice(0, -1).join(', '), ...values.slice(-1)].filter((text) => text !== '').join(' or ');
}
