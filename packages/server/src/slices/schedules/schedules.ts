import { isDeepStrictEqual } from 'node:util';
import type { Schedule } from '@attain/contract/schedules';
import { scopeOf } from '@attain/domain/access/permissions';
import {
  circleOf,
  MAX_PROCESSES,
  processRights,
  restorePointRight,
} from '@attain/domain/schedules/scheduled-process';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import { holdTurn } from '../../db/turns.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { cancelJob } from '../../jobs/define-job.ts';
import { orderJob } from '../../jobs/job-store.ts';
import { mustBeSchedule, nextInstants } from '../../runs/schedules/cron-instants.ts';
import { readSuite } from '../suites/read-suites.ts';
import { addressed } from '../workflow-runs/notices/send-notices.ts';
import { processJob } from './process-job.ts';
import {
  deleteProcess,
  insertExecution,
  moveProcess,
  type ProcessValues,
  pauseProcess,
  resumeProcess,
  type StoredProcess,
  saveProcess,
  selectDependencies,
  selectExecutions,
  selectOpenExecution,
  selectOutput,
  selectProcess,
  selectProcesses,
} from './process-store.ts';

type Paged = { limit: number; cursor?: string | undefined };

/** One page of schedules by name. */
export function listSchedules(ctx: AppContext, actor: Actor, input: Paged) {
  mustAllow(actor, 'read:connections');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [anyText, anId]);
    const rows = await selectProcesses(tx, { after, limit: input.limit });
    return onePage(rows.map(shown), input.limit, ({ name, id }) => [name, id]);
  });
}

/** One page of executions, newest first. Throws NOT_FOUND. */
export function listExecutions(ctx: AppContext, actor: Actor, input: Paged & { id: string }) {
  mustAllow(actor, 'read:connections');
  return ctx.read(actor, async (tx) => {
    found(await selectProcess(tx, input.id), 'schedule');
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectExecutions(tx, input.id, { after, limit: input.limit });
    return onePage(rows, input.limit, ({ createdAt, id }) => [createdAt, id]);
  });
}

/**
 * Creates a schedule or changes one; it then has the actor's permissions (SCH-3). Throws NOT_FOUND, BAD_INPUT for a schedule that
 * never occurs, recipients who can't be notified and circles of dependencies, and CONFLICT for a used name, another type of task or
 * if it was changed meanwhile.
 */
export async function saveSchedule(
  ctx: AppContext,
  actor: Actor,
  { id: known, revision, ...values }: ProcessValues & { id: string | null; revision: number },
): Promise<Schedule> {
  mustAllow(actor, 'edit:connections');
  mustBeAble(actor, values);
  mustBeSchedule(values.when, ctx.clock.now());
  const { task } = values;
  if (task.type === 'test-suite' && task.suiteId !== null) await readSuite(ctx, actor, task.suiteId);
  return ctx.write(actor, async (tx) => {
    await holdTurn(tx, 'save-process', tx.tenantId);
    const stored =
      known === null ? null : found(await selectProcess(tx, known, 'FOR UPDATE OF p'), 'schedule');
    if (stored && stored.revision !== revision)
      throw new ApiError(
        'CONFLICT',
        'Another user changed this schedule after you opened it. Open it again.',
      );
    if (stored && stored.task.type !== task.type)
      throw new ApiError(
        'CONFLICT',
        `“${stored.name}” has files that need the permission of its type, so its type can’t change. Create a new schedule.`,
      );
    const id = stored?.id ?? newId();
    await mustBeRight(tx, id, values);
    const nextAt = stored?.status === 'paused' ? null : (keptInstant(stored, values) ?? nextOf(ctx, values));
    await saveProcess(tx, { id, values, runsAs: actor.userId, nextAt });
    tx.record({
      action: stored ? 'process.changed' : 'process.created',
      object: { type: 'process', id },
      evidence: [valueHash(values)],
    });
    return shown(found(await selectProcess(tx, id), 'schedule'));
  });
}

/** The stored instant, which may be due or wait, as long as the times are the same; null: find the next one. */
function keptInstant(stored: StoredProcess | null, { when }: Pick<ProcessValues, 'when'>): Date | null {
  if (stored === null || stored.nextAt === null || !isDeepStrictEqual(stored.when, when)) return null;
  return new Date(stored.nextAt);
}

const acts = { run, pause, resume, remove };

/**
 * Starts an execution now, cancels it, pauses, resumes or removes a schedule, and returns it as it was before its removal. Throws
 * NOT_FOUND, and CONFLICT where that can't be done now.
 */
export async function actOnSchedule(
  ctx: AppContext,
  actor: Actor,
  { id, act }: { id: string; act: keyof typeof pastOf },
): Promise<Schedule> {
  mustAllow(actor, 'edit:connections');
  const { schedule, ordered } = await ctx.write(actor, async (tx) => {
    await holdTurn(tx, 'save-process', tx.tenantId);
    // before the process is locked: an execution that ends locks its job first
    if (act === 'cancel') await cancel(tx, found(await selectProcess(tx, id), 'schedule'));
    const process = found(await selectProcess(tx, id, 'FOR UPDATE OF p'), 'schedule');
    const ordered = act === 'cancel' ? null : ((await acts[act](ctx, tx, { actor, process })) ?? null);
    tx.record({ action: `process.${pastOf[act]}`, object: { type: 'process', id } });
    return { schedule: shown((await selectProcess(tx, id)) ?? process), ordered };
  });
  if (ordered !== null) await ctx.jobs.order('process-execution', { tenantId: actor.tenantId, id: ordered });
  return schedule;
}

