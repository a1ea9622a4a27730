import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { grouped } from '../base/grouped.ts';
import { roundMoney } from '../base/money.ts';
import { ratio } from '../base/ratio.ts';
import type { CustomerPaid, LineOnReceipt, Opening, PaymentInput } from './payment.ts';

/** The current state of a deal in a line, and what the ledger last recorded. */
export interface Standing {
  line: Pick<LineOnReceipt, 'runId' | 'planId' | 'componentId' | 'componentName' | 'periodKey' | 'days'>;
  readonly dealId: string;
  /** What the deal pays in the line; below zero for a return. */
  earned: Decimal;
  /** The part of it that is not paid. */
  held: Decimal;
  clawedBack: Decimal;
  /** The deal's amount, as its calculation read it. */
  whole: Decimal;
  currency: string;
  /** The deal that a return takes back. */
  reverses: string | null;
  /** What the deal earned when the ledger last recorded it, and a short form of that record; null: not recorded yet. */
  written: { readonly earned: Decimal; readonly state: string } | null;
}

/** What of a payment's input decides what is held for customers. */
export interface ReceiptInput extends Pick<PaymentInput, 'currency' | 'customerPaid' | 'onReceipt'> {
  readonly opening: Pick<Opening, 'onReceipt'>;
  readonly pay: Pick<PaymentInput['pay'], 'rounding'>;
}

/** By line and deal, in their order. */
export type Standings = ReadonlyMap<string, Standing>;

/** How much of a deal is to be held, by what was paid of which amount; with what is released in figures where it is a part. */
export interface Target {
  readonly held: Decimal;
  readonly paid: Decimal;
  readonly whole: Decimal;
  readonly formula: string | null;
}

/**
 * What is to be held (PAYM-32): earned − round(earned × paid ÷ amount), of a deal that is paid nothing. A return lowers the amount of its deal,
 * and what it takes back waits as long as the deal does. What was clawed back counts as released.
 */
export function targetsOf(
  standings: Standings,
  { customerPaid = [], currency, pay }: ReceiptInput,
): ReadonlyMap<Standing, Target> {
  const paidBy = new Map(customerPaid.map((one) => [one.dealId, one]));
  const all = [...standings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const returns = all.filter(({ earned, reverses }) => earned.lt(ZERO) && reverses !== null);
  const returnsOf = grouped(returns, ({ reverses }) => reverses ?? '');
  const creditsOf = grouped(
    all.filter(({ earned }) => earned.gt(ZERO)),
    ({ dealId }) => dealId,
  );
  const targets = new Map<Standing, Target>(
    all.map((one) => [one, { held: ZERO, paid: ZERO, whole: one.whole, formula: null }]),
  );
  for (const [dealId, credits] of creditsOf) {
    const back = returnsOf.get(dealId) ?? [];
    const returned = [...new Map(back.map((one) => [one.dealId, one])).values()];
    const receipts = [dealId, ...returned.map((one) => one.dealId)].map((id) => paidBy.get(id));
    const wholeOf = (one: Standing) => sum([one.whole, ...returned.map(({ whole }) => whole)]);
    const part = (amount: Decimal, { paid, whole }: { paid: Decimal; whole: Decimal }) => {
      if (!whole.gt(ZERO) || paid.gte(whole)) return amount;
      return paid.gt(ZERO) ? roundMoney(ratio(amount.times(paid), whole), currency, pay.rounding) : ZERO;
    };
    let left = ZERO;
    for (const one of credits) {
      // settled long ago: a currency that was corrected since says nothing of it
      if (isOther(one.currency, receipts)) {
        targets.set(one, { held: one.held, paid: ZERO, whole: wholeOf(one), formula: null });
        left = left.plus(one.held);
        continue;
      }
      const customer = { paid: paidOf(receipts), whole: wholeOf(one) };
      const due = part(one.earned, customer);
      const taken = smaller(one.clawedBack, one.earned);
      const released = due.lt(taken) ? taken : due;
      const isPart = !released.eq(one.earned) && released.eq(due) && !due.eq(ZERO);
      const shown = (amount: Decimal) => money(amount, one.currency);
      const formula = `${money(one.earned, currency)} × ${shown(customer.paid)} ÷ ${shown(customer.whole)}`;
      const held = one.earned.minus(released);
      targets.set(one, { ...customer, held, formula: isPart ? formula : null });
      left = left.plus(held);
    }
    const [first] = credits;
    if (first === undefined) continue;
    const customer = { paid: paidOf(receipts), whole: wholeOf(first) };
    for (const one of back) {
      const size = one.earned.neg();
      const waits = smaller(size.minus(part(size, customer)), left);
      left = left.minus(waits);
      targets.set(one, { ...customer, held: waits.neg(), formula: null });
    }
  }
  return targets;
}

function paidOf(receipts: readonly (CustomerPaid | undefined)[]): Decimal {
  return sum(receipts.flatMap((one) => (one?.receipts ?? []).map(({ amount }) => decimal(amount))));
}

function isOther(own: string, receipts: readonly (CustomerPaid | undefined)[]): boolean {
  return receipts.some((one) => one?.receipts.some(({ currency }) => currency !== own) ?? false);
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}
