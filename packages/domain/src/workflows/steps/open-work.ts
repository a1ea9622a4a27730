import type { Effect, Wait } from '../journal.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { inputOf, type RunState, type StepState, stepKey } from './run-state.ts';

/** How long a cancelled run gives what is under way before it ends without it. */
export const CANCEL_GRACE_MS = 30_000;

/** What a run has under way: effects to be performed, and what it waits for. */
export interface OpenWork {
  readonly effects: readonly Effect[];
  readonly waits: readonly Wait[];
}

/**
 * Everything a run has under way, from its state alone: after a restart these effects are performed (again, with the same
 * idempotency key) and these timers and tasks must exist. Of a run that has ended there is nothing.
 */
export function openWork(prepared: PreparedWorkflow, state: RunState): OpenWork {
  if (state.startedAtMs === null || state.ended !== null) return { effects: [], waits: [] };
  const open = [...state.open.values()];
  return {
    effects: open.filter(isEffect).map((step) => effectOf(prepared, state, step)),
    waits: [...runWaits(prepared, state), ...open.flatMap((step) => stepWaits(prepared, step))],
  };
}

/** Whether the step has an attempt under way. */
export function isEffect(step: StepState): boolean {
  return step.status === 'running' && step.attempt > 0;
}

function effectOf(prepared: PreparedWorkflow, state: RunState, step: StepState): Effect {
  const { node, iteration, attempt } = step;
  return {
    step: { node, iteration },
    attempt,
    type: preparedNode(prepared, node).node.type,
    config: step.config ?? {},
    input: inputOf(step.arrived),
    idempotencyKey: `${state.run}/${stepKey(step)}`,
    timeoutAtMs: timeoutOf(prepared, step),
  };
}

function timeoutOf(prepared: PreparedWorkflow, step: StepState): number | null {
  const seconds = preparedNode(prepared, step.node).config.timeoutSeconds;
  return typeof seconds === 'number' ? step.requestedAtMs + seconds * 1_000 : null;
}

function runWaits({ workflow, undoes }: PreparedWorkflow, state: RunState): readonly Wait[] {
  const { deadlineMinutes } = workflow.settings;
  const stoppedAtMs = state.cancelAskedAtMs ?? state.undoingAtMs;
  if (stoppedAtMs !== null) {
    const dueAtMs = stoppedAtMs + CANCEL_GRACE_MS;
    const isLeft = [...state.open.values()].some(({ node }) => !undoes.has(node));
    return isLeft ? [{ key: 'grace', step: null, kind: 'timer', why: 'grace', dueAtMs }] : [];
  }
  if (deadlineMinutes === null || state.startedAtMs === null) return [];
  const dueAtMs = state.startedAtMs + deadlineMinutes * 60_000;
  return [{ key: 'deadline', step: null, kind: 'timer', why: 'deadline', dueAtMs }];
}

type TimerReason = (Wait & { readonly kind: 'timer' })['why'];

function stepWaits(prepared: PreparedWorkflow, step: StepState): readonly Wait[] {
  const ref = { node: step.node, iteration: step.iteration };
  const key = stepKey(step);
  const timer = (why: TimerReason, dueAtMs: number | null, name = key): readonly Wait[] =>
    dueAtMs === null ? [] : [{ key: `${why}/${name}`, step: ref, kind: 'timer', why, dueAtMs }];
  const attempt = `${key}#${step.attempt}`;
  if (step.status === 'retrying') return timer('retry', step.retryAtMs, attempt);
  if (isEffect(step)) return timer('timeout', timeoutOf(prepared, step), attempt);
  const { wait } = step;
  if (wait === null) return [];
  switch (wait.for) {
    case 'timer':
      return timer('wait', wait.dueAtMs);
    case 'signal':
      return [
        { key: `signal/${key}`, step: ref, kind: 'signal', name: wait.name },
        ...timer('wait', wait.dueAtMs),
      ];
    case 'outcome':
      return [
        { key: `outcome/${attempt}`, step: ref, kind: 'outcome', attempt: wait.attempt, error: wait.error },
      ];
    case 'task':
      return [
        { key: `task/${key}`, step: ref, kind: 'task', task: wait.task },
        ...(step.escalated ? [] : timer('escalation', wait.task.slaAtMs)),
        ...timer('expiry', wait.task.expiresAtMs),
      ];
  }
}
