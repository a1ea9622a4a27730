import { missingTo } from '../attainment/attainment.ts';
import { type Decimal, plain, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { moneyText } from '../base/money.ts';
import { closesAll, type LineTerms, measured, type Tally } from './line-terms.ts';
import type { NextTier } from './payout.ts';
import { upToUnit } from './rates/credit-units.ts';
import { goals } from './rates/goals.ts';
import { paidAt } from './windows/window-pay.ts';

/** Where a line stands: the credit of a window before the period, all that is measured, and what it pays. */
interface Stand {
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
  const wouldPay = paidAt(terms, stand.before, { ...stand.tally, total: total.plus(needed) });
  if (wouldPay.eq(amount)) return null;
  const { component, plan } = terms;
  const say = `Another ${measured(component, plan, needed)} of credit reaches ${goal.name}; the line would then pay ${money(wouldPay, plan.currency)} ${plan.currency}.`;
  return { say, needed: plain(needed), wouldPay: moneyText(wouldPay, plan.currency) };
}

/** What opens a closed gate, where one thing is missing; of several no single amount would. */
function throughGate(terms: LineTerms, { before, tally, amount }: Stand): NextTier | null {
  const { gate, plan } = terms;
  if (gate === null || gate.open) return null;
  const [missing, ...further] = gate.conditions.filter(({ reached }) => !reached);
  if (missing === undefined || further.length > 0) return null;
  const { component, credited, quota, atLeastPercent } = missing;
  if (quota === null || quota.lte(ZERO)) return null;
  // What each deal paid by itself was paid without the higher rates, so it does not say what the open gate would pay.
  if (gate.closes === 'higher-rates' && !tally.dealsPay.eq(ZERO)) return null;
  const opened = { ...terms, rate: gate.openRate, gate: { ...gate, open: true } };
  const wouldPay = paidAt(opened, before, tally);
  if (wouldPay.lte(ZERO) || wouldPay.lte(amount)) return null;
  const needed = upToUnit(component, plan, missingTo(atLeastPercent, credited, quota));
  const say = `Another ${measured(component, plan, needed)} on ${component.name} opens the gate at ${percent(atLeastPercent)}; the line would then pay ${money(wouldPay, plan.currency)} ${plan.currency}.`;
  return { say, needed: plain(needed), wouldPay: moneyText(wouldPay, plan.currency) };
}
