import { deductedFrom } from '../../attainment/window.ts';
import { type Decimal, sum, ZERO } from '../../base/decimal.ts';
import { moneyText, roundMoney } from '../../base/money.ts';
import type { CreditShare } from '../../crediting/credit-deal.ts';
import { dealsProgram, lineProgram } from '../../payouts/kernel/lines/line-program.ts';
import { TotalPay } from '../../payouts/kernel/lines/total-pay.ts';
import { carryingLimit } from '../../payouts/limits/carried.ts';
import type { LineTerms, Tally } from '../../payouts/line-terms.ts';
import type { ComponentStatus } from '../../payouts/measures/component-status.ts';
import { modifiedPay } from '../../payouts/modifiers.ts';
import { dealPay, paysEachDeal } from '../../payouts/rates/rate-pay.ts';
import { creditOf, settledPay } from '../../payouts/windows/window-pay.ts';
import { minorUnits } from '../statistics.ts';
import { CreditTable, type Total } from './credit-table.ts';

/** A line with everything looked up, to be paid on whatever the months of a scenario sum to; all in minor units. */
export interface LineOnTotals {
  /** What the line is worth, rounded once (PAY-13), before anything is carried or deducted; `total` is all that is measured. */
  worth(drawn: readonly number[], total: Total): bigint;
  /** The most that is paid at once while the rest is carried on (PAY-33); null: nothing is carried. */
  readonly max: bigint | null;
  /** From when on what was paid is deducted (MEASURE-4); null: nothing is. */
  readonly deductsFrom: string | null;
}

/** What a component measures in each month on each slot: slot × months + month. */
export interface Measured {
  readonly standings: readonly ComponentStatus[];
  readonly credits: CreditTable;
  readonly months: number;
}

/**
 * The line by the kernel's program where it has one for the total (KERNEL-10), else by the reference's own formula of the line,
 * which is asked for each total once: what slides, is a matrix, or is paid at the rates that are reached (MEASURE-8).
 */
export function lineOnTotals(terms: LineTerms, measured: Measured): LineOnTotals {
  const { currency } = terms.plan;
  const max = carryingLimit(terms);
  return {
    worth: byProgram(terms, measured) ?? byFormula(terms, measured),
    max: max === null ? null : minorUnits(moneyText(max, currency)),
    deductsFrom: terms.window?.settle === 'deduct' ? deductedFrom(terms.measured) : null,
  };
}

function byProgram(terms: LineTerms, { standings, credits, months }: Measured): LineOnTotals['worth'] | null {
  if (terms.window?.settle === 'rate-only') return null;
  // What a total is worth does not depend on when it came together, or on what becomes of it.
  const alone = { ...terms, window: null, carriedIn: ZERO, limits: { ...terms.limits, carried: [] } };
  const { mode } = terms.plan.rounding;
  if (!paysEachDeal(terms)) {
    const taken = lineProgram(alone, credits.decimals);
    if (typeof taken === 'string') return null;
    const pay = new TotalPay(taken, mode);
    return (_, total) => pay.on(total);
  }
  const deals = dealsTable(terms, standings.map(allOf), months);
  const taken = dealsProgram(alone, deals.decimals);
  if (typeof taken === 'string') return null;
  const pay = new TotalPay(taken, mode);
  return (drawn) => pay.on(deals.total(drawn));
}

function byFormula(terms: LineTerms, { standings, credits, months }: Measured): LineOnTotals['worth'] {
  const { currency, rounding } = terms.plan;
  const earlier = terms.window === null ? null : standings.map(({ earlierShares }) => earlierShares);
  const credited = (shares: readonly CreditShare[]) => sum(shares.map((share) => creditOf(terms, share)));
  const before = earlier && new CreditTable(earlier.map(credited), months);
  const eachDeal = paysEachDeal(terms);
  const deals = eachDeal ? dealsTable(terms, standings.map(allOf), months) : null;
  const dealsBefore = eachDeal && earlier ? dealsTable(terms, earlier, months) : null;
  const known = new Map<string, bigint>();
  return (drawn, total) => {
    const sums = [before, deals, dealsBefore].map((table) => table?.total(drawn) ?? 0);
    const key = [total, ...sums].join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const amount = (table: CreditTable | null, at: number): Decimal => table?.amount(sums[at] ?? 0) ?? ZERO;
    const start: Tally = { total: amount(before, 0), dealsPay: amount(dealsBefore, 2) };
    const tally: Tally = { total: credits.amount(total), dealsPay: amount(deals, 1) };
    const exact = modifiedPay(terms, settledPay(terms, start, tally, null), null);
    const worth = minorUnits(moneyText(roundMoney(exact, currency, rounding.mode), currency));
    known.set(key, worth);
    return worth;
  };
}

/** What the deals of each month pay on each slot, each by itself (PAY-5, PAY-32). */
function dealsTable(
  terms: LineTerms,
  cells: readonly (readonly CreditShare[])[],
  months: number,
): CreditTable {
  const paid = cells.map((cell) => sum(cell.map((share) => dealPay(terms, share, creditOf(terms, share)))));
  return new CreditTable(paid, months);
}

function allOf({ earlierShares, shares }: ComponentStatus): readonly CreditShare[] {
  return earlierShares.length === 0 ? shares : [...earlierShares, ...shares];
}
