import { type Decimal, decimal, sum, ZERO } from '../../base/decimal.ts';
import { moneyText } from '../../base/money.ts';
import type { Result } from '../../base/result.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Finding, Stake } from '../finding.ts';
import type { History, PeriodPay } from '../pay-history.ts';

/** A payee's history as the linted plan pays it, with a way to ask what another plan would pay on the same. */
export interface PaidHistory {
  readonly history: History;
  readonly paid: Result<readonly PeriodPay[]>;
  /** What a variant of the plan pays; null when it cannot pay this history. */
  pay(variant: Plan): readonly PeriodPay[] | null;
}

/** One question asked of a plan: it is told every payee's history once, then says what it found. */
export interface Lint {
  take(one: PaidHistory): void;
  findings(): readonly Finding[];
}

/** A component with its place in the document. */
export interface Placed {
  readonly component: Component;
  readonly path: string;
}

/** The active components with their places. */
export function placedComponents(plan: Plan): readonly Placed[] {
  return plan.components
    .map((component, i) => ({ component, path: `components[${i}]` }))
    .filter(({ component }) => component.status === 'Active');
}

/** The plan with some of its components changed. */
export function withComponents(plan: Plan, change: (component: Component) => Component): Plan {
  return { ...plan, components: plan.components.map(change) };
}

/** All lines of a payee's periods, in order. */
export function linesOf(pays: readonly PeriodPay[]): readonly PayoutLine[] {
  return pays.flatMap(({ lines }) => lines);
}

/** A line before and after a change of the plan; both are of the same payee, component and period. */
export interface LinePair {
  readonly before: PayoutLine;
  readonly after: PayoutLine;
}

/** The lines two variants of one plan have in common, in order. */
export function pairLines(before: readonly PeriodPay[], after: readonly PeriodPay[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  for (const [i, { lines }] of before.entries()) {
    const other = new Map(after[i]?.lines.map((line) => [keyOf(line), line]));
    for (const line of lines) {
      const match = other.get(keyOf(line));
      if (match !== undefined) pairs.push({ before: line, after: match });
    }
  }
  return pairs;
}

function keyOf(line: PayoutLine): string {
  return JSON.stringify([line.participantId, line.componentId]);
}

/** Money and the payees it concerns, gathered history by history. */
export interface Tally {
  add(amount: Decimal, participantId: string): void;
  amount(): Decimal;
  payees(): number;
}

/** An empty tally; amounts of zero concern nobody. */
export function tally(): Tally {
  const payees = new Set<string>();
  let total = ZERO;
  return {
    add: (amount, participantId) => {
      if (amount.eq(ZERO)) return;
      total = total.plus(amount);
      payees.add(participantId);
    },
    amount: () => total,
    payees: () => payees.size,
  };
}

/** A stake in the plan's currency. */
export function stakeOf(plan: Plan, gathered: Tally, message: string): Stake {
  const { currency } = plan;
  return { amount: moneyText(gathered.amount(), currency), currency, payees: gathered.payees(), message };
}

/** After minus before of a pair, as a size. */
export function gapOf({ before, after }: LinePair): Decimal {
  return decimal(after.amount).minus(decimal(before.amount)).abs();
}

/** What a list of lines pays together. */
export function paidBy(lines: readonly PayoutLine[]): Decimal {
  return sum(lines.map((line) => decimal(line.amount)));
}

/** The credit that decides a line's tier and meets a gate: of the period, or all of a longer window (ATT-4). */
export function measuredOn(line: PayoutLine): Decimal {
  return decimal(line.window?.credited ?? line.credited);
}
