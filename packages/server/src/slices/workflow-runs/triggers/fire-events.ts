import type { JsonValue } from '@attain/domain/workflows/json-value';
import { MAX_EVENT_RUNS_AN_HOUR } from '@attain/domain/workflows/triggers';
import type { AppContext } from '../../../app-context.ts';
import { NothingToDo, unlessNothing } from '../../../db/nothing-to-do.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import type { Look } from '../../../runs/look.ts';
import {
  type BehindTrigger,
  behindTriggers,
  countEventRuns,
  lockBehind,
  moveSeen,
  selectEntries,
  switchOff,
  triggersAreBehind,
} from './due-triggers.ts';
import {
  fireTrigger,
  readTriggerState,
  recordUnfired,
  runOf,
  triggerActor,
  unfiredWhy,
} from './fire-trigger.ts';

export const eventsLook: Look = { isDue: triggersAreBehind, act: fireEvents };

/**
 * Starts one run for each act that a trigger waits for, read off the workspace's log, in its order: what is in the log has
 * happened, and a trigger's place in it is stored together with the runs it started.
 */
export async function fireEvents(ctx: AppContext): Promise<void> {
  for (const behind of await behindTriggers(ctx.db.owner)) {
    if (behind.places.length === 0) {
      await moveSeen(ctx.db.owner, behind);
      continue;
    }
    for (const delivered of await fireFor(ctx, behind)) ctx.runs.dispatch(delivered);
  }
}

async function fireFor(ctx: AppContext, behind: BehindTrigger): Promise<readonly (Delivered | null)[]> {
  try {
    return (await unlessNothing(attempt(ctx, behind))) ?? [];
  } catch (error) {
    const why = unfiredWhy(error);
    await unlessNothing(
      ctx.write(triggerActor(behind), async (tx) => {
        if ((await lockBehind(tx, behind)) === null) throw new NothingToDo();
        await moveSeen(tx.client, behind);
        await recordUnfired(tx, behind.id, why);
      }),
    );
    return [];
  }
}

function attempt(ctx: AppContext, behind: BehindTrigger): Promise<readonly (Delivered | null)[]> {
  return ctx.write(triggerActor(behind), async (tx) => {
    const row = await lockBehind(tx, behind);
    if (row === null) throw new NothingToDo();
    const entries = await selectEntries(tx, behind.places);
    await moveSeen(tx.client, behind);
    if ((await countEventRuns(tx, row.workflowId)) + entries.length > MAX_EVENT_RUNS_AN_HOUR) {
      await switchOff(tx, row.id);
      await recordUnfired(tx, row.id, { code: 'too-many', message: tooMany });
      return [];
    }
    const fired = { trigger: row, standing: await readTriggerState(tx, row) };
    const runs = entries.map(({ place, body }) =>
      runOf(ctx, fired, { key: String(place), input: { event: eventOf(place, body) } }),
    );
    return fireTrigger(ctx, tx, fired, runs);
  });
}

const tooMany = `Turned off: events started ${MAX_EVENT_RUNS_AN_HOUR} runs of this workflow within an hour. Check whether the workflow triggers itself.`;

/** The event as the run's input. */
function eventOf(place: number, body: string): JsonValue {
  const { action, object, ts } = JSON.parse(body) as {
    action: string;
    object: { type: string; id: string; version: string | null };
    ts: string;
  };
  return { action, object, at: ts, place };
}
