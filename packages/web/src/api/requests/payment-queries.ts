import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain, paged } from '../queries.ts';
import type { LedgerLine, PaymentRun } from '../shapes.ts';

/** Whether payments are still being made. */
export const isBeingMade = (run: PaymentRun) => run.status === 'queued' || run.status === 'running';

/** Payment runs, newest first; looked at again while one of them is being made. */
export const paymentRunsQuery = () =>
  queryOptions({
    queryKey: [...keys.payments, 'list'],
    queryFn: ({ signal }) => client.payments.list({ limit: 200 }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(isBeingMade)),
  });

/** What payments of a period would pay although its records have changed since. */
export const outdatedQuery = (period: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'outdated', period],
    queryFn: ({ signal }) => client.payments.outdated({ period }, { signal }),
    retry: false,
  });

/** One payment run; looked at again while it is being made. */
export const paymentRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.payments, id],
    queryFn: ({ signal }) => client.payments.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && isBeingMade(state.data)),
  });

/** What each payee is paid in a run, page by page. */
export const payeesQuery = (filter: { runId: string; search?: string }) =>
  paged([...keys.payments, filter.runId, 'payees', filter], (page, options) =>
    client.payments.payees({ ...filter, ...page }, options),
  );

/** One payment with its ledger. */
export const ledgerQuery = (name: { runId: string; participantId: string; currency: string }) =>
  queryOptions({
    queryKey: [...keys.payments, name.runId, 'ledger', name.participantId, name.currency],
    queryFn: ({ signal }) => client.payments.ledger(name, { signal }),
  });

/** Ledger lines of one kind in a run, page by page. */
export const ledgerLinesQuery = (filter: { runId: string; kind: LedgerLine['kind'] }) =>
  paged([...keys.payments, filter.runId, 'lines', filter], (page, options) =>
    client.payments.lines({ ...filter, ...page }, options),
  );

/** How a statement was paid, newest first. */
export const statementPaymentsQuery = (runId: string, participantId: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'of', runId, participantId],
    queryFn: ({ signal }) => client.payments.ofStatement({ runId, participantId }, { signal }),
  });

/** Draws with their balances, page by page. */
export const drawsQuery = () =>
  paged([...keys.adjustments, 'draws'], (page, options) => client.draws.list(page, options));

/** Holds, page by page. */
export const holdsQuery = () =>
  paged([...keys.adjustments, 'holds'], (page, options) => client.holds.list(page, options));

/** Clawbacks, page by page. */
export const clawbacksQuery = () =>
  paged([...keys.adjustments, 'clawbacks'], (page, options) => client.clawbacks.list(page, options));

/** The least and the most payments may be, page by page. */
export const paymentLimitsQuery = () =>
  paged([...keys.adjustments, 'limits'], (page, options) => client.paymentLimits.list(page, options));
