import { OUTCOME_UNKNOWN } from '@attain/domain/workflows/run-moves';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from '../messages.ts';
import type { WorkflowRunDetail } from '../shapes.ts';

type Step = WorkflowRunDetail['steps'][number];
type StepStatus = Step['status'];

/** Label and color of a step's status. */
export const stepStatusLook: Readonly<Record<StepStatus, { label: string; meaning: Meaning }>> = {
  idle: { label: messages.stepStatus.idle, meaning: 'neutral' },
  running: { label: messages.stepStatus.running, meaning: 'info' },
  waiting: { label: messages.stepStatus.waiting, meaning: 'warn' },
  retrying: { label: messages.stepStatus.retrying, meaning: 'warn' },
  success: { label: messages.stepStatus.success, meaning: 'ok' },
  error: { label: messages.stepStatus.error, meaning: 'bad' },
  skipped: { label: messages.stepStatus.skipped, meaning: 'neutral' },
  cancelled: { label: messages.stepStatus.cancelled, meaning: 'neutral' },
};

/** True for a step that a cancelled run stopped while it may have taken effect. */
export function isOutcomeUnknown({ error }: Pick<Step, 'error'>): boolean {
  return error?.code === OUTCOME_UNKNOWN;
}

/** Label and color of a step in its run. */
export function stepLook(step: Pick<Step, 'status' | 'error'>): { label: string; meaning: Meaning } {
  return isOutcomeUnknown(step)
    ? { label: messages.stepStatus.unknown, meaning: 'warn' }
    : stepStatusLook[step.status];
}
