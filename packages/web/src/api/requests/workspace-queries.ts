import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** The settings of the workspace. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: keys.workspace,
    queryFn: ({ signal }) => client.workspace.settings(undefined, { signal }),
  });

/** How the workspace sends mail. */
export const mailQuery = () =>
  queryOptions({
    queryKey: [...keys.workspace, 'mail'],
    queryFn: ({ signal }) => client.mail.get(undefined, { signal }),
  });
