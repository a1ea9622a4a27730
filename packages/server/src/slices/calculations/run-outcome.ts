import type { Period } from '@attain/domain/base/period';
import type { PayWarning } from '@attain/domain/findings/nothing-counts';
import type { WriteTx } from '../../db/write.ts';
import { notifyPayees } from './notify-payees.ts';
import { notifySigners, resolveSigners } from './notify-signers.ts';
import { publishedTo } from './publications.ts';
import type { TalliedRun } from './run-tally.ts';
import { selectLatestVersion } from './runs-store.ts';
import { voidOverrides } from './void-overrides.ts';

interface RunKey {
  readonly id: string;
  readonly planId: string;
  readonly period: Period;
  readonly startedAt: string;
}

interface EndedRun extends TalliedRun {
  readonly lines: number;
  readonly deals: number;
  readonly reading: Reading;
  readonly warnings: readonly PayWarning[];
}

type LatestVersion = Awaited<ReturnType<typeof selectLatestVersion>>;

/**
 * Decides how a run ends: with a version of its own, or as `unchanged` where its inputs are those of the newest version, whose
 * stored lines then stay the only copy. Expects the savepoint `before_lines`; returns the step that stores it.
 */
export async function endRun(tx: WriteTx, run: RunKey, ended: EndedRun): Promise<() => Promise<void>> {
  const latest = await selectLatestVersion(tx, run.planId, run.period);
  const same = latest !== null && latest.inputHash === ended.inputHash;
  if (same && latest.resultHash !== ended.resultHash) {
    throw new Error(
      `The same inputs gave other results than run ${latest.id}: the engine is not deterministic.`,
    );
  }
  if (same) {
    // the stored lines of the version before are these very bytes; two copies would only be two things to compare
    await tx.client.query('ROLLBACK TO SAVEPOINT before_lines');
  }
  return () => storeEnd(tx, run, { ended, latest, same });
}

async function storeEnd(
  tx: WriteTx,
  run: RunKey,
  { ended, latest, same }: { ended: EndedRun; latest: LatestVersion; same: boolean },
): Promise<void> {
  const sameAs = same ? (latest?.id ?? null) : null;
  // staleness is judged from the newest look at the records
  if (sameAs !== null) await storeReading(tx, sameAs, run.startedAt, ended.reading);
  const version = same ? null : (latest?.version ?? 0) + 1;
  await tx.client.query(
    `UPDATE calculation_runs SET status = $2, same_as = $3, version = $4, input_hash = $5, result_hash = $6, total = $7,
       participant_count = $8, line_count = $9, deal_count = $10, problems = $11, finished_at = now()
     WHERE id = $1`,
    [
      run.id,
      same ? 'unchanged' : 'completed',
      sameAs,
      version,
      ended.inputHash,
      ended.resultHash,
      ended.total,
      ended.payees,
      ended.lines,
      ended.deals,
      JSON.stringify(ended.warnings),
    ],
  );
  await storeReading(tx, run.id, run.startedAt, ended.reading);
  if (version !== null && latest !== null) {
    await voidOverrides(tx, { id: run.id, earlierId: latest.id });
    await resolveSigners(tx, run);
    await notifySigners(tx, { runId: run.id, earlierId: latest.id, period: run.period });
  }
  if (version !== null && (await publishedTo(tx, run)) === 'payees')
    await notifyPayees(tx, {
      runId: run.id,
      periodKey: run.period.key,
      earlierId: latest?.id ?? null,
    });
  tx.record({
    action: same ? 'calculation.unchanged' : 'calculation.completed',
    object: { type: 'calculation', id: run.id, ...(version === null ? {} : { version: String(version) }) },
    after: ended.resultHash,
    evidence: [ended.inputHash, ended.resultHash, ...ended.batchEvidence],
  });
}

/** Inputs of a run: when any of them changes, the run is stale. */
export interface Reading {
  readonly seq: string;
  /** Manual record changes up to this one. */
  readonly change: string;
  readonly from: string;
  readonly to: string;
  readonly earlierFrom: string | null;
  readonly earlierRuns: readonly string[];
  /** The pairs of currencies it converted by; null: not known. */
  readonly ratePairs: readonly string[] | null;
}

async function storeReading(tx: WriteTx, runId: string, startedAt: string, reading: Reading): Promise<void> {
  const { seq, change, from, to, earlierFrom, earlierRuns, ratePairs } = reading;
  await tx.client.query(
    `UPDATE calculation_runs SET started_at = $2, read_up_to_seq = $3, read_from = $4, read_to = $5, earlier_from = $6, earlier_runs = $7, read_up_to_change = $8, read_pairs = $9
      WHERE id = $1`,
    [runId, startedAt, seq, from, to, earlierFrom, earlierRuns, change, ratePairs],
  );
}
