/**
 * The further terms a plan may set on top of rate, weight and cap. Each may be left out of the document; what that means is
 * said beside it. Amounts, percents and factors are decimal strings; days are `YYYY-MM-DD`.
 */

/** The days between which a term holds, both included; null: open. */
export interface Effective {
  readonly from: string | null;
  readonly to: string | null;
}

/** Whether a term holds on a day; always, where it is left out. */
export function isInForceOn(effective: Effective | undefined, day: string): boolean {
  return (effective?.from ?? day) <= day && day <= (effective?.to ?? day);
}

/** Whether a term holds on any day from the first to the last, both included. */
export function isInForceIn(
  effective: Effective | undefined,
  days: { readonly from: string; readonly to: string },
): boolean {
  return (effective?.from ?? days.to) <= days.to && (effective?.to ?? days.from) >= days.from;
}

/** Whether a term holds on every day from the first to the last, both included. */
export function isInForceThroughout(
  effective: Effective | undefined,
  days: { readonly from: string; readonly to: string },
): boolean {
  return (effective?.from ?? days.from) <= days.from && (effective?.to ?? days.to) >= days.to;
}

/**
 * Over which days credit and quota of a component are measured. Left out: the payable period itself.
 * `settle` says what a window longer than the period pays:
 * `deduct` f(window) less what earlier periods of the window have paid (a true-up);
 * `rate-only` the period's own credit, at the rates the window's total reaches.
 */
export type MeasureWindow =
  | {
      readonly kind: 'quarter-to-date' | 'year-to-date' | 'plan-to-date';
      readonly settle: 'deduct' | 'rate-only';
      /** `whole`: measured against quota and target of the whole quarter or year from its first period on. Left out: of the window so far. */
      readonly quota?: 'to-date' | 'whole';
    }
  /** The last `periods` payable periods, this one included. */
  | { readonly kind: 'rolling'; readonly periods: number; readonly settle: 'rate-only' };

/**
 * Whose credit counts. Left out: `own`. Roll-up follows the reporting lines valid on the deal's date; `levels` limits how far
 * below (null: to the bottom), `factorPercents` gives the share of a credit that counts at level 1, 2, … (the last one holds
 * for all levels further down; empty: 100).
 */
export type CreditScope =
  | { readonly of: 'own' }
  | {
      readonly of: 'team' | 'own-and-team';
      readonly levels: number | null;
      readonly factorPercents: readonly string[];
    };

/** A point of a pay curve: at `atPercent` attainment (for multipliers: of the other measure) the value is `valuePercent`. */
export interface CurvePoint {
  readonly atPercent: string;
  readonly valuePercent: string;
}

/**
 * Values by attainment: `linear` between the points, or `stepped` (the last point reached). After the last point its value
 * holds, or (`continue`, linear only) the last slope goes on. Before the first point a pay curve pays nothing; a multiplier
 * has the first point's value.
 */
export interface Curve {
  readonly shape: 'linear' | 'stepped';
  readonly points: readonly CurvePoint[];
  readonly beyond: 'hold' | 'continue';
}

/** Raises or lowers a component's pay by a factor read from another component's attainment. */
export interface Multiplier {
  readonly componentId: string;
  readonly curve: Curve;
}

/**
 * One limit on a component's pay; each names what it limits.
 * Before the plan's order: `attainment` a = min(a, c %) · `payout-percent` p = min(p, c % of target) · `deal` what each deal
 * pays. Where the order says `cap`: `target-multiple` pay ≤ c × target × weight · `amount` pay of the period. Amounts are in
 * the plan's currency. Excess is `lost`, or `carried` into later periods.
 */
export type Limit =
  | { readonly kind: 'attainment' | 'payout-percent'; readonly atMostPercent: string }
  | { readonly kind: 'deal'; readonly atMost: string }
  | {
      readonly kind: 'target-multiple' | 'amount';
      readonly atMost: string;
      readonly excess: 'lost' | 'carried';
    };

/**
 * A dated incentive with its own money: only deals of its days count, and nothing is paid once `fund` (plan currency, over all
 * payees) is spent; null: no fund limit. It stands outside weights (its own is 0), and outside the plan's cap unless said.
 */
export interface Spiff {
  readonly from: string;
  readonly to: string;
  readonly fund: string | null;
  /** Ids of the participants who take part; nobody else has a line of it. Left out: everybody on the plan. */
  readonly participants?: readonly string[];
  /** `inside`: the plan's cap holds it together with the other components. Left out: it stands outside. */
  readonly planCap?: 'inside';
}

/** Whether a component is for a participant: a SPIFF may name who takes part in it (PAY-41). */
export function isFor({ spiff }: { readonly spiff?: Spiff }, participantId: string): boolean {
  return spiff?.participants === undefined || spiff.participants.includes(participantId);
}

/** Whether the plan's cap holds a component's pay: that of all but SPIFFs, and of those that say so (PAY-34). */
export function isUnderPlanCap({ spiff }: { readonly spiff?: Spiff }): boolean {
  return spiff === undefined || spiff.planCap === 'inside';
}

/** Scales quota, target variable pay, or both by the part of the period a participant takes part in the plan, without days of leave. */
export interface Proration {
  readonly by: 'days' | 'whole-months';
  readonly of: 'quota' | 'target' | 'both';
}

/** How the target of a period follows from pay terms that change in it: by their days, by months, or that of the last day. */
export type PayTermReading = 'days' | 'months' | 'period-end';

/** On which day's rate foreign money is converted. Left out of a plan: `deal-date`. */
export type ExchangePolicy =
  | { readonly on: 'deal-date' | 'period-end' | 'period-average' }
  | { readonly on: 'locked'; readonly date: string };

/** Rates beyond a table or a share of target. */
export type FurtherRate =
  /** Σ of the full bands' amounts and the part of the last one: Σ full + (x − lo) ÷ (hi − lo) × amount. Above the last band's end nothing is added. */
  | {
      readonly kind: 'interpolated-amounts';
      readonly per: 'deal' | 'period';
      readonly bands: readonly Band[];
    }
  /** The rate grows linearly inside each step, from the sum of the full steps' rates: Σ full + (x − lo) ÷ (hi − lo) × rate, paid on everything. Above the last step's end it stays. */
  | {
      readonly kind: 'interpolated-rate';
      readonly thresholds: 'amount' | 'percent-of-quota';
      readonly steps: readonly RateStep[];
    }
  /** Target variable × weight × p(a), p read from the curve. */
  | { readonly kind: 'curve'; readonly curve: Curve }
  /**
   * Target variable × weight × M[a₁][a₂]: own attainment by rows, another component's by columns; the last row and column
   * reached (`stepped`), or in between (`bilinear`). Below the first row nothing is paid; otherwise the edges hold.
   */
  | {
      readonly kind: 'matrix';
      readonly other: string;
      readonly shape: 'stepped' | 'bilinear';
      readonly rowsAtPercent: readonly string[];
      readonly columnsAtPercent: readonly string[];
      readonly valuePercents: readonly (readonly string[])[];
    };

/** A band of an interpolated amount table: from `from` to `to`, `amount` when full. */
export interface Band {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

/** A step of an interpolated rate: from `from` to `to` the rate grows by `ratePercent`. */
export interface RateStep {
  readonly from: string;
  readonly to: string;
  readonly ratePercent: string;
}
