import type { Scope } from '@attain/domain/access/permissions';
import type { Deal, DealFilter, Import, PayoutLine, Run, Statement, StatementRow } from '../../api/shapes.ts';

/** A list as far as it was read; `cut`: there is more of it. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly cut: boolean };

/** A calculation as far as anybody who may read some of its pay may know it. */
export type RunName = {
  readonly id: string;
  readonly planName: string;
  readonly period: { readonly key: string };
};

/** Where answers are read from: the endpoints of the screens, each within what the person may see. */
export type Sources = {
  /** The payee the person is; null for accounts of people who are not paid here. */
  readonly ownId: string | null;
  /** Whose pay the person may see. */
  readonly scope: Scope;
  runs(): Promise<Part<Run>>;
  /** Those whose pay the person may read, newest period first. */
  runNames(): Promise<Part<RunName>>;
  statements(of: { runId?: string; participantId?: string; search?: string }): Promise<Part<StatementRow>>;
  statement(runId: string, participantId: string): Promise<Statement>;
  lines(runId: string, order: 'attainment' | '-attainment', limit: number): Promise<readonly PayoutLine[]>;
  deals(filter: DealFilter, limit: number): Promise<readonly Deal[]>;
  imports(): Promise<Part<Import>>;
};

/** Of each plan and period the newest completed run, in the order given: newest first (ASK-4). */
export function newestOf(runs: readonly Run[]): readonly Run[] {
  const seen = new Set<string>();
  return runs.filter((run) => {
    const place = `${run.planId} ${run.period.key}`;
    if (run.status !== 'completed' || seen.has(place)) return false;
    return seen.add(place);
  });
}
