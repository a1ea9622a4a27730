import type { Period } from '../base/period.ts';
import type { RoundingMode } from '../base/ratio.ts';

/** Everything that decides what one payee is paid for one period in the currency they earned it in. */
export interface PaymentInput {
  readonly participantId: string;
  readonly period: Period;
  /** ISO 4217: of the earnings, draws, clawbacks and balances; another payment currency comes in by `pay`. */
  readonly currency: string;
  readonly earnings: readonly Earning[];
  /** Approved amounts outside the plan. */
  readonly adjustments: readonly Adjustment[];
  readonly holds: readonly Hold[];
  readonly releases: readonly Release[];
  readonly draws: readonly Draw[];
  readonly clawbacks: readonly Clawback[];
  readonly priorPeriods: readonly PriorPeriodDelta[];
  readonly limits: PaymentLimits | null;
  /** Lines of components that pay when the customer pays (PAYM-32). Left out: none. */
  readonly onReceipt?: readonly LineOnReceipt[];
  /** What customers have paid by the period's last day. Left out: nothing. */
  readonly customerPaid?: readonly CustomerPaid[];
  readonly opening: Opening;
  readonly pay: PayIn;
}

/** One payout line of a run, as it is to be paid. */
export interface Earning {
  readonly runId: string;
  /** True for an adjustment that counts as earnings; `runId` is its id then. */
  readonly isAdjustment?: boolean;
  readonly planId: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly periodKey: string;
  /** The period as `from..to`, which tells it from other days that bear its key. Left out: the key does. */
  readonly days?: string;
  /** Rounded by the run, in the input's currency. */
  readonly amount: string;
  /** What single deals earned inside the line; needed for deals that may be on hold, others may be left out. */
  readonly deals: readonly { readonly dealId: string; readonly earned: string }[];
}

/** A payout line whose pay waits for customers: one that is paid now, or a newer version of a line that was paid before. */
export interface LineOnReceipt {
  readonly runId: string;
  readonly planId: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly periodKey: string;
  /** `from..to`. */
  readonly days: string;
  /** As one of the earnings; or paid before, and overridden now or replaced by a newer version. */
  readonly when: 'now' | 'overridden' | 'recalculated';
  /** What the newest version pays, with overrides of earlier payments. */
  readonly pays: string;
  /** What each deal earned in the line; none where the newer version waits for no customer. */
  readonly deals: readonly DealOnLine[];
}

/** A deal in a line that waits for its customer. */
export interface DealOnLine {
  readonly dealId: string;
  readonly earned: string;
  /** As the calculation read it. */
  readonly dealAmount: string;
  /** Null: the plan's. */
  readonly dealCurrency: string | null;
  /** The deal that this one takes back; null: none. */
  readonly reverses: string | null;
}

/** What customers have paid for a deal. */
export interface CustomerPaid {
  readonly dealId: string;
  readonly receipts: readonly { readonly currency: string; readonly amount: string }[];
}

/** Pay of one deal in one line that earlier payments held for the customer's payment. */
export interface HeldForReceipt extends DealOnLine {
  readonly runId: string;
  readonly planId: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly periodKey: string;
  /** `from..to`. */
  readonly days: string;
  /** What of it is not paid; below zero: what a return has not taken yet. */
  readonly held: string;
  /** What clawbacks took of it. */
  readonly clawedBack: string;
}

/** Reasons for payments and deductions outside the plan, as people enter them. */
export const ENTERED_KINDS = [
  'correction',
  'bonus',
  'spiff',
  'guarantee',
  'reimbursement',
  'dispute',
] as const;

export type EnteredKind = (typeof ENTERED_KINDS)[number];

