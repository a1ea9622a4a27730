import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';

/** Keys that a new version, its tags or status invalidate: a version publishes the workflow. */
export const changedByVersions = [keys.agents, keys.workflows, keys.audit] as const;

export const versionsQuery = (agentId: string, search?: string) =>
  paged([...keys.agents, agentId, 'versions', 'list', { search }], (page, options) =>
    client.agentVersions.list({ ...page, id: agentId, search, limit: 50 }, options),
  );

export const versionQuery = (agentId: string, hash: string) =>
  queryOptions({
    queryKey: [...keys.agents, agentId, 'versions', 'one', hash],
    queryFn: ({ signal }) => client.agentVersions.get({ id: agentId, hash }, { signal }),
  });

/** What the next version would be; changes with each save of form or canvas. */
export const nextVersionQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...keys.agents, agentId, 'versions', 'next'],
    queryFn: ({ signal }) => client.agentVersions.propose({ id: agentId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const comparisonQuery = (agentId: string, from: string, to: string) =>
  queryOptions({
    queryKey: [...keys.agents, agentId, 'versions', 'comparison', from, to],
    queryFn: ({ signal }) => client.agentVersions.compare({ id: agentId, from, to }, { signal }),
  });

export const branchesQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...keys.agents, agentId, 'versions', 'branches'],
    queryFn: ({ signal }) => client.agentBranches.list({ id: agentId }, { signal }),
  });

export const branchQuery = (agentId: string, branch: string) =>
  queryOptions({
    queryKey: [...keys.agents, agentId, 'versions', 'branch', branch],
    queryFn: ({ signal }) => client.agentBranches.get({ id: agentId, branch }, { signal }),
  });

export const mergeRequestsQuery = (agentId: string) =>
  paged([...keys.agents, agentId, 'versions', 'requests'], (page, options) =>
    client.mergeRequests.list({ ...page, id: agentId, limit: 50 }, options),
  );

export const mergeRequestQuery = (agentId: string, id: string) =>
  queryOptions({
    queryKey: [...keys.agents, agentId, 'versions', 'request', id],
    queryFn: ({ signal }) => client.mergeRequests.get({ id }, { signal }),
  });
