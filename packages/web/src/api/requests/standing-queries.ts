import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import type { OpenDealsFilter, PayOutlookFilter, StandingsFilter } from '../shapes.ts';

/** Plans I can track, with their periods. */
export const trackedPlansQuery = () =>
  queryOptions({
    queryKey: [...keys.standings, 'plans'],
    queryFn: ({ signal }) => client.standings.plans(undefined, { signal }),
  });

/** A plan's period as of a day. The figures stay while others are computed. */
export const standingsQuery = (filter: StandingsFilter) =>
  queryOptions({
    queryKey: [...keys.standings, 'read', filter],
    queryFn: ({ signal }) => client.standings.read(filter, { signal }),
    placeholderData: keepPreviousData,
  });

/** What a plan's open period will pay. */
export const payOutlookQuery = (filter: PayOutlookFilter) =>
  queryOptions({
    queryKey: [...keys.standings, 'outlook', filter],
    queryFn: ({ signal }) => client.standings.outlook(filter, { signal }),
  });

/** What each open opportunity of a payee would add to pay in a period. */
export const openDealsQuery = (filter: OpenDealsFilter) =>
  queryOptions({
    queryKey: [...keys.standings, 'open-deals', filter],
    queryFn: ({ signal }) => client.simulations.openDeals(filter, { signal }),
  });
