import { decimal } from '../base/decimal.ts';
import { percent } from '../base/figures.ts';
import type { AppliedFactor, CreditRole } from './credit-deal.ts';

/** What of a credit says why somebody has it. */
export interface CreditReason {
  readonly role: CreditRole;
  readonly sharePercent: string;
  /** Name (or, where there is none any more, id) of whose credit it was, where it rolled up; null otherwise. */
  readonly throughName: string | null;
  /** By what a component factored it; left out or null: all of it counts. */
  readonly factor?: Pick<AppliedFactor, 'percent' | 'where'> | null | undefined;
}

/**
 * Why a deal counts for somebody, in a few words a payee reads: `own deal`, `40% of the deal (split)`, `deal of Ann`; and by
 * what factor: `own deal, 50% counts (kind renewal)`.
 */
export function creditWords(reason: CreditReason): string {
  const { factor } = reason;
  const why = roleWords(reason);
  return factor == null ? why : `${why}, ${percent(decimal(factor.percent))} counts (${factor.where})`;
}

function roleWords({ role, sharePercent, throughName }: CreditReason): string {
  const share = percent(decimal(sharePercent));
  switch (role) {
    case 'direct':
      return 'own deal';
    case 'split':
      return `${share} of the deal (split)`;
    case 'overlay':
      return `${share} on top of the deal (overlay)`;
    case 'roll-up': {
      const whose = `deal of ${throughName ?? 'the team'}`;
      return decimal(sharePercent).eq(100) ? whose : `${share} of a ${whose}`;
    }
  }
}
