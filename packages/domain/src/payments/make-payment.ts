import { decimal, sum, ZERO } from '../base/decimal.ts';
import { bracketed, money } from '../base/figures.ts';
import { moneyText, roundMoney } from '../base/money.ts';
import { ok, type Result, rejected } from '../base/result.ts';
import { adjust, adjustedEarnings } from './adjustments.ts';
import { checkPaymentInput } from './check-payment.ts';
import { takeBack } from './clawbacks.ts';
import { settleDraws } from './draws.ts';
import { holdAndRelease } from './holds.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Earning, Payment, PaymentInput } from './payment.ts';
import { postPriorPeriods } from './prior-periods.ts';
import { openReceipts } from './receipts.ts';

/**
 * Pays one payee for one period (PAYM-1): what is earned, adjustments of it, then holds and releases, draws, clawbacks,
 * least and most, changes of closed periods, adjustments of the payment, the carried balance, and the one conversion. Every event is a ledger line with the balances
 * around it; the lines sum to what is paid. The same input gives the same bytes, whatever the order of its lists.
 * Refused as a whole, with every problem of the input (PAYM-16).
 */
export function makePayment(input: PaymentInput): Result<Payment> {
  const problems = checkPaymentInput(input);
  if (problems.length > 0) return rejected(problems);
  const ledger = openLedger(input.opening, input.currency);
  const opening = ledger.balances;
  const earnings = [...input.earnings].sort(byRun);
  for (const earning of earnings) earn(earning, input, ledger);
  adjust(input, 'earnings', ledger);
  const payable = adjustedEarnings(input, earnings);
  const receipts = openReceipts(input, ledger);
  const settled = receipts.settle(payable);
  holdAndRelease({ ...input, earnings: settled.earnings }, ledger, settled.kept);
  settleDraws(input, ledger);
  receipts.clawBack(takeBack(input, ledger));
  limit(input, ledger);
  postPriorPeriods(input, ledger);
  receipts.recalculate();
  adjust(input, 'payment', ledger);
  carry(input, ledger);
  const { currency } = input;
  return ok({
    participantId: input.participantId,
    periodKey: input.period.key,
    currency,
    ledger: ledger.lines,
    opening,
    closing: ledger.balances,
    earned: moneyText(sum(earnings.map((one) => decimal(one.amount))), currency),
    net: moneyText(ledger.total.plus(ZERO), currency),
    paid: convert(input, ledger),
  });
}

function byRun(a: Earning, b: Earning): number {
  const [first, second] = [a, b].map(
    (one) => `${one.periodKey} ${one.planId} ${one.componentId} ${one.runId}`,
  );
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

function earn(earning: Earning, input: PaymentInput, ledger: Ledger): void {
  const { runId, planId, componentId, periodKey } = earning;
  ledger.write({
    kind: 'earned',
    amount: decimal(earning.amount),
    message: `Earned for ${earning.componentName} in ${periodKey}`,
    formula: money(decimal(earning.amount), input.currency),
    rule: 'PAYM-1',
    references: { runId, planId, componentId, periodKey },
  });
}

/** Raises a payment to the least, lowers it to the most that is paid for a period (PAYM-12). */
function limit(input: PaymentInput, ledger: Ledger): void {
  const { minimum, maximum, from } = input.limits ?? { minimum: null, maximum: null };
  const bounds = [
    {
      kind: 'minimum',
      bound: minimum,
      past: (total: typeof ZERO, bound: typeof ZERO) => total.lt(bound),
      word: 'At least',
    },
    {
      kind: 'maximum',
      bound: maximum,
      past: (total: typeof ZERO, bound: typeof ZERO) => total.gt(bound),
      word: 'At most',
    },
  ] as const;
  for (const { kind, bound, past, word } of bounds) {
    if (bound === null || !past(ledger.total, decimal(bound))) continue;
    const shown = money(decimal(bound), input.currency);
    ledger.write({
      kind,
      amount: decimal(bound).minus(ledger.total),
      message: `${word} ${shown} is paid for ${input.period.key}`,
      formula: `${shown} − ${bracketed(money(ledger.total, input.currency))}`,
      rule: 'PAYM-12',
      references: from === undefined ? {} : { limitFrom: from },
    });
  }
}

/** Takes what is owed from before, and leaves what this payment cannot bear to the next one (PAYM-14). */
function carry(input: PaymentInput, ledger: Ledger): void {
  const owed = decimal(input.opening.carried);
  if (owed.gt(ZERO)) {
    ledger.write({
      kind: 'carried-in',
      amount: owed.neg(),
      message: 'Owed from earlier payments',
      formula: money(owed.neg(), input.currency),
      rule: 'PAYM-14',
      references: { ...input.opening.carriedFrom },
      moves: { balance: 'carried', by: owed.neg() },
    });
  }
  if (!ledger.total.lt(ZERO)) return;
  const left = ledger.total.neg();
  ledger.write({
    kind: 'carried-out',
    amount: left,
    message: `Nothing is paid; ${money(left, input.currency)} is carried to the next payment`,
    formula: `0 − ${bracketed(money(ledger.total, input.currency))}`,
    rule: 'PAYM-14',
    references: { periodKey: input.period.key },
    moves: { balance: 'carried', by: left },
  });
}

/** The net in the payment currency: one rate, one rounding (PAYM-15). */
function convert({ pay, currency }: PaymentInput, ledger: Ledger): Payment['paid'] {
  const net = ledger.total.plus(ZERO);
  if (pay.exchange === null) {
    return {
      currency,
      amount: moneyText(net, currency),
      exchange: null,
      message: `Paid in ${currency}, as earned`,
    };
  }
  const { rate, date, source } = pay.exchange;
  const amount = roundMoney(net.times(decimal(rate)), pay.currency, pay.rounding);
  const message = `${money(net, currency)} ${currency} × ${rate} = ${money(amount, pay.currency)} ${pay.currency}, rate of ${date} by ${source}`;
  return { currency: pay.currency, amount: moneyText(amount, pay.currency), exchange: pay.exchange, message };
}
