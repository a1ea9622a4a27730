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

/** Reads the limits of a sound component once; it has at most one of each kind (TERM-27). */
export function lineLimits(limits: readonly Limit[] = []): LineLimits {
  const lost: MoneyLimit[] = [];
  const carried: MoneyLimit[] = [];
  let attainment: Decimal | null = null;
  let payoutPercent: Decimal | null = null;
  let deal: Decimal | null = null;
  for (const limit of limits) {
    switch (limit.kind) {
      case 'attainment':
        attainment = decimal(limit.atMostPercent).times(HUNDREDTH);
        break;
      case 'payout-percent':
        payoutPercent = decimal(limit.atMostPercent).times(HUNDREDTH);
        break;
      case 'deal':
        deal = decimal(limit.atMost);
        break;
      case 'target-multiple':
      case 'amount':
        (limit.excess === 'lost' ? lost : carried).push(moneyLimit(limit));
        break;
      default:
        // Whoever adds a kind of limit is sent here: one that is not read would limit nothing.
        limit satisfies never;
    }
  }
  return { attainment, payoutPercent, deal, lost, carried };
}

function moneyLimit({ kind, atMost }: Extract<Limit, { readonly excess: string }>): MoneyLimit {
  const max = decimal(atMost);
  return kind === 'amount' ? { kind, amount: max } : { kind, times: max };
}
