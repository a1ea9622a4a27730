import { withoutConfidential } from '@attain/domain/workflows/nodes/confidential-outputs';
import type { AppContext } from '../../../app-context.ts';
import type { Change } from '../../../db/changes.ts';
import { type Delivered, knownPrepared, readPrepared } from '../../../runs/engine/deliver-events.ts';
import type { RunAddress } from '../../../runs/engine/run-address.ts';
import { openEndWatch } from './await-end.ts';
import { type HookAnswer, openHookIntake } from './hook-intake.ts';
import type { Delivery } from './read-delivery.ts';

/** Webhooks of all workspaces, answered by this process. */
export interface Hooks {
  /**
   * Starts the run of a delivery, or finds the one it already started. Throws NOT_FOUND, FORGED_REQUEST, BAD_INPUT,
   * CONFLICT, THROTTLED.
   */
  answer(delivery: Delivery): Promise<HookAnswer>;
  onChange(change: Change): void;
  missed(): void;
}

/** Opens them. A trigger that waits for the end of its run answers with it or, when its time is over, with the run alone. */
export function openHooks(ctx: AppContext): Hooks {
  const intake = openHookIntake(ctx);
  const watch = openEndWatch(ctx);
  return {
    answer: async (delivery) => {
      const { run, delivered, hook } = await intake.take(delivery);
      const answer = { runId: run.id, repeated: delivered === null };
      if (!hook.isSynchronous) return { ...answer, ended: null };
      const ended = endOf(delivered) ?? (await watch.end(run, hook.waitSeconds * 1_000));
      return { ...answer, ended: ended && (await shownEnd(ctx, run, ended)) };
    },
    onChange: watch.onChange,
    missed: watch.missed,
  };
}

/** The end of a run as the sender may see it, without confidential outputs. */
async function shownEnd(ctx: AppContext, run: RunAddress, ended: NonNullable<HookAnswer['ended']>) {
  const prepared =
    knownPrepared(run.documentHash) ?? (await ctx.db.within(run.tenantId, (tx) => readPrepared(tx, run)));
  return { ...ended, output: withoutConfidential(prepared.workflow, ended.output) };
}

function endOf(delivered: Delivered | null): HookAnswer['ended'] {
  const ended = delivered?.ended ?? null;
  if (ended === null) return null;
  return { status: ended.status, output: ended.output, error: ended.error?.message ?? null };
}
