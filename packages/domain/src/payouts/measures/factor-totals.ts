import { type Decimal, decimal } from '../../base/decimal.ts';
import { figure, percent } from '../../base/figures.ts';
import type { AppliedFactor, CreditShare } from '../../crediting/credit-deal.ts';
import { type LineTerms, measured, measuredInShort } from '../line-terms.ts';
import type { Step } from '../payout.ts';

/** What one factor of a component held for in a line. */
export interface FactorTotal {
  readonly percent: Decimal;
  readonly where: string;
  /** What was credited before it. */
  readonly of: Decimal;
  /** What of that counts. */
  readonly counts: Decimal;
  readonly credits: number;
}

/** By which factors the credits of a line count, each once, in the order they first come (CREDIT-17); none where all count in full. */
export function factorTotals(terms: LineTerms, shares: readonly CreditShare[]): readonly FactorTotal[] {
  if (terms.component.creditFactors === undefined) return [];
  const found = new Map<string, FactorTotal>();
  for (const { factor } of shares) {
    if (factor === undefined) continue;
    const key = JSON.stringify([factor.percent, factor.where]);
    found.set(key, added(found.get(key), factor));
  }
  return [...found.values()];
}

function added(before: FactorTotal | undefined, factor: AppliedFactor): FactorTotal {
  const share = decimal(factor.percent);
  const of = decimal(factor.of).plus(before?.of ?? '0');
  return {
    percent: share,
    where: factor.where,
    of,
    counts: of.times(share).times('0.01'),
    credits: (before?.credits ?? 0) + 1,
  };
}

/** One step for each factor: `10,000.00 × 50% = 5,000.00` (CREDIT-17). */
export function factorSteps(terms: LineTerms, totals: readonly FactorTotal[]): readonly Step[] {
  const { component, plan } = terms;
  return totals.map(({ percent: share, where, of, counts, credits }) => ({
    rule: 'CREDIT-17',
    message: `${percent(share)} of ${measured(component, plan, of)} counts: ${where} (${figure(decimal(String(credits)))} ${credits === 1 ? 'credit' : 'credits'})`,
    formula: `${measured(component, plan, of)} × ${percent(share)}`,
    result: measured(component, plan, counts),
  }));
}

/** What the sentence of a line says of its factors: `50% of 10,000.00 counts (kind renewal)`; empty where all counts in full. */
export function factorNote(terms: LineTerms, totals: readonly FactorTotal[]): string {
  const { component, plan } = terms;
  const [first, ...more] = totals;
  if (first === undefined) return '';
  const further =
    more.length === 0 ? '' : ` and ${more.length} more credit ${more.length === 1 ? 'factor' : 'factors'}`;
  return `; ${percent(first.percent)} of ${measuredInShort(component, plan, first.of)} counts (${first.where})${further}`;
}
