import { advanceRun, replay } from '@attain/domain/workflows/advance';
import type { Effect, JournalEntry, RunEvent, Wait } from '@attain/domain/workflows/journal';
import type { PreparedWorkflow } from '@attain/domain/workflows/prepare-workflow';
import { isTerminal } from '@attain/domain/workflows/run-moves';
import { openWork } from '@attain/domain/workflows/steps/open-work';
import { inputOf, isOver, type RunState, stepKey } from '@attain/domain/workflows/steps/run-state';
import type { TenantTx } from '../../db/database.ts';
import { preparedVersions } from './prepared-versions.ts';
import {
  changeEffects,
  changeTimers,
  insertEntries,
  insertInbox,
  type LockedRun,
  lockRun,
  selectJournal,
  updateRun,
} from './run-store.ts';
import { progressOf, waitingWords } from './standing-words.ts';
import { closeTask, escalateTask, insertTask } from './task-store.ts';

/** What a delivery left to be done once its transaction has committed. */
export interface Delivered {
  readonly run: LockedRun;
  /** Effects this process has claimed and now performs. */
  readonly effects: readonly Effect[];
  /** Idempotency keys of effects that are to be aborted. */
  readonly stopped: readonly string[];
  /** The run that waits for this one, when it has ended. */
  readonly tell: string | null;
  readonly changed: boolean;
}

/** Who delivers: the process that claims what is to be performed, and for how long at first. */
export interface Claimer {
  readonly holder: string;
  readonly leaseMs: number;
}

const versions = preparedVersions();

/** Called in a row when a run with many pure steps pauses for breath; more is a defect of the workflow check. */
const MOST_BREATHS = 10_000;

/**
 * Hands events to a run, decides with the domain, and stores lines, timers, tasks, claims and standing: all of it in the
 * caller's transaction, while the run is locked. Null when there is no such run. Nothing is performed here.
 */
export async function deliverEvents(
  tx: TenantTx,
  runId: string,
  events: readonly RunEvent[],
  claimer: Claimer,
): Promise<Delivered | null> {
  const run = await lockRun(tx, runId);
  if (run === null) return null;
  const prepared = await versions.of(tx, run);
  const state = replay(prepared, await selectJournal(tx, run.id));
  const outcome = advanceAll(prepared, state, events, run.entryCount);
  if (outcome.entries.length > 0) {
    await store(tx, { run, prepared, state, ...outcome }, claimer);
  }
  const ended = isTerminal(state.status) && !isTerminal(run.status);
  const tell = ended ? await tellParent(tx, run, state) : null;
  const { effects, stopped } = outcome;
  return { run, effects, stopped, tell, changed: outcome.entries.length > 0 };
}

/** The workflow a run is pinned to, ready to run; its journal is not read. */
export function readPrepared(
  tx: TenantTx,
  run: { readonly workflowId: string; readonly version: number; readonly documentHash: string },
): Promise<PreparedWorkflow> {
  return versions.of(tx, run);
}

/** The state of a run as its journal makes it, for who takes its effects over; the run is not locked. */
export async function readState(
  tx: TenantTx,
  run: {
    readonly id: string;
    readonly workflowId: string;
    readonly version: number;
    readonly documentHash: string;
  },
): Promise<{ prepared: PreparedWorkflow; state: RunState; entries: readonly JournalEntry[] }> {
  const prepared = await versions.of(tx, run);
  const entries = await selectJournal(tx, run.id);
  return { prepared, state: replay(prepared, entries), entries };
}

interface Outcome {
  readonly entries: JournalEntry[];
  readonly effects: Effect[];
  readonly waits: Wait[];
  readonly closed: string[];
  readonly stopped: string[];
}

