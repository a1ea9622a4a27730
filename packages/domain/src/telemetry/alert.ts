/** How much an alert matters, most first. */
export const alertSeverities = ['critical', 'high', 'medium', 'low'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

export const alertStatuses = ['active', 'acknowledged', 'resolved'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/**
 * What a rule measures. Of the runs that ended in its window: percent, runs, ms, runs, cost in the workspace’s currency, or how many times
 * faster than its target allows they fail. Of a budget: the percentage that is spent in its current period.
 */
export const alertMeasures = [
  'failure-rate',
  'failed-runs',
  'p95',
  'few-runs',
  'cost',
  'burn-rate',
  'budget',
] as const;
export type AlertMeasure = (typeof alertMeasures)[number];

const moves: Readonly<Record<AlertStatus, readonly AlertStatus[]>> = {
  active: ['acknowledged', 'resolved'],
  acknowledged: ['resolved'],
  resolved: [],
};

/** Whether an alert may move from one status to another (TEL-7). */
export function mayMove(from: AlertStatus, to: AlertStatus): boolean {
  return moves[from].includes(to);
}

/** Whether a value meets the condition of a rule: below the threshold for few runs, else at or above it (TEL-8). */
export function isMet(measure: AlertMeasure, value: number, threshold: number): boolean {
  return measure === 'few-runs' ? value < threshold : value >= threshold;
}

/** A rule as it is judged. */
export interface JudgedRule {
  readonly measure: AlertMeasure;
  readonly threshold: number;
  /** Ended runs below which nothing is judged; not for few runs and budgets. */
  readonly minRuns: number;
  readonly windowMinutes: number;
  readonly cooldownMinutes: number;
}

/** What is known of a rule at a moment, ms since 1970. */
export interface RuleState {
  /** Null: nothing to measure. */
  readonly value: number | null;
  readonly runs: number;
  readonly hasOpenAlert: boolean;
  /** When its condition was last met; null: never. */
  readonly lastMetMs: number | null;
  /** When it last raised an alert; null: never. */
  readonly lastRaisedMs: number | null;
  readonly nowMs: number;
}

const minuteMs = 60_000;

/**
 * What follows for a rule: it raises an alert if its condition is met, none is open and the cooldown is over; it resolves the
 * open one once the condition was not met for a window (TEL-9).
 */
export function judgeRule(
  rule: JudgedRule,
  state: RuleState,
): { isMet: boolean; act: 'raise' | 'resolve' | null } {
  const enough = rule.measure === 'few-runs' || rule.measure === 'budget' || state.runs >= rule.minRuns;
  const met = enough && state.value !== null && isMet(rule.measure, state.value, rule.threshold);
  if (met) {
    const isCooling =
      state.lastRaisedMs !== null && state.nowMs - state.lastRaisedMs < rule.cooldownMinutes * minuteMs;
    return { isMet: true, act: state.hasOpenAlert || isCooling ? null : 'raise' };
  }
  const isClear = state.lastMetMs === null || state.nowMs - state.lastMetMs >= rule.windowMinutes * minuteMs;
  return { isMet: false, act: state.hasOpenAlert && isClear ? 'resolve' : null };
}
