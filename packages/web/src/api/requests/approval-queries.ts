import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';
import type { ApprovalFilter } from '../shapes.ts';

/** Requests to approve, page by page. */
export const approvalsQuery = (filter: ApprovalFilter) =>
  paged([...keys.approvals, 'list', filter], (page, options) =>
    client.approvals.list({ ...filter, ...page, limit: 50 }, options),
  );

/** The newest requests I can decide, and how many there are. */
export const waitingApprovalsQuery = () =>
  queryOptions({
    queryKey: [...keys.approvals, 'waiting'],
    queryFn: ({ signal }) => client.approvals.list({ whose: 'for-me', limit: 5 }, { signal }),
  });

/** How many approvals each kind of request requires. */
export const approvalRulesQuery = () =>
  queryOptions({
    queryKey: [...keys.approvals, 'rules'],
    queryFn: ({ signal }) => client.approvals.requirements(undefined, { signal }),
  });

/** One request with what it is about. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.approvals, id],
    queryFn: ({ signal }) => client.approvals.get({ id }, { signal }),
  });
