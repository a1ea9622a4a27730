import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { readMeasures } from '../slices/telemetry/read-measures.ts';
import { listTraces, readTrace } from '../slices/telemetry/read-traces.ts';
import { exportLogs, searchLogs } from '../slices/telemetry/search-logs.ts';

/** Traces and figures of runs, bound to their use-cases; part of `bindContract`. */
export function bindTelemetry(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { traces, measures, logs } = os;
  return {
    traces: {
      list: traces.list.handler(({ context, input }) => listTraces(ctx, context.actor, input)),
      get: traces.get.handler(({ context, input }) => readTrace(ctx, context.actor, input)),
    },
    logs: {
      search: logs.search.handler(({ context, input }) => searchLogs(ctx, context.actor, input)),
      export: logs.export.handler(({ context, input }) => exportLogs(ctx, context.actor, input)),
    },
    measures: {
      read: measures.read.handler(({ context, input }) => readMeasures(ctx, context.actor, input)),
    },
  };
}
