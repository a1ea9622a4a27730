import { type Decimal, plain } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import { ownWayThrough, throughGate } from '../gates/through-gate.ts';
import { closesAll, type LineTerms, measured, type Tally } from '../line-terms.ts';
import type { NextTier } from '../payout.ts';
import { moreCredit, paidAt } from '../windows/window-pay.ts';
import { upToUnit } from './credit-units.ts';
import { goals } from './goals.ts';

/** Where a line stands: the credit of a window before the period, all that is measured, and what it pays. */
export interface Stand {
  readonly before: Tally;
  readonly tally: Tally;
  readonly amount: Decimal;
}

/**
 * What has to change to be paid at the next tier, to reach target or the accelerator, or to open a closed gate (PAY-17).
 * `wouldPay` is computed by the very functions that pay, at exactly `needed` more credit. Null when nothing lies ahead, when a
 * cap already holds, and for tables on each deal by itself, where only a single larger deal could reach higher.
 */
export function nextTier(terms: LineTerms, stand: Stand): NextTier | null {
  const { amount } = stand;
  const { total } = stand.tally;
  const through = throughGate(terms, stand);
  if (through !== null || closesAll(terms)) return through;
  const goal = goals(terms).find(({ at }) => at.gt(total));
  if (goal === undefined) return null;
  const needed = upToUnit(terms.component, terms.plan, goal.at.minus(total));
  // so much credit would open the gate on the way, and then other rates are paid
  const opens = ownWayThrough(terms);
  if (opens?.lte(needed)) return null;
  const wouldPay = paidAt(terms, stand.before, moreCredit(terms, stand.tally, needed));
  if (wouldPay.eq(amount)) return null;
  const { component, plan } = terms;
  const message = `Another ${measured(component, plan, needed)} of credit reaches ${goal.name}; the line would then pay ${money(wouldPay, plan.currency)} ${plan.currency}.`;
  return { message, needed: plain(needed), wouldPay: moneyText(wouldPay, plan.currency) };
}
