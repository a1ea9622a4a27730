import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain, paged } from '../queries.ts';
import type { LedgerLine, PaymentRun } from '../shapes.ts';

/** Whether the payment run is still being created. */
export const isBeingMade = (run: PaymentRun) => run.status === 'queued' || run.status === 'running';

/** Payment runs, newest first; polled while one is being created. */
/** What pay costs and what is owed. */
export const payPositionQuery = () =>
  queryOptions({
    queryKey: [...keys.payments, 'position'],
    queryFn: ({ signal }) => client.payments.position(undefined, { signal }),
  });

export const paymentRunsQuery = () =>
  queryOptions({
    queryKey: [...keys.payments, 'list'],
    queryFn: ({ signal }) => client.payments.list({ limit: 200 }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data?.rows.some(isBeingMade)),
  });

/** Layouts of payroll files, by name. */
export const payrollLayoutsQuery = () =>
  queryOptions({
    queryKey: [...keys.payments, 'payroll-layouts'],
    queryFn: ({ signal }) => client.payrollLayouts.list(undefined, { signal }),
  });

/** What payments of a period would include. */
export const paymentPreviewQuery = (period: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'preview', period],
    queryFn: ({ signal }) => client.payments.preview({ period }, { signal }),
    retry: false,
  });

/** One payment run; polled while it is being created. */
export const paymentRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.payments, id],
    queryFn: ({ signal }) => client.payments.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && isBeingMade(state.data)),
  });

/** The payments of a run by payee. */
export const payeesQuery = (filter: { runId: string; search?: string }) =>
  paged([...keys.payments, filter.runId, 'payees', filter], (page, options) =>
    client.payments.payees({ ...filter, ...page }, options),
  );

export const ledgerQuery = (name: { runId: string; participantId: string; currency: string }) =>
  queryOptions({
    queryKey: [...keys.payments, name.runId, 'ledger', name.participantId, name.currency],
    queryFn: ({ signal }) => client.payments.ledger(name, { signal }),
  });

/** Ledger lines of one kind in a run. */
export const ledgerLinesQuery = (filter: { runId: string; kind: LedgerLine['kind'] }) =>
  paged([...keys.payments, filter.runId, 'lines', filter], (page, options) =>
    client.payments.lines({ ...filter, ...page }, options),
  );

/** The payments of a statement, newest first. */
export const statementPaymentsQuery = (runId: string, participantId: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'of', runId, participantId],
    queryFn: ({ signal }) => client.payments.ofStatement({ runId, participantId }, { signal }),
  });

export const adjustmentsQuery = () =>
  paged([...keys.adjustments, 'entered'], (page, options) => client.adjustments.list(page, options));

/** Overrides of a payee's lines in any version of a calculation, newest first. */
export const overridesQuery = ({ runId, participantId }: { runId: string; participantId: string }) =>
  queryOptions({
    queryKey: [...keys.adjustments, 'overrides', runId, participantId],
    queryFn: ({ signal }) =>
      client.adjustments.list({ overridesOf: runId, participantId, limit: 200 }, { signal }),
  });

export const drawsQuery = () =>
  paged([...keys.adjustments, 'draws'], (page, options) => client.draws.list(page, options));

export const holdsQuery = () =>
  paged([...keys.adjustments, 'holds'], (page, options) => client.holds.list(page, options));

export const clawbacksQuery = () =>
  paged([...keys.adjustments, 'clawbacks'], (page, options) => client.clawbacks.list(page, options));

export const paymentLimitsQuery = () =>
  paged([...keys.adjustments, 'limits'], (page, options) => client.paymentLimits.list(page, options));
