import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { grouped } from '../base/grouped.ts';
import { allocate, minorDigits, moneyText } from '../base/money.ts';
import type { Problem } from '../base/result.ts';
import type { Kept } from './holds.ts';
import type { Ledger } from './ledger.ts';
import type { Earning, HeldForReceipt, LineOnReceipt, PaymentInput } from './payment.ts';
import { clawedBack, heldChange, heldWhole, stateOf } from './receipt-lines.ts';
import { sharesOf } from './receipt-shares.ts';
import { type ReceiptInput, type Standing, type Target, targetsOf } from './receipt-targets.ts';

/**
 * Holds the pay of deals until their customers pay (PAYM-32). After each step every deal holds what one rule says of its line as
 * it is then, and the payment pays the difference, so the order and number of events do not matter.
 */
export interface Receipts {
  /**
   * Holds new lines, then follows what customers paid and what overrides changed. Returns earnings as other holds see them, with
   * what is released of earlier ones, and what is held of each already.
   */
  settle(payable: readonly Earning[]): {
    readonly earnings: readonly Earning[];
    readonly kept: ReadonlyMap<Earning, Kept>;
  };
  /** Notes what clawbacks took, by id. */
  clawBack(taken: ReadonlyMap<string, Decimal>): void;
  /** Follows newer versions of lines that were paid before. */
  recalculate(): void;
}

/** Goes on where earlier payments stopped. */
export function openReceipts(input: PaymentInput, ledger: Ledger): Receipts {
  const standings = standingsOf(input);
  const at = { input, ledger, standings };
  const pending = takenFrom(input, [...standings.values()]);
  return {
    settle: (payable) => {
      for (const { standing, amount } of pending) standing.clawedBack = standing.clawedBack.plus(amount);
      const now = linesOf(input, 'now').flatMap((line) => {
        const earning = payable.find((one) => one.isAdjustment !== true && isLine(one, line));
        return earning === undefined ? [] : [{ line, earning }];
      });
      for (const { line, earning } of now) holdLine(line, decimal(earning.amount), at);
      for (const line of linesOf(input, 'overridden')) shareOut(line, payOf(line, input), at);
      const moved = write(at);
      const isNew = ({ line }: Standing) => now.some((one) => isLine(one.line, line));
      return {
        earnings: withReleased(payable, new Map([...moved].filter(([one]) => !isNew(one))), input.currency),
        kept: new Map(now.map(({ line, earning }) => [earning, keptOf(line, at)])),
      };
    },
    clawBack: (taken) => {
      correct(pending, taken, minorDigits(input.currency));
      const targets = targetsOf(standings, input);
      for (const one of new Set(pending.map(({ standing }) => standing)))
        note(one, clawedBack(one, targetOf(one, targets), input.currency), ledger);
    },
    recalculate: () => {
      for (const line of linesOf(input, 'recalculated')) shareOut(line, payOf(line, input), at);
      write(at);
    },
  };
}

/** Every problem of what customers have paid: a waiting deal's payments in another currency than the deal (PAYM-32). */
export function checkReceipts(input: ReceiptInput): readonly Problem[] {
  const waiting = [
    ...(input.opening.onReceipt ?? []).filter(({ held }) => !decimal(held).eq(ZERO)),
    ...(input.onReceipt ?? []).flatMap(({ deals }) => deals),
  ];
  const currencyOf = new Map(waiting.map((one) => [one.dealId, one.dealCurrency ?? input.currency]));
  return (input.customerPaid ?? []).flatMap(({ dealId, receipts }) => {
    const own = currencyOf.get(dealId);
    const other = receipts.find(({ currency }) => currency !== own);
    if (own === undefined || other === undefined) return [];
    const message = `Deal ${dealId} is in ${own}, but its customer paid in ${other.currency}. Correct the customer payments of the deal.`;
    return [{ rule: 'PAYM-32', path: `customerPaid[${dealId}]`, message }];
  });
}

/** True if what customers paid changes what earlier payments held, or can’t be counted. */
export function customersMove(input: ReceiptInput): boolean {
  const standings = standingsOf(input);
  const targets = targetsOf(standings, input);
  const moves = [...standings.values()].some((one) => !targetOf(one, targets).held.eq(one.held));
  return moves || checkReceipts(input).length > 0;
}

