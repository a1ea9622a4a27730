import type { AgentSummary } from '../../../api/shapes.ts';
import type { Meaning } from '../../../ui/badge.tsx';

/** How an agent stands, in words and colour: completed green, running blue, idle grey (GAL-43 … GAL-45). */
export const agentStanding: Readonly<Record<AgentSummary['status'], { label: string; meaning: Meaning }>> = {
  completed: { label: 'Completed', meaning: 'ok' },
  running: { label: 'Running', meaning: 'info' },
  idle: { label: 'Idle', meaning: 'neutral' },
};

/** The order in which the stated categories stand; others follow by name. */
const categoryOrder: readonly string[] = [
  'Compensation Plan Design Agents',
  'Compensation Calculation & Accuracy Agents',
  'Dispute Resolution Agent',
  'Incentive Experimentation Agent',
];
const otherAgents = 'Other agents';

/** The agents of one category. */
export type AgentGroup = { readonly category: string; readonly agents: readonly AgentSummary[] };

/** The agents by category: the stated ones first, then others by name, those without one last. */
export function groupAgents(agents: readonly AgentSummary[]): readonly AgentGroup[] {
  const place = (category: string) => {
    const known = categoryOrder.indexOf(category);
    return known >= 0 ? known : category === otherAgents ? categoryOrder.length + 1 : categoryOrder.length;
  };
  const categoryOf = (agent: AgentSummary) => agent.category.trim() || otherAgents;
  return [...new Set(agents.map(categoryOf))]
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b))
    .map((category) => ({ category, agents: agents.filter((one) => categoryOf(one) === category) }));
}

/** How the last run of an agent that stands idle ended, when that was not as it should. */
export function lastRunResult(agent: AgentSummary): { label: string; meaning: Meaning } | null {
  const { lastRun } = agent;
  if (lastRun?.status === 'failed') return { label: 'Failed', meaning: 'bad' };
  return lastRun?.status === 'cancelled' ? { label: 'Stopped', meaning: 'warn' } : null;
}

/** Why an agent cannot be run just now; null: it can. */
export function whyNoRun(
  agent: Pick<AgentSummary, 'workflowId' | 'runnable'>,
  mayRun: boolean,
): string | null {
  if (!mayRun) return 'Your role can look at agents, but not run them.';
  if (agent.workflowId === null) return 'No workflow is chosen for it yet.';
  return agent.runnable ? null : 'Its workflow has no published version, or is out of use.';
}
