import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { allocate, minorDigits, moneyText, roundMoney } from '../base/money.ts';
import { ratio } from '../base/ratio.ts';
import type { Problem } from '../base/result.ts';
import type { Kept } from './holds.ts';
import type { Ledger } from './ledger.ts';
import type { CustomerPaid, Earning, HeldForReceipt, LineOnReceipt, PaymentInput } from './payment.ts';

/** A deal's pay in a line, before and after what a payment does to it. */
interface Position {
  readonly line: Omit<LineOnReceipt, 'delta' | 'deals'>;
  readonly dealId: string;
  readonly earned: Decimal;
  readonly held: Decimal;
}

/**
 * Holds what each deal of a line paid now earned, then releases the part that its customer has paid (PAYM-32). A line never
 * holds more than it pays: where debits or overrides lower it, the deals hold less in proportion. Returns what is still
 * held, so that other holds do not keep it twice.
 */
export function holdForCustomers(input: PaymentInput, ledger: Ledger): ReadonlyMap<Earning, Kept> {
  const kept = new Map<Earning, Kept>();
  const lines = (input.onReceipt ?? []).filter(({ delta }) => delta === null);
  for (const line of [...lines].sort(byLine)) {
    const earning = input.earnings.find((one) => isLine(one, line) && !one.isAdjustment);
    if (earning === undefined) continue;
    const deals = new Map<string, Decimal>();
    for (const [dealId, share] of sharesOf(line, decimal(earning.amount), input.currency)) {
      hold({ line, dealId, earned: share, held: ZERO }, share, { input, ledger });
      const left = settle({ line, dealId, earned: share, held: share }, share, { input, ledger });
      deals.set(dealId, left);
    }
    kept.set(earning, { line: sum([...deals.values()]), deals });
  }
  return kept;
}

/** Releases what customers have paid since for deals of earlier payments, and holds again what was refunded (PAYM-32). */
export function releaseReceived(input: PaymentInput, ledger: Ledger): void {
  const changed = (input.onReceipt ?? []).filter(({ delta }) => delta !== null);
  for (const one of [...(input.opening.onReceipt ?? [])].sort(byLine))
    if (!changed.some((line) => isLine(one, line)))
      settle(positionOf(one), decimal(one.earned), { input, ledger });
}

/**
 * Follows newer versions of lines that were paid before: together their deals hold for what they held for before and what the
 * version changes, so pay that was never held is not held now (PAYM-32).
 */
export function holdRecalculated(input: PaymentInput, ledger: Ledger): void {
  const lines = (input.onReceipt ?? []).filter(({ delta }) => delta !== null);
  for (const line of [...lines].sort(byLine)) {
    const open = (input.opening.onReceipt ?? []).filter((one) => isLine(one, line));
    const base = sum([decimal(line.delta ?? '0'), ...open.map(({ earned }) => decimal(earned))]);
    const shares = new Map(sharesOf(line, base, input.currency));
    const before = new Map(open.map((one) => [one.dealId, one]));
    for (const dealId of [...new Set([...shares.keys(), ...before.keys()])].sort()) {
      const one = before.get(dealId);
      const [earned, held] = [one?.earned, one?.held].map((text) => decimal(text ?? '0'));
      if (earned === undefined || held === undefined) continue;
      settle({ line, dealId, earned, held }, shares.get(dealId) ?? ZERO, { input, ledger });
    }
  }
}

/** Every problem of what customers have paid: a deal's payments in another currency than the deal (PAYM-32). */
export function checkReceipts({ currency, customerPaid = [] }: PaymentInput): readonly Problem[] {
  return customerPaid.flatMap((one) => {
    const own = one.currency ?? currency;
    const other = one.receipts.find((receipt) => receipt.currency !== own);
    if (other === undefined) return [];
    const message = `Deal ${one.dealId} is in ${own}, but its customer paid in ${other.currency}. Correct the customer payments of the deal.`;
    return [{ rule: 'PAYM-32', path: `customerPaid[${one.dealId}]`, message }];
  });
}

function positionOf({ dealId, earned, held, ...line }: HeldForReceipt): Position {
  return { line, dealId, earned: decimal(earned), held: decimal(held) };
}

/** What the deals of a line hold for: what they earned, or the line's pay in proportion if that is less; by deal. */
function sharesOf(
  line: LineOnReceipt,
  pay: Decimal,
  currency: string,
): readonly (readonly [string, Decimal])[] {
  const byDeal = new Map<string, Decimal>();
  for (const { dealId, earned } of line.deals)
    byDeal.set(dealId, (byDeal.get(dealId) ?? ZERO).plus(decimal(earned)));
  const credits = [...byDeal].filter(([, earned]) => earned.gt(ZERO)).sort(([a], [b]) => (a < b ? -1 : 1));
  const all = sum(credits.map(([, earned]) => earned));
  if (!pay.gt(ZERO) || all.lte(pay)) return pay.gt(ZERO) ? credits : [];
  const parts = allocate(
    pay,
    credits.map(([, earned]) => earned),
    minorDigits(currency),
  );
  return credits
    .map(([dealId], i) => [dealId, parts[i] ?? ZERO] as const)
    .filter(([, part]) => part.gt(ZERO));
}

