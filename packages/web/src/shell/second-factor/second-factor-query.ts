import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** The user's own two-step sign-in. */
export const secondFactorQuery = () =>
  queryOptions({
    queryKey: [...keys.sessions, 'second-factor'],
    queryFn: ({ signal }) => client.secondFactor.get(undefined, { signal }),
  });
