import type { Scope } from '@attain/domain/access/permissions';
import type { Deal, DealFilter, Import, PayoutLine, Run, Statement, StatementRow } from '../../api/shapes.ts';

/** A list as read; `cut` means there is more. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly cut: boolean };

/** The part of a calculation visible to users who may read some of its pay. */
export type RunName = {
  readonly id: string;
  readonly planName: string;
  readonly period: { readonly key: string };
};

/** Data sources of answers: the same endpoints as the screens, within the user's access. */
export type Sources = {
  /** The user's own payee id, or null. */
  readonly ownId: string | null;
  /** Scope of pay the user may see. */
  readonly scope: Scope;
  runs(): Promise<Part<Run>>;
  /** Runs with pay the user may read, newest period first. */
  runNames(): Promise<Part<RunName>>;
  statements(of: { runId?: string; participantId?: string; search?: string }): Promise<Part<StatementRow>>;
  statement(runId: string, participantId: string): Promise<Statement>;
  lines(runId: string, order: 'attainment' | '-attainment', limit: number): Promise<readonly PayoutLine[]>;
  deals(filter: DealFilter, limit: number): Promise<readonly Deal[]>;
  imports(): Promise<Part<Import>>;
};

/** The newest completed run of each plan and period, in the given order (ASK-4). */
export function newestOf(runs: readonly Run[]): readonly Run[] {
  const seen = new Set<string>();
  return runs.filter((run) => {
    const place = `${run.planId} ${run.period.key}`;
    if (run.status !== 'completed' || seen.has(place)) return false;
    return seen.add(place);
  });
}
