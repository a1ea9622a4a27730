import type { Effect } from '@attain/domain/workflows/journal';
import type { PreparedWorkflow } from '@attain/domain/workflows/prepare-workflow';
import { openWork } from '@attain/domain/workflows/steps/open-work';
import { inputOf, isOver, type RunState, stepKey } from '@attain/domain/workflows/steps/run-state';
import type { TenantTx } from '../../db/database.ts';
import { queueWebhooks } from '../../db/queue-webhooks.ts';
import { insertFailure } from '../failures.ts';
import type { Outcome } from './advance-events.ts';
import type { JournalEnd } from './journal/journal-chain.ts';
import type { RunProgress } from './journal/run-insertion.ts';
import { outcomeTask } from './outcome-task.ts';
import { changeEffects, changeTimers, insertInbox, type LockedRun } from './run-store.ts';
import { progressOf, waitingWords } from './status-text.ts';
import { closeTask, escalateTask, insertTask } from './task-store.ts';
import { together } from './together.ts';

/** Who delivers: the process that claims what is to be performed, and for how long at first. */
export interface Claimer {
  readonly holder: string;
  readonly leaseMs: number;
}

/** What a decision changed about one run. */
export type Decided = Outcome & {
  readonly run: LockedRun;
  readonly prepared: PreparedWorkflow;
  readonly state: RunState;
};

/** Stores what a decision asks for besides lines and standing: timers, claims and tasks. Nothing of it, no statement. */
export async function storeOpenings(tx: TenantTx, change: Decided, claimer: Claimer): Promise<void> {
  const { run, state, entries, effects, waits, closed } = change;
  const nothing = effects.length === 0 && waits.length === 0 && closed.length === 0;
  if (nothing && !entries.some(({ kind }) => kind === 'escalated')) return;
  const timers = waits.filter((wait) => wait.kind === 'timer' && wait.why !== 'timeout');
  // whoever performs an effect watches its time; no row does
  const rows = closed.filter((key) => !key.startsWith('timeout/') && !key.startsWith(`${run.id}/`));
  const timerRows = {
    set: timers.map((wait) => ({ key: wait.key, dueAtMs: wait.kind === 'timer' ? wait.dueAtMs : 0 })),
    drop: rows,
  };
  const effectRows = {
    ...claimer,
    claim: effects.map(effectKey),
    drop: change.stopped.flatMap((key) => attemptsOf(key, state)),
  };
  await together(tx, [
    () => changeTimers(tx, run.id, timerRows),
    () => changeEffects(tx, run.id, effectRows),
    () => storeTasks(tx, change),
  ]);
}

/** How a run stands after a decision that left its journal with this end. */
export function runStatus(prepared: PreparedWorkflow, state: RunState, end: JournalEnd): RunProgress {
  return {
    ...end,
    status: state.status,
    waitingFor: state.status === 'waiting' ? waitingWords(prepared, openWork(prepared, state).waits) : null,
    progress: progressOf(prepared, state),
    startedAtMs: state.startedAtMs,
    endedAtMs: state.ended?.atMs ?? null,
    result: state.ended?.output,
    error: errorOf(state),
  };
}

function errorOf({ ended }: RunState) {
  if (!ended?.error) return null;
  const { code, message, step } = ended.error;
  return { code, message, step: step === null ? null : { node: step.node, iteration: step.iteration } };
}

async function storeTasks(tx: TenantTx, change: Decided): Promise<void> {
  const { run, prepared, state, entries, waits, closed } = change;
  for (const wait of waits) {
    const { step } = wait;
    if (step === null) continue;
    if (wait.kind === 'outcome') await insertTask(tx, run, outcomeTask(prepared, state, { ...wait, step }));
    if (wait.kind !== 'task') continue;
    const input = inputOf(state.steps.get(stepKey(step))?.arrived ?? []);
    await insertTask(tx, run, { step, task: wait.task, input, attempt: 0 });
  }
  for (const entry of entries) {
    if (entry.kind === 'escalated') await escalateTask(tx, run, entry.step, entry.to);
  }
  for (const key of closed) {
    const [, name = '', attempt = '0'] = /^(?:task|outcome)\/(.*?)(?:#(\d+))?$/s.exec(key) ?? [];
    const step = state.steps.get(name);
    if (step === undefined) continue;
    const asked = Number(attempt);
    // a retry is an answer too, though it ends no step
    const answered = step.by !== null || (asked > 0 && step.attempt > asked);
    const expired = entries.some((entry) => entry.event === `timer/expiry/${stepKey(step)}`);
    const status = answered ? 'completed' : isOver(step) && expired ? 'expired' : 'withdrawn';
    await closeTask(tx, run.id, { node: step.node, iteration: step.iteration, attempt: asked }, status);
  }
}

/** The end of a run that another waits for is put into that one's inbox; its id, or null. A failure of one that none waits for is an event. */
export async function notifyParent(
  tx: TenantTx,
  run: LockedRun,
  state: Pick<RunState, 'ended'>,
): Promise<string | null> {
  const { parentRunId, parentStep } = run;
  const ended = state.ended;
  if (ended === null) return null;
  if (parentRunId === null && ended.status === 'failed' && !run.isDraft) {
    const object = { type: 'workflow-run', id: run.id };
    await queueWebhooks(tx, { event: 'run.failed', object, at: new Date(ended.atMs) });
    await insertFailure(tx, { runId: run.id, workflowId: run.workflowId, at: new Date(ended.atMs) });
  }
  if (parentRunId === null || parentStep === null) return null;
  const { attempt, ...step } = parentStep;
  const shared = { id: `child/${run.id}`, atMs: ended.atMs, step, attempt };
  await insertInbox(
    tx,
    parentRunId,
    ended.status === 'completed'
      ? { ...shared, kind: 'effect-done', output: ended.output }
      : {
          ...shared,
          kind: 'effect-failed',
          error: {
            code: ended.status === 'cancelled' ? 'CANCELLED' : 'SUB_WORKFLOW_FAILED',
            message: ended.error?.message ?? 'The sub-workflow was cancelled.',
          },
          retryable: ended.status === 'failed',
          outcomeUnknown: false,
        },
  );
  return parentRunId;
}

/** How an attempt is called in the table of effects: `pay@#1`. */
export function effectKey(effect: Pick<Effect, 'step' | 'attempt'>): string {
  return `${stepKey(effect.step)}#${effect.attempt}`;
}

/** The attempts of an idempotency key that may be claimed. */
function attemptsOf(idempotencyKey: string, state: RunState): string[] {
  const key = idempotencyKey.slice(state.run.length + 1);
  const attempts = state.steps.get(key)?.attempt ?? 1;
  return Array.from({ length: attempts }, (_, index) => `${key}#${index + 1}`);
}
