import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { agentKey, agentListKey } from '../keys.ts';
import { lookAgain } from '../queries.ts';
import type { AgentInstance } from '../shapes.ts';

/** More agents than a workspace has. */
const wholeList = 500;

/** Agents by name with their status; polled while one is running. */
export const agentListQuery = (filter: { search?: string; active?: 'yes' | 'no' } = {}) =>
  queryOptions({
    queryKey: agentListKey(filter),
    queryFn: ({ signal }) => client.agents.list({ ...filter, limit: wholeList }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some((one) => one.status === 'running')),
  });

/** An agent with what would run in the environment; without one, where its runs take place. */
export const agentQuery = (id: string, environment?: AgentInstance['environment']) =>
  queryOptions({
    queryKey: environment === undefined ? agentKey(id) : [...agentKey(id), 'in', environment],
    queryFn: ({ signal }) => client.agents.get({ id, environment }, { signal }),
  });

/** Runs and cost of each agent in the last 30 days. */
export const agentFiguresQuery = () =>
  queryOptions({
    queryKey: [...agentListKey({}), 'figures'],
    queryFn: ({ signal }) => client.agents.figures(undefined, { signal }),
  });

/** Instances by name, polled while one is running: all that an agent may have, or the first of all agents. */
export const instancesQuery = (agent?: string) =>
  queryOptions({
    queryKey: [...agentListKey({ agent }), 'instances'],
    queryFn: ({ signal }) => client.agentInstances.list({ agent, limit: 200 }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some((one) => one.status === 'running')),
  });

/** Templates that agents start from, best first. */
export const templatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...agentListKey({ search }), 'templates'],
    queryFn: ({ signal }) =>
      client.agentTemplates.list({ search: search || undefined, limit: 50 }, { signal }),
  });

/** One’s own presets of an agent. */
export const presetsQuery = (id: string) =>
  queryOptions({
    queryKey: [...agentKey(id), 'presets'],
    queryFn: ({ signal }) => client.agentPresets.list({ id }, { signal }),
  });
