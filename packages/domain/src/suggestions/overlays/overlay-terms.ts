import type { Plan } from '../../plans/plan.ts';
import type { OverlayResult } from '../claim.ts';
import type { Industry } from '../configurations/configuration.ts';
import type { PayeeChange } from '../figures/change-costs.ts';

/** What is known of a workspace when its rules are checked on a change. */
export interface OverlayTerms {
  readonly industry: Industry;
  /** Users who may activate the plan and did not edit its draft. */
  readonly checkers: number;
  /** How many years the details of decisions are kept. */
  readonly retentionYears: number;
}

/** One payee, as far as even-handedness needs it. */
export interface OverlaidPayee {
  readonly territory: string | null;
  readonly hiredOn: string | null;
  /** Whole units of the plan's currency; null: none is agreed. */
  readonly target: number | null;
}

/** Everything a check may read. */
export interface CheckedChange {
  readonly terms: OverlayTerms;
  /** With the change. */
  readonly plan: Plan;
  /** The last day of the span. */
  readonly until: string;
  /** Sales of the span, and those that name their customer. */
  readonly sales: { readonly count: number; readonly named: number };
  readonly payees: ReadonlyMap<string, OverlaidPayee>;
  readonly changes: readonly PayeeChange[];
}

/** What a check finds, with the sentence why. */
export type Verdict = Pick<OverlayResult, 'status' | 'description'>;

/** A rule of law or policy. Without the data it needs it warns; it is never OK then (SGR-11). */
export interface Overlay {
  readonly id: string;
  /** As its badge is called. */
  readonly name: string;
  readonly version: string;
  check(of: CheckedChange): Verdict;
}
