import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

const wholeList = 500;
/** Most workflows listed in the usage of a node type. */
const maxUsers = 50;

export const workflowListQuery = (filter: { search?: string | undefined; tag?: string | undefined } = {}) =>
  queryOptions({
    queryKey: [...keys.workflows, 'list', filter],
    queryFn: ({ signal }) => client.workflows.list({ ...filter, limit: wholeList }, { signal }),
  });

/** All tags of workflows. */
export const workflowTagsQuery = () =>
  queryOptions({
    queryKey: [...keys.workflows, 'list', 'tags'],
    queryFn: ({ signal }) => client.workflows.tags({ limit: wholeList }, { signal }),
  });

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.workflows, id],
    queryFn: ({ signal }) => client.workflows.get({ id }, { signal }),
  });

/** A published version, which never changes. */
export const publishedWorkflowQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...keys.workflows, id, { version }],
    queryFn: ({ signal }) => client.workflows.get({ id, version }, { signal }),
  });

/** All node types with the number of workflows that use them. */
export const nodeTypesQuery = () =>
  queryOptions({
    queryKey: [...keys.workflows, 'list', 'node-types'],
    queryFn: ({ signal }) => client.workflows.nodeTypes({ limit: wholeList }, { signal }),
  });

export const workflowsUsingQuery = (type: string) =>
  queryOptions({
    queryKey: [...keys.workflows, 'list', { uses: type }],
    queryFn: ({ signal }) => client.workflows.list({ uses: type, limit: maxUsers }, { signal }),
  });
