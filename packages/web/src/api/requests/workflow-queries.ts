import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

const wholeList = 500;
/** Workflows shown where a type of node is used. */
const maxUsers = 50;

/** Workflows of the workspace by name. */
export const workflowListQuery = (search?: string) =>
  queryOptions({
    queryKey: [...keys.workflows, 'list', { search }],
    queryFn: ({ signal }) => client.workflows.list({ search, limit: wholeList }, { signal }),
  });

/** One workflow with its draft. */
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

/** Every type of node there is, with how many workflows use it. */
export const nodeTypesQuery = () =>
  queryOptions({
    queryKey: [...keys.workflows, 'list', 'node-types'],
    queryFn: ({ signal }) => client.workflows.nodeTypes({ limit: wholeList }, { signal }),
  });

/** Workflows whose draft has a node of that type. */
export const workflowsUsingQuery = (type: string) =>
  queryOptions({
    queryKey: [...keys.workflows, 'list', { uses: type }],
    queryFn: ({ signal }) => client.workflows.list({ uses: type, limit: maxUsers }, { signal }),
  });
