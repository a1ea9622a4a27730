import type { RunBatch } from '@attain/contract/run-batches';
import type { Actor } from '../../../base/actor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { type AskedRuns, matchingRuns, type RunPage, runFilter } from '../read-runs.ts';

/** Statuses that each act changes. */
const changeable = { retry: ['failed', 'cancelled'], cancel: ['pending', 'running', 'waiting'] };

/** What a batch does with which runs, as of a moment: runs that come later are not among them. */
export interface Wanted {
  readonly act: RunBatch['act'];
  readonly filter: AskedRuns;
  readonly before: string;
}

/** The next runs that a batch changes, newest first: of those that the filter matches, the ones its act can change. */
export async function batchRuns(
  tx: TenantTx,
  actor: Actor,
  { act, filter, before }: Wanted,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<RunPage> {
  const asked = runFilter(actor, filter, new Date(before));
  const statuses = (asked.statuses ?? changeable[act]).filter((status) => changeable[act].includes(status));
  if (statuses.length === 0) return { rows: [], next: null };
  const to = asked.to !== null && asked.to < before ? asked.to : before;
  return matchingRuns(tx, actor, { ...asked, statuses, untried: act === 'retry' ? 'own' : null, to }, page);
}