interface At {
  readonly input: PaymentInput;
  readonly ledger: Ledger;
  readonly standings: Map<string, Standing>;
}

function standingsOf({ opening, currency }: ReceiptInput): Map<string, Standing> {
  const all = (opening.onReceipt ?? []).map((one) => [keyOf(one, one.dealId), one] as const);
  return new Map(all.sort(byKey).map(([key, one]) => [key, standingOf(one, currency)]));
}

function standingOf(one: HeldForReceipt, currency: string): Standing {
  const standing = {
    ...{ line: one, dealId: one.dealId, reverses: one.reverses },
    ...{ earned: decimal(one.earned), held: decimal(one.held), clawedBack: decimal(one.clawedBack) },
    ...{ whole: decimal(one.dealAmount), currency: one.dealCurrency ?? currency, written: null },
  };
  return { ...standing, written: { earned: standing.earned, state: stateOf(standing) } };
}

function linesOf({ onReceipt = [] }: PaymentInput, when: LineOnReceipt['when']): readonly LineOnReceipt[] {
  const all = onReceipt.filter((line) => line.when === when).map((line) => [keyOf(line, ''), line] as const);
  return all.sort(byKey).map(([, line]) => line);
}

/** What a line that was paid before pays now, with its overrides in this payment. */
function payOf(line: LineOnReceipt, { adjustments }: PaymentInput): Decimal {
  const own = adjustments.filter((one) => one.line !== undefined && isLine(one.line, line));
  return sum([decimal(line.pays), ...own.map(({ amount }) => decimal(amount))]);
}

/** Gives each deal of a line what it pays in it now; a deal that is no longer there pays nothing. */
function shareOut(line: LineOnReceipt, pay: Decimal, { input, standings }: At): readonly Standing[] {
  const shares = sharesOf(line, pay, input.currency);
  const ids = new Set(shares.map(({ deal }) => deal.dealId));
  for (const one of standings.values()) if (isLine(one.line, line) && !ids.has(one.dealId)) one.earned = ZERO;
  return shares.map(({ share, deal: { dealId, dealAmount, dealCurrency, reverses } }) => {
    const now = {
      ...{ line, earned: share, reverses },
      ...{ whole: decimal(dealAmount), currency: dealCurrency ?? input.currency },
    };
    const key = keyOf(line, dealId);
    const before = standings.get(key) ?? { dealId, held: ZERO, clawedBack: ZERO, written: null };
    const one: Standing = Object.assign(before, now);
    standings.set(key, one);
    return one;
  });
}

function holdLine(line: LineOnReceipt, pay: Decimal, at: At): void {
  for (const one of shareOut(line, pay, at)) {
    if (!one.earned.gt(ZERO)) continue;
    one.held = one.earned;
    note(one, heldWhole(one, at.input.currency), at.ledger);
  }
}

function note(one: Standing, event: Parameters<Ledger['write']>[0], ledger: Ledger): void {
  ledger.write(event);
  one.written = { earned: one.earned, state: stateOf(one) };
}

/** Writes each deal whose pay, or the held part of it, changed; what is held more comes first. Returns by how much. */
function write({ input, ledger, standings }: At): ReadonlyMap<Standing, Decimal> {
  const targets = targetsOf(standings, input);
  const found = [...standings].sort(byKey).flatMap(([, one]) => {
    const target = targetOf(one, targets);
    const by = target.held.minus(one.held);
    const isSame = one.written === null ? one.earned.eq(ZERO) : one.written.state === stateOf(one);
    return by.eq(ZERO) && isSame ? [] : [{ one, target, by }];
  });
  found.sort((a, b) => Number(b.by.gt(ZERO)) - Number(a.by.gt(ZERO)));
  for (const { one, target } of found) {
    const before = one.held;
    one.held = target.held;
    note(one, heldChange(one, { before, target, currency: input.currency }), ledger);
  }
  return new Map(found.map(({ one, by }) => [one, by]));
}

function targetOf(one: Standing, targets: ReadonlyMap<Standing, Target>): Target {
  return targets.get(one) ?? { held: one.held, paid: ZERO, whole: one.whole, formula: null };
}

