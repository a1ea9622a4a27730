import { type Decimal, decimal, HUNDREDTH } from '../../base/decimal.ts';
import type { Limit } from '../../plans/terms.ts';

/** A limit in money at the place where the order says `cap`. */
export type MoneyLimit =
  | { readonly kind: 'target-multiple'; readonly times: Decimal }
  | { readonly kind: 'amount'; readonly amount: Decimal };

/** The limits of a component beside its cap, each under what it limits; null: none. */
export interface LineLimits {
  /** Fraction of quota. */
  readonly attainment: Decimal | null;
  /** Fraction of target. */
  readonly payoutPercent: Decimal | null;
  readonly deal: Decimal | null;
  readonly lost: readonly MoneyLimit[];
  readonly carried: readonly MoneyLimit[];
}

/** Reads the limits of a sound component once. */
export function lineLimits(limits: readonly Limit[] = []): LineLimits {
  const percentOf = (kind: 'attainment' | 'payout-percent') => {
    const found = limits.find((limit) => limit.kind === kind);
    return found && 'atMostPercent' in found ? decimal(found.atMostPercent).times(HUNDREDTH) : null;
  };
  const deal = limits.find((limit) => limit.kind === 'deal');
  return {
    attainment: percentOf('attainment'),
    payoutPercent: percentOf('payout-percent'),
    deal: deal && 'atMost' in deal ? decimal(deal.atMost) : null,
    lost: moneyLimits(limits, 'lost'),
    carried: moneyLimits(limits, 'carried'),
  };
}

function moneyLimits(limits: readonly Limit[], excess: 'lost' | 'carried'): readonly MoneyLimit[] {
  return limits.flatMap((limit): readonly MoneyLimit[] => {
    if (!('excess' in limit) || limit.excess !== excess) return [];
    const most = decimal(limit.atMost);
    return limit.kind === 'amount'
      ? [{ kind: 'amount', amount: most }]
      : [{ kind: 'target-multiple', times: most }];
  });
}
