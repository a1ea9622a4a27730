import {
  missingPermissionsMessage,
  type Role,
  rolesHolding,
  scopeOf,
} from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import type { AgentSummary } from '../../../api/shapes.ts';
import { formatMoney } from '../../../base/format-money.ts';
import type { Meaning } from '../../../ui/badge.tsx';

/** How an agent stands, in words and colour: completed green, running blue, idle grey (GAL-43 … GAL-45). */
export const agentStatusLook: Readonly<Record<AgentSummary['status'], { label: string; meaning: Meaning }>> =
  {
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

/** What the total of savings is made of, under its figure. */
export function savingsWords(savings: string | null, currency: string): string {
  if (savings === null) return 'No completed run has estimated savings';
  if (Number(savings) === 0) return 'The last runs found nothing to save';
  return `${formatMoney(savings, { currency })} from the last completed runs`;
}

/** The savings of one agent, and why there is no figure. */
export function agentSavings(
  { savings, status, summary }: Pick<AgentSummary, 'savings' | 'status' | 'summary'>,
  currency: string,
): { readonly figure: string; readonly why: string | undefined } {
  if (savings !== null) return { figure: formatMoney(savings, { currency }), why: undefined };
  const ran = status === 'completed' || summary !== null;
  return ran
    ? { figure: 'Not estimated', why: 'This agent does not estimate savings, or found nothing to change.' }
    : { figure: '—', why: 'Known after its first completed run.' };
}

/** How the last run of an agent that stands idle ended, when that was not as it should. */
export function lastRunResult(agent: AgentSummary): { label: string; meaning: Meaning } | null {
  const { lastRun } = agent;
  if (lastRun?.status === 'failed') return { label: 'Failed', meaning: 'bad' };
  return lastRun?.status === 'cancelled' ? { label: 'Stopped', meaning: 'warn' } : null;
}

/** Why somebody with these roles cannot run an agent just now; null: they can. */
export function whyNoRun(
  agent: Pick<AgentSummary, 'workflowId' | 'runnable' | 'needs'>,
  held: readonly Role[],
): string | null {
  if (agent.workflowId === null) return 'No workflow is chosen for it yet.';
  if (!agent.runnable) return 'Its workflow has no published version, or is out of use.';
  if (scopeOf(held, 'run:agents') === null) return 'Your role can look at agents, but not run them.';
  return missingPermissionsMessage(held, agent.needs);
}

/** Who can run an agent, by role, for those who cannot because of their rights; null: they can, or nobody can as it is. */
export function whoCanRun(agent: Parameters<typeof whyNoRun>[0], held: readonly Role[]): string | null {
  if (agent.workflowId === null || !agent.runnable || whyNoRun(agent, held) === null) return null;
  const able = rolesHolding([...agent.needs, 'run:agents']).map((role) => roleNames[role]);
  return able.length === 0 ? 'No single role can run it' : `${able.join(', ')} can run it`;
}

/** Whether its runs hand values to people or systems outside of the workspace. */
export function sendsOutside({ sendsTo }: Pick<AgentSummary, 'sendsTo'>): boolean {
  return sendsTo.some(({ kind }) => kind === 'message' || kind === 'system');
}
