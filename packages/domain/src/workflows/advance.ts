import type { Effect, EntryDraft, JournalEntry, RunEvent, StepError, Wait } from './journal.ts';
import type { JsonValue } from './json-value.ts';
import { mayChange, mayRepeat } from './nodes/may-repeat.ts';
import { brokenContract, type PreparedWorkflow, preparedNode } from './prepare-workflow.ts';
import { RUN_CANCELLED, type RunStatus } from './run-moves.ts';
import { answerDraft, firstPort, ignored, resultDraft, retryDraft } from './steps/answer-step.ts';
import { applyEntry } from './steps/apply-entry.ts';
import { isEffect, openWork } from './steps/open-work.ts';
import { longPace, type Pace } from './steps/pace.ts';
import { retryDelayMs } from './steps/retry-delay.ts';
import { isOver, isStopping, pendingRun, type RunState, type StepState, stepKey } from './steps/run-state.ts';
import { settle } from './steps/settle.ts';
import { stopDrafts, stoppedDrafts } from './steps/stop-steps.ts';
import { causeOf, stoppedError, unknownError } from './steps/stopped-step.ts';
import { undoDraft } from './steps/undo.ts';

/** What an event leads to. Entries, effects, waits and closings belong into one transaction. */
export interface Advance {
  /** The lines to append, in this order. None when the event is known already. */
  readonly entries: readonly JournalEntry[];
  /** Effects to perform that were not under way before. */
  readonly effects: readonly Effect[];
  /** Timers to set, tasks and signals to offer that were not there before. */
  readonly waits: readonly Wait[];
  /** Keys of waits that no longer count (delete the timer, withdraw the task), and idempotency keys of effects to abort. */
  readonly closed: readonly string[];
  readonly status: RunStatus;
  /** The run paused for breath: hand it an event `continue`. */
  readonly more: boolean;
  /** How much was evaluated since the run last stood still; hand it on with `continue`. */
  readonly worked: number;
  /** The result of a run that is completed. */
  readonly output: JsonValue | undefined;
}

/** The state that a journal makes; of none a run that nobody has started. */
export function replay(prepared: PreparedWorkflow, journal: Iterable<JournalEntry>): RunState {
  const state = pendingRun();
  for (const entry of journal) applyEntry(prepared, state, entry);
  state.status = standing(state);
  return state;
}

/**
 * Decides what an event does to a run (WF-22 … WF-27): which lines to write, what to perform, what to wait for. Knows no clock
 * and no chance; the same version, journal and event always give the same answer.
 */
export function advance(
  prepared: PreparedWorkflow,
  journal: Iterable<JournalEntry>,
  event: RunEvent,
  pace: Pace = longPace,
): Advance {
  return advanceRun(prepared, replay(prepared, journal), event, pace);
}

/**
 * Like `advance` for a caller that keeps the state between events; the state is changed. Throw it away when the transaction
 * that stores the entries fails.
 */
export function advanceRun(
  prepared: PreparedWorkflow,
  state: RunState,
  event: RunEvent,
  pace: Pace = longPace,
): Advance {
  const before = openWork(prepared, state);
  const entries: JournalEntry[] = [];
  const write = (draft: EntryDraft, applied = false) => {
    const entry: JournalEntry = { ...draft, event: event.id, atMs: event.atMs };
    entries.push(entry);
    if (applied) state.events.add(event.id);
    else applyEntry(prepared, state, entry);
  };
  let more = false;
  state.worked = event.kind === 'continue' ? (event.worked ?? 0) : 0;
  if (!state.events.has(event.id)) {
    for (const draft of draftsOf(prepared, state, event)) write(draft);
    if (state.status !== 'pending') more = settle(prepared, state, { atMs: event.atMs, pace }, write);
  }
  const { worked } = state;
  state.worked = 0;
  state.status = standing(state);
  const after = openWork(prepared, state);
  const effectKey = (effect: Effect) => `${effect.idempotencyKey}#${effect.attempt}`;
  const { fresh: effects, gone: stopped } = difference(before.effects, after.effects, effectKey);
  const { fresh: waits, gone } = difference(before.waits, after.waits, ({ key }) => key);
  const closed = [...gone.map(({ key }) => key), ...stopped.map((effect) => effect.idempotencyKey)];
  return { entries, effects, waits, closed, status: state.status, more, worked, output: state.ended?.output };
}

