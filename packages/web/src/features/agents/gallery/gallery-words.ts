import {
  type Held,
  missingPermissionsMessage,
  rolesHolding,
  scopeOf,
} from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import type { AgentSummary } from '../../../api/shapes.ts';
import { formatMoney } from '../../../base/format-money.ts';
import type { Meaning } from '../../../ui/badge.tsx';
import { messages } from '../messages.ts';

/** Status badges: completed green, running blue, idle grey (GAL-43 … GAL-45). */
export const agentStatusLook: Readonly<Record<AgentSummary['status'], { label: string; meaning: Meaning }>> =
  {
    completed: { label: messages.gallery.status.completed, meaning: 'ok' },
    running: { label: messages.gallery.status.running, meaning: 'info' },
    idle: { label: messages.gallery.status.idle, meaning: 'neutral' },
  };

/** The display order of the specified categories; others follow by name. */
const categoryOrder: readonly string[] = [
  'Compensation Plan Design Agents',
  'Compensation Calculation & Accuracy Agents',
  'Dispute Resolution Agent',
  'Incentive Experimentation Agent',
];
const otherAgents = messages.gallery.others;

export type AgentGroup = { readonly category: string; readonly agents: readonly AgentSummary[] };

/** Agents by category: the specified ones first, then others by name, uncategorized last. */
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

/** Explains the total of savings below its figure. */
export function savingsWords(savings: string | null, currency: string): string {
  if (savings === null) return messages.savings.noRun;
  if (Number(savings) === 0) return messages.savings.nothing;
  return messages.savings.sum(formatMoney(savings, { currency }));
}

/** The savings of one agent, or the reason there are none. */
export function agentSavings(
  { savings, status, summary }: Pick<AgentSummary, 'savings' | 'status' | 'summary'>,
  currency: string,
): { readonly figure: string; readonly why: string | undefined } {
  if (savings !== null) return { figure: formatMoney(savings, { currency }), why: undefined };
  const ran = status === 'completed' || summary !== null;
  return ran
    ? { figure: messages.savings.notEstimated, why: messages.savings.notEstimatedWhy }
    : { figure: '—', why: messages.savings.unknownWhy };
}

/** The result of an idle agent's last run if it failed or was stopped. */
export function lastRunResult(agent: AgentSummary): { label: string; meaning: Meaning } | null {
  const { lastRun } = agent;
  if (lastRun?.status === 'failed') return { label: messages.gallery.status.failed, meaning: 'bad' };
  return lastRun?.status === 'cancelled' ? { label: messages.gallery.status.stopped, meaning: 'warn' } : null;
}

/** The reason these roles cannot run an agent now, or null. */
export function whyNoRun(
  agent: Pick<AgentSummary, 'workflowId' | 'runnable' | 'needs'>,
  held: readonly Held[],
): string | null {
  if (agent.workflowId === null) return messages.cannotRun.noWorkflow;
  if (!agent.runnable) return messages.cannotRun.unpublished;
  if (scopeOf(held, 'run:agents') === null) return messages.cannotRun.readOnly;
  return missingPermissionsMessage(held, agent.needs);
}

/** The roles that can run an agent, for users without permission; null if not applicable. */
export function whoCanRun(agent: Parameters<typeof whyNoRun>[0], held: readonly Held[]): string | null {
  if (agent.workflowId === null || !agent.runnable || whyNoRun(agent, held) === null) return null;
  const able = rolesHolding([...agent.needs, 'run:agents']).map((role) => roleNames[role]);
  return able.length === 0 ? messages.cannotRun.noRole : messages.cannotRun.roles(able.join(', '));
}

/** Whether its runs send data to people or systems outside the workspace. */
export function sendsOutside({ sendsTo }: Pick<AgentSummary, 'sendsTo'>): boolean {
  return sendsTo.some(({ kind }) => kind === 'message' || kind === 'system');
}
