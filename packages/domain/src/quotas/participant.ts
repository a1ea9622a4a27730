/** Somebody who can be credited and paid. Dates are ISO `YYYY-MM-DD`, both ends included. */
export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly hiredOn: string | null;
  readonly leftOn: string | null;
  /** Target variable pay for a whole year, a decimal string in the plan's currency; null when none is agreed. */
  readonly targetVariableAnnual: string | null;
  /** Own commission rate in percent, for components of rate kind `individual`. */
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
}
