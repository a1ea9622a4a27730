import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain, paged } from '../queries.ts';
import type { DeploymentFilter, EnvironmentId } from '../shapes.ts';

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

/** How soon a canary of the agent would find a higher rate of failed runs. */
export const outlookQuery = (agent: string, environment: EnvironmentId) =>
  queryOptions({
    queryKey: [...keys.deployments, 'outlook', { agent, environment }],
    queryFn: ({ signal }) => client.deployments.outlook({ agent, environment }, { signal }),
  });

export const releasesQuery = (agent: string) =>
  paged([...keys.deployments, 'releases', { agent }], (page, options) =>
    client.releases.list({ id: agent, ...page, limit: 20 }, options),
  );

export const rollbacksQuery = paged([...keys.deployments, 'rollbacks'], (page, options) =>
  client.rollbacks.list({ ...page, limit: 50 }, options),
);

export const restorePointsQuery = paged([...keys.deployments, 'restore-points'], (page, options) =>
  client.restorePoints.list({ ...page, limit: 50 }, options),
);

export const restoreChangesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.deployments, 'restore-points', id],
    queryFn: ({ signal }) => client.restorePoints.compare({ id }, { signal }),
    staleTime: 0,
  });
