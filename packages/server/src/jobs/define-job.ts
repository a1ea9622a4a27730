import type { Problem } from '@attain/domain/base/result';
import { eachOnce } from '@attain/domain/base/result';
import type { AppContext } from '../app-context.ts';
import { type Actor, systemActor } from '../base/actor.ts';
import { ApiError } from '../base/api-error.ts';
import { isLostDatabase } from '../base/lost-database.ts';
import type { Act } from '../db/act.ts';
import { notifyProgress } from '../db/changes.ts';
import type { TenantTx } from '../db/database.ts';
import type { JobKind } from '../db/schema/jobs.ts';
import { holdTurn } from '../db/turns.ts';
import type { WriteTx } from '../db/write.ts';
import {
  completeJob,
  endJob,
  type Progress,
  removeJob,
  requestCancel,
  selectStatus,
  takeJob,
} from './job-store.ts';
import type { JobOrder } from './queue.ts';
import { Cancelled, LeftToAnotherWorker, type Watch, watchJob } from './watch-job.ts';

/** How a job ended, for the row of its object. */
export interface JobEnd {
  readonly status: 'completed' | 'cancelled' | 'failed';
  /** Why it failed, for the person who ordered it. */
  readonly message: string | null;
  readonly problems: readonly Problem[];
}

/** What a job works with while it runs. */
export interface JobInput<S> extends Pick<Watch, 'progress' | 'pause' | 'signal'> {
  readonly ctx: AppContext;
  readonly subject: S;
  readonly actor: Actor;
}

/** The same for work in one transaction. */
export interface TransactionJob<S> extends JobInput<S> {
  /** Everything is written here: all of it, or nothing. */
  readonly tx: WriteTx;
  /** Where records are read: one moment of them on a second connection with `readsSnapshot`, else `tx` itself. */
  readonly records: TenantTx;
}

interface DefinitionBase<S> {
  /** Also the noun of its object in the audit log. */
  readonly kind: JobKind;
  /** Shown when the job fails by a defect; the cause is logged. */
  readonly unexpected: string;
  /** Reads what to work on and marks its row as running. Null: it no longer exists. */
  load(tx: TenantTx, id: string): Promise<S | null>;
  /** Writes onto the row of the object how the job ended. */
  onEnd(tx: WriteTx, id: string, end: JobEnd): Promise<void>;
  /** The entry in the log about that end; without it `<kind>.<status>`, with the status as its reason. */
  entryOf?(subject: S, end: JobEnd): Pick<Act, 'action' | 'reason'>;
  /** Removes what a job that was cancelled or failed has left outside the database; safe to repeat. */
  discard?(ctx: AppContext, id: string): Promise<void>;
  /** Runs after a job has completed, at least once: also after a kill, so it must be safe to repeat. */
  afterwards?(ctx: AppContext, order: JobOrder): Promise<void>;
}

/** A job that does its work in one transaction. */
export interface TransactionDefinition<S> extends DefinitionBase<S> {
  readonly readsSnapshot?: true;
  /**
   * Does the work and returns its last step: the update of the object's own row and the entry in the log. The runner takes that
   * step when the job can no longer be stopped; before it the object's row must not be updated, because rows are locked in the
   * order job, object, head of the log.
   */
  work(job: TransactionJob<S>): Promise<() => Promise<void>>;
}

/** A job of several transactions, each safe to repeat. The runner calls `onEnd` for its completion too. */
export interface StepsDefinition<S> extends DefinitionBase<S> {
  steps(job: JobInput<S>): Promise<void>;
}

type Definition<S> = TransactionDefinition<S> | StepsDefinition<S>;

/** What every object of a job tells. */
interface Subject {
  /** The user who ordered the job. */
  readonly createdBy: string;
}

/** A kind of background work. */
export interface Job extends Pick<Definition<Subject>, 'kind' | 'onEnd'> {
  /**
   * Performs one order. Safe to run again: a job that has ended is left alone, a killed one starts afresh. Throws when the
   * database is lost; the job then stays open.
   */
  run(ctx: AppContext, order: JobOrder): Promise<void>;
}

