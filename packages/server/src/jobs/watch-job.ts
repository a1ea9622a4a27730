import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { notifyProgress } from '../db/changes.ts';
import { type JobKey, type Progress, reportProgress } from './job-store.ts';

/** How often progress is written and a request to stop is read; people see it that soon. */
const tickMs = 200;

/** Thrown inside the work so that nothing of a cancelled job is stored. */
export class Cancelled extends Error {}

/** Thrown where this process does not decide the job: another one ended it, or this one is stopping. The job is left as it is. */
export class LeftToAnotherWorker extends Error {}

/** What a job is watched with while it works. */
export interface Watch {
  /** Aborts when the job is to stop; its reason is what to throw. */
  readonly signal: AbortSignal;
  readonly last: Progress;
  /** Says how far the work is, as often as is convenient: it costs nothing. */
  progress(done: number, total?: number): void;
  /** Call between portions of the work: other requests of this process get their turn. Throws once the job is to stop. */
  pause(): Promise<void>;
  /** Ends the watch; nothing is written or stopped any more. */
  end(): Promise<void>;
}

interface WatchedJob extends JobKey {
  readonly tenantId: string;
  /** The amount of work, as far as it is known. */
  readonly total: number | null;
}

/**
 * Writes progress and reads requests to stop on a connection of its own, beside the transaction that works. To stop also ends
 * the statement that runs on one of the `backends`.
 */
export function watchJob(
  ctx: AppContext,
  { tenantId, kind, id, total }: WatchedJob,
  backends: readonly number[],
): Watch {
  const stop = new AbortController();
  let current: Progress = { done: 0, total };
  let reported = current;
  let ticking: Promise<void> | null = null;
  const tick = async () => {
    await ctx.db.within(tenantId, async (tx) => {
      const next = current;
      const isCancelled = await reportProgress(tx, { kind, id }, next);
      if (next.done !== reported.done || next.total !== reported.total)
        await notifyProgress(tx.client, { tenantId, noun: kind, id });
      reported = next;
      const isStopping = ctx.jobs.stopping.aborted;
      if (!isCancelled && !isStopping) return;
      stop.abort(isStopping ? new LeftToAnotherWorker() : new Cancelled());
      await tx.client.query('SELECT pg_cancel_backend(pid) FROM unnest($1::int[]) AS pid', [backends]);
    });
  };
  const timer = setInterval(() => {
    if (stop.signal.aborted) return;
    ticking ??= tick()
      .catch((error: unknown) => ctx.log.warn({ err: error, kind, id }, 'could not write progress'))
      .finally(() => {
        ticking = null;
      });
  }, tickMs);
  return {
    signal: stop.signal,
    get last() {
      return current;
    },
    progress: (done, total) => {
      current = { done, total: total ?? current.total };
    },
    pause: async () => {
      await setImmediate();
      stop.signal.throwIfAborted();
      if (ctx.jobs.stopping.aborted) throw new LeftToAnotherWorker();
    },
    end: async () => {
      clearInterval(timer);
      await ticking;
    },
  };
}
