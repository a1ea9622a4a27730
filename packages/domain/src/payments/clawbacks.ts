import { dayProblem, daysBetween, parseDay } from '../base/day.ts';
import { type Decimal, decimal, decimalProblem, isDecimal, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { moneyText, roundMoney } from '../base/money.ts';
import { ratio } from '../base/ratio.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { Ledger } from './ledger.ts';
import type { Clawback, PaymentInput } from './payment.ts';

/** How much is taken back, and until when. */
export interface ClawbackPolicy {
  /** `full`: all of it; `pro-rata`: by the months left of the term that starts on the day it was earned. */
  readonly kind: 'full' | 'pro-rata';
  /** Months of the contract; needed for `pro-rata`. */
  readonly termMonths: number | null;
  /** Days from the day it was earned in which it may be taken back, that day not counted; null: always. */
  readonly windowDays: number | null;
}

/** What was paid once, what of it was taken back before, and the day it is decided. */
export interface ClawbackCase {
  /** What the original line, or the deal in it, earned. */
  readonly earned: string;
  readonly alreadyTaken: string;
  /** What the whole line has paid, without what is held, less all that was taken back of it before, of single deals and of the line. */
  readonly lineLeft: string;
  /** The day of the deal; of a whole line the last day of its period. */
  readonly earnedOn: string;
  readonly decidedOn: string;
  readonly currency: string;
}

/**
 * What a clawback comes to (PAYM-10), with its arithmetic: full, or earned × months left ÷ term, rounded half up; never
 * more than was earned less what was taken back before, of the deal and of its line. Refused outside the policy's window, and
 * where nothing is left.
 */
export function clawbackAmount(
  policy: ClawbackPolicy,
  at: ClawbackCase,
): Result<{ readonly amount: string; readonly formula: string }> {
  const problems = checkCase(policy, at);
  if (problems.length > 0) return rejected(problems);
  const earned = decimal(at.earned);
  const own = earned.minus(decimal(at.alreadyTaken));
  const ofLine = decimal(at.lineLeft);
  const left = ofLine.lt(own) ? ofLine : own;
  const shown = (amount: Decimal) => money(amount, at.currency);
  const wanted = wantedAmount(policy, at, earned);
  const amount = wanted.amount.lt(left) ? wanted.amount : left;
  if (!amount.gt(ZERO)) {
    const before = own.gt(ZERO)
      ? `of what its line has paid ${shown(ofLine)} is left`
      : `${shown(decimal(at.alreadyTaken))} was taken back before`;
    const message = `Nothing is left to take back: ${wanted.formula}, and ${before}.`;
    return rejected([{ rule: 'PAYM-10', path: 'amount', message }]);
  }
  const formula = wanted.amount.lte(left)
    ? wanted.formula
    : `${wanted.formula}, at most the ${shown(left)} left`;
  return ok({ amount: moneyText(amount, at.currency), formula });
}

function wantedAmount(policy: ClawbackPolicy, at: ClawbackCase, earned: Decimal) {
  const whole = money(earned, at.currency);
  if (policy.kind === 'full' || policy.termMonths === null) return { amount: earned, formula: whole };
  const left = Math.max(0, policy.termMonths - monthsPassed(at.earnedOn, at.decidedOn));
  const exact = ratio(earned.times(String(left)), decimal(String(policy.termMonths)));
  return {
    amount: roundMoney(exact, at.currency, 'HALF_UP'),
    formula: `${whole} × ${left} ÷ ${policy.termMonths} months`,
  };
}

function checkCase(policy: ClawbackPolicy, at: ClawbackCase): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (path: string, message: string) => problems.push({ rule: 'PAYM-10', path, message });
  for (const path of ['earnedOn', 'decidedOn'] as const)
    if (parseDay(at[path]) === null) problems.push({ ...dayProblem(at[path], path), rule: 'PAYM-10' });
  for (const path of ['earned', 'alreadyTaken', 'lineLeft'] as const)
    if (!isDecimal(at[path])) problems.push({ ...decimalProblem(at[path], path), rule: 'PAYM-10' });
  const { kind, termMonths, windowDays } = policy;
  if (kind === 'pro-rata' && (termMonths === null || !Number.isSafeInteger(termMonths) || termMonths < 1))
    add(
      'termMonths',
      'A clawback by remaining months needs the contract term: a whole number of at least 1.',
    );
  if (windowDays !== null && (!Number.isSafeInteger(windowDays) || windowDays < 0))
    add(
      'windowDays',
      `A window of ${windowDays} days is not valid. Enter a whole number, or leave it blank.`,
    );
  if (problems.length > 0) return problems;
  if (at.decidedOn < at.earnedOn)
    add(
      'decidedOn',
      `It was earned on ${at.earnedOn}, so it can’t be clawed back as early as ${at.decidedOn}.`,
    );
  const passed = daysBetween(at.earnedOn, at.decidedOn) - 1;
  if (windowDays !== null && passed > windowDays)
    add(
      'decidedOn',
      `${passed} days have passed since ${at.earnedOn}; the clawback window is ${windowDays} days.`,
    );
  if (!decimal(at.earned).gt(ZERO))
    add('earned', `Only positive earnings can be clawed back; this is ${at.earned}.`);
  return problems;
}

/** Full months from one day to another: 31 January to 28 February is none, to 1 March is one. */
function monthsPassed(from: string, to: string): number {
  const [a, b] = [parseDay(from), parseDay(to)];
  if (a === null || b === null) throw new RangeError(`${from} or ${to} is not a day`);
  return (b.year - a.year) * 12 + (b.month - a.month) - (b.day < a.day ? 1 : 0);
}

/** Takes back what was decided, by id; a clawback that stops at zero takes no more than the payment holds (PAYM-11). Returns what each took, by id. */
export function takeBack(input: PaymentInput, ledger: Ledger): ReadonlyMap<string, Decimal> {
  const taken = new Map<string, Decimal>();
  for (const one of [...input.clawbacks].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const wanted = decimal(one.amount);
    const there = ledger.total.gt(ZERO) ? ledger.total : ZERO;
    const amount = one.floor === 'zero' && there.lt(wanted) ? there : wanted;
    taken.set(one.id, amount);
    ledger.write({
      kind: 'clawback',
      amount: amount.neg(),
      message: messageOf(one, { amount, wanted, currency: input.currency }),
      formula: amount.eq(wanted)
        ? `−(${one.formula})`
        : `−min(${money(wanted, input.currency)}, ${money(there, input.currency)})`,
      rule: amount.eq(wanted) ? 'PAYM-10' : 'PAYM-11',
      references: { ...lineOf(one.original), clawbackId: one.id },
    });
  }
  return taken;
}

function messageOf(one: Clawback, at: { amount: Decimal; wanted: Decimal; currency: string }): string {
  const { dealId, componentName, periodKey } = one.original;
  const what = dealId === null ? `${componentName} of ${periodKey}` : `deal ${dealId}`;
  const taken = `Taken back for ${what}: ${one.reason}`;
  if (at.amount.eq(at.wanted)) return taken;
  const given = money(at.wanted.minus(at.amount), at.currency);
  return `${taken}. The payment stops at zero, ${given} is given up`;
}

function lineOf({ runId, componentId, periodKey, dealId }: Clawback['original']) {
  return { originalRunId: runId, componentId, ...(dealId === null ? { periodKey } : { dealId }) };
}
