import type { WeekCalendar } from '../base/week-calendar.ts';
import type { Condition } from './condition.ts';
import type { Gate } from './gate.ts';
import type {
  CreditScope,
  Effective,
  ExchangePolicy,
  FurtherRate,
  Limit,
  MeasureWindow,
  Multiplier,
  PayTermReading,
  Proration,
  Spiff,
} from './terms.ts';
import type { Tier } from './tier.ts';

/**
 * A compensation plan as data: the document a designer writes, a version freezes and the calculation reads.
 * Amounts, percents and rates are decimal strings ("1250.00", "120", "2.5"); nothing here is a binary float.
 */
export interface Plan {
  readonly name: string;
  readonly type: PlanType;
  /** ISO 4217 code in which the plan credits, measures and pays. */
  readonly currency: string;
  readonly calendar: Calendar;
  readonly rounding: Rounding;
  /** In which order the steps after the rate are applied; gate before cap and cap before weight give different money. */
  readonly order: readonly OrderStep[];
  /** What an accelerator such as `>120% @ 1.2x` means: on the increment above the threshold, or on everything. */
  readonly acceleratorReading: 'incremental' | 'first-dollar';
  /**
   * What a decelerator such as `<80% @ 0.5x` means: on the part below its percent for ever, or (`first-dollar`) on everything
   * until the percent is reached, and then on nothing. Left out: as the accelerator is read.
   */
  readonly deceleratorReading?: 'incremental' | 'first-dollar';
  /** What a component that needs a quota pays when there is none, or it is zero. */
  readonly undefinedAttainment: 'refuse' | 'pay-zero';
  readonly components: readonly Component[];
  /** Left out: nothing is prorated. */
  readonly proration?: Proration;
  /** How pay terms that change within a period count. Left out: by months where the plan prorates targets so, else by days. */
  readonly payTerms?: PayTermReading;
  /** Left out: on the deal's date. */
  readonly exchange?: ExchangePolicy;
  /** The most all components together pay a participant in a period, in the plan's currency. Left out: no limit. */
  readonly planCap?: string;
}

export type PlanType = 'quota-mbo-spiff' | 'sales-commission' | 'bonus-plan' | 'territory-plan';

export interface Calendar {
  /** How long one payable period is. */
  readonly period: 'week' | 'month' | 'quarter' | 'year';
  /** 1 = January. The first month of the fiscal year. */
  readonly fiscalYearStartMonth: number;
  /** Left out: calendar months. */
  readonly weeks?: WeekCalendar;
}

export interface Rounding {
  readonly mode: 'HALF_UP' | 'HALF_EVEN';
  /** `largest-remainder`: what the parts of a split deal pay sums to what the deal pays, to the cent. Left out: each line is rounded alone. */
  readonly splits?: 'largest-remainder';
}

/** `multiplier` must be named where a component has one, and may be left out otherwise. */
export type OrderStep = 'gate' | 'multiplier' | 'cap' | 'weight';

export type ComponentStatus = 'Active' | 'Draft' | 'Inactive';
export type Unit = '$' | 'Score' | 'Count' | '%';

