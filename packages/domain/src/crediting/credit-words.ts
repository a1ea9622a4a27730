import { decimal } from '../base/decimal.ts';
import { percent } from '../base/figures.ts';
import type { CreditRole } from './credit-deal.ts';

/** What of a credit says why somebody has it. */
export interface CreditReason {
  readonly role: CreditRole;
  readonly sharePercent: string;
  /** Name (or, where there is none any more, id) of whose credit it was, where it rolled up; null otherwise. */
  readonly throughName: string | null;
}

/** Why a deal counts for somebody, in a few words a payee reads: `own deal`, `40% of the deal (split)`, `deal of Ann` … */
export function creditWords({ role, sharePercent, throughName }: CreditReason): string {
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
