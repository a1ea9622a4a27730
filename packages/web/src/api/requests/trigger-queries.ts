import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

const wholeList = 200;

/** The next runs of an edited schedule; invalid ones fail at once. */
export const upcomingQuery = (schedule: { cron: string; timeZone: string }) =>
  queryOptions({
    queryKey: [...keys.workflowTriggers, 'upcoming', schedule],
    queryFn: ({ signal }) => client.workflowTriggers.upcoming(schedule, { signal }),
    retry: false,
    staleTime: 0,
  });

/** How many times of a schedule in a past span have no run; invalid spans fail at once. */
export const backfillQuery = (span: { id: string; from: string; to: string }) =>
  queryOptions({
    queryKey: [...keys.workflowTriggers, 'backfill', span],
    queryFn: ({ signal }) => client.workflowTriggers.previewBackfill(span, { signal }),
    retry: false,
    staleTime: 0,
  });

export const workflowTriggersQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...keys.workflowTriggers, workflowId],
    queryFn: ({ signal }) => client.workflowTriggers.list({ workflowId, limit: wholeList }, { signal }),
  });