interface At {
  readonly input: PaymentInput;
  readonly ledger: Ledger;
}

function hold({ line, dealId }: Position, earned: Decimal, { input, ledger }: At): void {
  ledger.write({
    kind: 'held',
    amount: earned.neg(),
    message: `Held back from deal ${dealId} in ${line.componentName} until the customer pays`,
    formula: money(earned.neg(), input.currency),
    rule: 'PAYM-32',
    references: referencesOf({ line, dealId, earned, held: earned }, input),
    moves: { balance: 'held', by: earned },
  });
}

/** Moves what is held of a deal's pay to where its customer's payments put it; returns what is held then. */
function settle(position: Position, earned: Decimal, { input, ledger }: At): Decimal {
  const { line, dealId, held } = position;
  const customer = input.customerPaid?.find((one) => one.dealId === dealId);
  const before = position.earned.minus(held);
  const released = releasedPart(earned, customer, { before, input });
  const after = earned.minus(released);
  const by = after.minus(held);
  if (by.eq(ZERO)) return after;
  const of = `deal ${dealId} in ${line.componentName}`;
  const did = by.lt(ZERO) ? `Released for ${of}` : `Held again for ${of}`;
  ledger.write({
    kind: by.lt(ZERO) ? 'released' : 'held',
    amount: by.neg(),
    message: `${did}: ${reason(customer, { isGone: earned.eq(ZERO), currency: input.currency })}`,
    formula: formulaOf(position, { earned, released, customer }, input.currency),
    rule: 'PAYM-32',
    references: referencesOf({ line, dealId, earned, held: after }, input),
    moves: { balance: 'held', by },
  });
  return after;
}

/** Earned × paid ÷ deal, rounded; all of it once the deal is paid, nothing below zero. A deal no longer stored keeps its state. */
function releasedPart(
  earned: Decimal,
  customer: CustomerPaid | undefined,
  { before, input }: { before: Decimal; input: PaymentInput },
): Decimal {
  if (customer === undefined) return before.lt(earned) ? before : earned;
  const [paid, whole] = [paidBy(customer), decimal(customer.amount)];
  if (paid.gte(whole)) return earned;
  if (!paid.gt(ZERO)) return ZERO;
  return roundMoney(ratio(earned.times(paid), whole), input.currency, input.pay.rounding);
}

function paidBy({ receipts }: CustomerPaid): Decimal {
  return sum(receipts.map(({ amount }) => decimal(amount)));
}

function reason(
  customer: CustomerPaid | undefined,
  { isGone, currency }: { isGone: boolean; currency: string },
): string {
  if (isGone) return 'the recalculated line no longer waits for it';
  if (customer === undefined) return 'its line was recalculated';
  const own = customer.currency ?? currency;
  return `the customer has paid ${money(paidBy(customer), own)} ${own} of ${money(decimal(customer.amount), own)} ${own}`;
}

/** Released by now less released before; of a line that was recalculated, held before less held now. */
function formulaOf(
  { earned, held }: Position,
  now: { earned: Decimal; released: Decimal; customer: CustomerPaid | undefined },
  currency: string,
): string {
  const shown = (amount: Decimal) => money(amount, currency);
  const own = now.customer?.currency ?? currency;
  const paid = now.customer === undefined ? ZERO : paidBy(now.customer);
  const isPart = now.customer !== undefined && paid.gt(ZERO) && paid.lt(decimal(now.customer.amount));
  const released = isPart
    ? `${shown(now.earned)} × ${money(paid, own)} ÷ ${money(decimal(now.customer?.amount ?? '0'), own)}`
    : shown(now.released);
  const before = earned.minus(held);
  if (!earned.eq(now.earned)) return `${shown(held)} − (${shown(now.earned)} − ${released})`;
  return before.eq(ZERO) ? released : `${released} − ${shown(before)}`;
}

function referencesOf(
  { line, dealId, earned, held }: Position,
  { customerPaid = [], currency }: PaymentInput,
) {
  const { runId, planId, componentId, periodKey } = line;
  const customer = customerPaid.find((one) => one.dealId === dealId);
  const own = customer?.currency ?? currency;
  return {
    ...{ runId, planId, componentId, periodKey, dealId },
    dealEarned: moneyText(earned, currency),
    dealHeld: moneyText(held, currency),
    ...(customer === undefined
      ? {}
      : {
          customerPaid: moneyText(paidBy(customer), own),
          dealAmount: moneyText(decimal(customer.amount), own),
          dealCurrency: own,
        }),
  };
}

interface LineName {
  readonly planId: string;
  readonly componentId: string;
  readonly periodKey: string;
  readonly days?: string;
}

function isLine(one: LineName, line: LineName): boolean {
  return (
    one.planId === line.planId &&
    one.componentId === line.componentId &&
    (one.days === undefined ? one.periodKey === line.periodKey : one.days === line.days)
  );
}

function byLine(a: LineName & { dealId?: string }, b: LineName & { dealId?: string }): number {
  const [first, second] = [a, b].map((one) =>
    [one.days, one.planId, one.componentId, one.dealId ?? ''].join(' '),
  );
  return (first ?? '') < (second ?? '') ? -1 : 1;
}
