import type { Period } from '../base/period.ts';
import type { AppliedFactor, CreditRole } from '../crediting/credit-deal.ts';
import type { Deal, ExchangeRate } from '../crediting/deal.ts';
import type { Plan } from '../plans/plan.ts';
import type {
  Enrolment,
  Leave,
  Participant,
  PayTerm,
  Quota,
  Ramp,
  ReportingLine,
} from '../quotas/participant.ts';

/** Everything a calculation depends on; the same input gives the same bytes. */
export interface CalculationInput {
  readonly plan: Plan;
  readonly period: Period;
  /** Everybody deals may name. */
  readonly participants: readonly Participant[];
  /** Who is paid by this plan; left out: all participants. Credits of the others are not this plan's to pay. */
  readonly payeeIds?: readonly string[];
  readonly quotas: readonly Quota[];
  readonly deals: readonly Deal[];
  readonly exchangeRates: readonly ExchangeRate[];
  /** The hierarchy roll-up credits follow. Left out: nobody reports to anybody. */
  readonly reportingLines?: readonly ReportingLine[];
  /** Left out: everybody takes part from hire to leaving. */
  readonly enrolments?: readonly Enrolment[];
  readonly leaves?: readonly Leave[];
  readonly ramps?: readonly Ramp[];
  /** Dated pay terms of those who have any. Left out: everybody's own columns hold on every day. */
  readonly payTerms?: readonly PayTerm[];
  /** The first day from which every deal and quota is here, for components that measure longer than the period. Left out: the period's first day. */
  readonly completeFrom?: string;
  /** What earlier periods of a window have paid, for components that settle by deduction, and what they carried forward. */
  readonly earlier?: readonly EarlierPay[];
  /**
   * What was left of the funds of SPIFFs when the turn of each deal came; needed where not everybody who draws on a fund is
   * calculated together (PAY-36). `settle-here`: everybody who draws on them is, so the calculation settles them itself; left
   * out, that holds where `payeeIds` is left out too.
   */
  readonly fundLeft?: readonly FundLeft[] | 'settle-here';
}

/** What was left of the fund of a SPIFF when the turn of one payee's deal came. */
export interface FundLeft {
  readonly componentId: string;
  readonly participantId: string;
  readonly dealId: string;
  readonly left: string;
}

/** What one participant was paid for one component in an earlier period, as its closed statement says. */
export interface EarlierPay {
  readonly participantId: string;
  readonly componentId: string;
  readonly from: string;
  readonly to: string;
  /** In the plan's currency, as paid. */
  readonly amount: string;
  /** Excess over a cap that was carried out of that period; "0" when none. */
  readonly carried: string;
}

/** One credit: the part of one deal that counts for one participant in one component. */
export interface Credit {
  readonly dealId: string;
  readonly participantId: string;
  readonly componentId: string;
  readonly date: string;
  /** Credited amount in the measure's unit (money: in the plan's currency), exact, not rounded. */
  readonly credited: string;
  readonly sharePercent: string;
  /** Why it is credited: the deal itself, a split of it, on top of it, or for somebody below. */
  readonly role: CreditRole;
  /** Whose credit it was, where it rolled up; otherwise null. */
  readonly through: string | null;
  /** The rate of exchange used; null when the deal is in the plan's currency. */
  readonly exchange: { readonly rate: string; readonly date: string; readonly source: string } | null;
  /** By what `credited` was factored (CREDIT-17): percent, of what, for which deals. Left out where all of it counts. */
  readonly factor?: AppliedFactor;
  /** What this deal added to the line, in date order; all of a line's `earned` sum to its `amount` to the cent. */
  readonly earned: string;
}

/** One step of the arithmetic behind a line, in the order it was done. */
export interface Step {
  /** Number of the rule in RULES.md, for example `PAY-7`. */
  readonly rule: string;
  /** A sentence a rep can read. */
  readonly message: string;
  /** The arithmetic with its numbers: `40,000.00 × 3%`. */
  readonly formula: string;
  readonly result: string;
}

/** What has to change to earn at the next tier, or to pass the gate or accelerator. */
export interface NextTier {
  readonly message: string;
  /** Further credit needed, in the measure's unit. */
  readonly needed: string;
  /** What the line would pay with exactly that much more credit. */
  readonly wouldPay: string;
}

/** A window longer than the period; `quota` and `attainmentPercent` of the line are those of the window. */
export interface LineWindow {
  readonly from: string;
  readonly to: string;
  /** All credit measured, that of the line included. */
  readonly credited: string;
  /** Settled by deduction: what earlier periods of the window have paid; otherwise null. */
  readonly paid: string | null;
  /** Settled by deduction: what earlier credit is worth by now, less what was paid; with what the credits earned it is the `amount`. */
  readonly trueUp: string | null;
}

/** What one participant is paid for one component in one period. */
export interface PayoutLine {
  readonly participantId: string;
  readonly componentId: string;
  readonly currency: string;
  readonly credited: string;
  readonly quota: string | null;
  /** Percent, exact to 4 decimals for display; null when undefined. */
  readonly attainmentPercent: string | null;
  /** Target pay of this component for what is measured, the period or a longer window; null for commission components. */
  readonly target: string | null;
  /** Payable, rounded once by the plan's policy to the currency's minor unit. */
  readonly amount: string;
  /** The sentence: what is paid and why. */
  readonly message: string;
  readonly steps: readonly Step[];
  /** Every rule that had a say in this line, in order of first use. */
  readonly rules: readonly string[];
  readonly nextTier: NextTier | null;
  readonly credits: readonly Credit[];
  /** Where a window longer than the period is measured: on what, and what its earlier periods have paid. Left out otherwise. */
  readonly window?: LineWindow;
  /** Where a limit carries its excess (PAY-33): what earlier periods carried here, … */
  readonly carriedIn?: string;
  /** … how much of `amount` is that (the rest is what the credits earned), … */
  readonly carriedPaid?: string;
  /** … and what goes on to the next period. Left out where nothing is carried. */
  readonly carriedOut?: string;
}

/** A line without its explanation: every figure of it. */
export type PaidLine = Omit<PayoutLine, 'message' | 'steps' | 'rules' | 'nextTier'>;

export interface Calculation {
  /** Semantic version of the engine's rules; changes when any amount could change. */
  readonly engineVersion: string;
  readonly lines: readonly PayoutLine[];
  /** Sum of all lines. */
  readonly total: string;
  readonly currency: string;
}