/** The same with overrides of lines, which are entered at their line. */
export const ADJUSTMENT_KINDS = [...ENTERED_KINDS, 'override'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** An approved payment or deduction outside the plan (PAYM-26). */
export interface Adjustment {
  readonly id: string;
  readonly kind: AdjustmentKind;
  /** Below zero where it is taken; never zero. */
  readonly amount: string;
  /** `earnings`: holds, draws and limits count it like pay of the plan. `payment`: it is added after the limits. */
  readonly countsAs: 'earnings' | 'payment';
  /** The deal it is for; null: none. */
  readonly dealId: string | null;
  readonly reason: string;
  /** The line it overrides; only those of the kind `override` have one. */
  readonly line?: OverriddenLine;
}

/** A payout line that is to pay another amount (PAYM-28). */
export interface OverriddenLine {
  readonly runId: string;
  readonly planId: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly periodKey: string;
  /** `from..to`. */
  readonly days: string;
  /** What it paid until then, with earlier overrides; the adjustment's amount is added to it. */
  readonly pays: string;
}

/** Keeps earnings back until they are released: every field that is not null must match, and at least one is not null. */
export interface Hold {
  readonly id: string;
  readonly participantId: string | null;
  readonly planId: string | null;
  readonly componentId: string | null;
  readonly dealId: string | null;
  /** A period by its key, or by its days as `from..to`. */
  readonly periodKey: string | null;
  /** Above 0, at most 100: how much of what matches is kept back. */
  readonly percent: string;
  readonly reason: string;
  /** What it waits for. Left out: somebody's decision. */
  readonly releaseEvent?: ReleaseEvent;
  /** With the event `day`: on and after this day it keeps nothing, and payments of the period it lies in release all by themselves. */
  readonly releaseOn?: string | null;
}

/** What releases a hold: the customer's cash, the customer's start, a day, or somebody's decision. */
export const RELEASE_EVENTS = ['decision', 'cash-received', 'go-live', 'day'] as const;
export type ReleaseEvent = (typeof RELEASE_EVENTS)[number];

/** Pays what a hold has kept back. 100 percent ends the hold; less leaves it holding the rest, and new earnings too. */
export interface Release {
  readonly id: string;
  readonly holdId: string;
  /** Above 0, at most 100: of what is held when it is released. */
  readonly percent: string;
  readonly reason: string;
  /** What has happened. Left out: somebody decided. */
  readonly event?: ReleaseEvent;
}

/** Pay in advance of earnings. Days are `YYYY-MM-DD`, both included; `to` null: until further notice. */
export interface Draw {
  readonly id: string;
  readonly kind: 'recoverable' | 'non-recoverable';
  readonly amount: string;
  readonly per: 'month' | 'period';
  readonly from: string;
  readonly to: string | null;
  /** Only these components' earnings count against it; null: all earnings. */
  readonly componentIds: readonly string[] | null;
  /** How a recoverable draw is paid back; null for the other kind. */
  readonly recovery: Recovery | null;
}

/** When and how fast a recoverable draw is paid back. */
export interface Recovery {
  /** Periods that end before this day recover nothing; null: from the start. */
  readonly from: string | null;
  /** Periods that start after this day recover nothing; null: no end. */
  readonly to: string | null;
  /** At most this percent of the period's earnings; null: all that is above the draw. */
  readonly earningsPercent: string | null;
  /** At most this much is ever recovered; null: all of it. */
  readonly atMost: string | null;
}

/** An amount taken back for a deal or line that was paid; what it comes to is fixed by `clawbackAmount` when it is decided. */
export interface Clawback {
  readonly id: string;
  /** Above zero. */
  readonly amount: string;
  /** Where the payment is not enough: `carry` owes the rest to later payments, `zero` gives it up. */
  readonly floor: 'carry' | 'zero';
  readonly reason: string;
  readonly formula: string;
  /** The line that is taken back, and the deal in it; no deal: the whole line. */
  readonly original: {
    readonly runId: string;
    /** With the days, where deals of the line may wait for customers. */
    readonly planId?: string;
    readonly componentId: string;
    readonly componentName: string;
    readonly periodKey: string;
    readonly days?: string;
    readonly dealId: string | null;
  };
}

/** What a later version of a closed period changes in one line. */
export interface PriorPeriodDelta {
  readonly periodKey: string;
  readonly planId: string;
  readonly componentId: string;
  readonly componentName: string;
  /** The run that was paid, and the newer version of it. */
  readonly originalRunId: string;
  readonly recalculatedRunId: string;
  readonly original: string;
  readonly recalculated: string;
  /** Recalculated minus original; never zero. */
  readonly delta: string;
}

/** The least and the most that is paid for the period; null: no such limit. */
export interface PaymentLimits {
  /** The day it holds from, which names it among those of the payee in the currency. */
  readonly from?: string;
  readonly minimum: string | null;
  readonly maximum: string | null;
}

/** What earlier payments left behind. */
export interface Opening {
  /** Owed by the payee from negative payments, zero or more. */
  readonly carried: string;
  /** The payments that carried it out; left out where nothing is owed. */
  readonly carriedFrom?: { readonly paymentRunId: string; readonly periodKey: string };
  readonly draws: readonly {
    readonly drawId: string;
    readonly advanced: string;
    readonly recovered: string;
  }[];
  /** By hold and component, so that what is released counts where it was earned. */
  readonly held: readonly {
    readonly holdId: string;
    readonly componentId: string;
    readonly amount: string;
  }[];
  /** Left out: no deal waits for its customer. */
  readonly onReceipt?: readonly HeldForReceipt[];
}

/** The currency the payee is paid in; `exchange` is null when it is the currency of the earnings. */
export interface PayIn {
  readonly currency: string;
  readonly exchange: Exchanged | null;
  readonly rounding: RoundingMode;
}

/** A rate of exchange with where it is from. */
export interface Exchanged {
  readonly rate: string;
  readonly date: string;
  readonly source: string;
}

/** Everything that can happen to pay between what is earned and what is paid, in the order in which it does. */
export const LEDGER_KINDS = [
  'earned',
  'adjusted-earnings',
  'held',
  'released',
  'draw-guaranteed',
  'draw-advanced',
  'draw-recovered',
  'clawback',
  'minimum',
  'maximum',
  'prior-period',
  'adjusted-payment',
  'carried-in',
  'carried-out',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** The three balances a payee can have; none is ever below zero. */
export interface Balances {
  /** Recoverable draws advanced and not recovered yet. */
  readonly draw: string;
  /** Owed from negative payments. */
  readonly carried: string;
  /** Earned, kept back, not released yet. */
  readonly held: string;
}

/** Where the money of a ledger line comes from; only what applies is there. */
export interface References {
  readonly runId?: string;
  readonly planId?: string;
  readonly componentId?: string;
  readonly componentName?: string;
  readonly dealId?: string;
  readonly periodKey?: string;
  readonly holdId?: string;
  readonly releaseId?: string;
  readonly drawId?: string;
  readonly clawbackId?: string;
  readonly adjustmentId?: string;
  /** The payee's limit that holds from this day. */
  readonly limitFrom?: string;
  /** The payments that carried out what is carried in. */
  readonly paymentRunId?: string;
  readonly originalRunId?: string;
  /** The line before and after a closed period was recalculated. */
  readonly original?: string;
  readonly recalculated?: string;
  /** Of a deal that pays when its customer pays: its pay in the line, what of it is held after this event, and … */
  readonly dealEarned?: string;
  readonly dealHeld?: string;
  readonly dealClawedBack?: string;
  /** The deal that this one takes back. */
  readonly reverses?: string;
  /** … what its customer has paid, of the deal's amount, in the deal's currency. */
  readonly customerPaid?: string;
  readonly dealAmount?: string;
  readonly dealCurrency?: string;
}

/** One event of a payment: all of a payment's `amount`s sum to its `net`. */
export interface LedgerLine {
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly amount: string;
  /** A sentence a rep can read. */
  readonly message: string;
  /** The arithmetic with its numbers. */
  readonly formula: string;
  /** Number of the rule in RULES.md. */
  readonly rule: string;
  readonly references: References;
  readonly before: Balances;
  readonly after: Balances;
}

/** What one payee is paid for one period, and everything that led there. */
export interface Payment {
  readonly participantId: string;
  readonly periodKey: string;
  readonly currency: string;
  readonly ledger: readonly LedgerLine[];
  readonly opening: Balances;
  readonly closing: Balances;
  /** Sum of the `earned` lines. */
  readonly earned: string;
  /** Sum of all ledger lines, zero or more. */
  readonly net: string;
  /** The net in the payment currency, rounded once. */
  readonly paid: {
    readonly currency: string;
    readonly amount: string;
    readonly exchange: Exchanged | null;
    readonly message: string;
  };
}
