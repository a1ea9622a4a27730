import type { Meaning } from '../../ui/badge.tsx';
import type { WorkflowRunDetail } from '../shapes.ts';

/** How a step of a run stands, as the colour of its badge. */
export const stepMeanings: Readonly<Record<WorkflowRunDetail['steps'][number]['status'], Meaning>> = {
  idle: 'neutral',
  running: 'info',
  waiting: 'warn',
  retrying: 'warn',
  success: 'ok',
  error: 'bad',
  skipped: 'neutral',
  cancelled: 'neutral',
};
