import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain, paged } from '../queries.ts';
import type { DeploymentFilter } from '../shapes.ts';

/** Keys that a deployment makes stale: what an agent runs depends on it. */
export const changedByDeployments = [keys.deployments, keys.agents, keys.approvals, keys.audit] as const;

export const environmentsQuery = (agent?: string) =>
  queryOptions({
    queryKey: [...keys.deployments, 'environments', { agent }],
    queryFn: ({ signal }) => client.environments.list({ agent }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(({ status }) => status === 'deploying')),
  });

export const matrixQuery = (filter: { agent?: string | undefined; search?: string | undefined }) =>
  paged([...keys.deployments, 'matrix', filter], (page, options) =>
    client.deployments.matrix({ ...filter, ...page, limit: 100 }, options),
  );

export const deploymentsQuery = (filter: DeploymentFilter) =>
  paged([...keys.deployments, 'list', filter], (page, options) =>
    client.deployments.list({ ...filter, ...page, limit: 50 }, options),
  );

export const deploymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.deployments, id],
    queryFn: ({ signal }) => client.deployments.get({ id }, { signal }),
    refetchInterval: ({ state }) =>
      lookAgain(state.data?.status === 'pending' || state.data?.status === 'running'),
  });
