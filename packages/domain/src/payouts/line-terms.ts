import type { Decimal } from '../base/decimal.ts';
import { figure, money } from '../base/figures.ts';
import type { Period } from '../base/period.ts';
import type { Ratio } from '../base/ratio.ts';
import type { Accelerator } from '../plans/accelerator.ts';
import type { Cap } from '../plans/cap.ts';
import type { Component, Plan } from '../plans/plan.ts';
import type { Participant } from '../quotas/participant.ts';
import type { AppliedQuota } from '../quotas/quota.ts';
import type { Step } from './payout.ts';
import type { TierTable } from './tier-table.ts';

/** How a line's credit becomes pay before gate, cap and weight, with everything looked up. */
export type RateTerms =
  | {
      readonly kind: 'rate';
      readonly rule: 'PAY-1' | 'PAY-2';
      readonly ratePercent: string;
      readonly rate: Decimal;
    }
  | {
      readonly kind: 'table';
      readonly per: 'deal' | 'period';
      readonly ofQuota: boolean;
      readonly table: TierTable;
    }
  | {
      readonly kind: 'target';
      readonly quota: Decimal;
      readonly target: Ratio;
      readonly accelerator: Accelerator | null;
    }
  /** Pays nothing by the plan's own word, because attainment is undefined (ATT-2). */
  | { readonly kind: 'undefined'; readonly why: string };

/** Whether another component has been reached, as far as this line cares (PAY-10). */
export interface GateTerms {
  readonly open: boolean;
  readonly component: Component;
  readonly atLeastPercent: Decimal;
  readonly credited: Decimal;
  readonly quota: Decimal | null;
}

/** Everything about a line that does not change from credit to credit. */
export interface LineTerms {
  readonly plan: Plan;
  readonly period: Period;
  readonly participant: Participant;
  readonly component: Component;
  readonly rate: RateTerms;
  readonly gate: GateTerms | null;
  readonly cap: Cap | null;
  /** Target variable pay of the participant for the period, before the component's weight; null when nobody asks for it. */
  readonly target: Ratio | null;
  readonly quota: AppliedQuota | null;
}

/** The credit a line has gathered up to some point. */
export interface Tally {
  readonly total: Decimal;
  /** Σ of what a per-deal table pays on each deal by itself; zero for every other rate. */
  readonly dealsPay: Decimal;
}

/** Where the steps of the arithmetic are written down; null while only the number is wanted. */
export type Trace = Step[] | null;

/** An amount of the component's measure for reading: money with minor digits, anything else as it is. */
export function measured(component: Component, plan: Plan, amount: Decimal): string {
  return isMoney(component) ? money(amount, plan.currency) : figure(amount);
}

/** Whether the component sums money (and does not count deals or scores). */
export function isMoney(component: Component): boolean {
  return component.measure.unit === '$' && component.measure.of === 'amount';
}
