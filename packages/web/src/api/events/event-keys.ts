import type { ChangeEvent, Topic } from '@attain/contract/events';
import type { QueryKey } from '@tanstack/react-query';
import { dueKey, keys } from '../keys.ts';

/** What is to be asked for again; `exact` leaves alone what lies beneath the key. */
export type Stale = { readonly queryKey: QueryKey; readonly exact?: boolean };

/** Topic by topic, what on the screen it makes old; with an id only what concerns that one thing. */
const staleAfter: Readonly<Record<Topic, (id: string | undefined) => readonly Stale[]>> = {
  workspace: () => [{ queryKey: keys.me }, { queryKey: keys.workspace }],
  people: () => [{ queryKey: keys.people }],
  participants: () => [{ queryKey: keys.participants }],
  territories: () => [{ queryKey: keys.territories }],
  quotas: () => [{ queryKey: keys.quotas }],
  // which periods can be calculated follows from the deals
  deals: () => [{ queryKey: keys.deals }, { queryKey: [...keys.calculations, 'periods'] }],
  // what payments come to in the workspace's currency follows from the rates
  'exchange-rates': () => [{ queryKey: keys.exchangeRates }, { queryKey: keys.payments }],
  imports: (id) => oneOrAll(keys.imports, id),
  plans: (id) => oneOrAll(keys.plans, id),
  assignments: () => [{ queryKey: keys.assignments }],
  // progress comes often: the lines of a run are read again only when `payouts` says so
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
    // what a calculation paid decides which later ones are out of date
    { queryKey: dueKey },
  ],
  statements: (id) => oneOrAll(keys.statements, id),
  simulations: (id) => oneOrAll(keys.simulations, id),
  // balances of draws and holds follow from posted payments, so neither stays without the other
  payments: () => [{ queryKey: keys.payments }, { queryKey: keys.adjustments }],
  approvals: () => [{ queryKey: keys.approvals }],
  suggestions: (id) => oneOrAll(keys.suggestions, id),
  disputes: (id) => oneOrAll(keys.disputes, id),
  'workflow-runs': (id) => oneOrAll(keys.workflowRuns, id),
  tasks: () => [{ queryKey: keys.tasks }],
  agents: (id) => oneOrAll(keys.agents, id),
  connections: (id) => oneOrAll(keys.connections, id),
  workflows: (id) => oneOrAll(keys.workflows, id),
  'workflow-triggers': () => [{ queryKey: keys.workflowTriggers }],
  audit: () => [{ queryKey: keys.audit }],
  notices: () => [{ queryKey: keys.notices }],
  sessions: () => [{ queryKey: keys.sessions }],
  preferences: () => [{ queryKey: keys.preferences }],
  me: () => [{ queryKey: keys.me }],
};

/** The keys an event makes old; null: everything. */
export function staleKeys({ topic, id }: Pick<ChangeEvent, 'topic' | 'id'>): readonly Stale[] | null {
  if (topic === 'resync') return null;
  if (topic === 'ready') return [];
  // a newer server may know topics that this page does not: better too much than too little
  return staleAfter[topic]?.(id) ?? null;
}

function oneOrAll(key: QueryKey, id: string | undefined): readonly Stale[] {
  if (id === undefined) return [{ queryKey: key }];
  return [{ queryKey: [...key, 'list'] }, { queryKey: [...key, id] }];
}
