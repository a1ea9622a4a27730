import type { QueryKey } from '@tanstack/react-query';

/** Query keys by content; invalidating a key refetches everything below it. */
export const keys = {
  me: ['/api', 'auth', 'me'],
  preferences: ['/api', 'auth', 'preferences'],
  workspace: ['/api', 'workspace'],
  people: ['/api', 'people'],
  sessions: ['/api', 'auth', 'sessions'],
  plans: ['/api', 'plans'],
  assignments: ['/api', 'assignments'],
  participants: ['/api', 'participants'],
  imports: ['/api', 'imports'],
  calculations: ['/api', 'calculations'],
  deals: ['/api', 'deals'],
  quotas: ['/api', 'quotas'],
  territories: ['/api', 'territories'],
  exchangeRates: ['/api', 'exchange-rates'],
  simulations: ['simulations'],
  planHealth: ['/api', 'plan-health'],
  standings: ['/api', 'standings'],
  closes: ['/api', 'closes'],
  statements: ['/api', 'statements'],
  payments: ['/api', 'payments'],
  approvals: ['/api', 'approvals'],
  suggestions: ['/api', 'suggestions'],
  assistant: ['/api', 'assistant'],
  analytics: ['analytics'],
  disputes: ['/api', 'disputes'],
  savedViews: ['/api', 'saved-views'],
  notes: ['/api', 'notes'],
  adjustments: ['/api', 'adjustments'],
  workflows: ['/api', 'workflows'],
  workflowRuns: ['/api', 'workflow-runs'],
  workflowTriggers: ['/api', 'workflow-triggers'],
  tasks: ['/api', 'tasks'],
  agents: ['/api', 'agents'],
  connections: ['/api', 'connections'],
  contracts: ['/api', 'contracts'],
  suites: ['/api', 'suites'],
  deployments: ['/api', 'deployments'],
  policies: ['/api', 'policies'],
  costs: ['/api', 'costs'],
  telemetry: ['/api', 'telemetry'],
  alerts: ['/api', 'alerts'],
  audit: ['/api', 'audit'],
  notices: ['/api', 'notices'],
} satisfies Record<string, QueryKey>;

/** Outdated calculations and a running recalculation. */
export const dueKey = [...keys.calculations, 'due'] as const;

/** The key of a list of agents or of a single one. */
export const agentListKey = (filter: object) => [...keys.agents, 'list', filter] as const;
export const agentKey = (id: string) => [...keys.agents, id] as const;

/** Keys a saved agent invalidates. */
export const changedByAgents = [keys.agents, keys.audit] as const;

/** Everything a committed import may change. */
export const recordKeys = [
  keys.participants,
  keys.deals,
  keys.quotas,
  keys.standings,
  keys.closes,
  keys.territories,
  keys.exchangeRates,
  keys.plans,
  keys.calculations,
  keys.imports,
  keys.audit,
] as const;