const pastOf = { run: 'started', cancel: 'cancelled', pause: 'paused', resume: 'resumed', remove: 'removed' };

interface Asked {
  readonly actor: Actor;
  readonly process: StoredProcess;
}

async function run(ctx: AppContext, tx: WriteTx, { actor, process }: Asked): Promise<string> {
  mustBeAble(actor, process);
  if ((await selectOpenExecution(tx, process.id)) !== null)
    throw new ApiError('CONFLICT', `“${process.name}” is running. Wait for it, or cancel it.`);
  const [first] = process.waitsFor;
  if (first !== undefined)
    throw new ApiError(
      'CONFLICT',
      `“${process.name}” waits for “${first}”, which has not completed since the last start. Run “${first}” first.`,
    );
  const nextAt = process.status === 'paused' ? null : nextOf(ctx, process);
  return startExecution(tx, process.id, { nextAt, scheduledFor: null, startedBy: actor.userId });
}

/** Stores an execution with its job; order the job after the commit. */
export async function startExecution(
  tx: WriteTx,
  processId: string,
  of: { readonly nextAt: Date | null; readonly scheduledFor: Date | null; readonly startedBy: string | null },
): Promise<string> {
  const id = newId();
  await insertExecution(tx, { ...of, id, processId });
  await orderJob(tx, 'process-execution', id);
  await moveProcess(tx, processId, { nextAt: of.nextAt, isStarted: true });
  return id;
}

async function cancel(tx: WriteTx, process: StoredProcess): Promise<void> {
  const open = await selectOpenExecution(tx, process.id);
  if (open === null || (await cancelJob(tx, processJob, open)) === null)
    throw new ApiError('CONFLICT', `“${process.name}” is not running.`);
}

async function pause(_ctx: AppContext, tx: WriteTx, { process }: Asked): Promise<void> {
  if (process.status === 'paused') throw new ApiError('CONFLICT', `“${process.name}” is already paused.`);
  await pauseProcess(tx, process.id, null);
}

async function resume(ctx: AppContext, tx: WriteTx, { actor, process }: Asked): Promise<void> {
  mustBeAble(actor, process);
  if (process.status === 'active') throw new ApiError('CONFLICT', `“${process.name}” is already active.`);
  const [next] = nextInstants(process.when, ctx.clock.now(), 1);
  await resumeProcess(tx, process.id, { runsAs: actor.userId, nextAt: next as Date });
}

async function remove(_ctx: AppContext, tx: WriteTx, { process }: Asked): Promise<void> {
  const { id, name } = process;
  if ((await selectOpenExecution(tx, id)) !== null)
    throw new ApiError('CONFLICT', `“${name}” is running. Wait for it, or cancel it.`);
  const needing = (await selectDependencies(tx)).find(({ dependencies }) => dependencies.includes(id));
  if (needing)
    throw new ApiError('CONFLICT', `“${needing.name}” depends on “${name}”. Change “${needing.name}” first.`);
  await deleteProcess(tx, id);
}

/** The file of an execution. Throws NOT_FOUND, and NOT_ALLOWED without the permission of what made it (SCH-8). */
export async function downloadOutput(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:connections');
  found(anId(id) || null, 'file');
  const { type, ...file } = await ctx.read(actor, async (tx) => found(await selectOutput(tx, id), 'file'));
  mustAllow(actor, processRights[type]);
  return file;
}

function shown({ runsAs: _, ...schedule }: StoredProcess): Schedule {
  return schedule;
}

const nextOf = (ctx: AppContext, { when }: Pick<ProcessValues, 'when'>): Date | null =>
  nextInstants(when, ctx.clock.now(), 1)[0] ?? null;

/** NOT_ALLOWED without the permission that an execution needs: it has those of the actor. */
function mustBeAble(
  actor: Actor,
  { task, restorePoint }: Pick<ProcessValues, 'task' | 'restorePoint'>,
): void {
  mustAllow(actor, processRights[task.type]);
  if (restorePoint !== null) mustAllow(actor, restorePointRight);
}

async function mustBeRight(tx: WriteTx, id: string, values: ProcessValues): Promise<void> {
  const { dependencies } = values;
  for (const field of ['notify', 'sendTo'] as const) {
    const { people, unknown } = await addressed(tx, values[field]);
    if (unknown.length > 0) throw wrong('SCH-9', field, `No user or role is called “${unknown[0]}”.`);
    const blind = people.find(({ roles }) => scopeOf(roles, 'read:connections') === null);
    if (blind)
      throw wrong('SCH-9', field, `“${blind.username}” can’t view schedules. Name users and roles who can.`);
  }
  const all = await selectDependencies(tx);
  if (all.length >= MAX_PROCESSES && !all.some((one) => one.id === id))
    throw new ApiError('CONFLICT', `A workspace has at most ${MAX_PROCESSES} schedules. Remove one first.`);
  const names = new Map(all.map((one) => [one.id, one.name]));
  names.set(id, values.name);
  if (dependencies.some((one) => !names.has(one)))
    throw wrong('SCH-4', 'dependencies', 'A schedule that this one depends on does not exist. Choose again.');
  const circle = circleOf(id, dependencies, new Map(all.map((one) => [one.id, one.dependencies])));
  if (circle !== null) {
    const way = circle.map((one) => `“${names.get(one)}”`).join(' → ');
    throw wrong('SCH-4', 'dependencies', `Dependencies can’t form a circle: ${way}.`);
  }
}

function wrong(rule: 'SCH-4' | 'SCH-9', field: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule, path: `/${field}`, message }] });
}
