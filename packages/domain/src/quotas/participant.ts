/** Somebody who can be credited and paid. Dates are ISO `YYYY-MM-DD`, both ends included. */
export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly hiredOn: string | null;
  readonly leftOn: string | null;
  /** Target variable pay for a whole year in the plan's currency, before the first dated pay term; null when none is agreed. */
  readonly targetVariableAnnual: string | null;
  /** Own commission rate in percent before the first dated pay term, for components of rate kind `individual`. */
  readonly commissionRatePercent: string | null;
}

/** What a participant is asked to reach between two dates, both included. */
export interface Quota {
  readonly participantId: string;
  /** The component it belongs to; null: every component that measures the same unit and has no quota of its own. */
  readonly componentId: string | null;
  readonly unit: '$' | 'Score' | 'Count' | '%';
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** What a quota of money is stated in, where that is not the plan's currency; it then counts converted (QUOTA-15). */
  readonly currency?: string;
}

/** Who reports to whom between two days, both included; `to` null: until further notice. */
export interface ReportingLine {
  readonly participantId: string;
  readonly managerId: string;
  readonly from: string;
  readonly to: string | null;
}

/** Between which days a participant takes part in the plan that is calculated; `to` null: until further notice. */
export interface Enrolment {
  readonly participantId: string;
  readonly from: string;
  readonly to: string | null;
}

/** Days off the plan (leave): they do not count for proration. */
export interface Leave {
  readonly participantId: string;
  readonly from: string;
  readonly to: string;
}

/** What is agreed with a participant between two days, both included; `to` null: until the next term (QUOTA-21). */
export interface PayTerm {
  readonly participantId: string;
  readonly from: string;
  readonly to: string | null;
  /** Target variable pay for a whole year; null when none is agreed. */
  readonly targetVariableAnnual: string | null;
  readonly commissionRatePercent: string | null;
  /** What the target is stated in, where that is not the plan's currency. */
  readonly currency?: string;
}

/** A ramp: between these days a participant's quota (and with `target`, the target pay too) counts only this percent. */
export interface Ramp {
  readonly participantId: string;
  readonly from: string;
  readonly to: string;
  readonly quotaPercent: string;
  readonly targetPercent: string;
}
