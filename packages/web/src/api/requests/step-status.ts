import type { Meaning } from '../../ui/badge.tsx';
import { messages } from '../messages.ts';
import type { WorkflowRunDetail } from '../shapes.ts';

type StepStatus = WorkflowRunDetail['steps'][number]['status'];

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
