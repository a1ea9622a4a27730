import type { House } from '../house.ts';
import type { guardedContract } from '../http/api-routes.ts';
import {
  changeTrigger,
  createTrigger,
  disableTrigger,
  enableTrigger,
  removeTrigger,
  renewSecret,
} from '../slices/workflow-runs/triggers/change-triggers.ts';
import { listTriggers } from '../slices/workflow-runs/triggers/list-triggers.ts';
import { previewSchedule } from '../slices/workflow-runs/triggers/preview-schedule.ts';

/** The endpoints of what starts runs by itself, bound to their use-cases; part of `bindContract`. */
export function bindTriggers(os: ReturnType<typeof guardedContract>, house: House) {
  const { upcoming, list, create, change, enable, disable, renewSecret: renew, remove } = os.workflowTriggers;
  return {
    workflowTriggers: {
      upcoming: upcoming.handler(({ context, input }) => previewSchedule(house, context.actor, input)),
      list: list.handler(({ context, input }) => listTriggers(house, context.actor, input)),
      create: create.handler(({ context, input }) => createTrigger(house, context.actor, input)),
      change: change.handler(({ context, input }) => changeTrigger(house, context.actor, input)),
      enable: enable.handler(({ context, input }) => enableTrigger(house, context.actor, input.id)),
      disable: disable.handler(({ context, input }) => disableTrigger(house, context.actor, input.id)),
      renewSecret: renew.handler(({ context, input }) => renewSecret(house, context.actor, input.id)),
      remove: remove.handler(({ context, input }) => removeTrigger(house, context.actor, input.id)),
    },
  };
}