function keptOf(line: LineOnReceipt, { standings }: At): Kept {
  const own = [...standings.values()].filter((one) => isLine(one.line, line));
  return { line: sum(own.map(({ held }) => held)), deals: new Map(own.map((one) => [one.dealId, one.held])) };
}

/** Earnings with what is released of earlier lines, where it goes through other holds; overrides of these lines are counted in. */
function withReleased(
  payable: readonly Earning[],
  moved: ReadonlyMap<Standing, Decimal>,
  currency: string,
): readonly Earning[] {
  const lines = grouped(moved.keys(), ({ line }) => keyOf(line, ''));
  const overrides = grouped(
    payable.filter((one) => one.isAdjustment === true && lines.has(keyOf(one, ''))),
    (one) => keyOf(one, ''),
  );
  const released = [...lines].flatMap(([key, own]): Earning[] => {
    const [first] = own;
    if (first === undefined) return [];
    const out = (one: Standing) => (moved.get(one) ?? ZERO).neg();
    const changes = (overrides.get(key) ?? []).map(({ amount }) => decimal(amount));
    const amount = sum([...own.map(out), ...changes]);
    let left = amount;
    const deals = own.flatMap((one) => {
      const part = out(one).lt(left) ? out(one) : left;
      if (!part.gt(ZERO)) return [];
      left = left.minus(part);
      return [{ dealId: one.dealId, earned: moneyText(part, currency) }];
    });
    const { runId, planId, componentId, componentName, periodKey, days } = first.line;
    const line = { runId, planId, componentId, componentName, periodKey, days };
    return amount.gt(ZERO) ? [{ ...line, amount: moneyText(amount, currency), deals }] : [];
  });
  const merged = new Set([...overrides.values()].flat());
  return [...payable.filter((one) => !merged.has(one)), ...released];
}

/** A part of a clawback that a deal bears. */
interface Taken {
  readonly clawbackId: string;
  readonly standing: Standing;
  amount: Decimal;
}

/** Which deals the clawbacks of this payment take from: the named one, or those of the line as far as they are paid. */
function takenFrom({ clawbacks, currency }: PaymentInput, standings: readonly Standing[]): Taken[] {
  const found: Taken[] = [];
  for (const { id, amount, original } of [...clawbacks].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const own = standings.filter(
      (one) => isLine(one.line, original) && (original.dealId === null || one.dealId === original.dealId),
    );
    const before = (one: Standing) =>
      sum([one.clawedBack, ...found.filter(({ standing }) => standing === one).map((part) => part.amount)]);
    const paid = own.map((one) => {
      const left = one.earned.minus(one.held).minus(before(one));
      return left.gt(ZERO) ? left : ZERO;
    });
    const all = sum(paid);
    if (!all.gt(ZERO)) continue;
    const wanted = decimal(amount);
    const parts = allocate(wanted.lt(all) ? wanted : all, paid, minorDigits(currency));
    for (const [i, standing] of own.entries())
      found.push({ clawbackId: id, standing, amount: parts[i] ?? ZERO });
  }
  return found.filter((part) => part.amount.gt(ZERO));
}

/** A clawback that stops at zero took less. */
function correct(pending: readonly Taken[], taken: ReadonlyMap<string, Decimal>, digits: number): void {
  for (const [id, parts] of grouped(pending, ({ clawbackId }) => clawbackId)) {
    const all = sum(parts.map(({ amount }) => amount));
    const really = taken.get(id) ?? ZERO;
    if (really.gte(all)) continue;
    const less = allocate(
      really,
      parts.map(({ amount }) => amount),
      digits,
    );
    for (const [i, part] of parts.entries()) {
      const amount = less[i] ?? ZERO;
      part.standing.clawedBack = part.standing.clawedBack.minus(part.amount).plus(amount);
      part.amount = amount;
    }
  }
}

interface LineName {
  readonly planId?: string;
  readonly componentId: string;
  readonly periodKey: string;
  readonly days?: string;
}

function isLine(one: LineName, line: LineName): boolean {
  return (
    one.planId === line.planId &&
    one.componentId === line.componentId &&
    (one.days === undefined || line.days === undefined
      ? one.periodKey === line.periodKey
      : one.days === line.days)
  );
}

function keyOf({ days, periodKey, planId, componentId }: LineName, dealId: string): string {
  return JSON.stringify([days ?? periodKey, planId, componentId, dealId]);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
