import type { RunLogLine } from '@attain/contract/workflow-runs';
import type { TenantTx } from '../../db/database.ts';
import { readPrepared } from '../../runs/engine/deliver-events.ts';
import { type LineApart, withSizes } from '../../runs/engine/journal/values-apart.ts';
import { logLines } from '../workflow-runs/log-line.ts';
import type { LoggedRun } from './log-store.ts';

/** A line of a run’s log with its source: the workflow, and the step if it is about one. */
export type SourcedLine = RunLogLine & { readonly source: string };

/** The log of a run, computed from its journal as the page of the run does. */
export async function runLogLines(
  tx: TenantTx,
  run: LoggedRun,
  journal: readonly { readonly seq: number; readonly entry: LineApart }[],
): Promise<readonly SourcedLine[]> {
  const prepared = await readPrepared(tx, run);
  const { name } = prepared.workflow;
  return journal.flatMap(({ seq, entry }) =>
    logLines(prepared, seq, withSizes(entry)).map((line) => ({
      ...line,
      source: line.nodeName === undefined ? name : `${name} · ${line.nodeName}`,
    })),
  );
}
