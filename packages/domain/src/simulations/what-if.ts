import { ok, type Result, refused } from '../base/result.ts';
import type { Deal } from '../crediting/deal.ts';
import { calculate } from '../payouts/calculate.ts';
import { type CalculationDifference, compareCalculations } from '../payouts/compare.ts';
import type { Calculation, CalculationInput } from '../payouts/payout.ts';

/** What a payee earns now, would earn with more deals, and which lines change by how much. */
export interface WhatIf {
  readonly before: Calculation;
  readonly after: Calculation;
  readonly difference: CalculationDifference;
}

/**
 * “What would I earn if …”: the payee's own inputs with further deals, paid by the calculation itself (SIM-9). Refused with
 * every problem, and where a further deal lies outside the period, because it would silently change nothing.
 */
export function whatIf(input: CalculationInput, furtherDeals: readonly Deal[]): Result<WhatIf> {
  const { from, to, key } = input.period;
  const outside = furtherDeals.filter(({ date }) => date < from || date > to);
  if (outside.length > 0) {
    return refused(
      outside.map(({ id, date }) => ({
        rule: 'SIM-9',
        path: `deals[${id}].date`,
        say: `The deal of ${date} lies outside ${key}. Choose a day from ${from} to ${to}.`,
      })),
    );
  }
  const before = calculate(input);
  if (!before.ok) return before;
  const after = calculate({ ...input, deals: [...input.deals, ...furtherDeals] });
  if (!after.ok) return after;
  const difference = compareCalculations(before.value, after.value);
  return difference.ok
    ? ok({ before: before.value, after: after.value, difference: difference.value })
    : difference;
}
