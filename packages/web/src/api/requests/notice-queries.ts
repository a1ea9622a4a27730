import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import type { PagedQuery } from '../queries.ts';
import type { StoredNotice } from '../shapes.ts';

const pageSize = 20;

/** The number of unread workflow notifications. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: [...keys.notices, 'unread'],
    queryFn: async ({ signal }) =>
      (await client.notices.list({ limit: 1, status: 'unread' }, { signal })).unread,
  });

/** Workflow notifications, newest first. */
export const noticesQuery = (): PagedQuery<{
  rows: StoredNotice[];
  nextCursor: string | null;
  unread: number;
}> => ({
  queryKey: [...keys.notices, 'list'],
  read: (page, options) => client.notices.list({ limit: pageSize, ...page }, options),
});
