import type { WorkflowRunDetail } from '../../../api/shapes.ts';

/** The status of a node in the run shown. */
export type StepState = WorkflowRunDetail['steps'][number]['status'];

/** The status of each node; in a loop, that of the turn started last. */
export function stepStates(
  run: Pick<WorkflowRunDetail, 'steps'> | undefined,
): ReadonlyMap<string, StepState> {
  const began = new Map<string, string>();
  const states = new Map<string, StepState>();
  for (const { node, status, startedAt } of run?.steps ?? []) {
    const moment = startedAt ?? '';
    if (states.has(node) && moment < (began.get(node) ?? '')) continue;
    began.set(node, moment);
    states.set(node, status);
  }
  return states;
}
