import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

type Month = { month?: string | undefined };

export const costOverviewQuery = (input: Month) =>
  queryOptions({
    queryKey: [...keys.costs, 'overview', input],
    queryFn: ({ signal }) => client.costs.overview(input, { signal }),
  });

export const usageQuery = (input: Month) =>
  queryOptions({
    queryKey: [...keys.costs, 'usage', input],
    queryFn: ({ signal }) => client.costs.usage(input, { signal }),
  });

export const optimizationQuery = (input: Month) =>
  queryOptions({
    queryKey: [...keys.costs, 'optimization', input],
    queryFn: ({ signal }) => client.costs.optimization(input, { signal }),
  });

export const roiQuery = (input: Month) =>
  queryOptions({
    queryKey: [...keys.costs, 'roi', input],
    queryFn: ({ signal }) => client.costs.roi(input, { signal }),
  });

export const budgetsQuery = queryOptions({
  queryKey: [...keys.costs, 'budgets'],
  queryFn: ({ signal }) => client.budgets.list(undefined, { signal }),
});

export const pricesQuery = queryOptions({
  queryKey: [...keys.costs, 'prices'],
  queryFn: ({ signal }) => client.prices.list(undefined, { signal }),
});

export const costEntriesQuery = queryOptions({
  queryKey: [...keys.costs, 'entries'],
  queryFn: ({ signal }) => client.costEntries.list(undefined, { signal }),
});