const longestMs = 60 * 60 * 1000;
const long = { statementTimeoutMs: longestMs };
/** So many problems are kept with what failed; more are not fixed before the next try. */
export const maxProblems = 1_000;

/** Makes a kind of job of its own work. List it in `job-list.ts`. */
export function defineJob<S extends Subject>(definition: Definition<S>): Job {
  const { kind, onEnd } = definition;
  return { kind, onEnd, run: (ctx, order) => runJob(ctx, definition, order) };
}

/**
 * Asks the job of an object to stop, in the transaction of the request: one that waits ends at once, a running one within a
 * moment. Null where it has ended or was never ordered.
 */
export async function cancelJob(
  tx: WriteTx,
  { kind, onEnd }: Pick<Job, 'kind' | 'onEnd'>,
  id: string,
): Promise<'cancelled' | 'requested' | null> {
  const asked = await requestCancel(tx, { kind, id });
  if (asked === 'cancelled') await onEnd(tx, id, cancelled);
  return asked;
}

const cancelled: JobEnd = { status: 'cancelled', message: null, problems: [] };

/** A job that this process has begun. */
interface Running<S> {
  readonly ctx: AppContext;
  readonly definition: Definition<S>;
  readonly order: JobOrder;
  readonly subject: S;
  readonly actor: Actor;
  readonly total: number | null;
}

async function runJob<S extends Subject>(
  ctx: AppContext,
  definition: Definition<S>,
  order: JobOrder,
): Promise<void> {
  const taken = await take(ctx, definition, order);
  if (taken !== null) await perform(taken);
  if (definition.afterwards === undefined) return;
  const status = await ctx.db.within(order.tenantId, (tx) =>
    selectStatus(tx, { kind: definition.kind, id: order.id }),
  );
  if (status === 'completed') await definition.afterwards(ctx, order);
}

async function take<S extends Subject>(
  ctx: AppContext,
  definition: Definition<S>,
  order: JobOrder,
): Promise<(Running<S> & { cancelRequested: boolean }) | null> {
  const { tenantId, id } = order;
  const { kind } = definition;
  return ctx.db.within(tenantId, async (tx) => {
    const taken = await takeJob(tx, { kind, id });
    if (taken === null) return null;
    const subject = await definition.load(tx, id);
    if (subject === null) {
      await removeJob(tx, { kind, id });
      return null;
    }
    await notifyProgress(tx.client, { tenantId, noun: kind, id });
    const actor = systemActor(tenantId, subject.createdBy, `${kind}/${id}`);
    return { ctx, definition, order, subject, actor, ...taken };
  });
}

async function perform<S>(job: Running<S> & { cancelRequested: boolean }): Promise<void> {
  try {
    // asked for before a process that worked on it died
    if (job.cancelRequested) throw new Cancelled();
    await ('work' in job.definition ? inOneTransaction(job, job.definition) : inSteps(job, job.definition));
  } catch (error) {
    if (error instanceof LeftToAnotherWorker) return;
    // that says nothing about the work: the job stays open and is done when the database is back
    if (isLostDatabase(error)) throw error;
    await markEnded(job, error);
  }
}

async function inOneTransaction<S>(job: Running<S>, definition: TransactionDefinition<S>): Promise<void> {
  const { ctx, order, actor } = job;
  const write = (snapshot: TenantTx | null) =>
    ctx.write(
      actor,
      async (tx) => {
        const backends = [await waitForTurn(tx, job), ...(snapshot ? [await backendOf(snapshot)] : [])];
        const { result: lastStep, progress } = await watched(job, backends, (input) =>
          definition.work({ ...input, tx, records: snapshot ?? tx }),
        );
        await complete(tx, job, progress);
        await lastStep();
      },
      long,
    );
  // the head of the audit log cannot be locked in a snapshot, so a second connection writes
  if (definition.readsSnapshot) await ctx.db.within(order.tenantId, write, { ...long, snapshot: true });
  else await write(null);
}

