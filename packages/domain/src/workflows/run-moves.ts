/** Where a run stands. `waiting` holds no process: only people and timers can wake it. */
export type RunStatus =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** What moves a run. */
export type RunMove = 'start' | 'park' | 'wake' | 'cancel' | 'complete' | 'fail' | 'stop';

/** The legal moves as data (WF-20): from which standings a move starts, and where it leads. */
export const RUN_MOVES: Readonly<
  Record<RunMove, { readonly from: readonly RunStatus[]; readonly to: RunStatus }>
> = {
  start: { from: ['pending'], to: 'running' },
  park: { from: ['running'], to: 'waiting' },
  wake: { from: ['waiting'], to: 'running' },
  cancel: { from: ['running', 'waiting'], to: 'cancelling' },
  complete: { from: ['running', 'waiting'], to: 'completed' },
  fail: { from: ['running', 'waiting'], to: 'failed' },
  /** The end of a cancellation; a run that never began is stopped at once. */
  stop: { from: ['pending', 'running', 'waiting', 'cancelling'], to: 'cancelled' },
};

/** A run in one of these never moves again. */
export const TERMINAL_STATUSES: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

/** True when the run never moves again. */
export function isTerminal(status: RunStatus): boolean {
  return TERMINAL_STATUSES.includes(status);
}

/** Whether a run may go from one standing to another in one move; staying is no move. */
export function canMoveRun(from: RunStatus, to: RunStatus): boolean {
  return Object.values(RUN_MOVES).some((move) => move.to === to && move.from.includes(from));
}

/** What the run list shows (RUNS-16): what has not ended is running. */
export function shownRunStatus(status: RunStatus): 'running' | 'completed' | 'failed' | 'cancelled' {
  return status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'running';
}

/** Where one step of a run stands: a node, in one turn of the loops around it. */
export type StepStatus =
  | 'idle'
  | 'running'
  | 'waiting'
  | 'retrying'
  | 'success'
  | 'error'
  | 'skipped'
  | 'cancelled';

/** Code of a step that its run's cancellation stopped before it changed anything. */
export const RUN_CANCELLED = 'RUN_CANCELLED';
/** Code of a step that its run's cancellation stopped while it may have reached its target. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN';

/** What the canvas colours (CANVAS-22). */
export function shownNodeStatus(status: StepStatus): 'idle' | 'running' | 'success' | 'error' {
  if (status === 'success' || status === 'error') return status;
  return status === 'running' || status === 'waiting' || status === 'retrying' ? 'running' : 'idle';
}

export type TaskStatus = 'pending' | 'escalated' | 'completed' | 'expired' | 'withdrawn';

/** The moves of a person's task (WF-21). It is withdrawn when its run ends without it. */
export const TASK_MOVES: Readonly<
  Record<
    'escalate' | 'decide' | 'expire' | 'withdraw',
    { readonly from: readonly TaskStatus[]; readonly to: TaskStatus }
  >
> = {
  escalate: { from: ['pending'], to: 'escalated' },
  decide: { from: ['pending', 'escalated'], to: 'completed' },
  expire: { from: ['pending', 'escalated'], to: 'expired' },
  withdraw: { from: ['pending', 'escalated'], to: 'withdrawn' },
};
