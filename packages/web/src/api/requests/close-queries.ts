import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';
import type { Close, ParallelRow } from '../shapes.ts';

const whileRunningMs = 2_000;

/** The close of a month; by default of the newest one that is over, null if there is none. */
export const closeQuery = (month: string | undefined) =>
  queryOptions({
    queryKey: [...keys.closes, month ?? 'newest'],
    queryFn: ({ signal }) =>
      month === undefined
        ? client.closes.newest(undefined, { signal })
        : client.closes.get({ month }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isCalculating(state.data) ? whileRunningMs : false),
  });

/** Whether a calculation of the close runs, or a recalculation that others wait for. */
export function isCalculating({ periods, recalculation }: Close): boolean {
  const isBatchRunning = recalculation !== null && recalculation.finishedAt === null;
  return isBatchRunning || periods.some(({ calculation }) => calculation === 'running');
}

/** The pay of a month's quarter against its cost at target and the forecast. */
export const quarterCostQuery = (month: string) =>
  queryOptions({
    queryKey: [...keys.closes, month, 'cost'],
    queryFn: ({ signal }) => client.analytics.quarter({ month }, { signal }),
  });

/** The plans and periods whose pay a stored import changes. */
export const importedPeriodsQuery = (importId: string) =>
  queryOptions({
    queryKey: [...keys.closes, 'imported', importId],
    queryFn: ({ signal }) => client.closes.imported({ importId }, { signal }),
  });

/** The comparison of a month with pay that another system states. */
export const parallelRunQuery = (month: string | undefined) =>
  queryOptions({
    queryKey: [...keys.closes, 'parallel-run', month ?? 'newest'],
    queryFn: ({ signal }) => client.closes.parallel({ month }, { signal }),
    placeholderData: keepPreviousData,
  });

export const parallelRowsQuery = (filter: { month: string; state: ParallelRow['state'] | undefined }) =>
  paged([...keys.closes, 'parallel-rows', filter], (page, options) =>
    client.closes.parallelRows({ ...filter, ...page }, options),
  );

/** All exceptions of a close, for files. */
export const allExceptionsQuery = (month: string) =>
  paged([...keys.closes, month, 'all-exceptions'], (page, options) =>
    client.closes.exceptions({ month, ...page }, options),
  );

/** What looks odd in the pay of a close. */
export const closeExceptionsQuery = (month: string) =>
  queryOptions({
    queryKey: [...keys.closes, month, 'exceptions'],
    queryFn: ({ signal }) => client.closes.exceptions({ month }, { signal }),
  });
