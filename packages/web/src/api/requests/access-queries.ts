import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** The reader's own temporary access; it changes whenever their permissions do. */
export const ownAccessQuery = () =>
  queryOptions({
    queryKey: [...keys.me, 'access'],
    queryFn: ({ signal }) => client.accessGrants.list({}, { signal }),
  });

/** Everyone's temporary access. */
export const accessQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'access'],
    queryFn: ({ signal }) => client.accessGrants.list({ whose: 'all' }, { signal }),
  });

/** What asking for access, or ending it, changes. */
export const changedByAccess = [keys.me, keys.people, keys.approvals, keys.audit] as const;