function difference<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string) {
  const old = new Set(before.map(keyOf));
  const now = new Set(after.map(keyOf));
  return {
    fresh: after.filter((one) => !old.has(keyOf(one))),
    gone: before.filter((one) => !now.has(keyOf(one))),
  };
}

function standing(state: RunState): RunStatus {
  if (state.ended !== null) return state.ended.status;
  if (state.startedAtMs === null) return 'pending';
  if (state.cancelAskedAtMs !== null) return 'cancelling';
  return state.ready.size > 0 || [...state.open.values()].some(isEffect) ? 'running' : 'waiting';
}

function draftsOf(prepared: PreparedWorkflow, state: RunState, event: RunEvent): readonly EntryDraft[] {
  if (event.kind === 'continue') return [];
  if (state.ended !== null)
    return event.kind === 'timer' ? [] : [ignored(event.id, 'run-has-ended', stepIn(event))];
  if (event.kind === 'start') {
    if (state.startedAtMs !== null) return [ignored(event.id, 'already-started', null)];
    const { run, input, variables = {}, by = null } = event;
    return [{ kind: 'started', key: 'started', run, input, variables, by }];
  }
  if (event.kind === 'cancel') return cancelDrafts(prepared, state, event);
  if (event.kind === 'timer') return timerDrafts(prepared, state, event);
  if (event.kind === 'answer') {
    if (state.undoingAtMs !== null) return [ignored(event.id, 'run-is-undoing', stepIn(event))];
    if (state.cancelAskedAtMs !== null) return [ignored(event.id, 'run-is-cancelling', stepIn(event))];
    return [answerDraft(prepared, state, event)];
  }
  if (state.startedAtMs === null) return [ignored(event.id, 'run-not-started', event.step)];
  return [outcomeDraft(prepared, state, event)];
}

function stepIn(event: RunEvent) {
  return 'step' in event ? { node: event.step.node, iteration: event.step.iteration ?? '' } : null;
}

function cancelDrafts(
  prepared: PreparedWorkflow,
  state: RunState,
  event: RunEvent & { readonly kind: 'cancel' },
): readonly EntryDraft[] {
  if (state.undoingAtMs !== null) return [ignored(event.id, 'run-is-undoing', null)];
  if (state.cancelAskedAtMs !== null) return [ignored(event.id, 'run-is-cancelling', null)];
  const asked: EntryDraft = { kind: 'cancel-asked', key: 'cancel-asked', by: event.by, reason: event.reason };
  if (state.startedAtMs !== null) return stopDrafts(prepared, state, asked);
  return [asked, { kind: 'ended', key: 'ended', status: 'cancelled', output: null, error: null }];
}

type Outcome = RunEvent & { readonly kind: 'effect-done' | 'effect-failed' };

function outcomeDraft(prepared: PreparedWorkflow, state: RunState, event: Outcome): EntryDraft {
  const step = state.steps.get(stepKey(event.step));
  if (step === undefined || step.attempt === 0) return ignored(event.id, 'never-asked', event.step);
  if (step.status === 'cancelled') return ignored(event.id, 'run-is-cancelling', event.step);
  if (isOver(step)) return ignored(event.id, 'already-answered', event.step);
  if (event.attempt > step.attempt) return ignored(event.id, 'other-attempt', event.step);
  // That an earlier attempt succeeded after all is the truth, whatever was tried since: its key is the same.
  if (event.kind === 'effect-done') return doneDraft(prepared, step, event.output);
  if (event.attempt < step.attempt || step.status !== 'running')
    return ignored(event.id, 'other-attempt', event.step);
  return failureDraft(prepared, state, step, event);
}

/** What was performed, or that what it returned breaks the contract of the node (DC-11); trying again would not help. */
function doneDraft(prepared: PreparedWorkflow, step: StepState, output: JsonValue): EntryDraft {
  const broken = brokenContract(preparedNode(prepared, step.node), output);
  if (broken === null) return resultDraft(step, { output, ports: [firstPort(prepared, step, output)] });
  const error = { code: 'CONTRACT_VIOLATED', message: broken.slice(0, 2_000) };
  return resultDraft(step, { error, ports: ['error'] });
}

