import type { RunBatch } from '@attain/contract/run-batches';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { jobProgress, joinJob } from '../../../jobs/job-store.ts';
import type { AskedRuns } from '../read-runs.ts';

const columns = `b.id, b.act, b.status, ${jobProgress} AS progress, b.succeeded, b.skipped, b.problems, j.error,
  coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('b.created_at')} AS "createdAt", ${isoMoment('b.finished_at')} AS "finishedAt"`;
const from = `run_batches b LEFT JOIN users u ON u.id = b.created_by ${joinJob('run-batch', 'b')}`;
/** How many reasons of skipped runs a batch keeps. */
const maxProblems = 20;

/** One batch, or null. */
export async function selectBatch(tx: TenantTx, id: string): Promise<RunBatch | null> {
  const { rows } = await tx.client.query<RunBatch>(
    `SELECT ${columns} FROM ${from} WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  return rows[0] ?? null;
}

/** The batch that has not ended; null: none. */
export async function selectOpenBatch(tx: TenantTx): Promise<RunBatch | null> {
  const { rows } = await tx.client.query<RunBatch>(
    `SELECT ${columns} FROM ${from} WHERE b.tenant_id = $1 AND b.status IN ('queued', 'running') LIMIT 1`,
    [tx.tenantId],
  );
  return rows[0] ?? null;
}

export async function insertBatch(
  tx: TenantTx,
  batch: {
    readonly id: string;
    readonly act: RunBatch['act'];
    readonly filter: AskedRuns;
    readonly userId: string;
    readonly clientAddress: string;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO run_batches (tenant_id, id, act, filter, status, created_by, client_address)
     VALUES ($1, $2, $3, $4, 'queued', $5, $6)`,
    [tx.tenantId, batch.id, batch.act, JSON.stringify(batch.filter), batch.userId, batch.clientAddress],
  );
}

/** What the job of a batch works on. */
export interface OpenBatch {
  readonly id: string;
  readonly act: RunBatch['act'];
  readonly filter: AskedRuns;
  readonly place: readonly string[] | null;
  readonly handled: number;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly clientAddress: string;
}

/** Marks a batch as running; null if it does not exist. */
export async function takeBatch(tx: TenantTx, id: string): Promise<OpenBatch | null> {
  const { rows } = await tx.client.query<OpenBatch>(
    `UPDATE run_batches b SET status = 'running' WHERE b.tenant_id = $1 AND b.id = $2
      RETURNING b.id, b.act, b.filter, b.place, b.succeeded + b.skipped AS handled, b.created_by AS "createdBy",
        ${isoMoment('b.created_at')} AS "createdAt", b.client_address AS "clientAddress"`,
    [tx.tenantId, id],
  );
  return rows[0] ?? null;
}

/** Adds what became of runs, and how far down the list the batch is. */
export async function addHandled(
  tx: TenantTx,
  id: string,
  handled: {
    readonly place: readonly string[];
    readonly succeeded: number;
    readonly problems: RunBatch['problems'];
  },
): Promise<void> {
  const { place, succeeded, problems } = handled;
  await tx.client.query(
    `UPDATE run_batches SET place = $3, succeeded = succeeded + $4, skipped = skipped + $5,
       problems = jsonb_path_query_array(problems || $6::jsonb, '$[0 to ${maxProblems - 1}]')
      WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, place, succeeded, problems.length, JSON.stringify(problems)],
  );
}

/** Writes how a batch ended, and forgets where it was ordered from. */
export async function endBatch(tx: TenantTx, id: string, status: string): Promise<void> {
  await tx.client.query(
    `UPDATE run_batches SET status = $3, finished_at = now(), client_address = '' WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, status],
  );
}
