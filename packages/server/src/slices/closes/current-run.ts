import type { Run } from '@attain/contract/calculations';

/** Whether a calculation has results that are up to date. */
export function isCurrent(run: Run | null): run is Run {
  return run !== null && run.stale.length === 0 && ['completed', 'unchanged'].includes(run.status);
}
