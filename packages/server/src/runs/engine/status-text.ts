import type { Wait } from '@attain/domain/workflows/journal';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';
import type { RunState } from '@attain/domain/workflows/steps/run-state';

/** What a parked run waits for, in words; the people first. */
export function waitingWords(prepared: PreparedWorkflow, waits: readonly Wait[]): string | null {
  const task = waits.find((wait) => wait.kind === 'task');
  if (task?.kind === 'task') {
    const whom = task.task.assignee ?? task.task.queue ?? 'a user who can decide it';
    return `“${task.task.title}”, for ${whom}`;
  }
  const outcome = waits.find((wait) => wait.kind === 'outcome');
  if (outcome?.step) {
    const { title } = preparedNode(prepared, outcome.step.node).node;
    return `a user to confirm whether “${title}” succeeded`;
  }
  const signal = waits.find((wait) => wait.kind === 'signal');
  if (signal?.kind === 'signal') return `the signal “${signal.name}”`;
  const timers = waits.flatMap((wait) =>
    wait.kind === 'timer' && wait.why !== 'deadline' ? [wait.dueAtMs] : [],
  );
  return timers.length === 0 ? null : `a timer, until ${new Date(Math.min(...timers)).toISOString()}`;
}

/** Steps that are over, of the workflow's nodes, percent; a node counts once, however often a loop runs it. */
export function progressOf(prepared: PreparedWorkflow, state: RunState): number {
  if (state.ended?.status === 'completed') return 100;
  return Math.floor((state.over.size * 100) / Math.max(1, prepared.nodes.size));
}