function advanceAll(
  prepared: PreparedWorkflow,
  state: RunState,
  events: readonly RunEvent[],
  entryCount: number,
): Outcome {
  const all: Outcome = { entries: [], effects: [], waits: [], closed: [], stopped: [] };
  for (const given of events) {
    let event = given;
    for (let breath = 0; ; breath += 1) {
      if (breath > MOST_BREATHS) throw new Error(`The run ${state.run} computes without an end.`);
      const step = advanceRun(prepared, state, event);
      all.entries.push(...step.entries);
      const closed = new Set(step.closed);
      // what one event opened another may have closed before anything was stored
      for (const list of [all.effects, all.waits] as { idempotencyKey?: string; key?: string }[][]) {
        const kept = list.filter((one) => !closed.has(one.idempotencyKey ?? one.key ?? ''));
        list.splice(0, list.length, ...kept);
      }
      all.effects.push(...step.effects);
      all.waits.push(...step.waits);
      all.closed.push(...step.closed);
      if (!step.more) break;
      event = { id: `continue/${entryCount + all.entries.length}`, atMs: given.atMs, kind: 'continue' };
    }
  }
  const prefix = `${state.run}/`;
  all.stopped.push(...all.closed.filter((key) => key.startsWith(prefix)));
  return all;
}

type Storing = Outcome & {
  readonly run: LockedRun;
  readonly prepared: PreparedWorkflow;
  readonly state: RunState;
};

async function store(tx: TenantTx, change: Storing, claimer: Claimer): Promise<void> {
  const { run, state, prepared, entries, effects, waits, closed } = change;
  await insertEntries(tx, run.id, run.entryCount, entries);
  const timers = waits.filter((wait) => wait.kind === 'timer' && wait.why !== 'timeout');
  await changeTimers(tx, run.id, {
    set: timers.map((wait) => ({ key: wait.key, dueAtMs: wait.kind === 'timer' ? wait.dueAtMs : 0 })),
    drop: closed,
  });
  await changeEffects(tx, run.id, {
    ...claimer,
    claim: effects.map(effectKey),
    drop: change.stopped.flatMap((key) => attemptsOf(key, state)),
  });
  await storeTasks(tx, change);
  await updateRun(tx, run.id, {
    status: state.status,
    entryCount: run.entryCount + entries.length,
    waitingFor: state.status === 'waiting' ? waitingWords(prepared, openWork(prepared, state).waits) : null,
    progress: progressOf(prepared, state),
    startedAtMs: state.startedAtMs,
    endedAtMs: state.ended?.atMs ?? null,
    result: state.ended?.output,
    error: errorOf(state),
  });
}

function errorOf({ ended }: RunState) {
  if (!ended?.error) return null;
  const { code, say, step } = ended.error;
  return { code, say, step: step === null ? null : { node: step.node, iteration: step.iteration } };
}

async function storeTasks(tx: TenantTx, { run, state, entries, waits, closed }: Storing): Promise<void> {
  for (const wait of waits) {
    if (wait.kind !== 'task' || wait.step === null) continue;
    const input = inputOf(state.steps.get(stepKey(wait.step))?.arrived ?? []);
    await insertTask(tx, run, { step: wait.step, task: wait.task, input });
  }
  for (const entry of entries) {
    if (entry.kind === 'escalated') await escalateTask(tx, run.id, entry.step, entry.to);
  }
  for (const key of closed) {
    if (!key.startsWith('task/')) continue;
    const step = state.steps.get(key.slice('task/'.length));
    if (step === undefined) continue;
    const answered = step.by !== null;
    const expired = entries.some((entry) => entry.event === `timer/expiry/${stepKey(step)}`);
    const status = answered ? 'completed' : isOver(step) && expired ? 'expired' : 'withdrawn';
    await closeTask(tx, run.id, step, status);
  }
}

/** The end of a run that another waits for is put into that one's inbox. */
async function tellParent(tx: TenantTx, run: LockedRun, state: RunState): Promise<string | null> {
  const { parentRunId, parentStep } = run;
  const ended = state.ended;
  if (parentRunId === null || parentStep === null || ended === null) return null;
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
            say: ended.error?.say ?? 'The sub-workflow was cancelled.',
          },
          retryable: false,
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
