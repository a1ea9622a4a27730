import { decimal, ZERO } from '../../base/decimal.ts';
import { counted, figure } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import { conditionsMatcher } from '../../crediting/credit-deal.ts';
import { whereWords } from '../../crediting/credit-factor.ts';
import type { Deal } from '../../crediting/deal.ts';
import type { Credit } from '../../payouts/payout.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, linesOf, type Placed, placedComponents, stakeOf, type Tally, tally } from './lint.ts';

/** A component with factors, and what its credits were factored by. */
interface Watched extends Placed {
  readonly component: Component;
  readonly factorOf: (deal: Deal) => number;
  readonly met: Set<number>;
  /** Returns that count by another percent than the deal they take back. */
  readonly apart: Set<string>;
  readonly returned: Tally;
  credits: number;
}

/**
 * LINT-12: a credit factor that no deal of the history met, and returns that count by another percent than the deal they take
 * back, so that a sale and its refund do not come to nothing.
 */
export function creditFactors(plan: Plan): Lint {
  const watched = placedComponents(plan).flatMap(({ component, path }): Watched[] => {
    const factors = component.creditFactors ?? [];
    if (factors.length === 0) return [];
    const holds = factors.map(({ where }) => conditionsMatcher(where));
    const factorOf = (deal: Deal) => holds.findIndex((meets) => meets(deal));
    return [{ component, path, factorOf, met: new Set(), apart: new Set(), returned: tally(), credits: 0 }];
  });
  return {
    take: ({ history, paid }) => {
      if (watched.length === 0 || !paid.ok) return;
      const deals = new Map(history.deals.map((deal) => [deal.id, deal]));
      for (const line of linesOf(paid.value)) {
        for (const one of watched.filter(({ component }) => component.id === line.componentId))
          for (const credit of line.credits) look(one, credit, deals);
      }
    },
    findings: () =>
      watched.flatMap((one) => (one.credits === 0 ? [] : [...unmet(plan, one), ...unlikeReturns(plan, one)])),
  };
}

function look(one: Watched, credit: Credit, deals: ReadonlyMap<string, Deal>): void {
  const deal = deals.get(credit.dealId);
  if (deal === undefined) return;
  one.credits += 1;
  const factor = one.factorOf(deal);
  one.met.add(factor);
  const sold = deals.get(deal.reversesId ?? '');
  if (sold === undefined || percentAt(one, factor) === percentAt(one, one.factorOf(sold))) return;
  one.apart.add(deal.id);
  one.returned.add(decimal(credit.earned).abs(), credit.participantId);
}

function percentAt({ component }: Watched, factor: number): string {
  return figure(decimal(component.creditFactors?.[factor]?.percent ?? '100'));
}

function unmet(plan: Plan, { component, path, met }: Watched): readonly Finding[] {
  return (component.creditFactors ?? []).flatMap(({ where }, i): Finding[] => {
    if (met.has(i)) return [];
    const { currency } = plan;
    const message = `${component.name}: no deal in this history matches credit factor ${i + 1} (${whereWords(where, i > 0)}).`;
    const fix = 'Compare its values with the values of deals, or remove it.';
    const stake = {
      amount: moneyText(ZERO, currency),
      currency,
      payees: 0,
      message: 'It changed nothing in this history.',
    };
    return [{ rule: 'LINT-12', severity: 'note', path: `${path}.creditFactors[${i}]`, message, fix, stake }];
  });
}

function unlikeReturns(plan: Plan, { component, path, apart, returned }: Watched): readonly Finding[] {
  if (apart.size === 0) return [];
  const counts = apart.size === 1 ? 'counts' : 'count';
  return [
    {
      rule: 'LINT-12',
      severity: 'warning',
      path: `${path}.creditFactors`,
      message: `${component.name}: ${counted(apart.size, 'return')} in this history ${counts} with another credit factor than the reversed deal, so they don’t cancel out.`,
      fix: 'Give returns the same fields as the deals they reverse, or use one factor for both.',
      stake: stakeOf(plan, returned, 'Amount of these returns.'),
    },
  ];
}
