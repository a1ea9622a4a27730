import { decimal, HUNDREDTH } from '../base/decimal.ts';
import { ownAmount } from '../plans/own-fields.ts';
import { type CreditShare, countOf } from './credit-deal.ts';
import type { Deal } from './deal.ts';
import { sharedAmount } from './exchange.ts';

/**
 * Counts credits by an own field of their deals in place of the amount (CREDIT-20); every deal has a number in it, for others the
 * component does not count. Parts of one deal stay parts of one deal.
 */
export function countingOwn(own: string): (share: CreditShare) => CreditShare {
  const deals = new Map<Deal, Deal>();
  return (share) => {
    let deal = deals.get(share.deal);
    if (deal === undefined) {
      deal = { ...share.deal, amount: ownAmount(share.deal.ownFields, own)! };
      deals.set(share.deal, deal);
    }
    const { amount } = deal;
    const count = countOf(decimal(amount)).times(decimal(share.sharePercent)).times(HUNDREDTH);
    return { ...share, deal, amount: sharedAmount(amount, share), count };
  };
}
