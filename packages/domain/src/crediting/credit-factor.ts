import { type Decimal, decimal, HUNDRED, HUNDREDTH, isDecimal, plain } from '../base/decimal.ts';
import { type Condition, conditionWords } from '../plans/condition.ts';
import type { Component } from '../plans/plan.ts';
import { type CreditShare, conditionsMatcher } from './credit-deal.ts';
import type { Deal } from './deal.ts';

/** What share of a credit counts, where that is not all of it, and for which deals. */
export interface DealFactor {
  readonly percent: Decimal;
  /** The percent, plain. */
  readonly text: string;
  /** `kind renewal`, `all other deals`. */
  readonly where: string;
}

/** The factor that a component has for a deal; null: all of it counts. */
export type Factoring = (deal: Deal) => DealFactor | null;

/** How a component factors what it credits (CREDIT-17): by the first factor whose conditions all hold. Null: everything counts in full. */
export function factoringOf({ creditFactors = [] }: Component): Factoring | null {
  // what cannot be read is told by TERM-10, and such a plan pays nobody
  const factors = creditFactors
    .filter(({ percent }) => isDecimal(percent))
    .map(({ where, percent: stated }, i) => {
      const percent = decimal(stated);
      const factor = { percent, text: plain(percent), where: whereWords(where, i > 0) };
      return { holds: conditionsMatcher(where), factor: percent.eq(HUNDRED) ? null : factor };
    });
  if (factors.length === 0) return null;
  return (deal) => factors.find(({ holds }) => holds(deal))?.factor ?? null;
}

/** A credit as it counts in a component's measure; one that counts in full is returned as it is. */
export function factored(
  share: CreditShare,
  factor: DealFactor | null,
  { of: counted }: Component['measure'],
): CreditShare {
  if (factor === null) return share;
  const { percent, text, where } = factor;
  return {
    ...share,
    amount: part(share.amount, percent),
    count: part(share.count, percent),
    factor: { percent: text, of: plain(counted === 'deals' ? share.count : share.amount), where },
  };
}

function part(credit: Decimal, percent: Decimal): Decimal {
  return credit.times(percent).times(HUNDREDTH);
}

/** Conditions on a deal in a few words: `kind renewal`, `product Bikes or Boats, territory West`; `others` says that factors before take some deals. */
export function whereWords(where: readonly Condition[], others: boolean): string {
  if (where.length === 0) return others ? 'all other deals' : 'every deal';
  return where.map(conditionWords).join(', ');
}
