/** What may start a run by itself: an act as the log of the workspace calls it, and how it is called on screen. */
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

/** What happens to an instant nobody was there for: one run for the latest of them, or none. */
export type MissedInstants = 'once' | 'skip';

/** An instant counts as missed when nobody looked at it within this time. */
export const MISSED_AFTER_MS = 60_000;

/**
 * What a schedule does that is due (WF-40): the instant it fires for, or null when that was missed and is not made up for.
 * `latestMs` is the last instant up to now, which is `dueMs` unless several have passed.
 */
export function instantToFire(
  due: { readonly dueMs: number; readonly latestMs: number; readonly nowMs: number },
  missed: MissedInstants,
): number | null {
  const instant = Math.max(due.dueMs, due.latestMs);
  if (due.nowMs - instant <= MISSED_AFTER_MS) return instant;
  return missed === 'once' ? instant : null;
}
