import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import { systemActor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { isLostDatabase } from '../../../base/lost-database.ts';
import { NothingToDo, unlessNothing } from '../../../db/nothing-to-do.ts';
import type { WriteTx } from '../../../db/write.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import { EffectFailed } from '../../../runs/engine/effect-failed.ts';
import type { Look } from '../../../runs/look.ts';
import { notifyPeople } from '../../../runs/notify-people.ts';
import { sendMail } from '../../connections/send-mail.ts';
import { addressed } from '../notices/send-notices.ts';
import { newRun, runnableVersion } from '../start-run.ts';
import {
  countErrorRuns,
  type Failure,
  failuresAreOpen,
  hasFailureTrigger,
  lockUnhandled,
  markHandled,
  takeUnnotified,
  unhandledFailures,
  unnotifiedWorkflows,
} from './failure-store.ts';

/** One notice and one mail about a workflow in this time, however many of its runs fail. */
const quietMs = 3_600_000;
/** Runs that failures start of one error workflow within an hour. */
const maxErrorRuns = 100;
const mailTimeoutMs = 45_000;

export const failuresLook: Look = { isDue: failuresAreOpen, act: notifyFailures };

/** Starts the error workflows of runs that failed, and notifies those who are responsible (WF-87). Any number of processes may ask. */
export async function notifyFailures(ctx: AppContext): Promise<void> {
  for (const { tenantId, runId } of await unhandledFailures(ctx.db.owner)) {
    await attempt(ctx, { tenantId, what: runId }, () => handle(ctx, tenantId, runId));
  }
  const since = new Date(ctx.clock.now().getTime() - quietMs);
  for (const { tenantId, workflowId } of await unnotifiedWorkflows(ctx.db.owner, since)) {
    await attempt(ctx, { tenantId, what: workflowId }, () => notify(ctx, tenantId, workflowId));
  }
}

/** One that can’t be handled must not hold up the others; it is tried again with the next look. */
async function attempt(
  ctx: AppContext,
  { tenantId, what }: { readonly tenantId: string; readonly what: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await unlessNothing(work());
  } catch (error) {
    if (isLostDatabase(error)) throw error;
    ctx.log.error({ err: error, tenantId, what }, 'a failed run could not be handled');
  }
}

async function handle(ctx: AppContext, tenantId: string, runId: string): Promise<void> {
  let delivered: Delivered | null = null;
  const needed = await ctx.db.within(tenantId, async (tx) => {
    const failure = await lockUnhandled(tx, runId);
    if (failure === null) return null;
    const isEvent = !isOfFailure(failure) && (await hasFailureTrigger(tx));
    if (!isEvent && !startsWorkflow(failure)) {
      await markHandled(tx, runId, { now: ctx.clock.now(), problem: null });
      return null;
    }
    return failure.publisher;
  });
  if (needed === null) return;
  await ctx.write(systemActor(tenantId, needed, 'run-failures'), async (tx) => {
    const failure = await lockUnhandled(tx, runId);
    const isEvent = failure !== null && !isOfFailure(failure) && (await hasFailureTrigger(tx));
    if (failure === null || !(isEvent || startsWorkflow(failure))) throw new NothingToDo();
    const object = { type: 'workflow-run', id: runId };
    if (isEvent) tx.record({ action: 'workflow-run.failed', object });
    let problem: string | null = null;
    if (startsWorkflow(failure)) {
      const started = await startErrorWorkflow(ctx, tx, failure);
      if ('problem' in started) problem = started.problem;
      else delivered = started.delivered;
      const reason = problem === null ? {} : { reason: { code: 'not-started', text: problem } };
      tx.record({ action: 'workflow-run.error-workflow', object, ...reason });
    }
    await markHandled(tx, runId, { now: ctx.clock.now(), problem });
  });
  ctx.runs.dispatch(delivered);
}

/** Whether a run was itself started because another one failed: it starts nothing, so that failures end. */
function isOfFailure({ startKey, isAboutFailure }: Failure): boolean {
  return isAboutFailure || startKey?.startsWith('failure/') === true;
}

function startsWorkflow(failure: Failure): boolean {
  const { errorWorkflow = '' } = failure.settings;
  return errorWorkflow !== '' && errorWorkflow !== failure.workflowId && !isOfFailure(failure);
}

async function startErrorWorkflow(
  ctx: AppContext,
  tx: WriteTx,
  failure: Failure,
): Promise<{ readonly delivered: Delivered | null } | { readonly problem: string }> {
  const { errorWorkflow = '' } = failure.settings;
  const { publisher } = failure;
  if (publisher === null || scopeOf(failure.publisherRoles, 'run:workflows') === null)
    return { problem: 'The publisher can no longer run workflows. Publish the workflow again.' };
  const since = new Date(ctx.clock.now().getTime() - quietMs);
  if ((await countErrorRuns(tx, errorWorkflow, since)) >= maxErrorRuns)
    return { problem: `It ran ${maxErrorRuns} times within an hour.` };
  try {
    const version = await runnableVersion(tx, errorWorkflow);
    const { runId, workflowId, workflowName, startedAt, failedAt, error } = failure;
    const input = {
      run: {
        id: runId,
        workflow: workflowId,
        name: workflowName,
        version: failure.version,
        startedAt,
        failedAt,
      },
      error,
    };
    const start = {
      workflowId: errorWorkflow,
      input,
      variables: {},
      trigger: 'event',
      key: `failure/${runId}`,
    };
    const run = newRun(ctx, version, publisher, { ...start, trigger: 'event' });
    const [delivered = null] = await ctx.runs.begin(tx, [run]);
    return { delivered };
  } catch (error) {
    if (error instanceof ApiError) return { problem: error.message };
    throw error;
  }
}

async function notify(ctx: AppContext, tenantId: string, workflowId: string): Promise<void> {
  const now = ctx.clock.now();
  const mail = await ctx.db.within(tenantId, async (tx) => {
    const taken = await takeUnnotified(tx, workflowId, now);
    if (taken === null) return null;
    const { count, newest, problem } = taken;
    const { notifyOnFailure = '', mailOnFailure = '' } = newest.settings;
    const named = notifyOnFailure.trim() === '' ? null : await addressed(tx, notifyOnFailure);
    const people = named === null ? (newest.publisher ?? []) : named.people.map(({ userId }) => userId);
    await notifyPeople(tx, [people].flat(), {
      title: titleOf(newest, count),
      message: messageOf(newest, { count, problem, unknown: named?.unknown ?? [] }),
      severity: 'error',
      runId: newest.runId,
      effectKey: `failure/${newest.runId}`,
    });
    return mailOnFailure.trim() === '' ? null : { to: mailOnFailure, newest, count };
  });
  if (mail !== null) await send(ctx, tenantId, mail);
}

function titleOf({ workflowName }: Failure, count: number): string {
  return count === 1 ? `“${workflowName}” failed` : `“${workflowName}” failed ${count} times`;
}

function messageOf(
  { error }: Failure,
  { count, problem, unknown }: { count: number; problem: string | null; unknown: readonly string[] },
): string {
  const reason = String(error.message ?? 'The run gave no reason.');
  return [
    count === 1 ? reason : `Last: ${reason}`,
    ...(problem === null ? [] : [`The error workflow did not start: ${problem}`]),
    ...(unknown.length === 0 ? [] : [`No user or role is called ${unknown.join(', ')}.`]),
  ].join(' ');
}

/** The mail names workflow and run; values and messages of the run stay in the workspace. */
async function send(
  ctx: AppContext,
  tenantId: string,
  { to, newest, count }: { readonly to: string; readonly newest: Failure; readonly count: number },
): Promise<void> {
  try {
    await sendMail(ctx, {
      tenantId,
      name: null,
      to,
      subject: titleOf(newest, count).replaceAll(/[\r\n]/g, ' '),
      text: `${titleOf(newest, count)}.\nError: ${String(newest.error.code ?? 'unknown')}\nRun: /agent-builder/runs?run=${newest.runId}\n`,
      attachments: [],
      // a mailbox recognises a mail that comes twice
      key: `failure/${newest.runId}`,
      signal: AbortSignal.timeout(mailTimeoutMs),
    });
  } catch (error) {
    if (!(error instanceof EffectFailed)) throw error;
    const { publisher } = newest;
    await ctx.db.within(tenantId, (tx) =>
      notifyPeople(tx, publisher === null ? [] : [publisher], {
        title: `No mail about “${newest.workflowName}”`,
        message: `The mail about its failure could not be sent: ${error.message}`,
        severity: 'warning',
        runId: newest.runId,
        effectKey: `failure-mail/${newest.runId}`,
      }),
    );
  }
}
