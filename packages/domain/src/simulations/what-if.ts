import { decimal } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { conditionsMatcher } from '../crediting/credit-deal.ts';
import type { Deal } from '../crediting/deal.ts';
import { calculate } from '../payouts/calculate.ts';
import { type CalculationDifference, compareCalculations } from '../payouts/compare.ts';
import { type FundUse, withFundsLeft } from '../payouts/limits/fund-use.ts';
import type { Calculation, CalculationInput } from '../payouts/payout.ts';
import { lacksAmount } from '../plans/own-fields.ts';
import { activeComponents } from '../plans/plan-checks.ts';

/** What a payee earns now, would earn with more deals, and which lines change by how much. */
export interface WhatIf {
  readonly before: Calculation;
  readonly after: Calculation;
  readonly difference: CalculationDifference;
}

/**
 * “What would I earn if …” (SIM-9): the payee's own inputs with further deals, or with other amounts by deal ID, paid by the
 * same calculation. `fundUse` is what other payees take from the funds of the payee's SPIFFs. Returns every problem: a further
 * deal outside the period or without an own amount, or an amount for a deal that is not among the inputs, would silently change
 * nothing.
 */
export function whatIf(
  input: CalculationInput,
  furtherDeals: readonly Deal[],
  otherAmounts: Readonly<Record<string, string>> = {},
  fundUse: FundUse | null = null,
): Result<WhatIf> {
  const { from, to, key } = input.period;
  const outside = furtherDeals.filter(({ date }) => date < from || date > to);
  if (outside.length > 0) {
    return rejected(
      outside.map(({ id, date }) => ({
        rule: 'SIM-9',
        path: `deals[${id}].date`,
        message: `The deal’s date ${date} is outside ${key}. Choose a date from ${from} to ${to}.`,
      })),
    );
  }
  const lacking = furtherDeals.flatMap((deal) => lackedBy(input, deal));
  if (lacking.length > 0) return rejected(lacking);
  const known = new Set(input.deals.map(({ id }) => id));
  const unknown = Object.keys(otherAmounts).filter((id) => !known.has(id));
  if (unknown.length > 0) {
    return rejected(
      unknown.map((id) => ({
        rule: 'SIM-9',
        path: `deals[${id}].amount`,
        message: `Deal ${id} does not belong to this payee, so another amount changes nothing.`,
      })),
    );
  }
  const before = paid(input, fundUse);
  if (!before.ok) return before;
  const changed = input.deals.map((deal) => ({ ...deal, amount: otherAmounts[deal.id] ?? deal.amount }));
  const after = paid({ ...input, deals: [...changed, ...furtherDeals] }, fundUse);
  if (!after.ok) return after;
  const difference = compareCalculations(before.value, after.value);
  return difference.ok
    ? ok({ before: before.value, after: after.value, difference: difference.value })
    : difference;
}

/**
 * What one further deal alone would add to the payee’s pay (SIM-9), for many deals one after the other: pay without them is computed
 * once. Rejected like `whatIf`.
 */
export function payAdded(
  input: CalculationInput,
  fundUse: FundUse | null = null,
): Result<(deal: Deal) => Result<string>> {
  const before = paid(input, fundUse);
  if (!before.ok) return before;
  const { total, currency } = before.value;
  return ok((deal) => {
    const lacking = lackedBy(input, deal);
    if (lacking.length > 0) return rejected(lacking);
    const after = paid({ ...input, deals: [...input.deals, deal] }, fundUse);
    return after.ok ? ok(moneyText(decimal(after.value.total).minus(decimal(total)), currency)) : after;
  });
}

/** Own amounts that components would add and the deal does not have: it would earn nothing there without a word. */
function lackedBy({ plan }: CalculationInput, deal: Deal): readonly Problem[] {
  return activeComponents(plan).flatMap(({ name, measure, filter }) => {
    if (measure.unit !== deal.unit || !lacksAmount(measure, deal)) return [];
    if (!conditionsMatcher(filter)(deal)) return [];
    const { own } = measure;
    const message = `${name} measures ${own}, but the deal has none. Enter its ${own}.`;
    return [{ rule: 'SIM-9', path: `deals[${deal.id}].ownFields.${own}`, message }];
  });
}

function paid(input: CalculationInput, fundUse: FundUse | null): Result<Calculation> {
  if (fundUse === null) return calculate(input);
  const settled = withFundsLeft(input, fundUse);
  return settled.ok ? calculate(settled.value) : settled;
}
