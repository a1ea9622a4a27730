import { queryOptions } from '@tanstack/react-query';
import { allRows } from '../all-rows.ts';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';
import type { PeopleFilter } from '../shapes.ts';

/** Members and open invitations by name, page by page. */
export const peopleQuery = (filter: PeopleFilter) =>
  paged([...keys.people, 'list', filter], (page, options) =>
    client.people.list({ ...filter, ...page }, options),
  );

/** Every member and open invitation, for figures of all of them. */
export const allPeopleQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'all'],
    queryFn: () => allRows(peopleQuery({})),
  });

/** One person with the tasks that wait for them. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.people, id],
    queryFn: ({ signal }) => client.people.get({ id }, { signal }),
  });

/** How many people a filter finds. */
export const peopleCountQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: [...keys.people, 'count', filter],
    queryFn: async ({ signal }) => (await client.people.list({ ...filter, limit: 1 }, { signal })).total ?? 0,
  });

/** Access reviews, newest first. */
export const accessReviewsQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'reviews'],
    queryFn: ({ signal }) => client.accessReviews.list({ limit: 50 }, { signal }),
  });

/** One review with its roles. */
export const accessReviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.people, 'reviews', id],
    queryFn: ({ signal }) => client.accessReviews.get({ id }, { signal }),
  });

/** The roles that the workspace made. */
export const customRolesQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'roles'],
    queryFn: ({ signal }) => client.roles.list(undefined, { signal }),
  });

/** Every role, and how it counts. */
export const roleOverviewQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'role-overview'],
    queryFn: ({ signal }) => client.roles.overview(undefined, { signal }),
  });

/** The identity provider and the roles that its groups give. */
export const signInSettingsQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'sign-in'],
    queryFn: ({ signal }) => client.signIn.settings(undefined, { signal }),
  });
