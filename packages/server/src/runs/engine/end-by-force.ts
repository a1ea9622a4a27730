import type { JournalEntry } from '@attain/domain/workflows/journal';
import { isTerminal } from '@attain/domain/workflows/run-moves';
import { notifyProgress } from '../../db/changes.ts';
import type { TenantTx } from '../../db/database.ts';
import { writeLines } from './journal/journal-chain.ts';
import { movedInstances } from './journal/run-insertion.ts';
import { MAX_TRIES } from './lost-effect.ts';
import { insertEntries, lockRun } from './run-store.ts';
import { notifyParent } from './store-outcome.ts';

/**
 * Ends a run that can no longer advance (WF-44): its last line states why, its waits are removed, and its journal is
 * not read. Returns the run that waits for it, or null. An ended run only loses leftovers.
 */
export async function endByForce(
  tx: TenantTx,
  runId: string,
  given: { what: string; now: Date },
): Promise<string | null> {
  const run = await lockRun(tx, runId);
  if (run === null) return null;
  let notify: string | null = null;
  if (!isTerminal(run.status)) {
    const message = `${given.what} could not be passed to the run after ${MAX_TRIES} attempts. Fix the cause, then retry the run.`;
    const ended: JournalEntry & { readonly kind: 'ended' } = {
      kind: 'ended',
      key: 'ended',
      event: 'gave-up',
      atMs: given.now.getTime(),
      status: 'failed',
      output: null,
      error: { code: 'DEAD_LETTER', message, step: null },
    };
    const { lines, end } = writeLines(run, [ended]);
    await insertEntries(tx, runId, run.entryCount, lines);
    await tx.client.query(
      `WITH moved AS (UPDATE agent_executions SET updated_at = now(), status = 'failed', outcome = 'failed', waiting_for = NULL, error_details = $2,
         end_time = $3, duration = extract(epoch FROM $3::timestamptz - start_time) * 1000,
         entry_count = $4, journal_head = $5, journal_size = $6 WHERE id = $1
         RETURNING tenant_id, id, instance_id, status, end_time, confidence),
       instances AS (${movedInstances('moved', '0')})
       INSERT INTO run_ends (tenant_id, run_id) SELECT tenant_id, id FROM moved ON CONFLICT DO NOTHING`,
      [
        runId,
        JSON.stringify(ended.error),
        given.now.toISOString(),
        end.entryCount,
        end.journalHead,
        end.journalSize,
      ],
    );
    notify = await notifyParent(tx, run, { ended });
    await notifyProgress(tx.client, { tenantId: tx.tenantId, noun: 'workflow-run', id: runId });
  }
  await forgetAll(tx, runId);
  return notify;
}

/** Removes all waits of a run. */
async function forgetAll(tx: TenantTx, runId: string): Promise<void> {
  for (const table of ['run_timers', 'run_effects', 'run_inbox'])
    await tx.client.query(`DELETE FROM ${table} WHERE run_id = $1`, [runId]);
  await tx.client.query(
    `UPDATE human_approval_tasks SET status = 'withdrawn', is_open = false, completed_at = now(), updated_at = now() WHERE run_id = $1 AND is_open`,
    [runId],
  );
}
