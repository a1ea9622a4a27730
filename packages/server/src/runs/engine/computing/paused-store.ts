import type { JournalEntry } from '@attain/domain/workflows/journal';
import type pg from 'pg';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { holdTurn } from '../../../db/turns.ts';
import type { RunAddress } from '../run-address.ts';
import { type LockedRun, pauseId, selectJournal, selectRunRow } from '../run-store.ts';

/** How long, from `created_at` of the note on, a process is believed to compute the run without a sign of life; two seconds later another one takes it over. */
const leaseSeconds = 8;

/** Maximum number of computing runs per workspace and per user; further starts are rejected. */
const maxPaused = 50;
const maxPausedEach = 20;

/** Stores that a run has more to compute, and its work since its last external step. */
export async function insertPause(tx: TenantTx, runId: string, worked: number): Promise<void> {
  await tx.client.query(
    `INSERT INTO run_inbox (tenant_id, run_id, event_id, event, created_at)
     VALUES ($1, $2, $3, jsonb_build_object('worked', $4::int), now() + make_interval(secs => $5))
     ON CONFLICT (tenant_id, run_id, event_id) DO UPDATE
       SET event = jsonb_build_object('worked', (run_inbox.event->>'worked')::int + $4::int)`,
    [tx.tenantId, runId, pauseId, worked, leaseSeconds],
  );
}

/** Removes the entry: the run waits or has ended. */
export async function dropPause(tx: TenantTx, runId: string): Promise<void> {
  await tx.client.query('DELETE FROM run_inbox WHERE tenant_id = $1 AND run_id = $2 AND event_id = $3', [
    tx.tenantId,
    runId,
    pauseId,
  ]);
}

/** A paused run with its journal, as they are at one moment; null when it is not paused any more. */
export async function selectPaused(
  tx: TenantTx,
  runId: string,
): Promise<{ run: LockedRun; journal: readonly JournalEntry[]; worked: number } | null> {
  const result = await tx.client.query<{ worked: number }>(
    `SELECT (event->>'worked')::int AS worked FROM run_inbox WHERE tenant_id = $1 AND run_id = $2 AND event_id = $3`,
    [tx.tenantId, runId, pauseId],
  );
  const [row] = result.rows;
  if (row === undefined) return null;
  const run = await selectRunRow(tx, runId);
  return run && { run, journal: await selectJournal(tx, runId), worked: row.worked };
}

/**
 * Throws THROTTLED for further long-computing runs if the workspace or user has too many. Called before any other lock;
 * such starts of a workspace wait for each other.
 */
export async function mustHaveRoom(tx: TenantTx, startedBy: string, more: number): Promise<void> {
  await holdTurn(tx, 'start-computing', tx.tenantId);
  const result = await tx.client.query<{ all: number; mine: number }>(
    `SELECT count(*)::int AS "all", (count(*) FILTER (WHERE r.started_by = $2))::int AS mine
       FROM run_inbox i JOIN agent_executions r ON r.tenant_id = i.tenant_id AND r.id = i.run_id
      WHERE i.tenant_id = $1 AND i.event_id = $3`,
    [tx.tenantId, startedBy, pauseId],
  );
  const { all = 0, mine = 0 } = result.rows[0] ?? {};
  if (mine + more <= maxPausedEach && all + more <= maxPaused) return;
  const whose = mine + more > maxPausedEach ? `You have ${mine}` : `This workspace has ${all}`;
  throw new ApiError(
    'THROTTLED',
    `${whose} runs that are still computing. Wait until one of them has ended, then start this one.`,
    { retryAfterSeconds: 10 },
  );
}

/** Paused runs of all workspaces that no process computes; they are this process's from now on. */
export async function takePaused(owner: pg.Pool): Promise<RunAddressOnly[]> {
  const result = await owner.query<RunAddressOnly>({
    name: 'take-paused',
    text: `WITH found AS (SELECT tenant_id, run_id, event_id FROM run_inbox
                     WHERE event_id = $1 AND created_at < now() - interval '2 seconds'
                     ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)
     UPDATE run_inbox i SET created_at = now() + make_interval(secs => $2) FROM found f
      WHERE i.tenant_id = f.tenant_id AND i.run_id = f.run_id AND i.event_id = f.event_id
     RETURNING i.tenant_id AS "tenantId", i.run_id AS id`,
    values: [pauseId, leaseSeconds],
  });
  return result.rows;
}

export type RunAddressOnly = Pick<RunAddress, 'tenantId' | 'id'>;

/**
 * The sign of life of a process for the runs it computes; with a time in the past it gives them back. Returns the ids
 * of those that are still paused.
 */
export async function extendPaused(
  owner: pg.Pool,
  runs: readonly RunAddressOnly[],
  seconds = leaseSeconds,
): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const result = await owner.query<{ id: string }>(
    `UPDATE run_inbox i SET created_at = now() + make_interval(secs => $4)
       FROM unnest($1::uuid[], $2::uuid[]) AS r(tenant_id, run_id)
      WHERE i.tenant_id = r.tenant_id AND i.run_id = r.run_id AND i.event_id = $3
     RETURNING i.run_id AS id`,
    [runs.map(({ tenantId }) => tenantId), runs.map(({ id }) => id), pauseId, seconds],
  );
  return new Set(result.rows.map(({ id }) => id));
}
