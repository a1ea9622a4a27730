import type { Change } from '../../../db/changes.ts';
import type { House } from '../../../house.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import { openEndWatch } from './await-end.ts';
import { type HookAnswer, openHookIntake } from './hook-intake.ts';
import type { Delivery } from './read-delivery.ts';

/** Webhooks of all workspaces, answered by this process. */
export interface Hooks {
  /** Starts the run of a delivery. Refuses NOT_FOUND, FORGED_REQUEST, BAD_INPUT, CONFLICT for a replay, THROTTLED. */
  answer(delivery: Delivery): Promise<HookAnswer>;
  heard(change: Change): void;
  missed(): void;
}

/** Opens them. A trigger that waits for the end of its run answers with it or, when its time is over, with the run alone. */
export function openHooks(house: House): Hooks {
  const intake = openHookIntake(house);
  const watch = openEndWatch(house);
  return {
    answer: async (delivery) => {
      const { delivered, hook } = await intake.take(delivery);
      const runId = delivered.run.id;
      if (!hook.isSynchronous) return { runId, ended: null };
      return { runId, ended: endOf(delivered) ?? (await watch.end(delivered.run, hook.waitSeconds * 1_000)) };
    },
    heard: watch.heard,
    missed: watch.missed,
  };
}

function endOf({ ended }: Delivered): HookAnswer['ended'] {
  if (ended === null) return null;
  return { status: ended.status, output: ended.output, error: ended.error?.say ?? null };
}
