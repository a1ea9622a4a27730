import type { History } from '../../findings/pay-history.ts';
import type { Plan } from '../../plans/plan.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import type { OverlayResult } from '../claim.ts';
import type { PayeeChange } from '../figures/change-costs.ts';
import { industryOverlays } from './industry-overlays.ts';
import type { OverlaidPayee, OverlayTerms } from './overlay-terms.ts';

/** Checks under way: every history once, then any number of changes. What is kept of a payee does not grow with deals. */
export interface OverlayCourse {
  take(history: History): void;
  /** The rules of the industry on a change; none where no terms are known. */
  results(plan: Plan, changes: readonly PayeeChange[]): readonly OverlayResult[];
}

/** Begins to check the rules of the workspace's industry (SGR-11). */
export function overlayCourse(terms: OverlayTerms | null, span: { readonly to: string }): OverlayCourse {
  const payees = new Map<string, OverlaidPayee>();
  const sales = { count: 0, named: 0 };
  return {
    take: (history) => {
      if (terms === null) return;
      for (const { kind, unit, customer } of history.deals) {
        if (kind !== 'sale' || unit !== '$') continue;
        sales.count += 1;
        if (customer !== null) sales.named += 1;
      }
      payees.set(payeeOf(history), overlaidPayee(history));
    },
    results: (plan, changes) => {
      if (terms === null) return [];
      const { industry } = terms;
      return industryOverlays[industry].map(({ id, name, version, check }) => {
        const of = { terms, plan, until: span.to, sales, payees, changes };
        return { id, name, version, industry, ...check(of) };
      });
    },
  };
}

function overlaidPayee(history: History): OverlaidPayee {
  const participant = history.participants.find(({ id }) => id === payeeOf(history));
  const target = participant?.targetVariableAnnual ?? null;
  return {
    territory: mainTerritory(history),
    hiredOn: participant?.hiredOn ?? null,
    target: target === null ? null : Number(target),
  };
}

/** The territory of most deals; of equals the first by name. */
function mainTerritory({ deals }: History): string | null {
  const counts = new Map<string, number>();
  for (const { territory } of deals) {
    if (territory !== null) counts.set(territory, (counts.get(territory) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? null;
}
