import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { lookAgain, paged } from '../queries.ts';
import type { LogFilter, TraceFilter } from '../shapes.ts';

/** Length of a time range that ends now, ms. */
export const rangeLengths = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  quarter: 90 * 86_400_000,
} as const;
export type RangeName = keyof typeof rangeLengths;

/** How often figures of many runs are read again, ms. */
const readAgainMs = 30_000;

/** The start of a range that ends now; the server sets its end. */
export const fromOf = (range: RangeName) => new Date(Date.now() - rangeLengths[range]).toISOString();

export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.telemetry, 'trace', id],
    queryFn: ({ signal }) => client.traces.get({ id }, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data && state.data.status === null),
  });

export const tracesQuery = (filter: Omit<TraceFilter, 'from' | 'to'>, range: RangeName) =>
  paged([...keys.telemetry, 'traces', range, filter], (page, options) =>
    client.traces.list({ ...filter, from: fromOf(range), ...page }, options),
  );

export const measuresQuery = (filter: { workflowId?: string | undefined }, range: RangeName) =>
  queryOptions({
    queryKey: [...keys.telemetry, 'measures', range, filter],
    queryFn: ({ signal }) => client.measures.read({ ...filter, from: fromOf(range) }, { signal }),
    refetchInterval: readAgainMs,
  });

/** Lines per page: one page reads at most 500 runs. */
const linesAtOnce = 200;

export const logsQuery = (filter: Omit<LogFilter, 'from' | 'to'>, range: RangeName) =>
  paged([...keys.telemetry, 'logs', range, filter], (page, options) =>
    client.logs.search({ ...filter, from: fromOf(range), ...page, limit: linesAtOnce }, options),
  );

export const alertsQuery = (status: 'open' | undefined) =>
  paged([...keys.alerts, 'list', { status }], (page, options) =>
    client.alerts.list({ status, ...page }, options),
  );

export const alertRulesQuery = queryOptions({
  queryKey: [...keys.alerts, 'rules'],
  queryFn: ({ signal }) => client.alertRules.list(undefined, { signal }),
});
