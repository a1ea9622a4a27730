import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';
import type { ContractFilter } from '../shapes.ts';

export const contractsQuery = (filter: ContractFilter) =>
  paged([...keys.contracts, 'list', filter], (page, options) =>
    client.dataContracts.list({ ...filter, ...page }, options),
  );

export const contractQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.contracts, id],
    queryFn: ({ signal }) => client.dataContracts.get({ id }, { signal }),
  });
