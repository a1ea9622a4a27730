import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';

/** The statements of a month that managers sign off; of the newest month by default. */
export const reviewsQuery = (month: string | undefined) =>
  paged([...keys.statements, 'reviews', month ?? 'newest'], (page, options) =>
    client.signOffs.list({ month, ...page }, options),
  );
