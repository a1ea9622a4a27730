import type { ViewedList } from '@attain/domain/access/saved-views';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** The user’s views of a list and the shared ones, by name. */
export const savedViewsQuery = (list: ViewedList) =>
  queryOptions({
    queryKey: [...keys.savedViews, list],
    queryFn: ({ signal }) => client.savedViews.list({ list }, { signal }),
  });
