import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import {
  createAlertRule,
  listAlertRules,
  removeAlertRule,
  saveAlertRule,
} from '../slices/telemetry/alert-rules.ts';
import { acknowledgeAlert, listAlerts, readAlert } from '../slices/telemetry/read-alerts.ts';
import { readMeasures } from '../slices/telemetry/read-measures.ts';
import { listTraces, readTrace } from '../slices/telemetry/read-traces.ts';
import { exportLogs, searchLogs } from '../slices/telemetry/search-logs.ts';

/** Traces and figures of runs, bound to their use-cases; part of `bindContract`. */
export function bindTelemetry(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { traces, measures, logs, alerts, alertRules } = os;
  return {
    traces: {
      list: traces.list.handler(({ context, input }) => listTraces(ctx, context.actor, input)),
      get: traces.get.handler(({ context, input }) => readTrace(ctx, context.actor, input)),
    },
    logs: {
      search: logs.search.handler(({ context, input }) => searchLogs(ctx, context.actor, input)),
      export: logs.export.handler(({ context, input }) => exportLogs(ctx, context.actor, input)),
    },
    alerts: {
      list: alerts.list.handler(({ context, input }) => listAlerts(ctx, context.actor, input)),
      get: alerts.get.handler(({ context, input }) => readAlert(ctx, context.actor, input.id)),
      acknowledge: alerts.acknowledge.handler(({ context, input }) =>
        acknowledgeAlert(ctx, context.actor, input.id),
      ),
    },
    alertRules: {
      list: alertRules.list.handler(({ context }) => listAlertRules(ctx, context.actor)),
      create: alertRules.create.handler(({ context, input }) => createAlertRule(ctx, context.actor, input)),
      save: alertRules.save.handler(({ context, input }) => saveAlertRule(ctx, context.actor, input)),
      remove: alertRules.remove.handler(({ context, input }) =>
        removeAlertRule(ctx, context.actor, input.id),
      ),
    },
    measures: {
      read: measures.read.handler(({ context, input }) => readMeasures(ctx, context.actor, input)),
    },
  };
}
