import { hostname } from 'node:os';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { TenantTx } from '../db/database.ts';
import { type JobKind, type JobStatus, jobs } from '../db/schema/jobs.ts';

/** Not ended yet; spelled as in the index `jobs_open`. */
export const isOpen = sql`${jobs.status} IN ('queued', 'running')`;

const owner = `${hostname()}/${process.pid}`;

/** Which job: one per kind and object. */
export interface JobKey {
  readonly kind: JobKind;
  readonly id: string;
}

function is({ kind, id }: JobKey): SQL | undefined {
  return and(eq(jobs.kind, kind), eq(jobs.subjectId, id));
}

/**
 * Stores the order in the transaction that makes it; wake the queue after the commit (`ctx.jobs.order`). An object whose last
 * job has ended gets a new one in its place. `total` is the amount of work, if it is known by now.
 */
export async function orderJob(
  tx: TenantTx,
  kind: JobKind,
  id: string,
  total: number | null = null,
): Promise<void> {
  const order = {
    status: 'queued' as const,
    done: 0,
    total,
    cancelRequested: false,
    error: null,
    attempts: 0,
    owner: null,
    createdAt: sql`now()`,
    startedAt: null,
    finishedAt: null,
  };
  const stored = await tx.db
    .insert(jobs)
    .values({ tenantId: tx.tenantId, kind, subjectId: id, ...order })
    .onConflictDoUpdate({
      target: [jobs.tenantId, jobs.kind, jobs.subjectId],
      set: order,
      setWhere: sql`NOT ${isOpen}`,
    });
  if (stored.rowCount === 0) throw new Error(`The ${kind} ${id} is already being worked on.`);
}

/** Marks an open job as begun by this process; null once it has ended. */
export async function takeJob(
  tx: TenantTx,
  job: JobKey,
): Promise<{ cancelRequested: boolean; total: number | null } | null> {
  const [taken] = await tx.db
    .update(jobs)
    .set({ status: 'running', attempts: sql`${jobs.attempts} + 1`, owner, startedAt: sql`now()` })
    .where(and(is(job), isOpen))
    .returning({ cancelRequested: jobs.cancelRequested, total: jobs.total });
  return taken ?? null;
}

/** The status of a job; null: it was never ordered. */
export async function selectStatus(tx: TenantTx, job: JobKey): Promise<JobStatus | null> {
  const [found] = await tx.db.select({ status: jobs.status }).from(jobs).where(is(job));
  return found?.status ?? null;
}

/** Removes a job whose object no longer exists. */
export async function removeJob(tx: TenantTx, job: JobKey): Promise<void> {
  await tx.db.delete(jobs).where(is(job));
}

export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

/** Writes the progress of a running job; answers whether someone asked it to stop. */
export async function reportProgress(tx: TenantTx, job: JobKey, progress: Progress): Promise<boolean> {
  const [reported] = await tx.db
    .update(jobs)
    .set(progress)
    .where(and(is(job), eq(jobs.status, 'running')))
    .returning({ cancelRequested: jobs.cancelRequested });
  return reported?.cancelRequested ?? false;
}

/** Ends a running job as completed; false where it has ended otherwise or was asked to stop. */
export async function completeJob(tx: TenantTx, job: JobKey, progress: Progress): Promise<boolean> {
  const completed = await tx.db
    .update(jobs)
    .set({ ...progress, status: 'completed', finishedAt: sql`now()` })
    .where(and(is(job), eq(jobs.status, 'running'), eq(jobs.cancelRequested, false)));
  return completed.rowCount === 1;
}

/** Ends a running job that did not complete. */
export async function endJob(
  tx: TenantTx,
  job: JobKey,
  { status, error }: { readonly status: 'cancelled' | 'failed'; readonly error: string | null },
): Promise<void> {
  await tx.db.update(jobs).set({ status, error, finishedAt: sql`now()` }).where(is(job));
}

/** Asks a job to stop: one that waits ends at once, one that runs is asked. Null once it has ended. */
export async function requestCancel(tx: TenantTx, job: JobKey): Promise<'cancelled' | 'requested' | null> {
  const waits = sql`${jobs.status} = 'queued'`;
  const [asked] = await tx.db
    .update(jobs)
    .set({
      cancelRequested: true,
      status: sql`CASE WHEN ${waits} THEN 'cancelled' ELSE ${jobs.status} END`,
      finishedAt: sql`CASE WHEN ${waits} THEN now() END`,
    })
    .where(and(is(job), inArray(jobs.status, ['queued', 'running'])))
    .returning({ status: jobs.status });
  if (asked === undefined) return null;
  return asked.status === 'cancelled' ? 'cancelled' : 'requested';
}

/** The job of a row, for a raw SELECT: `j` in `jobProgress`. */
export function joinJob(kind: JobKind, row: string): string {
  return `LEFT JOIN jobs j ON j.tenant_id = ${row}.tenant_id AND j.kind = '${kind}' AND j.subject_id = ${row}.id`;
}

/** Progress of the joined job as the API shows it. */
export const jobProgress = `json_build_object('done', coalesce(j.done, 0), 'total', CASE WHEN j.total IS NOT NULL THEN greatest(j.total, j.done) END)`;
