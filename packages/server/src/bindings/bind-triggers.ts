import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import {
  backfillSchedule,
  previewBackfill,
  stopBackfill,
} from '../slices/workflow-runs/triggers/backfill-schedule.ts';
import {
  changeTrigger,
  createTrigger,
  disableTrigger,
  enableTrigger,
  listenForTest,
  readCaptured,
  removeTrigger,
  renewSecret,
} from '../slices/workflow-runs/triggers/change-triggers.ts';
import { listTriggers } from '../slices/workflow-runs/triggers/list-triggers.ts';
import { previewSchedule } from '../slices/workflow-runs/triggers/preview-schedule.ts';

/** The endpoints of what starts runs by itself, bound to their use-cases; part of `bindContract`. */
export function bindTriggers(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { upcoming, list, create, change, enable, disable, renewSecret: renew, remove } = os.workflowTriggers;
  const { listen, captured, previewBackfill: preview, backfill, stopBackfill: stop } = os.workflowTriggers;
  return {
    workflowTriggers: {
      upcoming: upcoming.handler(({ context, input }) => previewSchedule(ctx, context.actor, input)),
      list: list.handler(({ context, input }) => listTriggers(ctx, context.actor, input)),
      create: create.handler(({ context, input }) => createTrigger(ctx, context.actor, input)),
      change: change.handler(({ context, input }) => changeTrigger(ctx, context.actor, input)),
      enable: enable.handler(({ context, input }) => enableTrigger(ctx, context.actor, input.id)),
      disable: disable.handler(({ context, input }) => disableTrigger(ctx, context.actor, input.id)),
      previewBackfill: preview.handler(({ context, input }) => previewBackfill(ctx, context.actor, input)),
      backfill: backfill.handler(({ context, input }) => backfillSchedule(ctx, context.actor, input)),
      stopBackfill: stop.handler(({ context, input }) => stopBackfill(ctx, context.actor, input.id)),
      renewSecret: renew.handler(({ context, input }) => renewSecret(ctx, context.actor, input)),
      listen: listen.handler(({ context, input }) => listenForTest(ctx, context.actor, input.id)),
      captured: captured.handler(({ context, input }) => readCaptured(ctx, context.actor, input.id)),
      remove: remove.handler(({ context, input }) => removeTrigger(ctx, context.actor, input.id)),
    },
  };
}
