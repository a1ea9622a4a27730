import type { ChangeEvent, Topic } from '@attain/contract/events';
import type { QueryKey } from '@tanstack/react-query';
import { dueKey, keys } from '../keys.ts';

/** A query to refetch; `exact` excludes the keys below it. */
export type Stale = { readonly queryKey: QueryKey; readonly exact?: boolean };

/** Analytics that follow every change; the others read by their own timer. */
const analyticsNow = { queryKey: [...keys.analytics, 'realtime'] };

/** Sign-offs of any month. */
const reviews: Stale = { queryKey: [...keys.statements, 'reviews'] };

/** Every part of a close may change its steps; while something is calculated it reads by its own timer. */
const closes = { queryKey: keys.closes };
/** Results, quotas, checks and tests are parts of it. */
const planHealth = { queryKey: keys.planHealth };

/** The queries a topic makes stale; with an id, only those of that object. */
const staleAfter: Readonly<Record<Topic, (id: string | undefined) => readonly Stale[]>> = {
  workspace: () => [{ queryKey: keys.me }, { queryKey: keys.workspace }],
  people: () => [{ queryKey: keys.people }],
  participants: () => [{ queryKey: keys.participants }, { queryKey: keys.standings }],
  territories: () => [{ queryKey: keys.territories }, { queryKey: keys.standings }],
  quotas: () => [{ queryKey: keys.quotas }, { queryKey: keys.standings }, planHealth],
  // the periods that can be calculated depend on the deals
  deals: () => [
    { queryKey: keys.deals },
    { queryKey: [...keys.calculations, 'periods'] },
    { queryKey: keys.standings },
    closes,
    analyticsNow,
  ],
  // payment totals in the workspace's currency depend on the rates
  'exchange-rates': () => [
    { queryKey: keys.exchangeRates },
    { queryKey: keys.payments },
    { queryKey: keys.standings },
  ],
  imports: (id) => [...oneOrAll(keys.imports, id), closes],
  plans: (id) => [...oneOrAll(keys.plans, id), { queryKey: keys.standings }, planHealth],
  assignments: () => [{ queryKey: keys.assignments }, { queryKey: keys.standings }, planHealth],
  // progress events are frequent: the lines of a run are refetched only on `payouts`
  calculations: (id) =>
    id === undefined
      ? [{ queryKey: keys.calculations }]
      : [
          { queryKey: [...keys.calculations, 'list'] },
          { queryKey: [...keys.calculations, id], exact: true },
          { queryKey: [...keys.calculations, id, 'difference'] },
        ],
  payouts: (id) => [
    { queryKey: id === undefined ? keys.calculations : [...keys.calculations, id, 'payouts'] },
    // whether later calculations are out of date depends on what this one paid
    { queryKey: dueKey },
    closes,
    planHealth,
    analyticsNow,
  ],
  // a standing may deduct what an earlier period paid
  statements: (id) => [
    ...oneOrAll(keys.statements, id),
    reviews,
    { queryKey: [...keys.statements, 'next-pay-day'] },
    { queryKey: keys.standings },
    closes,
  ],
  simulations: (id) => [...oneOrAll(keys.simulations, id), planHealth],
  // balances of draws and holds depend on posted payments, so both are refetched
  payments: () => [
    { queryKey: keys.payments },
    { queryKey: keys.adjustments },
    { queryKey: [...keys.statements, 'next-pay-day'] },
    closes,
  ],
  approvals: () => [{ queryKey: keys.approvals }],
  // events name the UUID, screens the visible ID
  // the assistant's counts and trust come from them
  suggestions: () => [{ queryKey: keys.suggestions }, { queryKey: [...keys.assistant, 'state'] }],
  assistant: () => [{ queryKey: keys.assistant }],
  disputes: (id) => [
    ...oneOrAll(keys.disputes, id),
    { queryKey: [...keys.disputes, 'figures'] },
    reviews,
    closes,
  ],
  // figures of many runs read by their own timer
  'workflow-runs': (id) => [
    ...oneOrAll(keys.workflowRuns, id),
    { queryKey: id === undefined ? keys.telemetry : [...keys.telemetry, 'trace', id] },
  ],
  tasks: () => [{ queryKey: keys.tasks }],
  agents: (id) => oneOrAll(keys.agents, id),
  connections: (id) => oneOrAll(keys.connections, id),
  'data-contracts': () => [{ queryKey: keys.contracts }],
  suites: () => [{ queryKey: keys.suites }],
  workflows: (id) => oneOrAll(keys.workflows, id),
  'workflow-triggers': () => [{ queryKey: keys.workflowTriggers }],
  deployments: () => [{ queryKey: keys.deployments }],
  policies: () => [{ queryKey: keys.policies }],
  costs: () => [{ queryKey: keys.costs }],
  alerts: () => [{ queryKey: keys.alerts }],
  audit: () => [{ queryKey: keys.audit }],
  notices: () => [{ queryKey: keys.notices }],
  'statement-archives': () => [{ queryKey: [...keys.statements, 'archives'] }],
  sessions: () => [{ queryKey: keys.sessions }],
  notes: () => [{ queryKey: keys.notes }],
  views: () => [{ queryKey: keys.savedViews }],
  // the mode limits the assistant, and a list opens with the chosen view
  preferences: () => [
    { queryKey: keys.preferences },
    { queryKey: [...keys.assistant, 'state'] },
    { queryKey: keys.savedViews },
  ],
  me: () => [{ queryKey: keys.me }],
};

/** The keys an event makes stale; null: all. */
export function staleKeys({ topic, id }: Pick<ChangeEvent, 'topic' | 'id'>): readonly Stale[] | null {
  if (topic === 'resync') return null;
  if (topic === 'ready') return [];
  // a newer server may send unknown topics: refetch everything
  return staleAfter[topic]?.(id) ?? null;
}

function oneOrAll(key: QueryKey, id: string | undefined): readonly Stale[] {
  if (id === undefined) return [{ queryKey: key }];
  return [{ queryKey: [...key, 'list'] }, { queryKey: [...key, id] }];
}
