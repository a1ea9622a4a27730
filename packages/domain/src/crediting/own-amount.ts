import { decimal, HUNDREDTH } from '../base/decimal.ts';
import { ownAmount } from '../plans/own-fields.ts';
import { type CreditShare, countOf } from './credit-deal.ts';
import type { Deal } from './deal.ts';

/**
 * Counts credits by an own field of their deals in place of the amount (CREDIT-20); null: the deal has no number in it. Parts of
 * one deal stay parts of one deal.
 */
export function countingOwn(own: string): (share: CreditShare) => CreditShare | null {
  const deals = new Map<Deal, Deal | null>();
  return (share) => {
    let deal = deals.get(share.deal);
    if (deal === undefined) {
      const amount = ownAmount(share.deal.ownFields, own);
      deal = amount === null ? null : { ...share.deal, amount };
      deals.set(share.deal, deal);
    }
    if (deal === null) return null;
    const stated = decimal(deal.amount);
    const part = decimal(share.sharePercent).times(HUNDREDTH);
    const whole = share.exchange === null ? stated : stated.times(share.exchange.rate);
    return { ...share, deal, amount: whole.times(part), count: countOf(stated).times(part) };
  };
}
