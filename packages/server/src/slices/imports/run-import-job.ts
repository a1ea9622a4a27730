import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { notifyProgress } from '../../db/changes.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import type { JobOrder } from '../../runs/jobs.ts';
import { type StoredImport, selectImport } from './imports-store.ts';
import { UnreadableFile } from './reading/unreadable-file.ts';

const LONGEST_MS = 60 * 60 * 1000;
const TICK_MS = 250;

/** What a job of an import works with. */
export interface ImportWork {
  readonly tx: WriteTx;
  readonly stored: StoredImport;
  /** Fires when somebody asked to cancel. */
  readonly signal: AbortSignal;
  /** Says how far the work is; shown to people within a quarter of a second. */
  progress(done: number): void;
  /** Must be called before the import's own row is changed: from then on the outcome is this transaction's to decide. */
  settle(): Promise<void>;
}

/** Thrown inside the transaction so that nothing of a cancelled import is stored. */
export class Cancelled extends Error {}

/** Thrown when the import cannot go on, in words for the person who ordered it. */
export class Stopped extends Error {}

/**
 * Does the ordered work of an import in one transaction: all of it or nothing. Safe to run again after a kill: whoever
 * comes second waits for the first and then finds the import in another state.
 */
export async function runImportJob(
  ctx: AppContext,
  order: JobOrder,
  job: { status: 'checking' | 'committing'; work: (work: ImportWork) => Promise<void> },
): Promise<void> {
  const by = await ctx.db.within(order.tenantId, async (tx) => {
    const stored = await selectImport(tx, order.id);
    return stored?.status === job.status ? stored.createdById : null;
  });
  if (by === null) return;
  const actor = systemActor(order.tenantId, by, `import/${order.id}`);
  try {
    await ctx.write(actor, (tx) => workInside(ctx, tx, order, job), { statementTimeoutMs: LONGEST_MS });
  } catch (error) {
    if (error instanceof HandledByAnotherWorker) return;
    await markEnded(ctx, actor, order, { was: job.status, error });
  }
}

/** Says on the import how it ended, unless somebody else has done the work meanwhile. */
async function markEnded(
  ctx: AppContext,
  actor: Actor,
  order: JobOrder,
  end: { was: 'checking' | 'committing'; error: unknown },
): Promise<void> {
  const { was, error } = end;
  const cancelled =
    error instanceof Cancelled || (error instanceof UnreadableFile && error.code === 'CANCELLED');
  const status = cancelled ? 'cancelled' : 'failed';
  const message = cancelled ? null : messageOf(error);
  if (message === UNEXPECTED) ctx.log.error({ err: error, import: order.id }, 'import failed');
  const marking = ctx.write(actor, async (tx) => {
    // somebody who was given the same order may be doing it by now: what they made of it counts
    await waitForTurn(tx, order);
    const marked = await tx.client.query(
      `UPDATE imports SET status = $2, error = $3, updated_at = now() WHERE id = $1 AND status = $4`,
      [order.id, status, message, was],
    );
    if (marked.rowCount === 0) throw new HandledByAnotherWorker();
    tx.record({
      action: `import.${status}`,
      object: { type: 'import', id: order.id },
      reason: { code: was },
    });
  });
  await marking.catch((failure: unknown) => {
    if (!(failure instanceof HandledByAnotherWorker)) throw failure;
  });
}

/** Thrown when another process has done the work meanwhile. */
class HandledByAnotherWorker extends Error {}

const UNEXPECTED = 'The import stopped for a reason that is not in the file. Nothing was stored; try again.';

function messageOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  if (error instanceof Stopped || error instanceof ApiError) return error.message;
  return UNEXPECTED;
}

async function workInside(
  ctx: AppContext,
  tx: WriteTx,
  order: JobOrder,
  job: { status: 'checking' | 'committing'; work: (work: ImportWork) => Promise<void> },
): Promise<void> {
  await waitForTurn(tx, order);
  const stored = await selectImport(tx, order.id);
  if (stored === null || stored.status !== job.status) throw new HandledByAnotherWorker();
  const watch = await startWatch(ctx, tx, order);
  try {
    await job.work({ tx, stored, signal: watch.signal, progress: watch.progress, settle: watch.stop });
  } catch (error) {
    if (watch.signal.aborted) throw leftOff(ctx);
    throw error;
  } finally {
    await watch.stop();
  }
}

/** Somebody wished it to stop; or this process ends, and the import stays open for whoever takes it up again. */
function leftOff(ctx: AppContext): Error {
  return ctx.jobs.stopping.aborted ? new HandledByAnotherWorker() : new Cancelled();
}

/** One at a time works on an import, however long it takes. */
async function waitForTurn(tx: WriteTx, order: JobOrder): Promise<void> {
  await tx.client.query(
    `SELECT set_config('lock_timeout', '1h', true), set_config('statement_timeout', '1h', true)`,
  );
  await holdTurn(tx, 'perform-import', order.id);
}

/** Writes progress down and looks for a wish to cancel, on connections of their own; a cancel also stops a running statement. */
async function startWatch(ctx: AppContext, tx: WriteTx, order: JobOrder) {
  const pid = (await tx.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;
  const stop = new AbortController();
  let done = 0;
  let lastReportAt = 0;
  let running: Promise<void> | null = null;
  const tick = async () => {
    await ctx.db.within(order.tenantId, async (own) => {
      const result = await own.client.query<{ cancel: boolean }>(
        'UPDATE imports SET progress_done = $2 WHERE id = $1 RETURNING cancel_requested > 0 AS cancel',
        [order.id, done],
      );
      if (done !== lastReportAt) await notifyProgress(own.client, { ...order, noun: 'import' });
      lastReportAt = done;
      const leave = result.rows[0]?.cancel || ctx.jobs.stopping.aborted;
      if (!leave || stop.signal.aborted) return;
      stop.abort();
      await own.client.query('SELECT pg_cancel_backend($1)', [pid]);
    });
  };
  const timer = setInterval(() => {
    running ??= tick()
      .catch((error: unknown) =>
        ctx.log.warn({ err: error, import: order.id }, 'progress of an import could not be written'),
      )
      .finally(() => {
        running = null;
      });
  }, TICK_MS);
  return {
    signal: stop.signal,
    progress: (value: number) => {
      done = value;
    },
    stop: async () => {
      clearInterval(timer);
      await running;
      if (stop.signal.aborted) throw leftOff(ctx);
    },
  };
}
