import type { MeasuredSpan } from '../attainment/window.ts';
import type { Decimal } from '../base/decimal.ts';
import { figure, money, shortMoney } from '../base/figures.ts';
import type { Period } from '../base/period.ts';
import type { Ratio } from '../base/ratio.ts';
import type { CreditShare } from '../crediting/credit-deal.ts';
import type { Cap } from '../plans/cap.ts';
import type { Component, Plan } from '../plans/plan.ts';
import type { Participant } from '../quotas/participant.ts';
import type { AppliedQuota } from '../quotas/quota.ts';
import type { TargetPart } from '../quotas/target.ts';
import type { LineLimits } from './limits/line-limits.ts';
import type { Step } from './payout.ts';
import type { BandTable } from './rates/amount-bands.ts';
import type { CurveTable } from './rates/curve-table.ts';
import type { SlidingStep } from './rates/sliding-rate.ts';
import type { OtherComponent, TargetShare } from './rates/target-share.ts';
import type { TierTable } from './tier-table.ts';

/** An own rate that pay terms change within what is measured: each deal is paid at the rate of its day (QUOTA-23). */
export interface DatedRate {
  readonly kind: 'dated-rate';
  /** Each rate with the days it holds on, in percent. */
  readonly rates: readonly { readonly from: string; readonly to: string; readonly ratePercent: string }[];
}

/** How a line's credit becomes pay before gate, multiplier, cap and weight, with everything looked up. */
export type RateTerms =
  | {
      readonly kind: 'rate';
      readonly rule: 'PAY-1' | 'PAY-2';
      readonly ratePercent: string;
      readonly rate: Decimal;
    }
  | DatedRate
  | {
      readonly kind: 'icr';
      /** `target` ÷ `quota`, exact. */
      readonly rate: Ratio;
      /** The component's target: target variable × weight. */
      readonly target: Ratio;
      readonly quota: Decimal;
    }
  | {
      readonly kind: 'table';
      readonly per: 'deal' | 'period';
      readonly ofQuota: boolean;
      readonly table: TierTable;
    }
  | { readonly kind: 'bands'; readonly per: 'deal' | 'period'; readonly table: BandTable }
  | { readonly kind: 'sliding'; readonly ofQuota: boolean; readonly steps: readonly SlidingStep[] }
  | {
      readonly kind: 'target';
      readonly quota: Decimal;
      readonly target: Ratio;
      /** What attainment is worth, as a share of the target. */
      readonly share: TargetShare;
    }
  /** Pays nothing by the plan's own word, because attainment is undefined (ATT-2). */
  | { readonly kind: 'undefined'; readonly why: string };

/** One thing a gate asks for, and whether it is reached. */
export interface ConditionTerms extends OtherComponent {
  readonly reached: boolean;
  readonly atLeastPercent: Decimal;
}

/** A component in the average a gate asks for. */
export interface AveragedTerms extends OtherComponent {
  readonly weightPercent: Decimal;
  /** As a fraction; null where it is undefined. */
  readonly attained: Ratio | null;
}

/** The weighted average a gate asks for (PAY-42). */
export interface AverageTerms {
  readonly parts: readonly AveragedTerms[];
  readonly atLeastPercent: Decimal;
  /** The most that one attainment counts; null: as far as it goes. */
  readonly maxPercent: Decimal | null;
  /** As a fraction; null where one attainment is undefined. */
  readonly actual: Ratio | null;
}

/** Whether other components have been reached, as far as this line cares (PAY-10, PAY-27, PAY-42). */
export interface GateTerms {
  /** Each by itself; none where an average is asked for. */
  readonly conditions: readonly ConditionTerms[];
  readonly average: AverageTerms | null;
  /** Whether all of that is reached. */
  readonly open: boolean;
  readonly closes: 'everything' | 'higher-rates';
  /** The rate as it is when the gate is open; the line's own rate has lost its higher rates where the gate closes only those. */
  readonly openRate: RateTerms;
}

/** What a line's pay is multiplied by (PAY-28). */
export interface MultiplierTerms extends OtherComponent {
  readonly curve: CurveTable;
  /** Percent. */
  readonly attained: Ratio;
  /** Percent. */
  readonly factor: Ratio;
}

/** Everything about a line that does not change from credit to credit. */
export interface LineTerms {
  readonly plan: Plan;
  readonly period: Period;
  readonly participant: Participant;
  readonly component: Component;
  readonly rate: RateTerms;
  readonly gate: GateTerms | null;
  readonly multiplier: MultiplierTerms | null;
  readonly cap: Cap | null;
  readonly limits: LineLimits;
  /** What earlier periods carried here over their limit, in money (PAY-33). */
  readonly carriedIn: Decimal;
  /** How a window longer than the period is settled; null: the period is measured. */
  readonly window: WindowTerms | null;
  readonly measured: MeasuredSpan;
  /** How many deals wait for approval and do not count (CREDIT-11). */
  readonly waiting: number;
  /** How the target of a target-based rate comes about, period by period. */
  readonly targetParts: readonly TargetPart[];
  /** Target variable pay of the participant for the period, before the component's weight; null when nobody asks for it. */
  readonly target: Ratio | null;
  readonly quota: AppliedQuota | null;
}

/** What came before the period in a longer window. */
export interface WindowTerms {
  readonly settle: 'deduct' | 'rate-only';
  /** The credits of the window before the period, in order. */
  readonly shares: readonly CreditShare[];
  /** What earlier periods of the window have paid; zero where nothing is deducted. */
  readonly paid: Decimal;
}

/** The credit a line has gathered up to some point. */
export interface Tally {
  readonly total: Decimal;
  /** Σ of what each deal pays by itself, times `dealUnder`; zero where the rate looks at the total. */
  readonly dealsPay: Decimal;
  /** How much of `dealsPay` is there because parts of split deals are rounded together (PAY-44); for words only. Left out: nothing. */
  readonly splitRounding?: Decimal;
}

/** Where the steps of the arithmetic are written down; null while only the number is wanted. */
export type Trace = Step[] | null;

/** An amount of the component's measure for reading: money with minor digits, anything else as it is. */
export function measured(component: Component, plan: Plan, amount: Decimal): string {
  return isMoney(component) ? money(amount, plan.currency) : figure(amount);
}

/** The same for a sentence: money without what follows its minor digits (BASE-7). */
export function measuredInShort(component: Component, plan: Plan, amount: Decimal): string {
  return isMoney(component) ? shortMoney(amount, plan.currency) : figure(amount);
}

/** Whether a closed gate leaves nothing to pay. */
export function closesAll({ gate }: LineTerms): boolean {
  return gate !== null && !gate.open && gate.closes === 'everything';
}

/** Whether the component sums money (and does not count deals or scores). */
export function isMoney(component: Component): boolean {
  return component.measure.unit === '$' && component.measure.of === 'amount';
}