/** One thing a plan pays for. Only `Active` components are calculated. */
export interface Component {
  /** Stable inside the plan, kebab-case; quotas and payout lines refer to it. */
  readonly id: string;
  readonly name: string;
  readonly status: ComponentStatus;
  readonly measure: Measure;
  /** Every condition must hold for a deal to count; none means every deal of the measure's unit. */
  readonly filter: readonly Condition[];
  /** Whole percent of the target variable, 0–100; active components sum to 100 where any of them uses its weight. */
  readonly weight: number;
  readonly rate: Rate;
  /** `2x`: at most twice the component's target for the period. Null: no cap. */
  readonly cap: string | null;
  /** `>120% @ 1.2x`. Null: none. Only on components with rate kind `target`. */
  readonly accelerator: string | null;
  /** Pays in full only where other components are reached, each or on average. Null: none. */
  readonly gate: Gate | null;
  /** `<80% @ 0.5x`: below the percent, attainment counts less. Left out: none. Only on rate kind `target`. */
  readonly decelerator?: string;
  /** Over which days credit and quota are measured. Left out: the period. */
  readonly window?: MeasureWindow;
  /** Whose credit counts. Left out: the participant's own. */
  readonly credit?: CreditScope;
  /** What share of a credited deal counts: the first of these whose conditions all hold. Left out, or none holding: all of it. */
  readonly creditFactors?: readonly CreditFactor[];
  /** Left out: none. */
  readonly multiplier?: Multiplier;
  /** Limits beside `cap`, at most one of each kind. Left out: none. */
  readonly limits?: readonly Limit[];
  /** Makes the component a SPIFF: dated, funded, outside weights and, unless it says otherwise, the plan cap. Left out: none. */
  readonly spiff?: Spiff;
  /** `required`: only deals (scores) somebody has approved count. Left out: all count. */
  readonly approval?: 'required';
  /** `customer-pays`: what a deal earns is paid in proportion to what its customer has paid (PAYM-32). Left out: when it is earned. */
  readonly paidWhen?: 'customer-pays';
  /** Between which days the component is part of the plan; weights sum to 100 on every day. Left out: always. */
  readonly effective?: Effective;
}

export interface Measure {
  readonly unit: Unit;
  /** `amount` sums the credited amounts; `deals` counts credited deals (a return counts −1). */
  readonly of: 'amount' | 'deals';
  /** The own field of deals that is summed in place of their amount, in the deal's currency (CREDIT-20). Left out: the amount. */
  readonly own?: string;
}

/**
 * What share of a credit counts where every condition holds; without conditions, of every deal. It scales the credit itself, so
 * both what is reached and what is paid: `{ where: [{ field: 'kind', in: ['renewal'] }], percent: '50' }`.
 */
export interface CreditFactor {
  readonly where: readonly Condition[];
  /** From 0; above 100 a deal counts for more than it is. */
  readonly percent: string;
}

export type Rate =
  /** Credited amount × one rate. */
  | { readonly kind: 'flat'; readonly ratePercent: string }
  /** Credited amount × the commission rate of the participant's own record. */
  | { readonly kind: 'individual' }
  /**
   * `marginal`: each tier's rate on the part of the amount inside it.
   * `retroactive`: the rate of the tier reached, on everything.
   * `thresholds`: tier bounds are amounts of the measure, or percent of quota.
   * `per`: the table is applied to each deal by itself, or to the running total of the period.
   * `atBound`: in which tier a total exactly on a bound is; left out: the higher one. Marginal tiers pay the same both ways.
   */
  | {
      readonly kind: 'marginal' | 'retroactive';
      readonly atBound?: 'higher' | 'lower';
      readonly thresholds: 'amount' | 'percent-of-quota';
      readonly per: 'deal' | 'period';
      readonly tiers: readonly Tier[];
    }
  /**
   * Individual commission rate (ICR): target variable × weight ÷ quota on everything credited, so that exactly the quota pays
   * exactly the target. A commission: the weight is inside the rate, and each deal has a pay of its own.
   */
  | { readonly kind: 'icr' }
  /** Target variable × weight × attainment, with accelerator and decelerator applied to attainment. */
  | { readonly kind: 'target' }
  | FurtherRate;

/** Whether a rate cannot be known without target variable pay and quota: shares of target, and the rate made of both. */
export function asksTarget(rate: Rate): boolean {
  return rate.kind === 'icr' || isTargetBased(rate);
}

/** Whether the weight of a component decides anything it pays: by its rate, its cap, or a limit of its target (PLAN-4). */
export function usesWeight({ rate, cap, limits = [] }: Component): boolean {
  return asksTarget(rate) || cap !== null || limits.some(({ kind }) => kind === 'target-multiple');
}

/** Whether weights decide anything in a plan with these components; SPIFFs have none (TERM-30). */
export function weightsMatter(components: readonly Component[]): boolean {
  return components.some((one) => one.status === 'Active' && one.spiff === undefined && usesWeight(one));
}

/** Whether a rate pays a share of target variable pay (and not a commission on credit). */
export function isTargetBased(rate: Rate): boolean {
  return rate.kind === 'target' || rate.kind === 'curve' || rate.kind === 'matrix';
}
