/** Events that can start a run: the action in the audit log, and its label. */
export const TRIGGER_EVENTS = {
  'import.committed': 'An import finishes',
  'plan.activated': 'A plan is activated',
  'plan.deactivated': 'A plan is deactivated',
  'plan.assigned': 'People are assigned to a plan',
  'calculation.completed': 'A calculation finishes',
  'calculation.failed': 'A calculation fails',
  'simulation.completed': 'A simulation finishes',
  'payment.calculated': 'Payments are calculated',
  'payment.approved': 'Payments are approved',
  'payment.posted': 'Payments are posted',
  'payment.paid': 'Payments are paid',
  'clawback.decided': 'A clawback is decided',
  'workflow.published': 'A workflow is published',
  'workflow-run.failed': 'A run of a workflow fails',
} as const;

/** The name of an act that may start a run. */
export type TriggerEvent = keyof typeof TRIGGER_EVENTS;

/** The most runs events start of one workflow within an hour: a workflow that causes what starts it is switched off then. */
export const MAX_EVENT_RUNS_AN_HOUR = 1_000;

/** Missed instants: one run for the latest of them, or none. */
export type MissedInstants = 'once' | 'skip';

/**
 * What happens to an instant that comes while the latest run of the schedule is in progress: it starts a run as well, is skipped, or
 * waits for the end of that run. One instant waits at a time; further ones are skipped.
 */
export type Overlap = 'allow' | 'skip' | 'queue';

/** The most past instants of one backfill. */
export const MAX_BACKFILL = 100;

/** Schedules are watched without a gap as long as a process looks at least this often. */
export const MISSED_AFTER_MS = 60_000;

/**
 * What a schedule does that is due (WF-40): the instant it fires for, null when that was missed and is not made up for, and the
 * instant behind which the next one follows. `latestMs` is the last instant up to now, which is `dueMs` unless several have passed;
 * `watchedSinceMs` is since when processes have looked without a gap. An instant that they only had no time for is not missed: it
 * fires late.
 */
export function instantToFire(
  due: { readonly dueMs: number; readonly latestMs: number; readonly watchedSinceMs: number },
  missed: MissedInstants,
): { readonly fireMs: number | null; readonly nextAfterMs: number } {
  const isMissed = (instant: number) => instant < due.watchedSinceMs - MISSED_AFTER_MS;
  const instant = isMissed(due.dueMs) ? Math.max(due.dueMs, due.latestMs) : due.dueMs;
  return { fireMs: isMissed(instant) && missed === 'skip' ? null : instant, nextAfterMs: instant };
}
