import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

const wholeList = 200;

/** What starts runs of a workflow by itself, by name. */
export const workflowTriggersQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...keys.workflowTriggers, workflowId],
    queryFn: ({ signal }) => client.workflowTriggers.list({ workflowId, limit: wholeList }, { signal }),
  });