/** How long a target may put off the next attempt. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

interface Failure {
  readonly atMs: number;
  readonly error: StepError;
  readonly retryable: boolean;
  readonly outcomeUnknown: boolean;
  readonly retryAfterMs?: number;
}

/** What a failed attempt leads to (WF-26): a person is asked, it is tried again, or the step has failed. */
function failureDraft(
  prepared: PreparedWorkflow,
  state: RunState,
  step: StepState,
  failure: Failure,
): EntryDraft {
  const { node, iteration, attempt } = step;
  const ref = { node, iteration };
  const { type, config } = preparedNode(prepared, node);
  const repeatable = mayRepeat(type, config);
  const { error } = failure;
  const isUndo = prepared.undoes.has(node);
  const cancelling = isStopping(state) && !isUndo;
  if (failure.outcomeUnknown && !repeatable && isUndo)
    return resultDraft(step, { error: unknownError(error.message), ports: [] });
  if (failure.outcomeUnknown && !repeatable && !cancelling) {
    const wait = { for: 'outcome', attempt, error } as const;
    return { kind: 'opened', key: `opened/${stepKey(step)}#${attempt}`, step: ref, wait };
  }
  if (cancelling) {
    // a run that this one waits for is cancelled with it
    const isStopped = failure.outcomeUnknown || error.code === RUN_CANCELLED || error.code === 'CANCELLED';
    const isUnknown = failure.outcomeUnknown || step.isUnknown;
    const why = isStopped ? stoppedError(prepared, node, isUnknown, causeOf(state)) : error;
    return resultDraft(step, { error: why, ports: ['error'] });
  }
  if (!failure.retryable || attempt > Number(config.retries ?? 0))
    return resultDraft(step, { error, ports: ['error'] });
  const backoff = retryDelayMs(`${state.run}/${stepKey(step)}`, attempt, Number(config.backoffSeconds ?? 1));
  const delay = Math.max(backoff, Math.min(failure.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  const key = `attempt/${stepKey(step)}#${attempt}`;
  const unknown = failure.outcomeUnknown && mayChange(type, config) ? { outcomeUnknown: true as const } : {};
  const retryAtMs = failure.atMs + delay;
  return { kind: 'attempt-failed', key, step: ref, attempt, error, retryAtMs, ...unknown };
}

function timerDrafts(
  prepared: PreparedWorkflow,
  state: RunState,
  event: RunEvent & { readonly kind: 'timer' },
): readonly EntryDraft[] {
  const wait = openWork(prepared, state).waits.find(({ key }) => key === event.timer);
  if (wait?.kind !== 'timer' || event.atMs < wait.dueAtMs) return [];
  const ended = { kind: 'ended', key: 'ended', output: null } as const;
  // without steps in progress, the run ends
  if (wait.why === 'grace')
    return stoppedDrafts(prepared, state, (step) => isEffect(step) && !prepared.undoes.has(step.node));
  if (wait.why === 'deadline') {
    const message = `The run did not end within ${prepared.workflow.settings.deadlineMinutes} minutes.`;
    const over = { ...ended, status: 'failed', error: { code: 'DEADLINE', message, step: null } } as const;
    const undo = undoDraft(prepared, state, { ended: over, atMs: event.atMs });
    return undo === null ? [over] : stopDrafts(prepared, state, undo);
  }
  const step = wait.step === null ? undefined : state.open.get(stepKey(wait.step));
  return step === undefined ? [] : [stepTimer(prepared, state, step, { why: wait.why, atMs: event.atMs })];
}

function stepTimer(
  prepared: PreparedWorkflow,
  state: RunState,
  step: StepState,
  { why, atMs }: { readonly why: string; readonly atMs: number },
): EntryDraft {
  const ref = { node: step.node, iteration: step.iteration };
  if (why === 'retry') return retryDraft(step);
  if (why === 'timeout') {
    const error = { code: 'TIMEOUT', message: 'The attempt timed out.' };
    return failureDraft(prepared, state, step, { atMs, error, retryable: true, outcomeUnknown: true });
  }
  if (why === 'escalation') {
    const to = step.wait?.for === 'task' ? step.wait.task.escalateTo : null;
    return { kind: 'escalated', key: `escalated/${stepKey(step)}`, step: ref, to };
  }
  const input = step.arrived[0]?.value ?? null;
  if (why === 'wait')
    return resultDraft(step, { output: input, ports: [step.wait?.for === 'signal' ? 'timeout' : 'out'] });
  const caught = preparedNode(prepared, step.node).leaving.some(({ from }) => from.port === 'expired');
  if (caught) return resultDraft(step, { output: input, ports: ['expired'] });
  return resultDraft(step, {
    error: { code: 'EXPIRED', message: 'No one answered in time.' },
    ports: ['error'],
  });
}
