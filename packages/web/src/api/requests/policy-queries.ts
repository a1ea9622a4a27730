import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';
import type { PolicyFilter } from '../shapes.ts';

export const policiesQuery = (filter: PolicyFilter) =>
  paged([...keys.policies, 'list', filter], (page, options) =>
    client.policies.list({ ...filter, ...page }, options),
  );

export const policyQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.policies, id],
    queryFn: ({ signal }) => client.policies.get({ id }, { signal }),
  });

export const violationsQuery = (filter: { policy?: string | undefined }) =>
  paged([...keys.policies, 'violations', filter], (page, options) =>
    client.policies.violations({ ...filter, ...page }, options),
  );

/** Compliance figures, data regions and recent events. */
export const complianceQuery = () =>
  queryOptions({
    queryKey: [...keys.policies, 'compliance'],
    queryFn: ({ signal }) => client.compliance.get(undefined, { signal }),
  });
