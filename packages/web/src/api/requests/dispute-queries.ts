import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';
import type { Dispute } from '../shapes.ts';

export type DisputeFilter = {
  status?: Dispute['status'] | 'unresolved';
  search?: string | undefined;
  withMessages?: 'true';
};

/** Disputes I may read, newest first. */
export const disputesQuery = (filter: DisputeFilter) =>
  paged([...keys.disputes, 'list', filter], (page, options) =>
    client.disputes.list({ ...filter, ...page }, options),
  );

/** One dispute with its messages. */
export const disputeQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.disputes, id],
    queryFn: ({ signal }) => client.disputes.get({ id }, { signal }),
  });

/** Why the disputed deal counts or not, and which record would give the expected pay. */
export const disputeAnswerQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.disputes, id, 'answer'],
    queryFn: ({ signal }) => client.disputes.answer({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The newest disputes about a statement. */
export const statementDisputesQuery = (calculationId: string, participantId: string) =>
  queryOptions({
    queryKey: [...keys.disputes, 'of', calculationId, participantId],
    queryFn: async ({ signal }) =>
      (await client.disputes.list({ calculationId, participantId, limit: 100 }, { signal })).rows,
  });

/** The newest disputes that wait for a reviewer. */
export const waitingDisputesQuery = () =>
  queryOptions({
    queryKey: [...keys.disputes, 'waiting'],
    queryFn: async ({ signal }) =>
      (await client.disputes.list({ status: 'unresolved', limit: 5 }, { signal })).rows.filter(
        ({ waitingOn }) => waitingOn === 'reviewer',
      ),
  });

/** Where a deal stands in a payee's pay. */
export const dealCheckQuery = (input: {
  calculationId: string;
  participantId: string;
  componentId: string | null;
  dealId: string;
}) =>
  queryOptions({
    queryKey: [...keys.disputes, 'check', input],
    queryFn: ({ signal }) => client.disputes.checkDeal(input, { signal }),
    retry: false,
  });
