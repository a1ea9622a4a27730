import type { ApprovalKind } from '../approvals/approval-kinds.ts';
import { monthStart } from '../base/day.ts';

/** What auditors look at, in the order of the screen. */
export const controls = [
  'payments',
  'adjustments',
  'plans',
  'imports',
  'parallel-runs',
  'disputes',
  'access',
  'secrets',
  'assistant',
  'agents',
  'tasks',
] as const;
export type Control = (typeof controls)[number];

export const controlStates = ['pass', 'exception', 'fail', 'empty'] as const;
export type ControlState = (typeof controlStates)[number];

/** A dispute that is open for longer is an exception (CTRL-4). */
export const DISPUTE_DAYS = 30;

/** The control that counts approved requests of a kind. Payment runs count when they are posted, so their requests don't. */
export const controlOfKind = {
  'payment-run': null,
  adjustment: 'adjustments',
  'plan-activation': 'plans',
  'role-grant': 'access',
  'administrator-grant': 'access',
  'access-grant': 'access',
  'duty-exception': 'access',
  'suggestion-override': 'assistant',
  'suggestion-apply': 'assistant',
  'autonomous-act': 'assistant',
  'autonomy-level': 'assistant',
  'agent-version': 'agents',
  'policy-activation': 'agents',
  deployment: 'agents',
  'production-secret': 'secrets',
  import: 'imports',
  'release-gate': 'agents',
} as const satisfies Record<ApprovalKind, Control | null>;

const controlOfNoun: Readonly<Record<string, Control>> = {
  import: 'imports',
  connection: 'secrets',
  task: 'tasks',
};

/** The control of an act that one person may do without a request; null: it has a request, which counts. */
export function controlOfAction(action: string): Control | null {
  if (action === 'member.second-factor-reset') return 'access';
  return controlOfNoun[action.split('.')[0] ?? ''] ?? null;
}

/** What a control counted in a month. */
export interface ControlCounts {
  readonly acts: number;
  readonly exceptions: number;
  readonly failures: number;
}

/** The state of a control in a month (CTRL-5). */
export function controlState({ acts, exceptions, failures }: ControlCounts): ControlState {
  if (failures > 0) return 'fail';
  if (exceptions > 0) return 'exception';
  return acts > 0 ? 'pass' : 'empty';
}

/** The months that end with this one, `2026-11`, oldest first. */
export function monthsUntil(last: string, count: number): readonly string[] {
  const [year, month] = last.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, at) => monthStart(year, month, at + 1 - count).slice(0, 7));
}