/** The turn is held by a transaction that does nothing else, until all steps are done. */
async function inSteps<S>(job: Running<S>, definition: StepsDefinition<S>): Promise<void> {
  const { ctx, order, actor } = job;
  await ctx.db.within(
    order.tenantId,
    async (turn) => {
      await waitForTurn(turn, job);
      const { progress } = await watched(job, [], (input) => definition.steps(input));
      await ctx.write(actor, async (tx) => {
        await complete(tx, job, progress);
        await recordEnd(tx, job, { status: 'completed', message: null, problems: [] });
      });
    },
    long,
  );
}

/** Does the work under a watch; answers its result and last progress. */
async function watched<S, R>(
  { ctx, definition, order, subject, actor, total }: Running<S>,
  backends: readonly number[],
  work: (input: JobInput<S>) => Promise<R>,
): Promise<{ result: R; progress: Progress }> {
  const { tenantId, id } = order;
  const watch = watchJob(ctx, { tenantId, kind: definition.kind, id, total }, backends);
  const { progress, pause, signal } = watch;
  try {
    const result = await work({ ctx, subject, actor, progress, pause, signal });
    await watch.end();
    signal.throwIfAborted();
    return { result, progress: watch.last };
  } catch (error) {
    await watch.end();
    // the statement that was ended with it says less than the reason
    signal.throwIfAborted();
    throw error;
  }
}

async function complete<S>(tx: TenantTx, job: Running<S>, progress: Progress): Promise<void> {
  const key = { kind: job.definition.kind, id: job.order.id };
  // a request to stop that comes as the work ends still counts
  if (!(await completeJob(tx, key, progress))) throw new Cancelled();
}

/** Marks a job as cancelled or failed, unless another worker has ended it meanwhile. */
async function markEnded<S>(job: Running<S>, error: unknown): Promise<void> {
  const { ctx, definition, order, actor } = job;
  const { kind, unexpected } = definition;
  const { id } = order;
  const isExpected = error instanceof Cancelled || error instanceof ApiError;
  if (!isExpected) ctx.log.error({ err: error, kind, id }, 'job failed');
  const end = endOf(error, unexpected);
  const marking = ctx.write(actor, async (tx) => {
    await waitForTurn(tx, job);
    await endJob(tx, { kind, id }, { status: end.status, error: end.message });
    await recordEnd(tx, job, end);
  });
  const isOurs = await marking.then(
    () => true,
    (failure: unknown) => {
      if (!(failure instanceof LeftToAnotherWorker)) throw failure;
      return false;
    },
  );
  if (isOurs) await definition.discard?.(ctx, id);
}

function endOf(error: unknown, unexpected: string) {
  if (error instanceof Cancelled) return { ...cancelled, status: 'cancelled' as const };
  const status = 'failed' as const;
  if (!(error instanceof ApiError)) return { status, message: unexpected, problems: [] };
  return { status, message: error.message, problems: eachOnce(error.problems).slice(0, maxProblems) };
}

async function recordEnd<S>(tx: WriteTx, { definition, order, subject }: Running<S>, end: JobEnd) {
  const { kind, entryOf } = definition;
  await definition.onEnd(tx, order.id, end);
  const entry = entryOf?.(subject, end) ?? { action: `${kind}.${end.status}`, reason: { code: end.status } };
  tx.record({ ...entry, object: { type: kind, id: order.id } });
}

/**
 * One process at a time works on a job: another one that was given the same order waits here, however long it takes, then finds
 * the job ended. Answers the connection's backend.
 */
async function waitForTurn<S>(tx: TenantTx, { definition, order }: Running<S>): Promise<number> {
  const { kind } = definition;
  await tx.client.query(
    `SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', $1, true)`,
    [String(longestMs)],
  );
  await holdTurn(tx, 'perform-job', `${kind}/${order.id}`);
  if ((await selectStatus(tx, { kind, id: order.id })) !== 'running') throw new LeftToAnotherWorker();
  return backendOf(tx);
}

async function backendOf({ client }: TenantTx): Promise<number> {
  const result = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return result.rows[0]?.pid ?? 0;
}
