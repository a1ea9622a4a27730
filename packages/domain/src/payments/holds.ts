import { type Decimal, decimal, HUNDRED, HUNDREDTH, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { roundMoney } from '../base/money.ts';
import type { Ledger } from './ledger.ts';
import { releaseWords } from './ledger-words.ts';
import type { Earning, Hold, PaymentInput, References, Release } from './payment.ts';

/** What holds keep of one earning: of single deals, then of what is left of the line. */
export interface Kept {
  readonly line: Decimal;
  readonly deals: Map<string, Decimal>;
}

/**
 * Keeps back what open holds match (PAYM-2), then pays what is released (PAYM-3). Holds on a deal come first, then the
 * others, each kind by id; what one keeps the next cannot keep again, and a debit is never kept. A hold whose day has come keeps
 * nothing and is released whole. `before` is what of an earning is kept already.
 */
export function holdAndRelease(
  input: PaymentInput,
  ledger: Ledger,
  before: ReadonlyMap<Earning, Kept> = new Map(),
): void {
  const due = input.holds.filter((hold) => dayOf(hold) !== null && (dayOf(hold) ?? '') <= input.period.to);
  const ended = new Set([
    ...input.releases.filter(isWhole).map((one) => one.holdId),
    ...due.map(({ id }) => id),
  ]);
  const holds = input.holds.filter((hold) => !ended.has(hold.id)).sort(narrowFirst);
  for (const earning of input.earnings) {
    let kept = before.get(earning) ?? { line: ZERO, deals: new Map() };
    for (const hold of holds)
      if (matches(hold, earning, input)) kept = keep(hold, { earning, kept, input, ledger });
  }
  release(input, [...input.releases, ...due.map(releaseOnDay)], ledger);
}

/** The day on which a hold ends by itself; null: somebody has to release it. */
function dayOf({ releaseEvent, releaseOn }: Hold): string | null {
  return releaseEvent === 'day' ? (releaseOn ?? null) : null;
}

function releaseOnDay(hold: Hold): Omit<Release, 'id'> & { readonly id: null } {
  return {
    id: null,
    holdId: hold.id,
    percent: '100',
    event: 'day',
    reason: `it was held until ${dayOf(hold)}`,
  };
}

function isWhole(release: Release): boolean {
  return decimal(release.percent).eq(HUNDRED);
}

function narrowFirst(a: Hold, b: Hold): number {
  return Number(a.dealId === null) - Number(b.dealId === null) || (a.id < b.id ? -1 : 1);
}

function matches(hold: Hold, earning: Earning, input: PaymentInput): boolean {
  return (
    fits(hold.participantId, input.participantId) &&
    fits(hold.planId, earning.planId) &&
    fits(hold.componentId, earning.componentId) &&
    (fits(hold.periodKey, earning.periodKey) || hold.periodKey === earning.days)
  );
}

function fits(wanted: string | null, found: string): boolean {
  return wanted === null || wanted === found;
}

function keep(hold: Hold, at: { earning: Earning; kept: Kept; input: PaymentInput; ledger: Ledger }): Kept {
  const { earning, kept, input, ledger } = at;
  const base = available(hold, earning, kept);
  const amount = partOf(base, hold.percent, input);
  if (!amount.gt(ZERO)) return kept;
  const what =
    hold.dealId === null ? earning.componentName : `deal ${hold.dealId} in ${earning.componentName}`;
  ledger.write({
    kind: 'held',
    amount: amount.neg(),
    message: `Held back from ${what}${until(hold)}: ${hold.reason}`,
    formula: `−${money(base, input.currency)} × ${percent(decimal(hold.percent))}`,
    rule: 'PAYM-2',
    references: {
      ...originOf(earning),
      holdId: hold.id,
      ...(hold.dealId === null ? {} : { dealId: hold.dealId }),
    },
    moves: { balance: 'held', by: amount },
  });
  const deals = new Map(kept.deals);
  if (hold.dealId !== null) deals.set(hold.dealId, (deals.get(hold.dealId) ?? ZERO).plus(amount));
  return { line: kept.line.plus(amount), deals };
}

function originOf({ runId, planId, componentId, isAdjustment }: Earning): References {
  return isAdjustment ? { adjustmentId: runId, componentId } : { runId, planId, componentId };
}

function until(hold: Hold): string {
  const { releaseEvent = 'decision' } = hold;
  if (releaseEvent === 'day') return ` until ${dayOf(hold)}`;
  return releaseEvent === 'decision' ? '' : ` until ${releaseWords[releaseEvent].until}`;
}

/** What is left to keep: of the deal what it earned, of the line what it pays, less what other holds keep already. */
function available(hold: Hold, earning: Earning, kept: Kept): Decimal {
  if (hold.dealId === null) return decimal(earning.amount).minus(kept.line);
  const earned = earning.deals
    .filter((deal) => deal.dealId === hold.dealId)
    .reduce((all, deal) => all.plus(decimal(deal.earned)), ZERO);
  return earned.minus(kept.deals.get(hold.dealId) ?? ZERO);
}

function release(
  input: PaymentInput,
  releases: readonly (Omit<Release, 'id'> & { readonly id: string | null })[],
  ledger: Ledger,
): void {
  const held = input.opening.held.map((one) => ({ ...one, left: decimal(one.amount) })).sort(byComponent);
  // those of a day have no id and come last, by the hold they end
  const turn = ({ id, holdId }: { id: string | null; holdId: string }) =>
    id === null ? `1 ${holdId}` : `0 ${id}`;
  for (const one of [...releases].sort((a, b) => (turn(a) < turn(b) ? -1 : 1))) {
    for (const part of held.filter(({ holdId }) => holdId === one.holdId)) {
      const amount = partOf(part.left, one.percent, input);
      if (!amount.gt(ZERO)) continue;
      const formula = `${money(part.left, input.currency)} × ${percent(decimal(one.percent))}`;
      part.left = part.left.minus(amount);
      ledger.write({
        kind: 'released',
        amount,
        message: `Released from hold${happened(one)}: ${one.reason}`,
        formula,
        rule: 'PAYM-3',
        references: {
          componentId: part.componentId,
          holdId: one.holdId,
          ...(one.id === null ? {} : { releaseId: one.id }),
        },
        moves: { balance: 'held', by: amount.neg() },
      });
    }
  }
}

function happened({ event = 'decision' }: Pick<Release, 'event'>): string {
  return event === 'cash-received' || event === 'go-live' ? `, ${releaseWords[event].happened}` : '';
}

function byComponent(a: { componentId: string }, b: { componentId: string }): number {
  return a.componentId < b.componentId ? -1 : 1;
}

function partOf(base: Decimal, percentText: string, input: PaymentInput): Decimal {
  if (!base.gt(ZERO)) return ZERO;
  return roundMoney(base.times(decimal(percentText)).times(HUNDREDTH), input.currency, input.pay.rounding);
}
