import type { RunStatus } from '../workflows/run-moves.ts';
import { shownRunStatus } from '../workflows/run-moves.ts';

/** How an agent stands in the gallery. */
export const agentStatuses = ['completed', 'running', 'idle'] as const;
export type AgentStatus = (typeof agentStatuses)[number];

/**
 * The standing of an agent by its latest run, null when it never ran (AGENT-9): running while that goes on, completed after it
 * came to its end, else idle: the gallery has no word for failed and cancelled, its last run says so.
 */
export function agentStatusOf(latest: RunStatus | null): AgentStatus {
  const shown = latest === null ? 'idle' : shownRunStatus(latest);
  return shown === 'running' || shown === 'completed' ? shown : 'idle';
}
