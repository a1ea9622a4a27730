import type { PredictiveInsights } from '@attain/contract/analytics';
import type { ApprovalRequest } from '@attain/contract/approvals';
import type { PayoutDifference, Run } from '@attain/contract/calculations';
import type { Dispute } from '@attain/contract/disputes';
import type { Import } from '@attain/contract/imports';
import type { Statement, StatementRow } from '@attain/contract/payouts';
import type { Deal, Pipeline } from '@attain/contract/records';
import type { Suggestion } from '@attain/contract/suggestions';
import type { HumanTask } from '@attain/contract/workflow-runs';
import type { Scope } from '@attain/domain/access/permissions';
import type { Plan } from '@attain/domain/plans/plan';
import type { ForecastRange } from '@attain/domain/questions/grammar';

/** A list as read; `cut` means there is more. */
export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly cut: boolean;
}

/** Which end of an order is asked for, and how many. */
export interface Ranking {
  readonly period: string | undefined;
  readonly order: 'most' | 'least';
  readonly count: number;
}

/** The pay of one payee in one currency, added over the chosen calculations. */
export interface Earner {
  readonly participantId: string;
  readonly participantName: string;
  readonly currency: string;
  readonly total: string;
  readonly statements: number;
  /** The newest of the statements. */
  readonly runId: string;
  readonly periodKey: string;
  /** Payees compared within the currency. */
  readonly people: number;
}

/** What one payee reached in one component. */
export interface Reached {
  readonly runId: string;
  readonly periodKey: string;
  readonly participantId: string;
  readonly participantName: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly percent: string;
}

/** A calculation's lines that differ from the version before it. */
export interface Changes {
  /** Null: it is the first version. */
  readonly before: { readonly version: number; readonly total: string } | null;
  readonly totalDelta: string;
  readonly rows: readonly PayoutDifference[];
  readonly cut: boolean;
  /** What made the version before it out of date, in sentences. */
  readonly causes: readonly string[];
}

/** Where answers come from: stored records within the asker's access. Sums and rankings are made in the database. */
export interface Sources {
  /** The asker's own payee id, or null. */
  readonly ownId: string | null;
  /** Scope of the permission the question needs. */
  readonly scope: Scope;
  /** The newest completed calculations of the period; without one, of each plan's latest period (ASK-4). */
  runs(period: string | undefined): Promise<readonly Run[]>;
  /** The newest completed calculations that no longer match their records. */
  staleRuns(): Promise<readonly Run[]>;
  /** Payees by their pay, ranked within each currency, the currency of most payees first. */
  earners(of: Ranking): Promise<readonly Earner[]>;
  /** Lines by attainment, only those above or below their quota if a side is named. */
  reached(of: Ranking & { readonly side: 'above' | 'below' | undefined }): Promise<readonly Reached[]>;
  statements(of: { participantId?: string; search?: string }): Promise<Part<StatementRow>>;
  statement(runId: string, participantId: string): Promise<Statement>;
  deals(of: {
    from?: string;
    to?: string;
    sort: 'amount' | '-amount';
    limit: number;
  }): Promise<readonly Deal[]>;
  imports(): Promise<Part<Import>>;
  /** Open suggestions, newest first. */
  suggestions(): Promise<Part<Suggestion>>;
  /** What a calculation pays otherwise than the version before it: all that is visible, or one payee's. */
  changes(runId: string, participantId: string | null): Promise<Changes>;
  /** Open requests that the asker may decide now. */
  approvals(): Promise<Part<ApprovalRequest>>;
  /** Open tasks of the asker. */
  tasks(): Promise<Part<HumanTask>>;
  forecasts(range: ForecastRange): Promise<PredictiveInsights>;
  /** Open opportunities that are expected to close on the days; null: all. */
  pipeline(days: { from: string; to: string } | null): Promise<Pipeline>;
  /** Active plans by name. */
  plans(): Promise<Part<{ readonly id: string; readonly version: number; readonly document: Plan }>>;
  /** Disputes that are not resolved, newest first. */
  disputes(): Promise<Part<Dispute>>;
}
