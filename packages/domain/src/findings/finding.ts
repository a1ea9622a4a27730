/** How much a finding matters: `error` pays wrong or not at all, `warning` has moved money, `note` could. */
export type Severity = 'error' | 'warning' | 'note';

/** The money behind a finding on the history it was looked for in. */
export interface Stake {
  /** Decimal string in `currency`. */
  readonly amount: string;
  readonly currency: string;
  /** Payees it concerns; nobody is named. */
  readonly payees: number;
  /** A sentence: what the amount is. */
  readonly message: string;
}

/** Something about a plan that a designer should know before it is approved. */
export interface Finding {
  /** `LINT-1` … in RULES.md. */
  readonly rule: string;
  readonly severity: Severity;
  /** Where in the plan document: `components[1].rate.tiers[2]`. */
  readonly path: string;
  readonly message: string;
  /** How to mend it, or what to write to make it plain. */
  readonly fix: string;
  /** Null where no money can be told: there was no history, or none of it could be paid. */
  readonly stake: Stake | null;
}

/** What was looked at, so that "no findings" can be told from "nothing to look at". */
export interface Looked {
  readonly payees: number;
  /** Periods of the plan that were paid, over all payees. */
  readonly periods: number;
  readonly lines: number;
  /** What the plan would have paid, in its currency. */
  readonly total: string;
  readonly currency: string;
  /** What was taken for granted, in sentences. */
  readonly assumptions: readonly string[];
}

/** All findings of a plan, gravest first, with what they were looked for in. */
export interface LintReport {
  readonly findings: readonly Finding[];
  readonly looked: Looked;
}
